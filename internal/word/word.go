// Package word does not compile for processors of 32 bits, and the error says why. Sets of players and weights are words
// of 64 bits throughout the program, and values of type int exceed 32 bits. Packages whose constants do not fit 32 bits
// import it, and so does the engine.
package word
