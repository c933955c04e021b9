package enum_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"enumerate/enum"
)

// coin is a game whose answer consists of its name and the requested algorithm.
type coin struct{ name string }

func (c coin) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	if c.name == "" {
		return nil, errors.New("no coin")
	}
	return enum.Solution{Verdict: c.name + how.Algorithm}, ctx.Err()
}

func TestAQuestionWritesTheAnswerOfItsGame(t *testing.T) {
	q := enum.Solving("enumerate solve", []string{"table", "json"}, enum.Algorithm{Name: "toss"})
	if q.Name != enum.Solve || q.Title != "Answer" || q.Example != "enumerate solve" || fmt.Sprint(q.Formats, len(q.Algorithms)) != "[table json] 1" {
		t.Errorf("Solving = %+v", q)
	}
	for _, c := range []struct {
		coin       coin
		format     string
		want, fail string
	}{
		{coin{"heads"}, "table", "heads by toss\n", ""},
		{coin{"heads"}, "json", `{"verdict":"heads by toss"}` + "\n", ""},
		{coin{"heads"}, "verse", "", "unknown format"},
		{coin{""}, "table", "", "no coin"},
	} {
		var b strings.Builder
		err := q.Write(context.Background(), &b, c.coin, enum.How{Algorithm: " by toss"}, c.format)
		if b.String() != c.want || (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("Write of %v as %q = %q, %v, want %q, %q", c.coin, c.format, b.String(), err, c.want, c.fail)
		}
	}
}

func TestClassifiesCallsTheMethodOfTheGame(t *testing.T) {
	classify := enum.Classifies(func(c coin, ctx context.Context) (enum.Form, error) { return enum.Form{Game: c.name}, ctx.Err() })
	if form, err := classify(context.Background(), coin{"tails"}); err != nil || form.Game != "tails" {
		t.Errorf("classify = %+v, %v", form, err)
	}
}

func TestAQuestionReadsAFileUnlessItWritesOne(t *testing.T) {
	for _, c := range []struct {
		q    enum.Question
		want bool
	}{
		{enum.Question{}, false},
		{enum.Question{Input: "P"}, false},
		{enum.Question{Input: enum.File}, true},
		{enum.Question{Input: enum.File, Output: "dot"}, false},
	} {
		if got := c.q.Reads(); got != c.want {
			t.Errorf("Input %q, Output %q: Reads = %t, want %t", c.q.Input, c.q.Output, got, c.want)
		}
	}
}

func TestAWrongAnswerIsItsCause(t *testing.T) {
	err := error(enum.Wrong{Err: io.ErrUnexpectedEOF})
	if err.Error() != io.ErrUnexpectedEOF.Error() || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Wrong = %v, want the error that it wraps", err)
	}
}

func TestASolutionSaysWhatItsCertificateMayLack(t *testing.T) {
	core := enum.Solution{Verdict: "unsolvable", Certificate: "core", Names: []string{"A", "B"}, Choices: [][]string{{"B", "C"}, {"A"}}, Reducible: true}
	for format, want := range map[string]string{
		"table": "unsolvable  core, reducible perhaps: A (B C) B (A)\n",
		"json":  `{"verdict":"unsolvable","core":["A","B"],"choices":{"A":["B","C"],"B":["A"]},"smallest":false,"irreducible":false}` + "\n",
	} {
		var b strings.Builder
		if err := core.WriteFormat(&b, format); err != nil || b.String() != want {
			t.Errorf("WriteFormat(%q) = %q, %v, want %q", format, b.String(), err, want)
		}
	}
}

func TestAnObjectKeepsTheOrderOfItsMembers(t *testing.T) {
	got, err := enum.Object{{"b", 1}, {"a", "x"}}.MarshalJSON()
	if err != nil || string(got) != `{"b":1,"a":"x"}` {
		t.Errorf("MarshalJSON = %s, %v", got, err)
	}
	if got, err := (enum.Object{{"f", func() {}}}).MarshalJSON(); err == nil {
		t.Errorf("MarshalJSON of a function = %s, want an error", got)
	}
}

// TestGeneratedGamesAreTheSameForEver fixes the meaning of a seed, because published games depend on it.
func TestGeneratedGamesAreTheSameForEver(t *testing.T) {
	first := func(seed uint64, size int, number uint64) uint64 { return enum.GameSource(seed, size, number).Uint64() }
	if a, b := first(1, 10, 2), first(1, 10, 2); a != b {
		t.Errorf("the same seed, size and number give %x and %x", a, b)
	}
	seen := make(map[uint64]bool)
	for _, x := range []uint64{first(1, 10, 2), first(2, 10, 2), first(1, 11, 2), first(1, 10, 3), first(10, 1, 2)} {
		if seen[x] {
			t.Errorf("the random numbers of two games begin with %x", x)
		}
		seen[x] = true
	}
	key := "\x01\x00\x00\x00\x00\x00\x00\x00" + "\x0a\x00\x00\x00\x00\x00\x00\x00" + "\x02\x00\x00\x00\x00\x00\x00\x00" + "generate"
	if got, want := first(1, 10, 2), chacha(key); got != want {
		t.Errorf("the random numbers of the game begin with %x, want %x as ChaCha8 gives for the key", got, want)
	}
}
