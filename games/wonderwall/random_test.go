package wonderwall

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/games/wonderwall/expansion"
	"enumerate/results/estimate"
	"enumerate/solver/betweenness"
)

// TestOmittedTermsAreSmallerThanTheError checks the error that the program states for the expansion in 1/n with five
// terms. Wherever the program uses the expansion, the sum of the next three terms, which are known, must be smaller
// than the error.
func TestOmittedTermsAreSmallerThanTheError(t *testing.T) {
	five, err := expansion.Terms(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	left := []float64{-2008527387821. / 2903040, -3734728297897. / 215040, -666745909775926889. / 1393459200}
	good := 0
	for n := 4; n <= 2000; n++ {
		e, ok := estimate.Expansion(five).At(n)
		if !ok {
			continue
		}
		good++
		more := 0.0
		for i, c := range left {
			more += c / math.Pow(float64(n), float64(6+i))
		}
		if math.Abs(more) > e.Error {
			t.Errorf("n = %d: the next three terms are %g, more than the error %g", n, more, e.Error)
		}
	}
	if good == 0 {
		t.Error("the expansion is good nowhere")
	}
}

func entropy(x float64) float64 { return -x*math.Log(x) - (1-x)*math.Log(1-x) }

// TestInequalitiesOfTheProof checks the inequalities of docs/papers/random.md exactly or at the points of a grid.
func TestInequalitiesOfTheProof(t *testing.T) {
	f := func(x float64) float64 { return x*math.Log(x) - (1-x)*math.Log(1-x) }
	g := func(x float64) float64 { return (1-x)*math.Log(1-x) + x*math.Log(2-x) }
	last := [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := 1; i <= 5100; i++ {
		x := float64(i) / 10_000
		for j, ratio := range []float64{f(x) / x, g(x) / x} {
			if ratio < last[j]-1e-12 {
				t.Errorf("%c(x)/x falls at x = %v", "fg"[j], x)
			}
			last[j] = ratio
		}
	}
	if got := f(.49) / .49; got > -.0125 {
		t.Errorf("f(0.49)/0.49 = %v", got)
	}
	if got := g(.51) / .51; got > -.28 {
		t.Errorf("g(0.51)/0.51 = %v", got)
	}

	// The paper claims that E(q), the expected number of ways in which q players choose only among themselves and one
	// other player, is at most 3n exp(n f(q/n)). For a set S of players, it also bounds the probability that a player
	// chooses someone in S, and the probability that a player of S chooses no one in S.
	for _, n := range []int{100, 1000, 5000} {
		for q := 2; q <= n*49/100; q += 1 + n/300 {
			x := float64(q) / float64(n)
			logs := math.Log(float64(n)) + logBinomial(n-1, q) + float64(q)*math.Log(float64(q)*float64(q-1)/(float64(n-1)*float64(n-2)))
			if bound := math.Log(3*float64(n)) + float64(n)*f(x); logs > bound {
				t.Errorf("log E(%d) = %v for n = %d, more than %v", q, logs, n, bound)
			}
		}
		for s := 1; s <= n*51/100; s++ {
			x := float64(s) / float64(n)
			all := float64(n-1) * float64(n-2)
			into := 1 - float64(n-s)*float64(n-s-1)/all
			out := float64(n-s-1) * float64(n-s-2) / all
			if into > x*(2-x)+1/float64(n) || out > (1-x)*(1-x) {
				t.Errorf("n = %d, |S| = %d: into S with %v, out of it with %v", n, s, into, out)
			}
		}
	}

	// Lemma 3 tosses 3k-1 coins. Compare its bound with the exact probability of at least 2k-1 heads, and check what
	// follows from it.
	for k := 2; k <= 100; k++ {
		heads := new(big.Int)
		for i := 2*k - 1; i <= 3*k-1; i++ {
			heads.Add(heads, new(big.Int).Binomial(int64(3*k-1), int64(i)))
		}
		share, _ := new(big.Rat).SetFrac(heads, new(big.Int).Lsh(big.NewInt(1), uint(3*k-1))).Float64()
		bound := math.Exp(-float64(k-2) / 6)
		if share > bound {
			t.Errorf("%d coins show %d heads with %v, more than %v", 3*k-1, 2*k-1, share, bound)
		}
		for b := (2*k + 4) / 5; b <= 3*k/5; b++ {
			if got := logBinomial(2*k, 2*b); got < float64(2*k)*math.Log(2)-.0403*float64(k)-math.Log(float64(2*k+1)) {
				t.Errorf("C(%d,%d) is too small", 2*k, 2*b)
			}
		}
		x := float64(k)
		if sum := 2*math.Exp(-.02*x) + (2*x+1)*math.Exp(.0403*x)*bound; k >= 46 && sum > 3*math.Exp(-.02*x) {
			t.Errorf("k = %d: a share of %v", k, sum)
		}
	}
	if got := 2*math.Log(2) - 2*entropy(.4); got > .0403 {
		t.Errorf("4^k/C(2k,0.8k) grows with exp(%v k)", got)
	}
}

func logBinomial(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// prime is 2^61 - 1. Where a proof uses algebraically independent numbers, the test uses random numbers modulo this
// prime. A quantity that is not 0 in the proof is then 0 in the test with a probability of about 10^-15.
const prime = 1<<61 - 1

func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return bits.Rem64(high, low, prime)
}

func inverse(a uint64) uint64 {
	product := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 == 1 {
			product = times(product, a)
		}
		a = times(a, a)
	}
	return product
}

// reduced brings a matrix, given by its rows modulo the prime, into reduced echelon form, and drops the rows that are
// 0. For each remaining row it also returns the column of its leading 1.
func reduced(rows [][]uint64) (echelon [][]uint64, leading []int) {
	if len(rows) == 0 {
		return nil, nil
	}
	rank := 0
	for column := range rows[0] {
		at := slices.IndexFunc(rows[rank:], func(row []uint64) bool { return row[column] != 0 })
		if at < 0 {
			continue
		}
		rows[rank], rows[rank+at] = rows[rank+at], rows[rank]
		pivot := rows[rank]
		scale := inverse(pivot[column])
		for j := range pivot {
			pivot[j] = times(pivot[j], scale)
		}
		for i, row := range rows {
			if factor := row[column]; i != rank && factor != 0 {
				for j := column; j < len(row); j++ {
					row[j] = (row[j] + prime - times(factor, pivot[j])) % prime
				}
			}
		}
		leading = append(leading, column)
		rank++
		if rank == len(rows) {
			break
		}
	}
	return rows[:rank], leading
}

// row returns the row of a triple in a matrix that docs/papers/random.md defines: random numbers a and b for the two
// ends of the triple, -(a+b) for its middle, and 0 for all other players, modulo the prime.
func (t triple) row(players int, random *rand.Rand) []uint64 {
	row := make([]uint64, players)
	a, b := 1+random.Uint64N(prime-1), 1+random.Uint64N(prime-1)
	row[t[0]], row[t[2]], row[t[1]] = a, b, (2*prime-a-b)%prime
	return row
}

// pairRow returns the row of a pair of players in a matrix that docs/papers/random.md defines: 1 for u, -1 for v, and 0
// for all other players, modulo the prime.
func pairRow(players, u, v int) []uint64 {
	row := make([]uint64, players)
	row[u], row[v] = 1, prime-1
	return row
}

// forest reports whether one can take a leg of each triple, an edge from its middle player to one of its ends, so that
// the legs form no cycle. `part` has the component of each player in the graph of the legs that are taken already.
func forest(part []int, triples []triple) bool {
	if len(triples) == 0 {
		return true
	}
	for _, end := range []int{0, 2} {
		from, to := part[triples[0][end]], part[triples[0][1]]
		if from == to {
			continue
		}
		joined := slices.Clone(part)
		for p := range joined {
			if joined[p] == from {
				joined[p] = to
			}
		}
		if forest(joined, triples[1:]) {
			return true
		}
	}
	return false
}

func TestGenericRowsAreIndependentIfSomeLegsAreAForest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	seen := make(map[bool]int)
	for range 2000 {
		players, n := 3+random.IntN(5), 1+random.IntN(6)
		var triples []triple
		var rows [][]uint64
		for range n {
			p := random.Perm(players)
			triples = append(triples, triple{p[0], p[1], p[2]})
			rows = append(rows, triples[len(triples)-1].row(players, random))
		}
		enough := true // every subset of triples mentions at least one player more than it has triples
		for set := 1; set < 1<<n; set++ {
			mentioned := 0
			for i, t := range triples {
				if set>>i&1 == 1 {
					mentioned |= 1<<t[0] | 1<<t[1] | 1<<t[2]
				}
			}
			enough = enough && bits.OnesCount(uint(mentioned)) > bits.OnesCount(uint(set))
		}
		part := make([]int, players)
		for p := range part {
			part[p] = p
		}
		_, leading := reduced(rows)
		if independent := len(leading) == n; independent != enough || forest(part, triples) != enough {
			t.Fatalf("%v: independent: %t, a forest of legs: %t, enough players: %t", triples, independent, forest(part, triples), enough)
		}
		seen[enough]++
	}
	if seen[true] < 300 || seen[false] < 300 {
		t.Errorf("independent or not: %v times", seen)
	}
}

