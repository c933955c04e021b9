// Package nim is the rules of Nim: heaps lie about, and a move takes sticks from any of
// them. Package heaps does the rest.
//
// The Grundy value is the exclusive or of all heaps (Bouton, Nim, a game with a complete
// mathematical theory, 1901). If it is s > 0, a move wins if and only if it leaves a heap
// x with x xor s sticks, which are fewer in every heap that has the highest bit of s.
//
// With 2 heaps of up to 2 sticks, P are 1,1 and 2,2: 1 xor 1 = 2 xor 2 = 0.
package nim
