package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games"
)

// A gameFunc is a game that this function solves.
type gameFunc func(ctx context.Context, how single.How) (single.Answer, error)

func (g gameFunc) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	return g(ctx, how)
}

// inputOf yields the items, each a game or an error.
func inputOf(items ...any) iter.Seq2[single.Game, error] {
	return func(yield func(single.Game, error) bool) {
		for _, item := range items {
			err, _ := item.(error)
			game, _ := item.(single.Game)
			if !yield(game, err) {
				return
			}
		}
	}
}

func TestSolveContinuesAfterFailedGames(t *testing.T) {
	solved := gameFunc(func(context.Context, single.How) (single.Answer, error) {
		return single.Solution{Verdict: "won", Proof: "by", Names: []string{"Ann", "Bob"}}, nil
	})
	failing := func(err error) single.Game {
		return gameFunc(func(context.Context, single.How) (single.Answer, error) { return single.Solution{}, err })
	}
	const line = "won  by: Ann Bob\n"
	for _, c := range []struct {
		claim          string
		input          iter.Seq2[single.Game, error]
		stdout, stderr string
		want           string // the error
	}{
		{"a game", inputOf(solved), line, "", ""},
		{"no game", inputOf(), "", "", "in.txt: no game found: write one, or name a file with games"},
		{"a game that cannot be read", inputOf(errors.New("line 1: bad\nline 2: worse"), solved), line,
			"enumerate: in.txt: line 1: bad\nenumerate: in.txt: line 2: worse\n", "in.txt: 1 of 2 games could not be read"},
		{"a game that cannot be solved", inputOf(solved, failing(errors.New("too large")), solved), line + line,
			"enumerate: in.txt: game 2: too large\n", "in.txt: 1 of 3 games could not be solved"},
		{"both", inputOf(errors.New("line 1: bad"), failing(errors.New("too large")), solved), line,
			"enumerate: in.txt: line 1: bad\nenumerate: in.txt: game 2: too large\n", "in.txt: 1 of 3 games could not be read, 1 could not be solved"},
		{"an error of a context that has not ended", inputOf(solved, failing(context.Canceled), solved), line + line,
			"enumerate: in.txt: game 2: context canceled\n", "in.txt: 1 of 3 games could not be solved"},
	} {
		for _, workers := range []int{1, 4} {
			s := solving{question: single.Solving("", nil), format: "table", workers: workers, outcomes: account{name: "in.txt", noun: "game", participle: "solved"}}
			var stdout, stderr strings.Builder
			err := s.run(context.Background(), c.input, &stdout, &stderr)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want || stdout.String() != c.stdout || stderr.String() != c.stderr {
				t.Errorf("%s, %d workers: the error is %q, want %q; stdout %q, want %q; stderr %q, want %q",
					c.claim, workers, got, c.want, stdout.String(), c.stdout, stderr.String(), c.stderr)
			}
		}
	}
}

func TestUnavailableFlagsAreRefused(t *testing.T) {
	chess := &enum.Ruleset{Name: "chess", Sizes: enum.Range{First: 1, Last: 9}, Games: single.Games{Questions: []single.Question{single.Solving("", []string{"table"})}}}
	const lacks = "chess has no --%s; leave it out"
	chess.Read = func(io.Reader) iter.Seq2[single.Game, error] { return inputOf(gameFunc(nil)) }
	for _, c := range []struct{ args, want string }{
		{"solve --count", fmt.Sprintf(lacks, "count")},
		{"solve --all", fmt.Sprintf(lacks, "all")},
		{"solve --explain", fmt.Sprintf(lacks, "explain")},
		{"solve --repair", fmt.Sprintf(lacks, "repair")},
		{"solve --mod 7", fmt.Sprintf(lacks, "mod")},
		{"solve --dimacs", fmt.Sprintf(lacks, "dimacs")},
		{"solve --relaxed", fmt.Sprintf(lacks, "relaxed")},
		{"solve --model -", fmt.Sprintf(lacks, "model")},
		{"solve --points -", fmt.Sprintf(lacks, "points")},
		{"solve --check -", fmt.Sprintf(lacks, "check")},
		{"solve --algorithm search", fmt.Sprintf(lacks, "algorithm")},
		{"solve --core any", fmt.Sprintf(lacks, "core")},
		{"solve --trace", fmt.Sprintf(lacks, "trace")},
		{"solve --game nim --repair", "nim has no --repair; it has: --algorithm"},
		{"solve --game nim --trace", "nim has no --trace; it has: --algorithm"},
		{"solve --game jump --core any", "jump has no --core; it has: --explain, --algorithm"},

		{"sample --n 3", "games of chess cannot be drawn at random"},
		{"count --n 3", "chess has no method except walk, which visits every class of games: use enumerate --game chess"},
	} {
		var stdout, stderr strings.Builder
		all := append([]*enum.Ruleset{chess}, games.All()...)
		code := Program{Rulesets: all}.Main(strings.Fields(c.args), strings.NewReader(""), &stdout, &stderr)
		if code != verb.ExitUsage || stderr.String() != "enumerate: "+c.want+"\n" || stdout.Len() > 0 {
			t.Errorf("%s: exit code %d, stderr %q, stdout %q, want %q", c.args, code, stderr.String(), stdout.String(), c.want)
		}
	}
}

func TestRulesetsHaveDifferentNames(t *testing.T) {
	for _, names := range [][]string{{"chess", "chess"}, {"chess", ""}, {"chess:blind=yes"}} {
		var list []*enum.Ruleset
		for _, name := range names {
			list = append(list, &enum.Ruleset{Name: name})
		}
		var stdout, stderr strings.Builder
		code := Program{Rulesets: list}.Main([]string{"games"}, strings.NewReader(""), &stdout, &stderr)
		if last := names[len(names)-1]; code != verb.ExitUsage || !strings.Contains(stderr.String(), fmt.Sprintf("name %q: give", last)) {
			t.Errorf("%q: exit code %d, %q", names, code, stderr.String())
		}
	}
}
