package heaps_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
)

type answer struct {
	Verdict  string
	Value    *string
	Winning  []string
	Unlisted *string
}

// comparePositions compares the answers of every algorithm with the oracle, for all games of up to `most` heaps with up
// to `largest` sticks each. The algorithm formula must answer every position for which the function known returns true.
func comparePositions(t *testing.T, r *enum.Ruleset, o *oracle, most, largest int, known func(p []int) bool) {
	for n := range most + 1 {
		o.games(n, largest, func(p []int) {
			for game, err := range r.Read(strings.NewReader(text(p))) {
				if err != nil {
					t.Fatalf("Read(%s): %v", text(p), err)
				}
				for _, a := range r.Questions[0].Algorithms {
					algorithm := a.Name
					got, err := game.Solve(context.Background(), single.How{Algorithm: algorithm})
					if algorithm == "formula" && !known(p) {
						if err == nil {
							t.Errorf("%s: the formula knows %v, want an error", text(p), got)
						}
						continue
					}
					if err != nil {
						t.Errorf("%s: Solve by %s: %v", text(p), algorithm, err)
						continue
					}
					compare(t, o, p, algorithm, got)
				}
				played(t, r, o, p, game)
			}
		})
	}
}

// compare compares the verdict, the value and the winning moves of an answer with the oracle.
func compare(t *testing.T, o *oracle, p []int, algorithm string, got single.Answer) {
	t.Helper()
	var line bytes.Buffer
	var a answer
	if err := single.Write(&line, got, "json"); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line.Bytes(), &a); err != nil {
		t.Fatalf("%s: %v", line.Bytes(), err)
	}
	outcome, want := "P", text([]int{o.Value(p)})
	if o.Value(p) > 0 {
		outcome = "N"
	}
	if a.Verdict != outcome || a.Value != nil && *a.Value != want || a.Value == nil && algorithm == "exhaustive" {
		t.Errorf("%s by %s: %s, want %s and the value %s", text(p), algorithm, line.Bytes(), outcome, want)
	}
	winning := o.winning(p)
	slices.Sort(a.Winning)
	switch {
	case a.Unlisted != nil && (*a.Unlisted != "0" || !slices.Equal(a.Winning, winning)):
		t.Errorf("%s by %s: winning moves %s, want %v", text(p), algorithm, line.Bytes(), winning)
	case len(winning) > 0 && len(a.Winning) == 0:
		t.Errorf("%s by %s: no winning move in %s, expected one of %v", text(p), algorithm, line.Bytes(), winning)
	}
	for _, move := range a.Winning {
		if !slices.Contains(winning, move) {
			t.Errorf("%s by %s: %s is said to win, want some of %v", text(p), algorithm, move, winning)
		}
	}
}

// played compares the moves, the value and the best move of a position that can be played with the oracle.
func played(t *testing.T, r *enum.Ruleset, o *oracle, p []int, game single.Game) {
	t.Helper()
	position, ok := r.Position(game)
	if !ok {
		t.Errorf("%s cannot be played", text(p))
		return
	}
	var got, want []string
	for _, move := range position.Moves() {
		got = append(got, move.String())
	}
	for _, option := range o.Options(p) {
		want = append(want, text(o.class(option)))
	}
	if value, err := position.Value(context.Background()); err != nil || value != "" && value != kit.Nimber(uint64(o.Value(p))) {
		t.Errorf("%s: Value = %q, %v, want %d", text(p), value, err, o.Value(p))
	}
	move, winner, err := position.Best(context.Background())
	wins := winner == position.Side()
	switch {
	case err != nil || wins != (o.Value(p) > 0):
		t.Errorf("%s: Best = %d, %t, %v, want wins: %t", text(p), move, wins, err, o.Value(p) > 0)
	case move >= len(got) || move < -1 || move == -1 && len(got) > 0:
		t.Errorf("%s: Best = %d of %d moves", text(p), move, len(got))
	case wins && !slices.Contains(o.winning(p), got[move]):
		t.Errorf("%s: Best is %s, expected one of %v", text(p), got[move], o.winning(p))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, slices.Compact(want)) {
		t.Errorf("%s: Moves = %v, want %v", text(p), got, want)
	}
}
