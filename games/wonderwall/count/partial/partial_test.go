package partial

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/canon"
	"enumerate/internal/layers"
	"enumerate/solver/betweenness"
)

// A states is a layer in a map: the weight of each key.
type states map[string]layers.Weight

func (l states) emit(key []byte, w layers.Weight) error {
	sum, ok := l[string(key)].CheckedAdd(w)
	if !ok {
		return layers.ErrOverflow
	}
	l[string(key)] = sum
	return nil
}

func (l states) weight() *big.Int {
	sum := new(big.Int)
	for _, w := range l {
		sum.Add(sum, w.Big())
	}
	return sum
}

func (l states) keys() []string {
	var keys []string
	for key := range l {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// layersOf builds the layers 0 to last, and checks that no partial game is lost.
func layersOf(t testing.TB, g Games, last int) []states {
	t.Helper()
	all := []states{{string(g.Start()): layers.Weight{Lo: 1}}}
	e := g.NewExpander()
	for k := range last {
		next := make(states)
		want := all[k].weight()
		want.Mul(want, new(big.Int).SetUint64(g.Choices(k)))
		for _, key := range all[k].keys() {
			dead, err := e.Expand([]byte(key), all[k][key], next.emit)
			if err != nil {
				t.Fatal(err)
			}
			want.Sub(want, dead.Big())
		}
		if got := next.weight(); got.Cmp(want) != 0 {
			t.Fatalf("%v: the weights of layer %d sum to %v, want %v", g, k+1, got, want)
		}
		all = append(all, next)
	}
	return all
}

// solvableFrom counts the solvable games that complete the states of a layer.
func solvableFrom(t testing.TB, g Games, layer states) *big.Int {
	t.Helper()
	c := g.NewCompleter()
	sum := new(big.Int)
	for key, w := range layer {
		n, err := c.Count([]byte(key))
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(sum, w.Big().Mul(w.Big(), new(big.Int).SetUint64(n)))
	}
	return sum
}

// eachGame visits all labelled games of n players. Tests of other packages have copies of this function, because
// oracles share no code.
func eachGame(n int, visit func(g betweenness.Game)) {
	g := make(betweenness.Game, n)
	var choose func(p int)
	choose = func(p int) {
		if p == n {
			visit(g)
			return
		}
		for w := range n {
			for b := range n {
				if w != p && b != p && w != b {
					g[p] = betweenness.Choice{Wonderwall: w, Ninja: b}
					choose(p + 1)
				}
			}
		}
	}
	choose(0)
}

func everybodyChosen(g betweenness.Game) bool {
	chosen := make([]bool, len(g))
	for _, c := range g {
		chosen[c.Wonderwall], chosen[c.Ninja] = true, true
	}
	return !slices.Contains(chosen, false)
}

// unchanged reports whether a permutation of the players fixes a game.
func unchanged(g betweenness.Game, next []uint8) bool {
	for p, c := range g {
		image := g[next[p]]
		if image.Wonderwall != int(next[c.Wonderwall]) || image.Ninja != int(next[c.Ninja]) {
			return false
		}
	}
	return true
}

// types returns all cycle types of permutations of n points.
func types(n int) (all []canon.CycleType) {
	var part func(t canon.CycleType, least, left int)
	part = func(t canon.CycleType, least, left int) {
		if left == 0 {
			all = append(all, slices.Clone(t))
			return
		}
		for length := least; length <= left; length++ {
			t[length]++
			part(t, length, left-length)
			t[length]--
		}
	}
	part(make(canon.CycleType, n+1), 1, n)
	return all
}

// solver returns a function that solves games by the search of package betweenness, which shares no code with this
// package.
func solver(t *testing.T) func(g betweenness.Game) bool {
	search := betweenness.NewSearcher()
	return func(g betweenness.Game) bool {
		solvable, _, err := search.Solvable(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		return solvable
	}
}

// TestEveryLayerLeadsToTheSameCount completes the partial games of each layer, in which equally many players have
// chosen, to whole games. All layers must lead to the same number of solvable games. Up to 5 players it must be the
// number found by solving all labelled games, or all core games (in which every player is chosen), one by one.
func TestEveryLayerLeadsToTheSameCount(t *testing.T) {
	limit, most := 7, 5
	if testing.Short() {
		limit, most = 6, 4
	}
	solved := solver(t)
	for n := 3; n <= limit; n++ {
		var all, core int64
		if n <= most {
			eachGame(n, func(g betweenness.Game) {
				if solved(g) {
					all++
					if everybodyChosen(g) {
						core++
					}
				}
			})
		}
		for _, c := range []struct {
			name  string
			games Games
			want  int64
		}{{"all", All(n), all}, {"core", Core(n), core}} {
			first := (*big.Int)(nil)
			for k, layer := range layersOf(t, c.games, n) {
				if k < n-5 {
					continue // six players and more would take long to complete
				}
				got := solvableFrom(t, c.games, layer)
				if n <= most && got.Cmp(big.NewInt(c.want)) != 0 {
					t.Errorf("n=%d, %s: from layer %d there are %v solvable games, want %d", n, c.name, k, got, c.want)
				}
				if first == nil {
					first = got
				}
				if got.Cmp(first) != 0 {
					t.Errorf("n=%d, %s: from layer %d there are %v solvable games, from an earlier one %v", n, c.name, k, got, first)
				}
			}
		}
	}
}

// TestSlabsShareOutEveryChild expands the states of a layer once whole and once in three slabs, each of which keeps a
// part of the children. Each child must be in exactly one slab, and equal children in the same one. Expand also returns
// the weight (the number of partial games) that it leaves out: that of the choices that lead to no state, and of the
// children in other slabs. Together with the children kept it must be the weight of all choices.
func TestSlabsShareOutEveryChild(t *testing.T) {
	const slabs = 3
	limit := 7
	if testing.Short() {
		limit = 6
	}
	for _, g := range []Games{All(5), Core(6), All(limit), Core(limit)} {
		completer := g.NewCompleter()
		all := layersOf(t, g, g.Layers())
		for k, layer := range all[:len(all)-1] {
			of := make(map[string]uint64) // the slab of a child, by key
			for parent, weight := range layer {
				whole := make(states)
				dead, err := g.NewExpander().Expand([]byte(parent), weight, whole.emit)
				if err != nil {
					t.Fatal(err)
				}
				choices, err := completer.Dead([]byte(parent))
				if err != nil {
					t.Fatal(err)
				}
				if got, _ := weight.CheckedMul(choices); got != dead {
					t.Errorf("%d players, layer %d: %d choices of %x are dead, %v of weight %v died", g.players, k, choices, parent, dead, weight)
				}

				// Each slab must keep or leave the weight of all choices.
				together := make(states)
				for number := range uint64(slabs) {
					part := make(states)
					left, err := g.NewSlabExpander(Slab{number, slabs}).Expand([]byte(parent), weight, part.emit)
					if err != nil {
						t.Fatal(err)
					}
					kept := left
					for key, w := range part {
						if before, found := of[key]; found && before != number {
							t.Errorf("%d players, layer %d: %x is in the slabs %d and %d", g.players, k, key, before, number)
						}
						of[key] = number
						kept, _ = kept.CheckedAdd(w)
						if err := together.emit([]byte(key), w); err != nil {
							t.Fatal(err)
						}
					}
					if want, _ := weight.CheckedMul(g.Choices(k)); kept != want {
						t.Errorf("%d players, layer %d, slab %d: %x has children of weight %v and leaves the rest, together %v", g.players, k, number, parent, kept, want)
					}
				}

				if !maps.Equal(together, whole) {
					t.Errorf("%d players, layer %d: the slabs of the children of %x are not all children", g.players, k, parent)
				}
			}
		}
	}
}

// TestGamesThatAPermutationLeavesUnchanged takes a permutation of each cycle type, and compares the numbers of games
// and solvable games that it fixes with a search through all labelled games.
func TestGamesThatAPermutationLeavesUnchanged(t *testing.T) {
	solved := solver(t)
	for n := 3; n <= 5; n++ {
		if n == 5 && testing.Short() {
			break
		}
		for _, cycles := range types(n) {
			g := Fixed(cycles)
			var total, solvable int64
			eachGame(n, func(game betweenness.Game) {
				if unchanged(game, g.next[:n]) {
					total++
					if solved(game) {
						solvable++
					}
				}
			})
			if got := g.Completions(0); got.Cmp(big.NewInt(total)) != 0 {
				t.Errorf("type %v leaves %v games unchanged, want %d", cycles, got, total)
			}
			if total == 0 {
				continue
			}
			for k, layer := range layersOf(t, g, g.Layers()) {
				if got := solvableFrom(t, g, layer); got.Cmp(big.NewInt(solvable)) != 0 {
					t.Errorf("type %v, from layer %d: %v solvable games are unchanged, want %d", cycles, k, got, solvable)
				}
			}
		}
	}
}

// randomState returns the state after `choosing` players, drawn at random, have made random choices. It returns false
// if no order satisfies these choices.
func randomState(g Games, choosing int, random *rand.Rand) (state, bool) {
	s := g.start()
	n := g.players
	for i, p := range random.Perm(n)[:choosing] {
		w, b := p, p
		for w == p || b == p || w == b {
			w, b = random.IntN(n), random.IntN(n)
		}
		s.frontier = push(nil, s.frontier, p, w, b, i == 0)
		s.choosers &^= 1 << p
		s.wanted &^= 1<<w | 1<<b
	}
	return s, len(s.frontier) > 0
}

// TestPairsAgreeWithBruteForce counts the pairs of choices of the last two players that make a game solvable. The
// number that the program finds in bulk, for all pairs at once, must be that of a plain count, player by player.
func TestPairsAgreeWithBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	states, several, wanted := 0, 0, 0
	for n := 3; n <= MaxPlayers; n++ {
		for _, g := range []Games{All(n), Core(n)} {
			for range 40 {
				s, ok := randomState(g, n-2, random)
				if !ok {
					continue
				}

				states++
				if len(s.frontier) > 1 {
					several++
				}
				if s.wanted != 0 {
					wanted++
				}

				// The plain count: expand the choices of the player p, and count those of q for each child.
				all := uint16(1)<<n - 1
				p := fewest(s.frontier, s.choosers, all)
				q := fewest(s.frontier, s.choosers&^(1<<p), all)
				var want uint64
				var gen generation
				gen.expand(g, &s, p, all)
				for i := range gen.children {
					want += gen.children[i].ways * last(&gen.children[i].state, q, all)
				}

				// Every counter of pairs must find the same number, whichever of the two players is the last.
				counters := map[string]pairCounter{"4 words": new(pairs4)}
				if n <= 13 {
					counters["3 words"] = new(pairs3)
				}
				if n <= 11 {
					counters["2 words"] = new(pairs2)
				}
				if n <= 9 {
					counters["1 word"] = new(pairs1)
				}
				c := g.NewCompleter()
				for name, counter := range counters {
					for _, last := range [][2]int{{p, q}, {q, p}} {
						c.rename(&s, all, last[0], last[1])
						for range 2 { // the second time with used memory
							if got := counter.count(c.compact.frontier, n, c.compact.wanted); got != want {
								t.Fatalf("n=%d, %s, players %v of %v: %d pairs of choices, want %d", n, name, last, s, got, want)
							}
						}
					}
				}
			}
		}
	}
	if states < 100 || several < 50 || wanted < 20 {
		t.Errorf("%d states were compared, %d of them with several closures, %d with players still to be chosen", states, several, wanted)
	}
}

// TestKeysComplete compares the number of completions of a state (the choices of the other players that make the game
// solvable) with the number for the state that is decoded from its key.
func TestKeysComplete(t *testing.T) {
	const seed = 8
	random := rand.New(rand.NewPCG(seed, 4))
	compared := 0
	for n := 4; n <= MaxPlayers; n++ {
		for _, g := range []Games{All(n), Core(n)} {
			k, fromKey, fromState := &encoder{games: g}, g.NewCompleter(), g.NewCompleter()
			for range 60 {
				s, ok := randomState(g, n-2, random)
				if !ok {
					continue
				}
				want := fromState.count(&s, 0)
				got, err := fromKey.Count(k.key(s))
				if err != nil || got != want {
					t.Fatalf("seed %d, n=%d: the key of %v has %d completions, %v, want %d", seed, n, s, got, err, want)
				}
				if want > 0 {
					compared++
				}
			}
		}
	}
	if compared < 200 {
		t.Errorf("seed %d: only %d states with completions were compared", seed, compared)
	}
}

// TestLastPlayerAgreesWithBruteForce counts the choices of the last player that make a game solvable, by the function
// last and by trying each choice.
func TestLastPlayerAgreesWithBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 4))
	for n := 3; n <= MaxPlayers; n++ {
		for _, g := range []Games{All(n), Core(n)} {
			for range 40 {
				s, ok := randomState(g, n-1, random)
				if !ok {
					continue
				}
				p := fewest(s.frontier, s.choosers, 1<<n-1)
				var want uint64
				for w := range n {
					for b := range n {
						if w == p || b == p || w == b || s.wanted&^(1<<w|1<<b) != 0 {
							continue
						}
						if len(push(nil, s.frontier, p, w, b, false)) > 0 {
							want++
						}
					}
				}
				if got := last(&s, p, 1<<n-1); got != want {
					t.Fatalf("n=%d, player %d of %v: %d choices, want %d", n, p, s, got, want)
				}
			}
		}
	}
}

