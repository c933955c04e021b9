package nimbers

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

var (
	_ enum.Parametric = Ruleset{}
	_ enum.Counted    = Ruleset{}
	_ enum.Reader     = Ruleset{}
	_ enum.Generator  = Ruleset{}
	_ enum.Bounded    = (*Labelled)(nil)
	_ enum.Sampled    = (*Labelled)(nil)
	_ enum.Bounded    = (*ArcSets)(nil)
	_ enum.Sampled    = (*ArcSets)(nil)
	_ enum.Lister     = (*labelledWalker)(nil)
	_ enum.Prober     = (*labelledWalker)(nil)
	_ enum.Lister     = (*arcWalker)(nil)
	_ enum.Modular    = Game{}
	_ enum.Explainer  = Game{}
	_ enum.Drawable   = Game{}
	_ enum.Writable   = (*dag.DAG)(nil)
	_ enum.Answer     = Wins{}
	_ enum.Answer     = Explanation{}
)

func with(t rapid.TB, values map[string]string) Ruleset {
	t.Helper()
	r, err := Ruleset{}.With(values)
	if err != nil {
		t.Fatalf("With(%v): %v", values, err)
	}
	return r.(Ruleset)
}

func TestNamesSayWhatIsNotDefault(t *testing.T) {
	for _, c := range []struct{ dag, chips, want string }{
		{"all", "ordered", "nimbers"},
		{"all", "unordered", "nimbers:chips=unordered"},
		{"complete", "ordered", "nimbers:dag=complete"},
		{"4.2-4.1-3", "ordered", "nimbers:dag=4.1-3.2-4"},
		{"4 2\n2 4\n1 3\n", "unordered", "nimbers:dag=4.1-3.2-4,chips=unordered"},
		{"2", "ordered", "nimbers:dag=2"},
		{"complete", "unordered", "nimbers:dag=complete"},
		{"4.1-3", "unordered", "nimbers:dag=4.1-3"},
		{"5.1-3.2-4.4-5", "unordered", "nimbers:dag=5.1-3.2-4.4-5"},
		{"5.3-1.4-2", "unordered", "nimbers:dag=5.3-1.4-2,chips=unordered"},
	} {
		if got := with(t, map[string]string{"dag": c.dag, "chips": c.chips}).Name(); got != c.want {
			t.Errorf("dag=%q chips=%s: Name() = %s, want %s", c.dag, c.chips, got, c.want)
		}
	}
	if with(t, nil) != (Ruleset{}) {
		t.Error("With(nil) is not the zero Ruleset")
	}
}

func TestWithNamesWhatIsWrong(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"dag", "full", `dag: line 1, column 1: "full" is no DAG; want two numbers, "n m", or a word such as 4.1-3.2-4; or all, or complete`},
		{"dag", "3 1\n1 4\n", `dag: line 2, column 3: "4" is no vertex; want a number from 1 to 3; or all, or complete`},
		{"chips", "both", "chips=both; want ordered or unordered"},
		{"dag", chance(200, 1, nil).Word(), "dag: a DAG whose word has 1381 bytes; want at most 1000, and solve for larger DAGs"},
	} {
		if _, err := (Ruleset{}).With(map[string]string{c.name: c.value}); err == nil || err.Error() != c.want {
			t.Errorf("With(%s=%q): %v, want %s", c.name, c.value, err, c.want)
		}
	}
}

func TestEverySizeOfAboutIsThere(t *testing.T) {
	for _, values := range []map[string]string{
		nil, {"chips": "unordered"}, {"dag": "complete"}, {"dag": "5.1-3.2-3.3-4"}, {"dag": "5.1-3.2-3.3-4", "chips": "unordered"},
		{"dag": chance(50, farthest, nil).Word()},
	} {
		r := with(t, values)
		a := r.About()
		if a.Sizes.Contains(a.Walked.First) != a.Sizes.Contains(a.Walked.Last) && a.Walked.First <= a.Walked.Last {
			t.Errorf("%.40s: walked %v, of %v", r.Name(), a.Walked, a.Sizes)
		}
		for _, size := range []int{0, 1, a.Sizes.First - 1, a.Sizes.First, a.Sizes.First + 1, a.Walked.Last, a.Walked.Last + 1, a.Sizes.Last, a.Sizes.Last + 1} {
			s, err := r.Space(size)
			if got, want := err == nil, a.Sizes.Contains(size); got != want {
				t.Errorf("%.40s: Space(%d): %v, want sizes %v", r.Name(), size, err, a.Sizes)
			}
			if err != nil {
				continue
			}
			if got, want := enum.Walkable(s) == nil, a.Walked.Contains(size); got != want {
				t.Errorf("%.40s: size %d can be walked: %t, want %t", r.Name(), size, got, want)
			}
		}
	}
}

