package single_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"enumerate/enum/single"
)

// coin is a game whose answer consists of its name and the requested algorithm.
type coin struct{ name string }

func (c coin) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	if c.name == "" {
		return nil, errors.New("no coin")
	}
	return single.Solution{Verdict: c.name + how.Algorithm}, ctx.Err()
}

func TestAQuestionWritesTheAnswerOfItsGame(t *testing.T) {
	q := single.Solving("enumerate solve", []string{"table", "json"}, single.Algorithm{Name: "toss"})
	if q.Name != single.Solve || q.Title != "Answer" || q.Example != "enumerate solve" || fmt.Sprint(q.Formats, len(q.Algorithms)) != "[table json] 1" {
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
		err := q.Write(context.Background(), &b, c.coin, single.How{Algorithm: " by toss"}, c.format)
		if b.String() != c.want || (err == nil) != (c.fail == "") || err != nil && !strings.Contains(err.Error(), c.fail) {
			t.Errorf("Write of %v as %q = %q, %v, want %q, %q", c.coin, c.format, b.String(), err, c.want, c.fail)
		}
	}
}

func TestClassifiesCallsTheMethodOfTheGame(t *testing.T) {
	classify := single.Classifies(func(c coin, ctx context.Context) (single.Form, error) { return single.Form{Game: c.name}, ctx.Err() })
	if form, err := classify(context.Background(), coin{"tails"}); err != nil || form.Game != "tails" {
		t.Errorf("classify = %+v, %v", form, err)
	}
}

func TestAQuestionReadsAFileUnlessItWritesOne(t *testing.T) {
	for _, c := range []struct {
		q    single.Question
		want bool
	}{
		{single.Question{}, false},
		{single.Question{Input: "P"}, false},
		{single.Question{Input: single.File}, true},
		{single.Question{Input: single.File, Output: "dot"}, false},
	} {
		if got := c.q.Reads(); got != c.want {
			t.Errorf("Input %q, Output %q: Reads = %t, want %t", c.q.Input, c.q.Output, got, c.want)
		}
	}
}

func TestWrongWrapsItsCause(t *testing.T) {
	err := error(single.Wrong{Err: io.ErrUnexpectedEOF})
	if err.Error() != io.ErrUnexpectedEOF.Error() || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Wrong = %v, want the error that it wraps", err)
	}
}

func TestASolutionStatesWhetherItsCoreMayBeReducible(t *testing.T) {
	core := single.Solution{Verdict: "unsolvable", Proof: "core", Names: []string{"A", "B"}, Choices: [][]string{{"B", "C"}, {"A"}}, Reducible: true}
	for format, want := range map[string]string{
		"table": "unsolvable  core, reducible perhaps: A (B C) B (A)\n",
		"json":  `{"verdict":"unsolvable","core":["A","B"],"choices":{"A":["B","C"],"B":["A"]},"smallest":false,"irreducible":false}` + "\n",
	} {
		var b strings.Builder
		if err := single.Write(&b, core, format); err != nil || b.String() != want {
			t.Errorf("Write(%q) = %q, %v, want %q", format, b.String(), err, want)
		}
	}
}

func TestAnObjectKeepsTheOrderOfItsMembers(t *testing.T) {
	got, err := single.Object{{"b", 1}, {"a", "x"}}.MarshalJSON()
	if err != nil || string(got) != `{"b":1,"a":"x"}` {
		t.Errorf("MarshalJSON = %s, %v", got, err)
	}
	if got, err := (single.Object{{"f", func() {}}}).MarshalJSON(); err == nil {
		t.Errorf("MarshalJSON of a function = %s, want an error", got)
	}
}