// TestPushedClosuresAreTransitive puts three random players x, y, z in this order, again and again. The closure that
// the function order makes must be the transitive closure of all these pairs, which the test computes itself.
func TestPushedClosuresAreTransitive(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := 3 + random.IntN(MaxPlayers-2)
		var c closure
		related := make([][]bool, n)
		for v := range related {
			related[v] = make([]bool, n)
		}
		for range n {
			three := random.Perm(n)[:3]
			x, y, z := three[0], three[1], three[2]
			next := c
			ok := order(&next, x, y, z)
			if want := !related[y][x] && !related[z][y] && !related[z][x]; ok != want {
				t.Fatalf("order(%d, %d, %d) = %v, want %v", x, y, z, ok, want)
			}
			if !ok {
				continue
			}
			c = next
			related[x][y], related[y][z] = true, true
			for m := range n {
				for u := range n {
					for v := range n {
						related[u][v] = related[u][v] || related[u][m] && related[m][v]
					}
				}
			}
			for u := range n {
				for v := range n {
					if c.Forth.Has(u, v) != related[u][v] || c.Back.Has(v, u) != related[u][v] {
						t.Fatalf("n=%d: %d before %d is %v, want %v", n, u, v, c.Forth.Has(u, v), related[u][v])
					}
				}
			}
		}
	}
}

