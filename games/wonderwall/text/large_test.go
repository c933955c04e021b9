package text

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"enumerate/internal/text"
)

// TestMemoryOfAGameGrowsWithItsPlayers reads large tables, most of them wrong in every row. It limits the memory for
// each row, and the length of the error message.
func TestMemoryOfAGameGrowsWithItsPlayers(t *testing.T) {
	const rows = 20_000
	for _, tt := range []struct {
		claim             string
		row               func(i int) string
		most, mostInPlace uint64 // bytes for each row: allocated in total, and kept afterwards
	}{
		{"a game", func(i int) string { return fmt.Sprintf("P%d: P%d P%d\n", i, (i+1)%rows, (i+2)%rows) }, 900, 150},
		{"no row of a name", func(i int) string { return fmt.Sprintf("P%d: Q%d R%d\n", i, i, i) }, 4000, 10},
		{"one name in each row", func(int) string { return "y\n" }, 1500, 10},
		{"four names in each row, with commas", func(i int) string { return fmt.Sprintf("P%d: a,b,c,d\n", i) }, 6000, 10},
		{"everybody twice", func(i int) string { return fmt.Sprintf("P%d: P1 P2\n", i/2) }, 2000, 10},
	} {
		var table strings.Builder
		for i := range rows {
			table.WriteString(tt.row(i))
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var kept []any
		for game, err := range ReadTables(strings.NewReader(table.String())) {
			kept = append(kept, game, err)
			if err != nil && (len(err.Error()) > 2000 || strings.Count(err.Error(), "\n") > 10) {
				t.Errorf("%s: it says %d bytes", tt.claim, len(err.Error()))
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		taken, inPlace := (after.TotalAlloc-before.TotalAlloc)/rows, max(int64(after.HeapAlloc)-int64(before.HeapAlloc), 0)/rows
		t.Logf("%s: %d bytes a row, %d of them stay", tt.claim, taken, inPlace)
		if taken > tt.most || uint64(inPlace) > tt.mostInPlace {
			t.Errorf("%s: %d bytes a row are taken, want at most %d; %d stay, want %d", tt.claim, taken, tt.most, inPlace, tt.mostInPlace)
		}
		runtime.KeepAlive(kept)
	}
}

// An endless is an input that repeats a line and never ends.
type endless struct{ line string }

func (e endless) Read(p []byte) (n int, err error) {
	for n+len(e.line) <= len(p) {
		n += copy(p[n:], e.line)
	}
	return n, nil
}

func TestAGameWithoutEndIsRefused(t *testing.T) {
	for _, tt := range []struct{ begin, line string }{
		{"", "y\n"},
		{"", "A: B C\n"},
		{"name,wonderwall,ninja\n", "A,B,C\n"},
		{"{", `"A":["B","C"],` + "\n"},
	} {
		r := newReader(io.MultiReader(strings.NewReader(tt.begin), endless{tt.line}))
		r.mostRows = 1000
		var messages []string
		for _, err := range text.All(r.Scanner, r.next) {
			if !errors.As(err, new(text.Error)) {
				t.Fatalf("%q: %v", tt.line, err)
			}
			messages = append(messages, err.Error())
		}
		if len(messages) != 1 || !strings.Contains(messages[0], "the game has more than 1000 rows; expected fewer players") || !strings.HasPrefix(messages[0], "line 100") {
			t.Errorf("%s%s: it says %q", tt.begin, tt.line, messages)
		}
	}
}
