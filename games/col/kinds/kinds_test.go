package kinds

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestTheFormulaIsProved(t *testing.T) {
	if triples, trees, err := formula(Join).prove(); triples != 184 || trees != 26 || err != nil {
		t.Errorf("prove() = %d, %d, %v, want 184 and 26", triples, trees, err)
	}
}

// TestThePaperHasTheTreesOfTheProof compares the table of docs/papers/col.md with the trees that the proof finds.
func TestThePaperHasTheTreesOfTheProof(t *testing.T) {
	trees, err := formula(Join).proveGoodMoves()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"nothing", "blue", "red", "One", "Two", "Fork", "Stem"}
	var want []string
	for _, s := range trees {
		f := s.value.String()
		if s.value.Quarters >= boundless {
			f = "large + " + Value{s.value.Quarters - boundless, s.value.Star}.String()
		}
		var moves []string
		for _, m := range s.moves {
			moves = append(moves, names[m.kind]+" "+m.added.String())
		}
		slices.Sort(moves)
		want = append(want, "| "+names[s.kind]+" | "+f+" | "+strings.Join(moves, ", ")+" |")
	}
	slices.Sort(want)
	text, err := os.ReadFile("../../../docs/papers/col.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := strings.Join(want, "\n"); !strings.Contains(string(text), "|:--|:--|:--|\n"+table+"\n\n") {
		t.Errorf("docs/papers/col.md has another table than\n%s", table)
	}
}

func TestJoinReturnsTheKindAndTheValue(t *testing.T) {
	for i, c := range []struct {
		a, b, want Kind
		value      Value
	}{
		{Nothing, Nothing, One, star()},
		{One, Nothing, Two, star()},
		{One, One, Fork, star()},
		{Nothing, Fork, Stem, star()},
		{Blue, Red, Nothing, Value{}},
		{Red, Nothing, Two, Value{4, false}},
		{Blue, Fork, Two, Value{-3, true}},
	} {
		kind, value := Join(c.a, c.b)
		if kind != c.want || value != c.value {
			t.Errorf("%d: Join(%d, %d) = %d, %v, want %d, %v", i, c.a, c.b, kind, value, c.want, c.value)
		}
	}
}

func TestJoinForgetsTheOrder(t *testing.T) {
	swap := [Kinds]Kind{Blue: Red, Red: Blue, One: One, Two: Two, Fork: Fork, Stem: Stem}
	for _, a := range all() {
		for _, b := range all() {
			kind, value := Join(a, b)
			if k, v := Join(b, a); k != kind || v != value {
				t.Errorf("Join(%d, %d) = %d, %v, the other way round %d, %v", a, b, kind, value, k, v)
			}
			if k, v := Join(swap[a], swap[b]); k != kind || v != (Value{}).Minus(value) {
				t.Errorf("with colours swapped Join(%d, %d) = %d, %v, want %d and the negative of %v", a, b, k, v, kind, value)
			}
		}
	}
}

func TestValuesAreWritten(t *testing.T) {
	for value, want := range map[Value]string{
		{0, false}: "0", {0, true}: "*", {4, false}: "1", {-8, true}: "-2*",
		{-3, true}: "-3/4*", {2, false}: "1/2", {-6, false}: "-3/2", {5, true}: "5/4*",
	} {
		if got := value.String(); got != want {
			t.Errorf("String() = %q, want %q", got, want)
		}
	}
}

func TestTheProofNoticesFaults(t *testing.T) {
	for i, s := range []subtree{
		{value: star()},
		{value: star(), moves: []move{{Two, Value{-1, false}}}},
		{value: Value{1, false}, moves: []move{{Two, Value{-1, true}}}},
		{value: Value{-2, false}, moves: []move{{Two, Value{-3, false}}}},
		{value: Value{4, false}},
	} {
		if s.good() {
			t.Errorf("%d: a tree of value %v with the moves %v is good, want not", i, s.value, s.moves)
		}
	}
}

// TestNoOtherFormulaIsProved changes one entry of the table at a time, its kind or its value, together with the entry
// for exchanged colours.
func TestNoOtherFormulaIsProved(t *testing.T) {
	swap := [Kinds]Kind{Blue: Red, Red: Blue, One: One, Two: Two, Fork: Fork, Stem: Stem}
	for _, a := range all() {
		for _, b := range all()[a:] {
			kind, value := Join(a, b)
			if !kind.alive() || a == Red || b == Red {
				continue
			}
			other := func(k Kind, v Value) formula {
				return func(x, y Kind) (Kind, Value) {
					if x > y {
						x, y = y, x
					}
					switch {
					case x == a && y == b:
						return k, v
					case a.coloured() && (swap[x] == a && swap[y] == b || swap[y] == a && swap[x] == b):
						return k, Value{}.Minus(v)
					case b.coloured() && (swap[x] == b && swap[y] == a || swap[y] == b && swap[x] == a):
						return k, Value{}.Minus(v)
					}
					return Join(x, y)
				}
			}
			for k := One; k <= Stem; k++ {
				if k == kind {
					continue
				}
				if _, _, err := other(k, value).prove(); err == nil {
					t.Errorf("with kind %d for %d and %d there is a proof as well", k, a, b)
				}
			}
			for _, change := range []Value{{0, true}, {1, false}, {-1, false}, {2, true}, {4, false}} {
				if _, _, err := other(kind, value.Plus(change)).prove(); err == nil {
					t.Errorf("with %v more for %d and %d there is a proof as well", change, a, b)
				}
			}
		}
	}
}

// This example computes the value of o(B,o(o,o)), from the leaves to the root.
func Example() {
	leaf, star := Join(Nothing, Nothing)
	fork, sum := Join(leaf, leaf)
	sum = sum.Plus(star).Plus(star)
	_, adds := Join(Blue, fork)
	fmt.Println(sum, "and", adds, "make", sum.Plus(adds))
	// Output: * and -3/4* make -3/4
}
