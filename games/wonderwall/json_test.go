package wonderwall

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ExampleTable_MarshalJSON() {
	table, err := parseTable("BC CD BA BA")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := json.Marshal(table)
	fmt.Println(string(b), err)
	// Output: {"A":["B","C"],"B":["C","D"],"C":["B","A"],"D":["B","A"]} <nil>
}

func TestJSONIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable(nastyRunes).Draw(t, "table")
		b, err := json.Marshal(table)
		if err != nil {
			t.Fatal(err)
		}
		var decoded Table
		if err := json.Unmarshal(b, &decoded); err != nil || !reflect.DeepEqual(decoded, table) {
			t.Fatalf("%s: decoded %v, %v", b, decoded, err)
		}
		read, err := parseTable(string(b))
		if err != nil || !reflect.DeepEqual(read, table) {
			t.Fatalf("%s: read %v, %v", b, read, err)
		}
	})
}

func TestJSONTakesWhatATableCannot(t *testing.T) {
	table := Table{[]string{"a|b", "c\nd #", "{<&>"}, ringGame(3)}
	b, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := parseTable(string(b)); err != nil || !reflect.DeepEqual(read, table) {
		t.Errorf("%s: read %v, %v", b, read, err)
	}
}

func TestMarshalJSONRefusesInvalidTables(t *testing.T) {
	if b, err := json.Marshal(Table{[]string{"A", "A", "C"}, ringGame(3)}); err == nil {
		t.Errorf("wrote %s", b)
	}
}

func TestUnmarshalJSONLeavesTheTableAloneOnNullAndOnFaults(t *testing.T) {
	before := fromGame(ringGame(3))
	for _, text := range []string{
		"null",
		"{}",
		`{"A":["B","C"],"B":["A","C"],"A":["C","B"]}`,
		`"BC CA AB"`,
		`[]`,
	} {
		table := before
		err := json.Unmarshal([]byte(text), &table)
		if faults := Faults(nil); text != "null" && !errors.As(err, &faults) {
			t.Errorf("%s: %v, want faults", text, err)
		} else if text == "null" && err != nil {
			t.Errorf("null: %v", err)
		}
		if !reflect.DeepEqual(table, before) {
			t.Errorf("%s: set the table to %v", text, table)
		}
	}
}

func TestUnmarshalJSONTakesOnlyOneObject(t *testing.T) {
	const object = `{"A":["B","C"],"B":["A","C"],"C":["A","B"]}`
	for _, text := range []string{"", " ", "BC CA AB", "A: B C\nB: A C\nC: A B", object + object, object + "x"} {
		if err := new(Table).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("took %q", text)
		}
	}
	if err := new(Table).UnmarshalJSON([]byte(" " + object + "\n")); err != nil {
		t.Error(err)
	}
}

func TestUnmarshalJSONTakesLinesOfAnyLength(t *testing.T) {
	table := fromGame(ringGame(60_000))
	b, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) <= maxLine {
		t.Fatalf("only %d bytes", len(b))
	}
	var read Table
	if err := json.Unmarshal(b, &read); err != nil || !reflect.DeepEqual(read, table) {
		t.Errorf("read %d players, %v", len(read.Game), err)
	}
	want := "line 1, column 1: the line is longer than 1048576 bytes; want a row or a code"
	if _, err := readTable(strings.NewReader(string(b))); err == nil || err.Error() != want {
		t.Errorf("readTable: %v, want %s", err, want)
	}
}
