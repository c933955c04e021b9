// Package text cuts what people and programs write into lines and words, and says what is
// wrong with it and where. It knows no ruleset.
//
// Text is lines of words:
//
//	2 4  1 3   # four columns
//
// Between words is white space, so lines may end in CRLF. A '#' starts a comment that goes
// to the end of the line. A byte order mark at the start of the input is skipped, and one of
// UTF-16 is an error. Some
// characters may be marks, which a reader chooses: each is a word by itself. With the mark
// ',' the text "3,14" has the words "3", "," and "14".
//
// A [Scanner] returns words one by one, whatever the length of a line, or whole lines, up
// to a limit. Either way it never waits for more than the word or the line that it is asked
// for, so that a user who types can be answered, and holds no more than that. It reads
// JSON too, line by line.
//
// Whatever is wrong is an [Error], with its line and its column in characters, both from
// 1. A byte that is not UTF-8 counts as one character; a byte order mark that is skipped
// does not count. The message says what is wrong and, behind a semicolon, what would be
// right:
//
//	line 2, column 8: "31" is no column; want a number from 1 to 4
//
// Numbers are written in decimal digits, without a sign ([Word.Number]). No number of
// digits makes one too large to be refused.
package text

import _ "enumerate/internal/word" // refuses processors of 32 bits
