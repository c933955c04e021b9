package canon

import (
	"fmt"
	"math/big"
	"testing"

	"enumerate/data"
	"enumerate/internal/golden"
)

// wonderwallRule returns the factor for Burnside that counts the games of n players in which every player chooses two
// others in order. A power of the permutation that fixes a player must also fix the two players whom it chooses.
func wonderwallRule(n int) func(t CycleType, length int) *big.Int {
	powers := make([][]*big.Int, n+1)
	for fixed := range powers {
		choices := big.NewInt(int64(fixed-1) * int64(fixed-2))
		for c := 0; c <= n; c++ {
			powers[fixed] = append(powers[fixed], new(big.Int).Exp(choices, big.NewInt(int64(c)), nil))
		}
	}
	return func(t CycleType, length int) *big.Int {
		return powers[t.Fixed(length)][t[length]]
	}
}

func one(CycleType, int) *big.Int { return big.NewInt(1) }

// digraphRule returns the factor for Burnside that counts the relations on n points, with loops. A permutation leaves
// 2^c of them unchanged, where c is the number of its cycles on ordered pairs of points. This number depends on the
// whole cycle type, so the factor is 1 until the type is complete.
func digraphRule(n int) func(t CycleType, length int) *big.Int {
	return func(t CycleType, length int) *big.Int {
		if t.Points() < n {
			return big.NewInt(1)
		}
		cycles := 0
		for a, count := range t {
			for b, other := range t {
				if count > 0 && other > 0 {
					cycles += count * other * gcd(a, b)
				}
			}
		}
		return raise(2, cycles)
	}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

func TestBurnsideCountsClasses(t *testing.T) {
	for _, c := range []struct {
		rule string
		n    int
		f    func(t CycleType, length int) *big.Int
		want int64
	}{
		{"one", 0, one, 1},
		{"one", 1, one, 1},
		{"one", 30, one, 1},
		{"digraph", 1, digraphRule(1), 2}, // OEIS A000595
		{"digraph", 2, digraphRule(2), 10},
		{"digraph", 3, digraphRule(3), 104},
		{"digraph", 4, digraphRule(4), 3044},
		{"digraph", 5, digraphRule(5), 291968},
		{"wonderwall", 1, wonderwallRule(1), 0},
		{"wonderwall", 2, wonderwallRule(2), 0},
	} {
		got, err := Burnside(c.n, c.f)
		if err != nil || got.Cmp(big.NewInt(c.want)) != 0 {
			t.Errorf("Burnside(%d, %s) = %v, %v, want %d", c.n, c.rule, got, err, c.want)
		}
	}
	for _, known := range data.Totals("wonderwall").Rows {
		got, err := Burnside(known.N, wonderwallRule(known.N))
		if want := golden.Total("wonderwall", known.N, "classes"); err != nil || got.String() != want {
			t.Errorf("Burnside(%d, wonderwall) = %v, %v, want %s", known.N, got, err, want)
		}
	}
}

func TestBurnsideIsTheMeanOverAllTypes(t *testing.T) {
	for n := 1; n <= 16; n++ {
		rule := wonderwallRule(n)
		sum := new(big.Int)
		eachType(n, func(c CycleType) {
			// The rule may use only what Burnside promises: the cycles up to the current length.
			fixed := c.Permutations()
			shown := make(CycleType, n+1)
			for length := 1; length <= n; length++ {
				if shown[length] = c[length]; c[length] > 0 {
					fixed.Mul(fixed, rule(shown, length))
				}
			}
			sum.Add(sum, fixed)
		})
		want, rest := sum.QuoRem(sum, factorial(n), new(big.Int))
		got, err := Burnside(n, rule)
		if err != nil || rest.Sign() != 0 || got.Cmp(want) != 0 {
			t.Errorf("Burnside(%d, wonderwall) = %v, %v, want %v", n, got, err, want)
		}
	}
}

// eachType visits all cycle types of permutations of n points.
func eachType(n int, visit func(t CycleType)) {
	t := make(CycleType, n+1)
	var extend func(least, rest int)
	extend = func(least, rest int) {
		if rest == 0 {
			visit(t)
		}
		for length := least; length <= rest; length++ {
			t[length]++
			extend(length, rest-length)
			t[length]--
		}
	}
	extend(1, n)
}

func TestCycleTypeDescribesPermutations(t *testing.T) {
	for n := range 7 {
		permutationsOf := make(map[string]int64)
		for _, r := range permutations(n) {
			c := typeOf(r)
			permutationsOf[fmt.Sprint(c)]++
			if got := c.Points(); got != n {
				t.Errorf("%v.Points() = %d, want %d", c, got, n)
			}
			power := r
			for k := 1; k <= 2*n; k++ {
				want := 0
				for p, q := range power {
					if p == q {
						want++
					}
				}
				if got := c.Fixed(k); got != want {
					t.Errorf("%v.Fixed(%d) = %d, want %d", c, k, got, want)
				}
				power = power.Compose(r)
			}
		}
		eachType(n, func(c CycleType) {
			if got, want := c.Permutations(), permutationsOf[fmt.Sprint(c)]; got.Cmp(big.NewInt(want)) != 0 {
				t.Errorf("%v.Permutations() = %v, want %d", c, got, want)
			}
		})
	}
}

func typeOf(r Relabeling) CycleType {
	t := make(CycleType, len(r)+1)
	seen := make([]bool, len(r))
	for p := range r {
		length := 0
		for q := p; !seen[q]; q = r[q] {
			seen[q] = true
			length++
		}
		if length > 0 {
			t[length]++
		}
	}
	return t
}

func TestBurnsideRefusesWrongRules(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
		f    func(t CycleType, length int) *big.Int
	}{
		{"negative n", -1, one},
		{"no factor", 3, func(CycleType, int) *big.Int { return nil }},
		{"no factor for 3 points", 3, func(_ CycleType, length int) *big.Int {
			return map[int]*big.Int{1: big.NewInt(1), 2: big.NewInt(1)}[length]
		}},
		{"only the identity fixes the one structure", 3, func(t CycleType, _ int) *big.Int {
			return big.NewInt(int64(t[1] / 3))
		}},
	} {
		if got, err := Burnside(c.n, c.f); err == nil || got != nil {
			t.Errorf("%s: Burnside = %v, %v, want an error", c.name, got, err)
		}
	}
}

