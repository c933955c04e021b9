// Package lists has what package slices of the standard library lacks.
package lists

// Map returns what f makes of each item, in their order; nil of nothing.
func Map[T, U any](items []T, f func(T) U) []U {
	var made []U
	for _, item := range items {
		made = append(made, f(item))
	}
	return made
}
