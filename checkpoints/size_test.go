package checkpoints

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games/wonderwall"
	"enumerate/internal/golden"
)

func request(t testing.TB, method string) Request {
	t.Helper()
	r := wonderwall.New()
	m, err := r.Method(method)
	if err != nil {
		t.Fatal(err)
	}
	return Request{Ruleset: r, Method: m, Size: players, Workers: 2}
}

// run runs a request, and returns how many shards were stored before and how many it computed.
func run(t testing.TB, s *Store, q Request) (result Result, found, did uint64) {
	t.Helper()
	result, err := s.Run(t.Context(), q, Observer{
		Begin: func(_ context.Context, _ enum.Space, sum Sum) error { found = sum.Shards; return nil },
		Shard: func(enum.Result) { did++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	return result, found, did
}

func TestARequestComputesMissingShards(t *testing.T) {
	s := newStore(t)
	half, rest := request(t, enum.Walk), request(t, enum.Walk)
	half.Part, rest.Resume = enum.Part{Res: 0, Mod: 2}, true
	again, afresh := rest, request(t, enum.Walk)
	for _, c := range []struct {
		claim                string
		request              Request
		found, did, whole    uint64
		games, agrees, other string
	}{
		{"half of it", half, 0, 31, 31, "", "", ""},
		{"the rest", rest, 31, 31, 62, "ok", "", ""},
		{"nothing", again, 62, 0, 62, "ok", "", ""},
		{"all of it again, which takes the place", afresh, 0, 62, 62, "ok", "", "replaced"},
		{"a count, which agrees", request(t, "count"), 0, 6, 6, "ok", "walk", ""},
		{"another, which agrees with both", request(t, "core"), 0, 7, 7, "ok", "count walk", ""},
	} {
		result, found, did := run(t, s, c.request)
		agrees := slices.Sorted(slices.Values(result.Agrees))
		if found != c.found || c.request.Method.Name == enum.Walk && (did != c.did || result.Shards != c.whole) ||
			result.Checks.Games != c.games || strings.Join(agrees, " ") != c.agrees || (len(result.Others) == 1) != (c.other != "") {
			t.Errorf("%s: %d shards found, %d done, %d in all, games %q, agrees %q, met %d runs; want %+v",
				c.claim, found, did, result.Shards, result.Checks.Games, agrees, len(result.Others), c)
		}
		if all := result.Totals.All(); c.games == "ok" && all.Classes.String() != golden.Total("wonderwall", 6, "classes") {
			t.Errorf("%s: %v classes", c.claim, all.Classes)
		}
	}
}

func TestARequestThatContradictsAnotherMethodFails(t *testing.T) {
	s := newStore(t)
	q := request(t, enum.Walk)
	honest := *q.Method
	lie := honest
	lie.Space = func(int, enum.Means) (enum.Space, error) { return lying{space(t), 3}, nil }
	run(t, s, request(t, "count"))
	q.Method = &lie
	if _, err := s.Run(t.Context(), q, Observer{}); !errors.Is(err, ErrContradiction) {
		t.Errorf("Run = %v, want %v", err, ErrContradiction)
	}
}

// TestLayersAreRemovedWhenTheirPartIsDone interrupts a count whose layers are in files, and finishes it. The files must
// be kept until the count is finished.
func TestLayersAreRemovedWhenTheirPartIsDone(t *testing.T) {
	s := newStore(t)
	q := request(t, "count")
	q.Memory, q.Resume = 64, true // too little for any layer
	dir := s.Path() + ".layers"
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Run(ctx, q, Observer{Layer: func(p enum.LayerProgress) {
		if p.Layer == 2 && p.Done {
			cancel()
		}
	}})
	if kept, _ := filepath.Glob(filepath.Join(dir, "*", "*.layer")); err != context.Canceled || len(kept) == 0 {
		t.Errorf("Run = %v and keeps %q, want %v and some layers", err, kept, context.Canceled)
	}
	run(t, s, q)
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is there when the count is finished: %v", dir, err)
	}
}

// TestAStoredNameFindsItsRuleset finds rulesets by stored names, which can include the value of a parameter, such as
// chess:board=large. The list has the ruleset "chess" without a value, and the ruleset "choices" with the value x of
// its parameter judge.
func TestAStoredNameFindsItsRuleset(t *testing.T) {
	large := &enum.Ruleset{Name: "chess:board=large"}
	chess := &enum.Ruleset{Name: "chess", Parameters: []enum.Parameter{{Name: "board", Values: "small|large", Default: "small"}}}
	chess.With = func(values map[string]string) (*enum.Ruleset, error) {
		if values["board"] != "large" {
			return chess, nil
		}
		return large, nil
	}
	draughts, judged := &enum.Ruleset{Name: "draughts"}, &enum.Ruleset{Name: "choices:judge=x"}
	list := []*enum.Ruleset{draughts, chess, judged}
	for _, c := range []struct {
		name string
		want *enum.Ruleset // nil for an error
	}{{"draughts", draughts}, {"chess", chess}, {"chess:board=large", large}, {"choices:judge=x", judged}, {"go", nil}} {
		if got, err := find(list, c.name); got != c.want || (err != nil) != (c.want == nil) {
			t.Errorf("find(%q) = %+v, %v, want %+v", c.name, got, err, c.want)
		}
	}
}