func TestCountsAreTheWalks(t *testing.T) {
	for _, values := range []map[string]string{
		nil, {"chips": "unordered"}, {"dag": "complete"}, {"dag": "6.1-3.2-3.3-4.3-5.5-6.4-6"},
		{"dag": "7.3-1.4-1.3-2.4-2.1-5.2-6.2-5.5-7.6-7", "chips": "unordered"},
	} {
		r := with(t, values)
		a := r.About()
		for size := a.Sizes.First; size <= min(a.Walked.Last, 7); size++ {
			s, err := r.Space(size)
			if err != nil {
				t.Fatal(err)
			}
			want, err := s.Totals(walk(t, s))
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range r.Methods() {
				if m.Name == "sizes" && !r.complete {
					continue
				}
				direct, err := r.Counting(m.Name, size, enum.Means{Workers: 2})
				if err != nil {
					t.Errorf("%s: Counting(%s, %d): %v", r.Name(), m.Name, size, err)
					continue
				}
				got, err := direct.Totals(walk(t, direct))
				if err != nil {
					t.Fatal(err)
				}
				if got[first].Games.Cmp(want[first].Games) != 0 {
					t.Errorf("%s, size %d, %s: the first player wins %v games, want %v", r.Name(), size, m.Name, got[first].Games, want[first].Games)
				}
			}
		}
	}
	for _, c := range []struct {
		method string
		size   int
	}{{"subsets", 5}, {"count", 21}, {"count", 1}} {
		if _, err := (Ruleset{}).Counting(c.method, c.size, enum.Means{}); err == nil {
			t.Errorf("Counting(%s, %d) of labelled DAGs: no error", c.method, c.size)
		}
	}
}

// TestCountsOutOfReachAreRefusedAtOnce names sizes of DAGs that a method does not reach.
func TestCountsOutOfReachAreRefusedAtOnce(t *testing.T) {
	for _, c := range []struct {
		dag, method string
		size        int
		means       enum.Means
		want        string // "" if it is in reach
	}{
		{"complete", "walk", 5, enum.Means{}, `there is no method "walk"; there is: count, subsets, frontier, sizes`},
		{"complete", "count", 500, enum.Means{}, ""},
		{"complete", "count", 501, enum.Means{}, "sizes: 501 vertices, want at most 500; subsets: the chips reach 499 other vertices, want at most 24; frontier: a vertex may have the nimber 499, want at most 253"},
		{"complete", "sizes", 501, enum.Means{}, "sizes: 501 vertices, want at most 500"},
		{"complete", "subsets", 33, enum.Means{}, "subsets: the chips reach 31 other vertices, want at most 30"},
		{"complete", "subsets", 20, enum.Means{}, ""},
		{"complete", "subsets", 20, enum.Means{Memory: 1 << 20}, "subsets: 18 other vertices take 16 MiB, want at most 1 MiB"},
		{"4.1-3.2-4", "sizes", 4, enum.Means{}, "sizes: the DAG is not complete on the chips and the vertices that they reach"},
	} {
		got := ""
		if _, err := with(t, map[string]string{"dag": c.dag}).Counting(c.method, c.size, c.means); err != nil {
			got = err.Error()
		}
		if (got == "") != (c.want == "") || !strings.HasSuffix(got, c.want) {
			t.Errorf("dag=%s: Counting(%s, %d, %v): %q, want %q", c.dag, c.method, c.size, c.means, got, c.want)
		}
	}
}

