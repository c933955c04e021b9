package verb

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// counted is a space whose tallies count games under the key 0 and classes, if known, under the key 1.
type counted struct{ enum.Space }

func (counted) Verdicts() []string { return []string{"won", "lost"} }
func (counted) Games() *big.Int    { return big.NewInt(12345) }

func (c counted) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := make([]enum.Total, t.Verdicts())
	for v := range totals {
		totals[v].Games = t.Count(v, 0)
		if classes := t.Count(v, 1); classes.Sign() > 0 {
			totals[v].Classes = classes
		}
	}
	return enum.NewTotals(c, totals), nil
}

func TestUnknownNumbersAreNotPrinted(t *testing.T) {
	tally := enum.NewTally(2)
	tally.Add(0, 0, 2345)
	tally.Add(0, 1, 67)
	tally.Add(1, 0, 10000)
	totals, err := counted{}.Totals(tally)
	if err != nil {
		t.Fatal(err)
	}
	result := checkpoints.Result{
		Key:    checkpoints.Key{Ruleset: "chess", Size: 5, Method: "guess"},
		Space:  counted{},
		Sum:    checkpoints.Sum{Shards: 1, Tally: tally, Took: 1500 * time.Millisecond},
		Totals: totals,
		Checks: enum.Checks{Games: "ok", Classes: "not checked"},
	}
	for _, c := range []struct{ format, want string }{
		{format: "table", want: `
  n  labelled games  classes  won games  won classes  lost games  lost classes  checked
  5          12,345        -      2,345           67      10,000             -  games ok, classes not checked, verdicts by guess alone
`},
		{format: "csv", want: `
ruleset,n,method,part,games,classes,won-games,won-classes,lost-games,lost-classes,checked
chess,5,guess,0/1,12345,,2345,67,10000,,"games ok, classes not checked, verdicts by guess alone"
`},
		{format: "markdown", want: `
| n | labelled games | classes | won games | won classes | lost games | lost classes |
|--:|--:|--:|--:|--:|--:|--:|
| 5 | 12,345 | - | 2,345 | 67 | 10,000 | - |
`},
		{format: "json", want: `
{"ruleset":"chess","n":5,"method":"guess","games":"12345","verdicts":{"lost":{"games":"10000"},"won":{"games":"2345","classes":"67"}},"checks":{"games":"ok","classes":"not checked"},"seconds":1.5}
`},
	} {
		var out strings.Builder
		cmd := &cobra.Command{}
		cmd.SetOut(&out)
		var f Totals
		f.Add(cmd, &Program{Rulesets: Rulesets{{Name: "chess", Summary: "a queen and a king", Group: "nothing", Size: "moves"}}})
		if err := cmd.ParseFlags([]string{"--format", c.format}); err != nil {
			t.Fatal(err)
		}
		p, err := f.Printer(cmd, []Sized{{counted{}, 5}})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Print(newTotalsRow(&enum.Ruleset{}, result)); err != nil {
			t.Fatal(err)
		}
		if got := "\n" + out.String(); got != c.want {
			t.Errorf("%s: printed%swant%s", c.format, got, c.want)
		}
	}
}
