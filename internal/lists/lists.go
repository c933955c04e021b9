// Package lists complements package slices.
package lists

// Map returns the results of f for all items, in order, or nil if there are none.
func Map[T, U any](items []T, f func(T) U) []U {
	var made []U
	for _, item := range items {
		made = append(made, f(item))
	}
	return made
}