// relabeled returns a state that means the same in another form: the players have other labels, the closures are in
// another order, and some closures are reversed.
func relabeled(g Games, s state, random *rand.Rand) state {
	to := random.Perm(g.players)
	image := func(set uint16) (out uint16) {
		for v, l := range to {
			out |= set >> v & 1 << l
		}
		return out
	}
	r := state{choosers: image(s.choosers), wanted: image(s.wanted), next: g.next}
	for v, l := range to {
		r.next[l] = uint8(to[s.next[v]])
	}
	for _, i := range random.Perm(len(s.frontier)) {
		var c closure
		for u := range g.players {
			for v := range g.players {
				if s.frontier[i].Forth.Has(u, v) {
					c.Forth[to[u]>>2] |= 1 << (to[u]&3*16 + to[v])
					c.Back[to[v]>>2] |= 1 << (to[v]&3*16 + to[u])
				}
			}
		}
		if random.IntN(2) == 0 {
			c.Forth, c.Back = c.Back, c.Forth
		}
		r.frontier = append(r.frontier, c)
	}
	return r
}

// form returns a canonical form of a state. Package canon finds it, and takes graphs, so form turns the state into a
// graph. A closure becomes two points, one for each direction, because it also stands for its reverse. Each point has a
// copy of the players, with arcs from each player to the players after it.
func form(t testing.TB, g Games, s *state) string {
	t.Helper()
	const (
		player = iota * 100 // a player's flags are added to its colour
		copied
		direction
	)
	n := g.players
	graph := canon.Graph{Points: n}
	for v := range n {
		graph.Colors = append(graph.Colors, player+int(s.choosers>>v&1+s.wanted>>v&1*2))
		graph.Arcs = append(graph.Arcs, canon.Arc{From: v, To: int(s.next[v]), Kind: 0})
	}
	for i := range s.frontier {
		c := &s.frontier[i]
		sides := graph.Points
		for side, rows := range []*canon.Rows{&c.Forth, &c.Back} {
			at := graph.Points
			graph.Points += 1 + n
			graph.Colors = append(graph.Colors, direction)
			for u := range n {
				graph.Colors = append(graph.Colors, copied)
				graph.Arcs = append(graph.Arcs,
					canon.Arc{From: at, To: at + 1 + u, Kind: 1},
					canon.Arc{From: at + 1 + u, To: u, Kind: 2})
				for v := range n {
					if rows.Has(u, v) {
						graph.Arcs = append(graph.Arcs, canon.Arc{From: at + 1 + u, To: at + 1 + v, Kind: 3})
					}
				}
			}
			if side == 1 {
				graph.Arcs = append(graph.Arcs, canon.Arc{From: sides, To: at, Kind: 4}, canon.Arc{From: at, To: sides, Kind: 4})
			}
		}
	}
	canonical, err := canon.Canonical(context.Background(), graph)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(canonical.Graph)
}

