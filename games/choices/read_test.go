package choices

import (
	"fmt"
	"strings"
	"testing"
)

func TestFaultsOfAGameAreReported(t *testing.T) {
	for _, c := range []struct{ set, text, want string }{
		{"", "BC DA BA BA", ""},
		{"", "# none\nBC CA AB\n\n", ""},
		{"order=no", "CB CA BA", ""},
		{"", "BC CA", "expected 3 to 26 words, one for each player; found 2"},
		{"", "BC CA ABC", `line 1, column 7: "ABC" is not 2 picks; expected 2 letters from A to C`},
		{"", "BC CA Ab", `line 1, column 8: "b" is not a player; expected letters from A to C`},
		{"", "BC CA A\u00e9", `column 7: "Aé" is not 2 picks`},
		{"", "BC CB AB", "column 5: player B picks themselves; expected other players, or set self=yes"},
		{"", "BB CA AB", "column 2: player A picks B twice; expected different players, or set repeat=yes"},
		{"repeat=yes", "BB CA AB", ""},
		{"self=yes", "AB CB AB", ""},
		{"picks=1", "B A", ""},
	} {
		message := ""
		for g, err := range with(t, c.set).Read(strings.NewReader(c.text)) {
			if err != nil {
				message = err.Error()
			} else if fmt.Sprint(g) == "" {
				message = "an empty game"
			}
		}
		if c.want == "" && message != "" || !strings.Contains(message, c.want) {
			t.Errorf("choices:%s: of %q it says %q, want %q", c.set, c.text, message, c.want)
		}
	}
}

// FuzzRead checks that a game that was read is written in a form that reads as the same game.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"BC DA BA BA", "BC CA", "B A\n# x\nB C A", "\xff\xfe", "AA AA", "bc ca ab", "CB CA BA"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, set := range []string{"", "picks=1,self=yes", "picks=3,order=no,repeat=yes"} {
			r := with(t, set)
			for g, err := range r.Read(strings.NewReader(text)) {
				if err != nil {
					continue
				}
				for again, err := range r.Read(strings.NewReader(fmt.Sprint(g))) {
					if err != nil || fmt.Sprint(again) != fmt.Sprint(g) {
						t.Errorf("choices:%s: %v is read as %v, %v", set, g, again, err)
					}
				}
			}
		}
	})
}
