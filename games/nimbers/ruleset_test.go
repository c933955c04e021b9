package nimbers

import (
	"context"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

func with(t rapid.TB, values map[string]string) *enum.Ruleset {
	t.Helper()
	r, err := New().With(values)
	if err != nil {
		t.Fatalf("With(%v): %v", values, err)
	}
	return r
}

func method(t rapid.TB, r *enum.Ruleset, name string) *enum.Method {
	t.Helper()
	m, err := r.Method(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// generate returns the written form of a DAG of a family.
func generate(t rapid.TB, r *enum.Ruleset, family, size int, random *rand.Rand) string {
	t.Helper()
	f := r.Families[family]
	made, err := f.Generate(size, random)
	if err != nil {
		t.Fatalf("Generate(%s, %d): %v", f.Name, size, err)
	}
	var text strings.Builder
	if err := single.Write(&text, made, f.Formats[0]); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestNamesSayWhatIsNotDefault(t *testing.T) {
	for _, c := range []struct{ dag, chips, want string }{
		{"all", "ordered", "nimbers"},
		{"all", "unordered", "nimbers:chips=unordered"},
		{"complete", "ordered", "nimbers:dag=complete"},
		{"complete", "unordered", "nimbers:dag=complete"},
	} {
		if got := with(t, map[string]string{"dag": c.dag, "chips": c.chips}).Name; got != c.want {
			t.Errorf("dag=%q chips=%s: Name = %s, want %s", c.dag, c.chips, got, c.want)
		}
	}
}

// TestFingerprintsStay has the fingerprints by which stored runs are found.
func TestFingerprintsStay(t *testing.T) {
	for _, c := range []struct {
		values map[string]string
		method string
		want   string
	}{
		{nil, enum.Walk, "nimbers n=5 enumeration=1 depth=3"},
		{nil, "count", "nimbers n=5 enumeration=1 depth=3; count=1"},
		{map[string]string{"chips": "unordered"}, enum.Walk, "nimbers:chips=unordered n=5 enumeration=1 depth=3"},
		{map[string]string{"dag": "complete"}, enum.Walk, "nimbers:dag=complete n=5 enumeration=1"},
		{map[string]string{"dag": "complete"}, "count", "nimbers:dag=complete n=5 enumeration=1; count=2"},
		{map[string]string{"dag": "complete"}, "sizes", "nimbers:dag=complete n=5 enumeration=1; sizes=2"},
	} {
		s, err := method(t, with(t, c.values), c.method).Space(5, enum.Means{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Fingerprint(); got != c.want {
			t.Errorf("%v by %s: Fingerprint() = %q, want %q", c.values, c.method, got, c.want)
		}
	}
}

func TestWithNamesTheWrongValue(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"dag", "full", `dag=full: expected all or complete`},
		{"chips", "both", `chips=both: expected ordered or unordered`},
	} {
		if _, err := New().With(map[string]string{c.name: c.value}); err == nil || err.Error() != c.want {
			t.Errorf("With(%s=%q): %v, want %s", c.name, c.value, err, c.want)
		}
	}
}

func TestSpacesExistForTheSizesOfTheRuleset(t *testing.T) {
	for _, values := range []map[string]string{
		nil, {"chips": "unordered"}, {"dag": "complete"},
	} {
		r := with(t, values)
		if r.Sizes.Contains(r.Walked().First) != r.Sizes.Contains(r.Walked().Last) && r.Walked().First <= r.Walked().Last {
			t.Errorf("%.40s: walked %v, of %v", r.Name, r.Walked(), r.Sizes)
		}
		for _, size := range []int{0, 1, r.Sizes.First - 1, r.Sizes.First, r.Sizes.First + 1, r.Walked().Last, r.Walked().Last + 1, r.Sizes.Last, r.Sizes.Last + 1} {
			s, err := r.Space(size)
			if got, want := err == nil, r.Sizes.Contains(size); got != want || (s != nil) != want {
				t.Errorf("%.40s: Space(%d): %v, want sizes %v", r.Name, size, err, r.Sizes)
			}
			if err != nil {
				continue
			}
			walk, err := method(t, r, enum.Walk).Space(size, enum.Means{})
			if got, want := err == nil, r.Walked().Contains(size); got != want || (walk != nil) != want {
				t.Errorf("%.40s: size %d can be walked: %t, want %t", r.Name, size, got, want)
			}
			if _, err := r.Lister(size); (err == nil) != r.Walked().Contains(size) {
				t.Errorf("%.40s: size %d: Lister: %v", r.Name, size, err)
			}
		}
	}
}

func TestCountsAgreeWithWalks(t *testing.T) {
	for _, values := range []map[string]string{
		nil, {"chips": "unordered"}, {"dag": "complete"},
	} {
		r := with(t, values)
		for size := r.Sizes.First; size <= min(r.Walked().Last, 7); size++ {
			space, err := r.Space(size)
			if err != nil {
				t.Fatal(err)
			}
			want := count(t, space).Verdicts[chip.First].Games
			for _, m := range r.Methods[1:] {
				direct, err := m.Space(size, enum.Means{Workers: 2})
				if err != nil {
					t.Errorf("%s: %s of size %d: %v", r.Name, m.Name, size, err)
					continue
				}
				if got := count(t, direct).Verdicts[chip.First].Games; got.Cmp(want) != 0 {
					t.Errorf("%s, size %d, %s: the first player wins %v games, want %v", r.Name, size, m.Name, got, want)
				}
			}
		}
	}
	for _, size := range []int{1, 21} {
		if s, err := method(t, New(), "count").Space(size, enum.Means{}); err == nil || s != nil {
			t.Errorf("a count of labelled DAGs on %d vertices: %v, %v, want an error", size, s, err)
		}
	}
	if len(New().Methods) != 2 {
		t.Errorf("labelled DAGs have the methods %v, want a walk and a count", New().Methods)
	}
}

func TestCountsOutOfReachAreRejectedBeforeTheyStart(t *testing.T) {
	for _, c := range []struct {
		dag, method string
		size        int
		means       enum.Means
		want        string // the error, or "" if the method can count the size
	}{
		{"complete", "count", 500, enum.Means{}, ""},
		{"complete", "count", 501, enum.Means{}, "sizes: 501 vertices, expected at most 500; subsets: paths lead from the chips to 499 vertices without a chip; this method allows at most 24; frontier: a vertex may have the nimber 499, expected at most 253"},
		{"complete", "sizes", 501, enum.Means{}, "sizes: 501 vertices, expected at most 500"},
		{"complete", "subsets", 33, enum.Means{}, "subsets: paths lead from the chips to 31 vertices without a chip; this method allows at most 30"},
		{"complete", "subsets", 20, enum.Means{}, ""},
		{"complete", "subsets", 20, enum.Means{Memory: 1 << 20}, "subsets: all subsets of the 18 vertices without a chip take 20 MiB; the memory limit for tables is 1 MiB: raise --memory"},
	} {
		got := ""
		if _, err := method(t, with(t, map[string]string{"dag": c.dag}), c.method).Space(c.size, c.means); err != nil {
			got = err.Error()
		}
		if (got == "") != (c.want == "") || !strings.HasSuffix(got, c.want) {
			t.Errorf("dag=%s: %s of size %d, %v: %q, want %q", c.dag, c.method, c.size, c.means, got, c.want)
		}
	}
}

// TestCountsProveNoMoreThanTheyCount checks that the totals of the method "count" say "ok" only if their sum was really
// compared with the number of all games. For labelled DAGs (dag=all) the method counts the games of both verdicts, so
// their sum can be compared. For arc sets (dag=complete) it counts one verdict and takes all other games for the other
// one, so no sum can be compared.
func TestCountsProveNoMoreThanTheyCount(t *testing.T) {
	for _, c := range []struct{ dag, games string }{{"all", "ok"}, {"complete", "not checked"}} {
		direct, err := method(t, with(t, map[string]string{"dag": c.dag}), "count").Space(5, enum.Means{})
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := enum.Prove(direct, walk(t, direct)); err != nil || got.Games != c.games {
			t.Errorf("dag=%s: games %q, %v, want %q", c.dag, got.Games, err, c.games)
		}
	}
}

// TestSamplesOfTheContest solves the samples of AtCoder AGC 016 F that the sources give, and one sample solved by hand.
func TestSamplesOfTheContest(t *testing.T) {
	for _, c := range []struct{ text, want, json string }{
		{"2 1\n1 2\n", "1\n", `{"first":"1","second":"1","arcs":"1","method":`},
		{"3 3\n1 2\n1 3\n2 3\n", "6\n", `{"first":"6","second":"2","arcs":"3","method":`},
		{"4 2\n1 3\n2 4\n", "2\n", `{"first":"2","second":"2","arcs":"2","method":`},
		{"5 10\n1 2\n1 3\n1 4\n1 5\n2 3\n2 4\n2 5\n3 4\n3 5\n4 5\n", "816\n", `{"first":"816","second":"208","arcs":"10","method":`},
	} {
		for g, err := range New().Read(strings.NewReader(c.text)) {
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range New().Questions[0].Algorithms {
				if a.Name == "sizes" && g.(game).dag.Arcs() == 2 {
					continue
				}
				solved, err := g.Solve(context.Background(), single.How{Algorithm: a.Name})
				if err != nil {
					t.Errorf("%q by %s: %v", c.text, a.Name, err)
					continue
				}
				var table, json strings.Builder
				if err := errors.Join(single.Write(&table, solved, "table"), single.Write(&json, solved, "json")); err != nil {
					t.Error(err)
				}
				if table.String() != c.want || !strings.HasPrefix(json.String(), c.json) {
					t.Errorf("%q by %s: %q and %s, want %q and %s…", c.text, a.Name, table.String(), json.String(), c.want, c.json)
				}
			}
			solved, err := g.Solve(context.Background(), single.How{Number: big.NewInt(5)})
			if err != nil {
				t.Fatal(err)
			}
			exact, ok := new(big.Int).SetString(strings.TrimSpace(c.want), 10)
			if !ok {
				t.Fatalf("%q is not a number", c.want)
			}
			if got := solved.(answer).First; got != exact.Mod(exact, big.NewInt(5)).String() {
				t.Errorf("%q modulo 5: %v, want %v", c.text, got, exact)
			}
			if err := single.Write(io.Discard, solved, "svg"); err == nil {
				t.Error("Write(svg) = nil, want an error")
			}
		}
	}
}

func TestExplanationsGiveTheVerdictOfTheDAG(t *testing.T) {
	for _, c := range []struct{ word, table, json string }{
		{"3.1-2.1-3.2-3", "6\nfirst  nimbers: 2 1 0\n", `{"first":"6","second":"2","arcs":"3","method":"sizes","verdict":"first","nimbers":["2","1","0"]}` + "\n"},
		{"2", "0\nsecond  nimbers: 0 0\n", `{"first":"0","second":"1","arcs":"0","method":"sizes","verdict":"second","nimbers":["0","0"]}` + "\n"},
		{"5.3-1.3-2.1-4.2-4.2-5", "16\nsecond  nimbers: 1 1 0 0 0\n", ""},
	} {
		explained, err := game{parse(t, c.word)}.explain(context.Background(), single.How{})
		if err != nil {
			t.Fatal(err)
		}
		var table, json strings.Builder
		if err := errors.Join(single.Write(&table, explained, "table"), single.Write(&json, explained, "json")); err != nil {
			t.Error(err)
		}
		if table.String() != c.table || c.json != "" && json.String() != c.json {
			t.Errorf("%s: Explain writes %q and %s, want %q and %s", c.word, table.String(), json.String(), c.table, c.json)
		}
		if err := single.Write(io.Discard, explained, "svg"); err == nil {
			t.Errorf("%s: Write(svg) = nil, want an error", c.word)
		}
	}
	labelled := newLabelled(4, false)
	err := enum.List(context.Background(), labelled, lister(labelled), enum.Part{}, enum.AnyVerdict, func(class enum.Class) bool {
		explained, err := game{parse(t, class.Game())}.explain(context.Background(), single.How{})
		if err != nil || explained.(explanation).Verdict != chip.Verdicts()[class.Verdict] {
			t.Errorf("Explain(%v) = %v, %v, want %s", class.Game(), explained, err, chip.Verdicts()[class.Verdict])
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestGeneratedDAGsAreRead(t *testing.T) {
	r := New()
	for i, f := range r.Families {
		for _, size := range []int{2, 3, 10, 40} {
			text := generate(t, r, i, size, rand.New(rand.NewPCG(1, 2)))
			if again := generate(t, r, i, size, rand.New(rand.NewPCG(1, 2))); text != again {
				t.Errorf("Generate(%s, %d) differs from itself", f.Name, size)
			}
			if d := parse(t, text); d.Vertices() != size {
				t.Errorf("Generate(%s, %d) writes %.80q", f.Name, size, text)
			}
		}
		for _, size := range []int{-1, 1, dag.MaxVertices + 1} {
			if _, err := f.Generate(size, nil); err == nil {
				t.Errorf("Generate(%s, %d): no error", f.Name, size)
			}
		}
	}
}