// blockOf returns up to `size` players p that form a set P as in docs/papers/random.md, and for each p the two players
// whose ninja is p. The choices of all these players form a block. The paper first satisfies all other choices, and
// then the block. The conditions for p are:
//
//   - p is no player's wonderwall, and is the ninja of exactly two players;
//   - each of these two can be reached along choices from at least a quarter of all players;
//   - the three players and those whom they chose are different, and not among those of another p.
func blockOf(game betweenness.Game, size int) (p []int, ninjas [][2]int) {
	n := len(game)
	walls, choosers := make([]int, n), make([][]int, n)
	ninjaOf := make([][]int, n)
	for v, c := range game {
		walls[c.Wonderwall]++
		ninjaOf[c.Ninja] = append(ninjaOf[c.Ninja], v)
		choosers[c.Wonderwall] = append(choosers[c.Wonderwall], v)
		choosers[c.Ninja] = append(choosers[c.Ninja], v)
	}
	alive := func(r int) bool {
		tree, seen := []int{r}, map[int]bool{r: true}
		for i := 0; i < len(tree); i++ {
			for _, v := range choosers[tree[i]] {
				if !seen[v] {
					seen[v] = true
					tree = append(tree, v)
				}
			}
		}
		return len(tree) >= n/4
	}
	taken := make(map[int]bool)
	for v, c := range game {
		if len(p) == size || walls[v] > 0 || len(ninjaOf[v]) != 2 || !alive(ninjaOf[v][0]) || !alive(ninjaOf[v][1]) {
			continue
		}
		r, q := ninjaOf[v][0], ninjaOf[v][1]
		near := []int{v, c.Wonderwall, c.Ninja, r, game[r].Wonderwall, q, game[q].Wonderwall}
		if distinct := slices.Compact(slices.Sorted(slices.Values(near))); len(distinct) < len(near) || slices.ContainsFunc(near, func(v int) bool { return taken[v] }) {
			continue
		}
		for _, v := range near {
			taken[v] = true
		}
		p = append(p, v)
		ninjas = append(ninjas, [2]int{r, q})
	}
	return p, ninjas
}

