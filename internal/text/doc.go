// Package text splits input into lines and words, and reports errors with their places.
//
// A text is lines of words:
//
//	2 4  1 3   # four columns
//
// White space separates words, so lines may also end in CRLF. A '#' starts a comment, which goes to the end of the
// line. A byte order mark at the start of the input is skipped; that of UTF-16 is an error. A caller may choose some
// characters as marks; each mark is a separate word.
//
// A [Scanner] returns single words, from lines of any length, or whole lines, up to a limit. It never reads more input
// than the requested word or line needs, so it can answer users who type. It also reads JSON, line by line.
//
// A problem is reported as an [Error], with a line and a column in characters, both counted from 1. A byte that is not
// UTF-8 counts as one character. The message names the problem and, after a semicolon, what would be right:
//
//	line 2, column 8: "31" is not a valid column; expected a number from 1 to 4
//
// Numbers are written in decimal digits, without a sign ([Word.Number]), and may have any number of digits.
package text

import _ "enumerate/internal/word" // rejects 32-bit processors
