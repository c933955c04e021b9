package enum_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
)

func TestListRowsPrintsTheClassesThatAreAskedFor(t *testing.T) {
	for _, c := range []struct {
		claim   string
		verdict int
		minAut  uint64
		want    []string
	}{
		{"every class", enum.AnyVerdict, 1, []string{
			"0000  orbit 1  aut 4  white  black: 0",
			"0001  orbit 4  aut 1  white  black: 1",
			"0011  orbit 4  aut 1  even  black: 2",
			"0101  orbit 2  aut 2  even  black: 2",
			"0111  orbit 4  aut 1  black  black: 3",
			"1111  orbit 1  aut 4  black  black: 4",
		}},
		{"one verdict", 2, 1, []string{
			"0011  orbit 4  aut 1  even  black: 2",
			"0101  orbit 2  aut 2  even  black: 2",
		}},
		{"at least two automorphisms", enum.AnyVerdict, 2, []string{
			"0000  orbit 1  aut 4  white  black: 0",
			"0101  orbit 2  aut 2  even  black: 2",
			"1111  orbit 1  aut 4  black  black: 4",
		}},
		{"at least three automorphisms", enum.AnyVerdict, 3, []string{
			"0000  orbit 1  aut 4  white  black: 0",
			"1111  orbit 1  aut 4  black  black: 4",
		}},
		{"more automorphisms than any class has", enum.AnyVerdict, 5, nil},
	} {
		var got []string
		err := enum.ListRows(context.Background(), necklaces(4), beadWalker(4).List, enum.Part{}, c.verdict, c.minAut, func(r *enum.ClassRow) bool {
			got = append(got, strings.TrimSuffix(string(r.Append(nil, "table")), "\n"))
			return true
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: ListRows = %v\n%s\nwant\n%s", c.claim, err, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestListRowsStopsWhenToldTo(t *testing.T) {
	seen := 0
	err := enum.ListRows(context.Background(), necklaces(6), beadWalker(6).List, enum.Part{}, enum.AnyVerdict, 1, func(*enum.ClassRow) bool {
		seen++
		return seen < 3
	})
	if err != nil || seen != 3 {
		t.Errorf("ListRows = %v after %d rows, want 3", err, seen)
	}
}

func TestListEndsWithTheErrorOfItsContextOrLister(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	failure := errors.New("unreadable")
	failing := func(context.Context, enum.Shard, int, func(enum.Class) bool) error { return failure }
	unused := func(context.Context, enum.Shard, int, func(enum.Class) bool) error {
		t.Error("a shard is listed although the context has ended")
		return nil
	}
	for _, c := range []struct {
		claim string
		ctx   context.Context
		list  enum.Lister
		want  error
	}{
		{"a canceled context", canceled, unused, context.Canceled},
		{"a failing lister", context.Background(), failing, failure},
	} {
		err := enum.List(c.ctx, necklaces(6), c.list, enum.Part{}, enum.AnyVerdict, func(enum.Class) bool { return true })
		if !errors.Is(err, c.want) {
			t.Errorf("%s: List = %v, want %v", c.claim, err, c.want)
		}
		err = enum.ListRows(c.ctx, necklaces(6), c.list, enum.Part{}, enum.AnyVerdict, 1, func(*enum.ClassRow) bool { return true })
		if !errors.Is(err, c.want) {
			t.Errorf("%s: ListRows = %v, want %v", c.claim, err, c.want)
		}
	}
}

func TestAClassRowIsALineOfEachFormat(t *testing.T) {
	digits60 := strings.Repeat("1234567890", 6)
	for _, c := range []struct {
		claim       string
		row         enum.ClassRow
		table, json string
	}{
		{
			"without a solution",
			enum.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2"},
			"0101  orbit 2  aut 2",
			`{"game":"0101","orbit":"2","automorphisms":"2"}`,
		},
		{
			"with a verdict alone",
			enum.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2", Solution: &enum.Solution{Verdict: "even"}},
			"0101  orbit 2  aut 2  even",
			`{"game":"0101","orbit":"2","automorphisms":"2","verdict":"even"}`,
		},
		{
			"with a certificate",
			enum.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2", Solution: &enum.Solution{Verdict: "even", Certificate: "order", Names: []string{"A", "B"}}},
			"0101  orbit 2  aut 2  even  order: A B",
			`{"game":"0101","orbit":"2","automorphisms":"2","verdict":"even","order":["A","B"]}`,
		},
		{
			"with a relabeling, which the table leaves out",
			enum.ClassRow{Game: "0101", Orbit: "2", Automorphisms: "2", Relabeling: []enum.Renaming{{From: "x", To: "A"}, {From: "a", To: "B"}}},
			"0101  orbit 2  aut 2",
			`{"game":"0101","orbit":"2","automorphisms":"2","relabeling":{"x":"A","a":"B"}}`,
		},
		{
			"with numbers of 60 and 61 digits, where the table shortens the longer one",
			enum.ClassRow{Game: "g", Orbit: digits60, Automorphisms: digits60 + "1"},
			"g  orbit " + digits60 + "  aut 1234567890...2345678901 (61 digits)",
			`{"game":"g","orbit":"` + digits60 + `","automorphisms":"` + digits60 + `1"}`,
		},
	} {
		for format, want := range map[string]string{"table": c.table, "json": c.json} {
			var b strings.Builder
			if err := c.row.WriteFormat(&b, format); err != nil || b.String() != want+"\n" {
				t.Errorf("%s: WriteFormat(%q) = %v\n%s\nwant\n%s", c.claim, format, err, b.String(), want)
			}
			if got := string(c.row.Append([]byte("before "), format)); got != "before "+want+"\n" {
				t.Errorf("%s: Append to a line gives %q", c.claim, got)
			}
		}
	}
	var b strings.Builder
	if err := new(enum.ClassRow).WriteFormat(&b, "verse"); err == nil || b.Len() > 0 {
		t.Errorf("WriteFormat(%q) writes %q, %v, want an error", "verse", b.String(), err)
	}
}

func TestAnOrbitIsTheGroupOverTheAutomorphisms(t *testing.T) {
	if got := enum.Orbit(necklaces(12), 3); got.Int64() != 4 {
		t.Errorf("Orbit = %v, want 12/3 = 4", got)
	}
	form := enum.Form{
		Game:          "010101",
		Automorphisms: big.NewInt(3),
		Group:         func() *big.Int { return big.NewInt(6) },
	}
	if got := form.Orbit(); got.Int64() != 2 {
		t.Errorf("Form.Orbit = %v, want 6/3 = 2", got)
	}
	names := []enum.Renaming{{From: "x", To: "A"}}
	for _, c := range []struct {
		asked bool
		names func() []enum.Renaming
		want  string
	}{
		{false, func() []enum.Renaming { return names }, "010101 2 3 []"},
		{true, func() []enum.Renaming { return names }, "010101 2 3 [{x A}]"},
		{true, nil, "010101 2 3 []"}, // games without names
	} {
		form.Relabeling = c.names
		row := form.Row(c.asked)
		if got := fmt.Sprint(row.Game, " ", row.Orbit, " ", row.Automorphisms, " ", row.Relabeling); got != c.want {
			t.Errorf("Row(%t) = %s, want %s", c.asked, got, c.want)
		}
	}
}
