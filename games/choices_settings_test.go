package games

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

func choicesValues(t *rapid.T) map[string]string {
	return drawn(t, map[string][]string{"picks": {"1", "2", "3", "4"}, "order": {"yes", "no"}, "self": {"yes", "no"}, "repeat": {"yes", "no"}, "judge": {"none"}})
}

// choicesGames returns (m(m-1)...(m-k+1))^n or, with repetitions, (m^k)^n, or the same without order, for m players who
// may be picked.
func choicesGames(values map[string]string, players int) *big.Int {
	m, k := int64(players), int64(choicesPicks(values))
	if setting(values, "self", "no") == "no" {
		m--
	}
	ordered, repeated := setting(values, "order", "yes") == "yes", setting(values, "repeat", "no") == "yes"
	each := new(big.Int)
	switch {
	case ordered && repeated:
		each.Exp(big.NewInt(m), big.NewInt(k), nil)
	case ordered:
		each.Mul(each.Binomial(m, k), factorial(int(k)))
	case repeated:
		each.Binomial(m+k-1, k)
	default:
		each.Binomial(m, k)
	}
	return each.Exp(each, big.NewInt(int64(players)), nil)
}

func choicesPicks(values map[string]string) int {
	picks, _ := strconv.Atoi(setting(values, "picks", "2"))
	return picks
}

func choicesGroup(_ map[string]string, players int) *big.Int { return factorial(players) }

// choicesFits returns why a game does not fit the parameters, or ""; see reference.
func choicesFits(values map[string]string, players int, game, verdict string) string {
	words := strings.Fields(game)
	if len(words) != players || verdict != "" && verdict != "unjudged" {
		return fmt.Sprintf("%d players, the verdict %q", len(words), verdict)
	}
	for p, word := range words {
		letters := strings.Split(word, "")
		slices.Sort(letters)
		different := len(slices.Compact(slices.Clone(letters)))
		own := string(rune('A' + p))
		switch {
		case len(letters) != choicesPicks(values):
			return word + " has another number of picks"
		case setting(values, "order", "yes") == "no" && strings.Join(letters, "") != word:
			return word + " is not in order"
		case setting(values, "self", "no") == "no" && strings.Contains(word, own):
			return word + " has the player's own letter"
		case setting(values, "repeat", "no") == "no" && different < len(letters):
			return word + " has a player twice"
		case letters[len(letters)-1] >= string(rune('A'+players)):
			return word + " has a letter of no player"
		}
	}
	return ""
}
