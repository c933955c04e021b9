package results

import (
	"fmt"
	"strings"

	"enumerate/data"
)

// Documented returns a document with a table as its table of the results of the ruleset: a Markdown
// table, between the lines
//
//	<!-- results: RULESET -->
//	<!-- end of results -->
func Documented(document string, t data.Table) (string, error) {
	begin, end := fmt.Sprintf("<!-- results: %s -->\n", t.Ruleset), "<!-- end of results -->\n"
	before, rest, ok1 := strings.Cut(document, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("there is no place for results: want the lines %q and %q", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin + Markdown(t) + end + after, nil
}
