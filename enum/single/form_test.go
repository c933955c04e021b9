package single_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum/single"
)

func TestAClassRowIsALineOfEachFormat(t *testing.T) {
	digits60 := strings.Repeat("1234567890", 6)
	for _, c := range []struct {
		claim       string
		row         single.ClassRow
		table, json string
	}{
		{
			"without a solution",
			single.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2"},
			"0101  orbit 2  aut 2",
			`{"game":"0101","orbit":"2","automorphisms":"2"}`,
		},
		{
			"with a verdict alone",
			single.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2", Solution: &single.Solution{Verdict: "even"}},
			"0101  orbit 2  aut 2  even",
			`{"game":"0101","orbit":"2","automorphisms":"2","verdict":"even"}`,
		},
		{
			"with a proof",
			single.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2", Solution: &single.Solution{Verdict: "even", Proof: "order", Names: []string{"A", "B"}}},
			"0101  orbit 2  aut 2  even  order: A B",
			`{"game":"0101","orbit":"2","automorphisms":"2","verdict":"even","order":["A","B"]}`,
		},
		{
			"with a relabeling, which the table leaves out",
			single.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2", Relabeling: []single.Renaming{{From: "x", To: "A"}, {From: "a", To: "B"}}},
			"0101  orbit 2  aut 2",
			`{"game":"0101","orbit":"2","automorphisms":"2","relabeling":{"x":"A","a":"B"}}`,
		},
		{
			"with numbers of 60 and 61 digits, where the table shortens the longer one",
			single.ClassRow{Game: "g", Orbit: digits60, Automorphisms: digits60 + "1"},
			"g  orbit " + digits60 + "  aut 1234567890...2345678901 (61 digits)",
			`{"game":"g","orbit":"` + digits60 + `","automorphisms":"` + digits60 + `1"}`,
		},
	} {
		for format, want := range map[string]string{"table": c.table, "json": c.json} {
			var b strings.Builder
			if err := single.Write(&b, &c.row, format); err != nil || b.String() != want+"\n" {
				t.Errorf("%s: Write(%q) = %v\n%s\nwant\n%s", c.claim, format, err, b.String(), want)
			}
		}
		if got := string(c.row.AppendLine([]byte("before "))); got != "before "+c.table+"\n" {
			t.Errorf("%s: AppendLine gives %q", c.claim, got)
		}
		if got := string(c.row.AppendJSON([]byte("before "))); got != "before "+c.json+"\n" {
			t.Errorf("%s: AppendJSON gives %q", c.claim, got)
		}
	}
	var b strings.Builder
	if err := single.Write(&b, new(single.ClassRow), "verse"); err == nil || b.Len() > 0 {
		t.Errorf("Write(%q) writes %q, %v, want an error", "verse", b.String(), err)
	}
}

func TestAClassHasItsOrbitAndIsPrinted(t *testing.T) {
	form := single.Form{
		Game:          "010101",
		Automorphisms: big.NewInt(3),
		Group:         func() *big.Int { return big.NewInt(6) },
	}
	if got := form.Orbit(); got.Int64() != 2 {
		t.Errorf("Form.Orbit = %v, want 6/3 = 2", got)
	}
	names := []single.Renaming{{From: "x", To: "A"}}
	for _, c := range []struct {
		asked bool
		names func() []single.Renaming
		want  string
	}{
		{false, func() []single.Renaming { return names }, "010101 2 3 []"},
		{true, func() []single.Renaming { return names }, "010101 2 3 [{x A}]"},
		{true, nil, "010101 2 3 []"}, // games without names
	} {
		form.Relabeling = c.names
		row := form.Row(c.asked)
		if got := fmt.Sprint(row.Game, " ", row.Orbit, " ", row.Automorphisms, " ", row.Relabeling); got != c.want {
			t.Errorf("Row(%t) = %s, want %s", c.asked, got, c.want)
		}
	}
}
