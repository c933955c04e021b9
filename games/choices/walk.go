package choices

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/enum/single"
)

// A walker visits the game of every class with the least string (list of choices; see numbers). It grows these strings
// choice by choice, and drops a beginning if another numbering of its players gives a lesser string, because then no
// game that begins like this has the least string of its class.
type walker struct {
	space sizedSpace
	numbers
	labelCounts  [mostPlayers + 1]int    // labelCounts[k]: the number of labels given before choice k is read
	pickedBefore [mostPlayers + 1]uint32 // pickedBefore[k]: the players whom others picked in the choices before k
	ctx          context.Context
	steps        uint  // the number of choices tried
	games        games // the games that wait for their verdicts
}

func newWalker(s sizedSpace) *walker {
	w := &walker{space: s, ctx: context.Background(), games: games{space: s}}
	w.numbers = numbers{players: s.players, picks: s.picks, ordered: s.order, test: true}
	w.labelCounts[0] = 1
	return w
}

// descend continues the string, the list of choices, from the first i players to the first `depth` players in all ways
// that may begin the least string of a class, and calls visit for each, in lexicographic order. It returns false if
// visit returned false or the context ended.
func (w *walker) descend(i, depth int, visit func() bool) bool {
	if i == depth {
		return visit()
	}

	return w.extend(i, 0, w.labelCounts[i], depth, visit)
}

// extend completes the choice of player i in all ways, and calls choose for each. The choice already has `picks` picks.
// A pick is the label of a player. The labels below `labels` have been given so far, so the next pick is one of these,
// or the next label, which is `labels` itself. The walk needs no other picks: it visits each class of games in the
// numbering whose list of choices is least, and there players get the next labels in the order in which they are first
// picked. If the order of picks means nothing, the picks of a choice ascend.
func (w *walker) extend(i, picks, labels, depth int, visit func() bool) bool {
	if picks == w.picks {
		return w.choose(i, labels, depth, visit)
	}

	choice := &w.choice[i]
	least := 0
	if !w.ordered && picks > 0 {
		least = int(choice[picks-1])
		if !w.space.repeated {
			least++
		}
	}

	for v := least; v <= labels && v < w.players; v++ {
		if v == i && !w.space.self {
			continue
		}
		if w.ordered && !w.space.repeated && contains(choice[:picks], uint8(v)) {
			continue
		}

		choice[picks] = uint8(v)
		if !w.extend(i, picks+1, max(labels, v+1), depth, visit) {
			return false
		}
	}
	return true
}

func contains(list []uint8, v uint8) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// choose continues the walk after player i has made the choice w.choice[i], unless another numbering of the players
// already has a lesser string for the first i+1 choices. The argument `labelCount` is the number of labels that occur
// in the choices so far, this one included. The result false ends the whole walk.
func (w *walker) choose(i, labelCount, depth int, visit func() bool) bool {
	const between = 256 // the steps between two checks of the context; a step takes about a microsecond
	w.steps++
	if w.steps%between == 0 && w.ctx.Err() != nil {
		return false
	}

	w.put(i, labelCount)
	if w.find() { // some numbering has a lesser string
		return true
	}
	return w.descend(i+1, depth, visit)
}

// put adds the choice w.choice[i] of player i to the string, the list of choices. Players are labelled in the order in
// which the string first names them; `labelCount` is the number of labels given up to this choice.
//
// put also prepares the method find, which looks for a numbering with a lesser string. find needs the string so far,
// w.least, and the set w.pickedPlayers of the players whom another player picked. The other players may be twins:
// players who made the same choice and whom no other player picked.
func (w *walker) put(i, labelCount int) {
	referred := w.pickedBefore[i] // the players whom others picked in earlier choices
	for _, v := range w.choice[i][:w.picks] {
		if int(v) != i { // a player who picks itself is not picked by another player
			referred |= 1 << v
		}
	}
	w.pickedBefore[i+1], w.pickedPlayers = referred, referred // for the next player's call of put, and for find

	w.least[i] = w.choice[i]        // the string to which find compares others
	w.choosers, w.length = i+1, i+1 // players who have chosen, and choices in w.least

	if labelCount == i+1 { // all labelled players have chosen, so the next player gets the next label
		labelCount++
	}
	w.labelCounts[i+1] = labelCount
}