// TestKeysIdentifyStates decodes the keys of relabeled states. The result must be a relabeling of the state.
func TestKeysIdentifyStates(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 4))
	games := []Games{All(5), Core(6), All(7), Fixed(canon.CycleType{1: 4, 2: 1}), Fixed(canon.CycleType{3: 2})}
	for _, g := range games {
		k := &encoder{games: g}
		all := layersOf(t, g, g.Layers())
		for _, layer := range all {
			keys := layer.keys()
			for range 8 {
				key := keys[random.IntN(len(keys))]
				var s, back state
				if err := g.decode([]byte(key), &s); err != nil {
					t.Fatal(err)
				}
				r := relabeled(g, s, random)
				if err := g.decode(k.key(r), &back); err != nil {
					t.Fatal(err)
				}
				if want := form(t, g, &s); form(t, g, &r) != want || form(t, g, &back) != want {
					t.Fatalf("%v: the key of a relabeling of %v is that of %v", g, s, back)
				}
			}
		}
	}
}

// TestFewMergesAreMissed limits how many states are kept twice, because the quick labels of keys miss that they are
// isomorphic. A missed merge costs only time. At most one state in fifty may be superfluous; with more, the quick
// labels would not be worth using.
func TestFewMergesAreMissed(t *testing.T) {
	limit := 7
	if testing.Short() {
		limit = 6
	}
	for n := 4; n <= limit; n++ {
		for _, c := range []struct {
			name  string
			games Games
		}{{"all", All(n)}, {"core", Core(n)}} {
			kept, distinct := 0, 0
			for _, layer := range layersOf(t, c.games, n-2) {
				forms := make(map[string]bool)
				for key := range layer {
					var s state
					if err := c.games.decode([]byte(key), &s); err != nil {
						t.Fatal(err)
					}
					forms[form(t, c.games, &s)] = true
				}
				kept += len(layer)
				distinct += len(forms)
			}
			t.Logf("n=%d, %s games: %d states are kept, %d would do", n, c.name, kept, distinct)
			if kept < distinct || kept > distinct+distinct/50 {
				t.Errorf("n=%d, %s games: %d states are kept, %d would do; at most a fiftieth more is expected", n, c.name, kept, distinct)
			}
		}
	}
}

