package cli

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"enumerate/cli/verb"
	"enumerate/enum"
)

// TestOnlyWhatIsUnexpectedFailsACheck states what holds, or does not, of numbers from 0.
func TestOnlyWhatIsUnexpectedFailsACheck(t *testing.T) {
	theorem := func(name string, holds bool, from, failsAt int) enum.Theorem {
		return enum.Theorem{Name: name, Statement: "numbers are small", Holds: holds, From: from, Usual: 9, Check: func(_ context.Context, size int) (enum.Finding, error) {
			f := enum.Finding{Positions: big.NewInt(int64(size))}
			if failsAt > 0 && size >= failsAt {
				f.Counterexample = fmt.Sprintf("%d is large", failsAt)
			}
			return f, nil
		}}
	}
	const never = 0
	for _, c := range []struct {
		claim   string
		theorem enum.Theorem
		exit    int
		want    string
		json    string
	}{
		{"true, and holds", theorem("t", true, 0, never), verb.ExitDone, "  9  t                           9  holds               numbers are small\n", `"verdict":"holds","expected":true,"unexpected":false`},
		{"true, but fails", theorem("t", true, 0, 5), verb.ExitCheck, "  9  t                           9  fails, unexpectedly  numbers are small; but 5 is large\n", `"verdict":"fails","expected":true,"unexpected":true`},
		{"false, and fails", theorem("t", false, 5, 5), verb.ExitDone, "  9  t                           9  false, as expected  numbers are small; but 5 is large\n", `"verdict":"fails","expected":false,"unexpected":false`},
		{"false, but holds", theorem("t", false, 5, never), verb.ExitCheck, "  9  t                           9  holds, unexpectedly  numbers are small\n", `"verdict":"holds","expected":false,"unexpected":true`},
		{"false, and fails beyond", theorem("t", false, 10, 10), verb.ExitDone, "  9  t                           9  holds               numbers are small; but false from n = 10 on\n", `"verdict":"holds","expected":false,"unexpected":false`},
		{"false, from where on is not known", theorem("t", false, 0, never), verb.ExitDone, "  9  t                           9  holds               numbers are small\n", `"verdict":"holds","expected":false,"unexpected":false`},
	} {
		r := &enum.Ruleset{Name: "numbers", Theorems: []enum.Theorem{c.theorem}}
		db := t.TempDir() + "/none.db"
		var stdout, stderr bytes.Buffer
		exit := Program{Rulesets: []*enum.Ruleset{r}}.Main([]string{"check", "--db", db}, nil, &stdout, &stderr)
		_, rows, _ := strings.Cut(stdout.String(), "\n")
		if exit != c.exit || rows != c.want || (exit == verb.ExitCheck) != strings.Contains(stderr.String(), "not as expected: t") {
			t.Errorf("%s: exit code %d, %q, %q, want %d, %q", c.claim, exit, rows, stderr.String(), c.exit, c.want)
		}
		stdout.Reset()
		if (Program{Rulesets: []*enum.Ruleset{r}}).Main([]string{"check", "--db", db, "--format", "json"}, nil, &stdout, &stderr); !strings.Contains(stdout.String(), c.json) {
			t.Errorf("%s: %s, want %s", c.claim, stdout.String(), c.json)
		}
	}
}
