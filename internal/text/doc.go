// Package text cuts what people and programs write into words, and says what is wrong
// with it and where. It knows no ruleset.
//
// Text is lines of words:
//
//	2 4  1 3   # four columns
//
// Between words are blanks, tabs and carriage returns, so lines may end in CRLF. A '#'
// starts a comment that goes to the end of the line, wherever it stands. A byte order
// mark at the start of the input is skipped, but counts for the columns of its line. Some
// bytes may be marks, which a reader chooses: each is a word by itself. With the mark ','
// the text "3,14" has the words "3", "," and "14".
//
// A [Scanner] returns words one by one, whatever the length of a line, or line by line, up
// to a limit. Either way it never waits for more than the word or the line that it is asked
// for, so that somebody who types can be answered, and holds no more than that one, up to
// the limit.
//
// Whatever is wrong is a [Fault], with its line and its column in bytes, both from 1.
// Its message says what is wrong and, behind a semicolon, what would be right:
//
//	line 2, column 8: "31" is no column; want a number from 1 to 4
//
// Numbers are written in decimal digits, without a sign ([Word.Number]). No number of
// digits makes one too large to be refused.
package text
