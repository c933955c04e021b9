package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
)

// A database can have runs of a method that this program does not know, such as a newer one. The program must list such
// a run, but print none of its numbers as a result.
func TestARunOfAnUnknownMethodIsListedAndNotUsed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	key := checkpoints.Key{Ruleset: "wonderwall", Size: 4, Method: "guess"}
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 4, Method: enum.Walk})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.NewRun(key, space).Walk(context.Background(), enum.Plan{Workers: 1}, nil); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args           []string
		code           int
		stdout, stderr string // parts of the output
		not            string // no part
	}{
		{[]string{"runs"}, verb.ExitDone, "4  guess          1        ?                     -", "", " 60 "},
		{[]string{"runs", "--format", "json"}, verb.ExitDone, `"method":"guess","finished":false,"shards":`, "", "classes"},
		{[]string{"audit", "--rerun", "100%"}, 5, `not checked: run 1, a guess of wonderwall n=4, can be neither proved nor recomputed: this program has no method "guess"`, ": incomplete: standard output names what was not checked or signed\n", "fault:"},
		{[]string{"results"}, verb.ExitFailure, "", `run 1, a guess of wonderwall n=4, is left out: this program has no method "guess"`, ""},
	} {
		var stdout, stderr strings.Builder
		code := program().Main(append(c.args, "--db", path), strings.NewReader(""), &stdout, &stderr)
		if code != c.code || !strings.Contains(stdout.String(), c.stdout) || !strings.Contains(stderr.String(), c.stderr) ||
			c.not != "" && strings.Contains(stdout.String(), c.not) {
			t.Errorf("%s: exit code %d, printed\n%s%swant code %d, %q, %q and not %q", c.args[0], code, stdout.String(), stderr.String(), c.code, c.stdout, c.stderr, c.not)
		}
	}
}
