package enum

import (
	"strconv"
	"strings"
	"unicode"
)

// Words returns names as words on a line of words: in double quotes, as Go writes
// strings, where a name has white space, a bracket, a quote or anything that does
// not print.
func Words(names []string) []string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = Word(name)
	}
	return words
}

// Word returns one of [Words].
func Word(name string) string {
	odd := func(r rune) bool { return strings.ContainsRune(`"()`, r) || unicode.IsSpace(r) || !unicode.IsPrint(r) }
	if name == "" || strings.ContainsFunc(name, odd) {
		return strconv.Quote(name)
	}
	return name
}