// path returns the picks of the first `depth` players, a byte each.
func (w *walker) path(depth int) []byte {
	path := make([]byte, 0, depth*w.picks)
	for _, r := range w.choice[:depth] {
		path = append(path, r[:w.picks]...)
	}
	return path
}

// replay sets the walk's string (list of choices) to the choices of a shard's path, and returns their number. A path
// has w.picks bytes for each player.
func (w *walker) replay(path []byte) (depth int) {
	for ; len(path) > 0; depth++ {
		labelCount := w.labelCounts[depth] // the number of labels that occur so far
		for pick, v := range path[:w.picks] {
			w.choice[depth][pick] = v
			labelCount = max(labelCount, int(v)+1)
		}
		w.put(depth, labelCount)
		path = path[w.picks:]
	}
	return depth
}

// visit visits every class of a shard with its number of automorphisms, until visit returns false or the context ends.
func (w *walker) visit(ctx context.Context, path []byte, visit func(automorphisms uint64) bool) error {
	w.ctx = ctx
	w.descend(w.replay(path), w.players, func() bool {
		return visit(w.automorphisms())
	})
	return ctx.Err()
}

// Walk counts the classes of a shard in the tally, by verdict and by number of automorphisms.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	if w.space.judge == nil {
		classes := make(map[uint64]uint64) // the number of classes by their number of automorphisms
		err := w.visit(ctx, shard.Path, func(automorphisms uint64) bool {
			classes[automorphisms]++
			return true
		})
		for automorphisms, number := range classes {
			tally.Add(0, automorphisms, number)
		}
		return err
	}

	count := func(_ []byte, verdict int, automorphisms uint64) bool {
		tally.Add(verdict, automorphisms, 1)
		return true
	}
	return w.judged(ctx, shard, mostGames, count)
}

// judged calls visit with every class of a shard, its verdict and its number of automorphisms, until visit returns
// false. It asks the judge about batches, because starting a program takes time. The first batch has the given number
// of games, every later batch at most twice as many as the one before.
func (w *walker) judged(ctx context.Context, shard enum.Shard, batch int, visit func(code []byte, verdict int, automorphisms uint64) bool) error {
	w.games.reset()
	more := true     // whether visit wants more classes
	var failed error // the error of the judge; both are set by the closure that collects a batch
	err := w.visit(ctx, shard.Path, func(automorphisms uint64) bool {
		w.games.add(w.choice[:w.players], automorphisms)
		if w.games.number() < batch {
			return true
		}
		batch = min(2*batch, mostGames)
		more, failed = w.games.judge(ctx, visit)
		return more && failed == nil
	})

	if failed != nil {
		return failed
	}
	if err != nil || !more {
		return err
	}

	_, err = w.games.judge(ctx, visit)
	return err
}

// list calls visit with the classes of a shard whose verdict is `only`, or with all classes for [enum.AnyVerdict].
func (w *walker) list(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	const first = 16 // a small first batch, so that the first classes are printed soon
	return w.judged(ctx, shard, first, func(code []byte, verdict int, automorphisms uint64) bool {
		if only != enum.AnyVerdict && only != verdict {
			return true
		}
		return visit(enum.Class{
			Verdict:       verdict,
			Automorphisms: automorphisms,
			Game:          func() string { return string(code) },
			Solution:      func() single.Solution { return single.Solution{Verdict: w.space.Verdicts()[verdict]} },
		})
	})
}

// descent draws a random shard and walks it. A shard has a path, the choices of the first players. For each of these
// players, descent draws one of the choices with which the path may still begin the least string (list of choices) of a
// class, all equally likely. It returns the weight of the shard, the inverse of its probability: the product of the
// numbers of these choices.
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally, spent func(weight float64)) (float64, error) {
	weight := 1.0
	var path []byte // the choices drawn so far
	for i := range w.space.depth() {
		var paths [][]byte // path with each possible choice of player i added
		w.ctx = ctx
		w.descend(w.replay(path), i+1, func() bool {
			paths = append(paths, w.path(i+1))
			return true
		})

		if ctx.Err() != nil || len(paths) == 0 { // without a continuation, this draw counts no classes
			return 0, ctx.Err()
		}

		spent(weight)
		weight *= float64(len(paths))
		path = paths[random.IntN(len(paths))]
	}
	return weight, w.Walk(ctx, enum.Shard{Path: path}, tally)
}
