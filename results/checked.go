package results

import (
	"fmt"
	"strings"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// Checked says what is proved of a size, and on what its verdicts rest, which no sum proves: on the
// methods that agree, or on one alone. Of that it says, where the runs are given, how many machines have stored
// its shards if there were several, and how many of them were recomputed, as the runs say.
//
//	games ok, classes ok, verdicts by walk, count
//	games ok, classes ok, verdicts by walk alone, from 3 machines, 5% recomputed
func Checked(checks enum.Checks, methods []string, runs ...checkpoints.Summary) string {
	text := fmt.Sprintf("games %s, classes %s, verdicts by %s", checks.Games, checks.Classes, strings.Join(methods, ", "))
	if len(methods) > 1 {
		return text
	}
	text += " alone"
	hosts, percent := make(map[string]bool), uint64(0)
	for _, r := range runs {
		for _, m := range r.Makers {
			hosts[m.Host] = true
		}
		for _, c := range r.Header.Checks {
			if c.Of == r.Sum.Shards && c.Of > 0 {
				percent = max(percent, uint64(100*float64(c.Shards)/float64(c.Of)))
			}
		}
	}
	if len(hosts) > 1 {
		text += fmt.Sprintf(", from %d machines", len(hosts))
	}
	if percent > 0 {
		text += fmt.Sprintf(", %d%% recomputed", percent)
	}
	return text
}

// CheckedRuns is Checked of every run of some that are proved and agree, by number, with the numbers that
// rest on more than programs (see [data.Proof]):
//
//	games ok, classes ok, verdicts by walk, count; solvable games and classes proved
func CheckedRuns(runs []checkpoints.ExactRun) map[uint64]string {
	type question struct {
		ruleset string
		size    int
	}
	methods, summaries := make(map[question][]string), make(map[question][]checkpoints.Summary)
	for _, r := range runs {
		of := question{r.Ruleset, r.Size}
		methods[of], summaries[of] = append(methods[of], r.Method), append(summaries[of], r.Summary)
	}
	checked := make(map[uint64]string)
	for _, r := range runs {
		of := question{r.Ruleset, r.Size}
		text := Checked(r.Checks, SortMethods(methods[of]), summaries[of]...)
		for _, c := range rowOf(r).Verdicts.Cells() {
			text = withProof(text, r.Ruleset, r.Size, c.Key, c.Precise)
		}
		checked[r.ID] = text
	}
	return checked
}