// Lemma 2 of docs/papers/random.md is about a set P of k players from blockOf and the 2k players whose ninjas are in P.
// The choices of these 3k players form the block. Consider the maps f of the players outside P to numbers such that,
// for every choice outside the block, the number of the wonderwall divides the segment between the other two numbers in
// a given ratio. Up to an added constant, these maps form a space of 2k-1 dimensions. A mark is a linear function on
// this space: f(wonderwall) - f(ninja) for each player in P, and f(r) - f(wonderwall of r) for each r of the 2k
// players. The lemma says that any 2k-1 marks are linearly independent.
func TestMarksOfABlockAreInGeneralPosition(t *testing.T) {
	const n, k, d = 300, 3, 2*3 - 1
	random := rand.New(rand.NewPCG(2, 2))
	for range 10 {
		game := randomly(t, n, random)
		p, ninjas := blockOf(game, k)
		if len(p) < k {
			t.Fatalf("a block of %d", len(p))
		}
		removed := make(map[int]bool)
		var marks [][2]int
		for i, v := range p {
			removed[v] = true
			marks = append(marks, [2]int{game[v].Wonderwall, game[v].Ninja})
			for _, r := range ninjas[i] {
				removed[r] = true
				marks = append(marks, [2]int{r, game[r].Wonderwall})
			}
		}
		var rows [][]uint64
		for v, c := range game {
			if !removed[v] {
				rows = append(rows, triple{v, c.Wonderwall, c.Ninja}.row(n, random))
			}
		}
		// Each choice outside the block gives a linear equation, with the coefficients in a row. The maps are the
		// solutions of all these equations. So marks are independent as functions on the maps if and only if their rows
		// are independent modulo the rows of the equations.
		echelon, leading := reduced(rows)
		if got := n - k - 1 - len(leading); got != d {
			t.Errorf("maps of dimension %d, want %d", got, d)
		}
		var modulo [][]uint64
		for _, m := range marks {
			row := pairRow(n, m[0], m[1])
			for i, column := range leading {
				if factor := row[column]; factor != 0 {
					for j := range row {
						row[j] = (row[j] + prime - times(factor, echelon[i][j])) % prime
					}
				}
			}
			modulo = append(modulo, row)
		}
		for set := range 1 << len(marks) {
			if bits.OnesCount(uint(set)) != d {
				continue
			}
			var some [][]uint64
			for i, row := range modulo {
				if set>>i&1 == 1 {
					some = append(some, slices.Clone(row))
				}
			}
			if _, leading := reduced(some); len(leading) < d {
				t.Errorf("the marks %b of %v are dependent", set, marks)
			}
		}
	}
}
