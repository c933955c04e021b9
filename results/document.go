package results

import (
	"fmt"
	"strings"
)

// TableIn cuts a document into what stands before, in and after its table of the results of a
// ruleset: a Markdown table, between the lines
//
//	<!-- results: RULESET -->
//	<!-- end of results -->
func TableIn(document, ruleset string) (before, table, after string, err error) {
	begin, end := fmt.Sprintf("<!-- results: %s -->\n", ruleset), "<!-- end of results -->\n"
	before, rest, ok1 := strings.Cut(document, begin)
	table, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return "", "", "", fmt.Errorf("there is no place for results: want the lines %q and %q", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return before + begin, table, end + after, nil
}
