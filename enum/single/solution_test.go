package single_test

import (
	"encoding/json"
	"strings"
	"testing"

	"enumerate/enum/single"
)

func TestASolutionIsWrittenOnOneLine(t *testing.T) {
	order := single.Solution{Verdict: "solvable", Proof: "order", Names: []string{"A", "Ann Lee"}}
	core := single.Solution{Verdict: "unsolvable", Proof: "core", Names: []string{"A", "B"}, Choices: [][]string{{"B", "C"}, {"D", "A"}}, Smallest: true}
	for _, c := range []struct {
		solution single.Solution
		format   string
		want     string
	}{
		{single.Solution{Verdict: "won"}, "table", "won\n"},
		{single.Solution{Verdict: "won"}, "json", `{"verdict":"won"}` + "\n"},
		{order, "table", "solvable  order: A \"Ann Lee\"\n"},
		{order, "json", `{"verdict":"solvable","order":["A","Ann Lee"]}` + "\n"},
		{core, "table", "unsolvable  core: A (B C) B (D A)\n"},
		{core, "json", `{"verdict":"unsolvable","core":["A","B"],"choices":{"A":["B","C"],"B":["D","A"]},"smallest":true}` + "\n"},
	} {
		var b strings.Builder
		if err := single.Write(&b, c.solution, c.format); err != nil || b.String() != c.want {
			t.Errorf("Write(%q) = %q, %v, want %q", c.format, b.String(), err, c.want)
		}
		if c.format == "json" && !json.Valid([]byte(b.String())) {
			t.Errorf("Write(%q) = %q, which is no JSON", c.format, b.String())
		}
	}
	var b strings.Builder
	if err := single.Write(&b, order, "verse"); err == nil || b.Len() > 0 {
		t.Errorf("Write(%q) = %q, %v, want an error", "verse", b.String(), err)
	}
}