func BenchmarkBurnside(b *testing.B) {
	for _, n := range []int{20, 40, 60, 80, 100} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Burnside(n, wonderwallRule(n)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestCycleTypesAreAllPartitions(t *testing.T) {
	for n := 1; n <= 8; n++ {
		permutations := new(big.Int)
		seen := make(map[string]bool)
		for _, cycles := range CycleTypes(n) {
			if cycles.Points() != n || len(cycles) != n+1 || seen[cycles.String()] {
				t.Errorf("CycleTypes(%d) has %v, of %d points", n, []int(cycles), cycles.Points())
			}
			seen[cycles.String()] = true
			permutations.Add(permutations, cycles.Permutations())
		}
		if want := new(big.Int).MulRange(1, int64(n)); permutations.Cmp(want) != 0 {
			t.Errorf("the types of CycleTypes(%d) have %v permutations, want %v", n, permutations, want)
		}
		if first := CycleTypes(n)[0]; first[1] != n {
			t.Errorf("CycleTypes(%d) begins with %v, want the identity", n, first)
		}
	}
}

func TestCycleTypesInWords(t *testing.T) {
	for _, c := range []struct {
		cycles CycleType
		want   string
	}{
		{CycleType{1: 4, 2: 2, 3: 1}, "3 2^2 1^4"},
		{CycleType{5: 1}, "5"},
		{nil, ""},
	} {
		if got := c.cycles.String(); got != c.want {
			t.Errorf("String of %v = %q, want %q", []int(c.cycles), got, c.want)
		}
	}
}
