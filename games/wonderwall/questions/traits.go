package questions

import (
	"fmt"
	"slices"
	"strings"

	"enumerate/enum/single"
)

// Traits are how often the players of a game are chosen, the most frequent one first. Games of one class have
// the same, and so have many others.
func Traits() []single.Trait {
	return []single.Trait{
		{Name: "degrees", Title: "Times chosen, each player", Of: chosen(0, 2)},
		{Name: "wonderwalls", Title: "Times a wonderwall", Of: chosen(0, 1)},
		{Name: "ninjas", Title: "Times a ninja", Of: chosen(1, 2)},
	}
}

// chosen returns what counts in a code how often each player stands at some places of the pairs of letters.
func chosen(from, to int) func(code string) string {
	return func(code string) string {
		const pair = 3 // letters with the blank behind them
		times := make([]byte, (len(code)+1)/pair)
		for i := range code {
			if i%pair >= from && i%pair < to {
				times[code[i]-'A']++
			}
		}
		slices.Sort(times)
		slices.Reverse(times)
		return strings.Trim(fmt.Sprint(times), "[]")
	}
}
