package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the name that a user probably meant by a misspelled word, if one name is nearer to the word than all
// others. A name is near if it differs only in case, in surrounding punctuation, or in at most a third of its letters
// (inserted, omitted or replaced). Two letters in the wrong order count as one difference. The time is proportional to
// the number of names and to the square of the word's length. Words of more than 64 characters have no nearest name.
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
		// Computing the distance takes long. The difference of the lengths, which the distance is at least, often rules
		// a name out.
		distance := max(length, utf8.RuneCountInString(other)) - min(length, utf8.RuneCountInString(other))
		if distance <= limit && other != word { // false for most names
			if distance = levenshtein.ComputeDistance(word, other); distance == 2 && sameLetters(word, other) {
				distance = 1
			}
		}
		if distance <= min(limit, least) {
			nearest, found, least = name, distance < least, distance // found is false if two names are equally near
		}
	}
	return nearest, found
}

func bare(word string) string {
	return strings.TrimFunc(strings.ToLower(word), func(c rune) bool { return unicode.IsPunct(c) || unicode.IsSpace(c) })
}

func sameLetters(a, b string) bool {
	sorted := func(word string) []rune { return slices.Sorted(slices.Values([]rune(word))) }
	return slices.Equal(sorted(a), sorted(b))
}
