package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the name that a word is likely to be meant for, and whether there is one
// that is nearer than all others: the same but for capitals and for what is around it, or
// the same but for a letter in three (inserted, left out or another one), or with the same
// letters but for the order of two. It takes time in proportion to the number of names and
// the square of the length of the word, and leaves words of more than 64 characters alone.
func Nearest(word string, names []string) (nearest string, found bool) {
	const longest = 64
	if utf8.RuneCountInString(word) > longest {
		return "", false
	}
	word = bare(word)
	length, least := utf8.RuneCountInString(word), longest
	for _, name := range names {
		other := bare(name)
		limit := max(length, utf8.RuneCountInString(other)) / 3
		distance := max(length, utf8.RuneCountInString(other)) - min(length, utf8.RuneCountInString(other))
		if distance <= limit && other != word { // which most are not
			if distance = levenshtein.ComputeDistance(word, other); distance == 2 && sameLetters(word, other) {
				distance = 1
			}
		}
		if distance <= min(limit, least) {
			nearest, found, least = name, distance < least, distance
		}
	}
	return nearest, found
}

// bare returns a word in small letters, without punctuation and white space around it.
func bare(word string) string {
	return strings.TrimFunc(strings.ToLower(word), func(c rune) bool { return unicode.IsPunct(c) || unicode.IsSpace(c) })
}

// sameLetters reports whether two words differ in nothing but the order of their letters.
func sameLetters(a, b string) bool {
	sorted := func(word string) []rune { return slices.Sorted(slices.Values([]rune(word))) }
	return slices.Equal(sorted(a), sorted(b))
}
