package text

import (
	"enumerate/games/wonderwall/named"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func ExampleTable_Object() {
	table, err := parseTable("BC CD BA BA")
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := table.Object(",")
	fmt.Println(b, err)
	// Output: {"A":["B","C"],"B":["C","D"],"C":["B","A"],"D":["B","A"]} <nil>
}

func TestJSONIsReadAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable(nastyRunes).Draw(t, "table")
		b, err := table.Object(",")
		if err != nil {
			t.Fatal(err)
		}
		read, err := parseTable(b)
		if err != nil || !reflect.DeepEqual(read, table) {
			t.Fatalf("%s: read %v, %v", b, read, err)
		}
	})
}

func TestJSONTakesWhatATableCannot(t *testing.T) {
	table := Table{Names: []string{"a|b", "c d #", "{<&>"}, Game: ringGame(3)}
	b, err := table.Object(",")
	if err != nil {
		t.Fatal(err)
	}
	if read, err := parseTable(b); err != nil || !reflect.DeepEqual(read, table) {
		t.Errorf("%s: read %v, %v", b, read, err)
	}
}

func TestInvalidTablesAreNotWrittenAsJSON(t *testing.T) {
	if object, err := (Table{Names: []string{"A", "A", "C"}, Game: ringGame(3)}).Object(","); err == nil {
		t.Errorf("wrote %s", object)
	}
}

func TestJSONInALongLineIsRefused(t *testing.T) {
	object, err := named.FromGame(ringGame(60_000)).Object(",")
	if err != nil {
		t.Fatal(err)
	}
	if len(object) <= maxLine {
		t.Fatalf("only %d bytes", len(object))
	}
	want := "line 1, column 1: a line of more than 1,048,576 bytes; expected shorter lines"
	if _, err := parseTable(object); err == nil || err.Error() != want {
		t.Errorf("parseTable: %v, want %s", err, want)
	}
}
