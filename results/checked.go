package results

import (
	"fmt"
	"strings"

	"enumerate/checkpoints"
	"enumerate/data"
	"enumerate/enum"
)

// Agreement describes the methods that agree on a result. Methods that share code count as one, and are named in
// brackets after the first such method. If only one of several methods finds the classes, the text says which one.
//
//	walk, count (and core)
//	walk alone
//	count alone (core shares its code)
//	walk, count; classes by walk alone
func Agreement(r *enum.Ruleset, methods []string) string {
	groups := r.Independent(methods)
	if len(groups) == 1 {
		return groups[0][0] + " alone" + sharing(groups[0][1:])
	}

	classes := ""
	if finders := r.FindClasses(methods); len(r.Independent(finders)) == 1 {
		classes = "; classes by " + Agreement(r, finders)
	}

	var list []string
	for _, group := range groups {
		text := group[0]
		if len(group) > 1 {
			text += " (and " + strings.Join(group[1:], ", ") + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ") + classes
}

// agreed reports whether at least two of the methods share no code, so that their equal numbers confirm each other. The
// caller knows that the numbers of all methods agree. If only one method finds classes, or all that do share code,
// agreed returns false, because nothing confirms the numbers of classes.
func agreed(r *enum.Ruleset, methods []string) bool {
	return len(r.Independent(methods)) > 1 && len(r.Independent(r.FindClasses(methods))) != 1
}

// Evidence summarizes the evidence for a row: the number of independent methods that agree, and whether a theorem of
// Coq or a checked certificate gives its games and classes.
//
//	1 method
//	2 methods, proof
//	2 methods, certificate (games)
//	2 methods (games), 1 method (classes)
func Evidence(r *enum.Ruleset, t data.Table, row data.Row) string {
	evidence := "formula"
	switch methods := len(r.Independent(row.Methods)); {
	case methods == 1:
		evidence = "1 method"
	case methods > 1:
		evidence = fmt.Sprintf("%d methods", methods)
		if !agreed(r, row.Methods) {
			evidence += " (games), 1 method (classes)"
		}
	}

	games, classes := "", ""
	for i, column := range t.Columns {
		kind := proofKind(t.Ruleset, row.N, column, row.Numbers[i])
		switch {
		case kind == "":
		case strings.HasSuffix(column, "classes"):
			classes = kind
		default:
			games = kind
		}
	}

	if games != "" && games == classes {
		return evidence + ", " + games
	}
	if games != "" {
		evidence += ", " + games + " (games)"
	}
	if classes != "" {
		evidence += ", " + classes + " (classes)"
	}
	return evidence
}

// proofKind returns the kind of proof that a number has, as a noun for a table, or "".
func proofKind(ruleset string, n int, column, number string) string {
	switch data.ProofOf(ruleset, n, column, number).Kind() {
	case "proved":
		return "proof"
	case "certified":
		return "certificate"
	}
	return ""
}

// sharing returns the remark that further methods share the code of the method named before.
func sharing(further []string) string {
	switch len(further) {
	case 0:
		return ""
	case 1:
		return " (" + further[0] + " shares its code)"
	}
	return " (" + strings.Join(further, ", ") + " share its code)"
}

// Checked describes how far the numbers of a size have been checked. The numbers of all games and of all classes are
// compared with formulas. For the numbers of each verdict, the text names the methods that found them. If all these
// methods share their code, it also says how many machines computed the shards, if several, and which share of the
// shards was recomputed.
//
//	games ok, classes ok, verdicts by walk, count
//	games ok, classes ok, verdicts by walk alone, from 3 machines, 5% recomputed
func Checked(r *enum.Ruleset, checks enum.Checks, methods []string, runs ...checkpoints.Summary) string {
	text := fmt.Sprintf("games %s, classes %s, verdicts by %s", checks.Games, checks.Classes, Agreement(r, methods))
	if len(r.Independent(methods)) > 1 {
		return text
	}
	hosts, percent := make(map[string]bool), uint64(0)
	for _, r := range runs {
		for _, m := range r.Contributors {
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

// CheckedRuns returns a text for each run, by the run's ID. It is the text that Checked returns for all runs of the
// same ruleset and size, followed by the counts that are proved (see [data.Proof]). The caller must have checked that
// each run agrees with the formulas, and that runs of the same size agree with each other. In this example, the sums of
// games and of classes agree with formulas, the methods walk and count found the counts of each verdict, and two counts
// are proved:
//
//	games ok, classes ok, verdicts by walk, count; solvable games and classes proved
func CheckedRuns(rulesets []*enum.Ruleset, runs []checkpoints.ExactRun) map[uint64]string {
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
		ruleset, err := enum.Find(rulesets, r.Ruleset)
		if err != nil {
			ruleset = &enum.Ruleset{} // its methods are unknown
		}
		text := Checked(ruleset, r.Checks, SortMethods(methods[of]), summaries[of]...)
		for _, c := range rowOf(r).Verdicts.Cells() {
			text = withProof(text, r.Ruleset, r.Size, c.Key, c.Precise)
		}
		checked[r.ID] = text
	}
	return checked
}