func TestKeysOfOtherGamesAreRefused(t *testing.T) {
	g := Fixed(canon.CycleType{1: 3, 2: 1})
	start := g.Start()
	moved := 0 // one of the two players who change places
	for int(start[2+moved]) == moved {
		moved++
	}
	with := func(at int, bytes ...byte) []byte {
		key := slices.Clone(start)
		copy(key[at:], bytes)
		return key
	}
	for _, c := range []struct {
		claim string
		key   []byte
	}{
		{"too short", start[:6]},
		{"not a whole number of closures", append(slices.Clone(start), 0)},
		{"players beyond those there are", with(0, 0x80)},
		{"no permutation", with(2, 1, 2, 1, 2, 1)},
		{"images beyond the players", with(2, 1, 0, 200)},
		{"does not have the cycles of these games", with(2, 0, 1, 2, 3, 4)},
		{"half a cycle has still to choose", with(0, 0, 0b11111&^(1<<moved))},
		{"somebody before himself", with(7, 0xff, 0xff, 0xff, 0xff)},
	} {
		var s state
		if err := g.decode(c.key, &s); !errors.Is(err, errKey) {
			t.Errorf("%s: decode(%x) = %v, want an error", c.claim, c.key, err)
		}
	}
	var s state
	if err := g.decode(start, &s); err != nil {
		t.Errorf("decode(%x) = %v", start, err)
	}
}