// TestCountsProveNoMoreThanTheyCount tells counts of all verdicts from counts that leave
// one to the others.
func TestCountsProveNoMoreThanTheyCount(t *testing.T) {
	for _, c := range []struct{ dag, games string }{{"all", "ok"}, {"complete", "not checked"}} {
		direct, err := with(t, map[string]string{"dag": c.dag}).Counting("count", 5, enum.Means{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := enum.Prove(direct, walk(t, direct)); err != nil || got.Games != c.games {
			t.Errorf("dag=%s: games %q, %v, want %q", c.dag, got.Games, err, c.games)
		}
	}
}

// TestSamplesOfTheContest are those of AtCoder AGC 016 F that the sources give, and one
// worked by hand.
func TestSamplesOfTheContest(t *testing.T) {
	for _, c := range []struct{ text, want, json string }{
		{"2 1\n1 2\n", "1\n", `{"first":"1","second":"1","arcs":"1","method":`},
		{"3 3\n1 2\n1 3\n2 3\n", "6\n", `{"first":"6","second":"2","arcs":"3","method":`},
		{"4 2\n1 3\n2 4\n", "2\n", `{"first":"2","second":"2","arcs":"2","method":`},
		{"5 10\n1 2\n1 3\n1 4\n1 5\n2 3\n2 4\n2 5\n3 4\n3 5\n4 5\n", "816\n", `{"first":"816","second":"208","arcs":"10","method":`},
	} {
		for game, err := range (Ruleset{}).Read(strings.NewReader(c.text)) {
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range (Ruleset{}).Algorithms() {
				if a.Name == "sizes" && game.(Game).DAG.Arcs() == 2 {
					continue
				}
				answer, err := game.Solve(context.Background(), enum.How{Algorithm: a.Name})
				if err != nil {
					t.Errorf("%q by %s: %v", c.text, a.Name, err)
					continue
				}
				var table, json strings.Builder
				if err := errors.Join(answer.WriteFormat(&table, "table"), answer.WriteFormat(&json, "json")); err != nil {
					t.Error(err)
				}
				if table.String() != c.want || !strings.HasPrefix(json.String(), c.json) {
					t.Errorf("%q by %s: %q and %s, want %q and %s…", c.text, a.Name, table.String(), json.String(), c.want, c.json)
				}
			}
			answer, err := game.(Game).SolveModulo(context.Background(), enum.How{}, big.NewInt(5))
			if err != nil {
				t.Fatal(err)
			}
			exact := integer(t, strings.TrimSpace(c.want))
			if got := answer.(Wins).First; got.Cmp(exact.Mod(exact, big.NewInt(5))) != 0 {
				t.Errorf("%q modulo 5: %v, want %v", c.text, got, exact)
			}
			if err := answer.WriteFormat(io.Discard, "svg"); err == nil {
				t.Error("WriteFormat(svg) = nil, want an error")
			}
		}
	}
	if _, err := (Game{parse(t, "2")}).Solve(context.Background(), enum.How{Trace: io.Discard}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("Solve with a trace: %v, want one that is not supported", err)
	}
}

// TestExplanationsGiveTheVerdictOfTheDAG compares with the verdicts of classes.
func TestExplanationsGiveTheVerdictOfTheDAG(t *testing.T) {
	for _, c := range []struct{ word, table, json string }{
		{"3.1-2.1-3.2-3", "6\nfirst  nimbers: 2 1 0\n", `{"first":"6","second":"2","arcs":"3","method":"sizes","verdict":"first","nimbers":["2","1","0"]}` + "\n"},
		{"2", "0\nsecond  nimbers: 0 0\n", `{"first":"0","second":"1","arcs":"0","method":"sizes","verdict":"second","nimbers":["0","0"]}` + "\n"},
		{"5.3-1.3-2.1-4.2-4.2-5", "16\nsecond  nimbers: 1 1 0 0 0\n", ""},
	} {
		answer, err := Game{parse(t, c.word)}.Explain(context.Background(), enum.How{})
		if err != nil {
			t.Fatal(err)
		}
		var table, json strings.Builder
		if err := errors.Join(answer.WriteFormat(&table, "table"), answer.WriteFormat(&json, "json")); err != nil {
			t.Error(err)
		}
		if table.String() != c.table || c.json != "" && json.String() != c.json {
			t.Errorf("%s: Explain writes %q and %s, want %q and %s", c.word, table.String(), json.String(), c.table, c.json)
		}
		if err := answer.WriteFormat(io.Discard, "svg"); err == nil {
			t.Errorf("%s: WriteFormat(svg) = nil, want an error", c.word)
		}
	}
	err := enum.List(context.Background(), newLabelled(t, 4, false), enum.Part{}, enum.AnyVerdict, func(class enum.Class) bool {
		answer, err := Game{parse(t, class.Representative.String())}.Explain(context.Background(), enum.How{})
		if err != nil || answer.(Explanation).Whole.Verdict != verdicts()[class.Verdict] {
			t.Errorf("Explain(%v) = %v, %v, want %s", class.Representative, answer, err, verdicts()[class.Verdict])
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRulesetThatKeepsMakesTheSameDAGs goes from size to size and back.
func TestRulesetThatKeepsMakesTheSameDAGs(t *testing.T) {
	keeps := New()
	for i, size := range []int{5, 5, 12, 5, 40, 40} {
		source := func() *rand.Rand { return rand.New(rand.NewPCG(1, uint64(i))) }
		got, err := keeps.Generate("labelled", size, source())
		if err != nil {
			t.Fatal(err)
		}
		want, err := Ruleset{}.Generate("labelled", size, source())
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("seed 1, %d: of %d vertices New() makes %v, want %v", i, size, got, want)
		}
	}
}

func TestGeneratedDAGsAreRead(t *testing.T) {
	for _, f := range (Ruleset{}).Families() {
		for _, size := range []int{2, 3, 10, 40} {
			w, err := Ruleset{}.Generate(f.Name, size, rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Errorf("Generate(%s, %d): %v", f.Name, size, err)
				continue
			}
			var text, again bytes.Buffer
			if err := w.WriteFormat(&text, w.Formats()[0]); err != nil {
				t.Fatal(err)
			}
			same, err := Ruleset{}.Generate(f.Name, size, rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			if err := same.WriteFormat(&again, w.Formats()[0]); err != nil {
				t.Fatal(err)
			}
			if text.String() != again.String() {
				t.Errorf("Generate(%s, %d) differs from itself", f.Name, size)
			}
			d, err := dag.Parse(text.String())
			if err != nil || d.Vertices() != size {
				t.Errorf("Generate(%s, %d) writes %.80q: %v", f.Name, size, text.String(), err)
			}
		}
		for _, size := range []int{-1, 1, dag.MaxVertices + 1} {
			if _, err := (Ruleset{}).Generate(f.Name, size, nil); err == nil {
				t.Errorf("Generate(%s, %d): no error", f.Name, size)
			}
		}
	}
	if _, err := (Ruleset{}).Generate("trap", 5, nil); err == nil {
		t.Error("Generate(trap): no error")
	}
}

func TestPicturesShowEveryArc(t *testing.T) {
	ctx := context.Background()
	for _, word := range []string{"2", "4.1-3.2-4", "5.1-2.1-3.1-4.1-5.2-3.2-4.2-5.3-4.3-5.4-5", "6.6-1.5-2.6-5.5-4.4-3"} {
		g := Game{parse(t, word)}
		var svg, dot bytes.Buffer
		if err := errors.Join(g.Draw(ctx, &svg, "svg"), g.Draw(ctx, &dot, "dot")); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Count(svg.String(), "<polygon"), g.DAG.Arcs(); got != want {
			t.Errorf("%s: the picture has %d arcs, want %d", word, got, want)
		}
		if got, want := strings.Count(svg.String(), "<circle"), g.DAG.Vertices()+2; got != want {
			t.Errorf("%s: the picture has %d circles, want %d", word, got, want)
		}
		for decoder := xml.NewDecoder(&svg); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", word, err)
				break
			}
		}
		for a := range g.DAG.All() {
			if arc := fmt.Sprintf("\t%d -> %d\n", a.From+1, a.To+1); strings.Count(dot.String(), arc) != 1 {
				t.Errorf("%s: the graph has not %q once", word, arc)
			}
		}
	}
	var none bytes.Buffer
	large := Game{chance(MaxDrawn+1, 1, nil)}
	if err := large.Draw(ctx, &none, "svg"); err == nil || none.Len() > 0 {
		t.Errorf("a drawing of %d vertices: %v, and %d bytes", MaxDrawn+1, err, none.Len())
	}
	if err := (Game{parse(t, "2")}).Draw(ctx, &none, "png"); err == nil {
		t.Error("Draw(png) = nil, want an error")
	}
}
