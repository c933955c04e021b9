// Package word makes a build for 32-bit processors fail with an error that says why. The program uses 64-bit words for
// sets of players and for weights, and int values that exceed 32 bits. The engine and packages whose constants do not
// fit in 32 bits import this one.
package word