// TestForgettingLosesNoOrder restricts random sets of closures (partial orders of the players) from seven players to
// five. A set allows an order of players if the order or its reverse agrees with one of its closures. The restricted
// set must allow the same orders of the five players. Then a random one of the five chooses two others. The set after
// this choice must allow exactly those orders that the restricted set allowed before and that satisfy the choice.
func TestForgettingLosesNoOrder(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, 4))
	const players, kept = 7, 5
	orders := permutations(kept)
	loose := 0
	for range 3000 {
		var f frontier
		for range 1 + random.IntN(3) {
			var c closure
			for range 1 + random.IntN(2) {
				three := random.Perm(players)[:3]
				order(&c, three[0], three[1], three[2]) // does nothing if this contradicts c
			}
			f = append(f, c)
		}
		f = restrict(f, 0, 1<<players-1)
		some := restrict(slices.Clone(f), 0, 1<<kept-1)
		for i := range some {
			for j := range some {
				if i != j && withinEither(&some[i], &some[j]) {
					t.Fatalf("seed %d: of %v the closure %d lies within %d", seed, some, i, j)
				}
			}
		}
		if some.loose() && len(some) > 1 {
			loose++
		}
		three := random.Perm(kept)[:3]
		p, w, b := three[0], three[1], three[2]
		pushed := push(nil, some, p, w, b, some.loose())
		for _, place := range orders {
			before := allows(f, place, kept)
			if after := allows(some, place, kept); after != before {
				t.Fatalf("seed %d: %v allows %v: %v, and without the others %v", seed, f, place, before, after)
			}
			between := place[p] < place[w] && place[w] < place[b] || place[b] < place[w] && place[w] < place[p]
			if got, want := allows(pushed, place, kept), before && between; got != want {
				t.Fatalf("seed %d: after %d chose %d and %d, %v allows %v: %v, want %v", seed, p, w, b, some, place, got, want)
			}
		}
	}
	if loose < 20 {
		t.Errorf("seed %d: only %d loose frontiers of several closures", seed, loose)
	}
}

// allows reports whether a frontier, a list of closures (partial orders of the players), allows an order of the first
// players: whether the order or its reverse agrees with one of the closures. place[p] is the place of player p in the
// order.
func allows(f frontier, place []int, players int) bool {
	for i := range f {
		forth, back := true, true
		for u := range players {
			for v := range players {
				if f[i].Forth.Has(u, v) {
					forth = forth && place[u] < place[v]
					back = back && place[u] > place[v]
				}
			}
		}
		if forth || back {
			return true
		}
	}
	return false
}

// permutations returns all orders of n players, each as a list of the players' places.
func permutations(n int) (all [][]int) {
	var place func(p []int)
	place = func(p []int) {
		if len(p) == n {
			all = append(all, slices.Clone(p))
			return
		}
		for i := range n {
			if !slices.Contains(p, i) {
				place(append(p, i))
			}
		}
	}
	place(nil)
	return all
}

// FuzzState decodes any input as a state. If this succeeds, it expands and completes the state, which must not fail.
func FuzzState(f *testing.F) {
	games := []Games{All(4), All(5), Core(5), Fixed(canon.CycleType{1: 3, 2: 1}), Fixed(canon.CycleType{4: 1})}
	for which, g := range games {
		for _, layer := range layersOf(f, g, g.Layers()) {
			for key := range layer {
				f.Add(which, []byte(key))
			}
		}
	}
	f.Fuzz(func(t *testing.T, which int, key []byte) {
		if which < 0 || which >= len(games) || len(key) > 60 {
			return
		}
		g := games[which]
		kept := make(states)
		if _, err := g.NewExpander().Expand(key, layers.Weight{Lo: 1}, kept.emit); err != nil {
			return
		}
		if _, err := g.NewCompleter().Count(key); err != nil {
			t.Errorf("%x is expanded but not completed: %v", key, err)
		}
	})
}

func BenchmarkExpand(b *testing.B) { benchmark(b, true) }

func BenchmarkComplete(b *testing.B) { benchmark(b, false) }

// benchmark expands or completes random states with three players left.
func benchmark(b *testing.B, expand bool) {
	for _, n := range []int{8, 9, 10, 11, 12} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			random := rand.New(rand.NewPCG(6, 4))
			g := All(n)
			k := &encoder{games: g}
			var keys [][]byte
			for len(keys) < 200 {
				if s, ok := randomState(g, n-3, random); ok {
					keys = append(keys, slices.Clone(k.key(s)))
				}
			}
			e, c := g.NewExpander(), g.NewCompleter()
			emitted := 0
			emit := func([]byte, layers.Weight) error {
				emitted++
				return nil
			}
			b.ResetTimer()
			for i := range b.N {
				var err error
				if expand {
					_, err = e.Expand(keys[i%len(keys)], layers.Weight{Lo: 1}, emit)
				} else {
					_, err = c.Count(keys[i%len(keys)])
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "states/s")
			if expand {
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(emitted), "ns/child")
			}
		})
	}
}
