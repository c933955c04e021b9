package questions

import (
	"fmt"
	"slices"
	"strings"

	"enumerate/enum/single"
)

// Traits returns the properties by which classes can be searched, besides their verdict: how often the players of a
// game are chosen, in descending order. Games of different classes may have the same traits.
func Traits() []single.Trait {
	return []single.Trait{
		{Name: "degrees", Title: "Times chosen, each player", Of: chosen(0, 2)},
		{Name: "wonderwalls", Title: "Times a wonderwall", Of: chosen(0, 1)},
		{Name: "ninjas", Title: "Times a ninja", Of: chosen(1, 2)},
	}
}

// chosen returns a function that counts how often each player of a game is chosen, as in "3 2 2 1". Of each pair of
// letters of a code, such as "BC CD BA BA", only the letters with the indices first to end-1 count: index 0 is the
// wonderwall, 1 the ninja.
func chosen(first, end int) func(code string) string {
	return func(code string) string {
		const pair = 3 // two letters and the blank after them
		times := make([]byte, (len(code)+1)/pair)
		for i := range code {
			if i%pair >= first && i%pair < end {
				times[code[i]-'A']++
			}
		}
		slices.Sort(times)
		slices.Reverse(times)
		return strings.Trim(fmt.Sprint(times), "[]")
	}
}
