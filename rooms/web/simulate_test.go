package web

import (
	"bytes"
	"html"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum/sampling"
)

// TestWithoutScriptThePageShowsWaysAndTheirEnd expects a picture of the players' paths, and how the simulation ends.
// Both must equal those of a simulation that the test runs with the same seed.
func TestWithoutScriptThePageShowsWaysAndTheirEnd(t *testing.T) {
	h := testSite(t).handler()
	for _, rule := range []string{"still", "nearest", "nearest:ground=circle", "nearest:ground=line,noise=0.5", "still:ground=field"} {
		trials, game, _ := trialsOf(t, line6, rule)
		want, ended, err := trials.Draw(t.Context(), game, sampling.GameSource(3, 6, 0))
		if err != nil {
			t.Fatal(err)
		}
		w := ask(h, "/simulate?"+liveQuery(line6, rule, ""), nil)
		page := w.Body.String()
		words := first(page, `id="ended">([^<]*)\.<`)
		if w.Code != http.StatusOK || !strings.HasPrefix(words, capital(ended.Words(mostSteps))) || !strings.HasSuffix(words, strings.Join(ended.Order, ", ")) {
			t.Errorf("%s: %d, ends with %q, want %v", rule, w.Code, words, ended)
		}
		picture := ask(h, first(page, `<img src="([^"]*)"`), nil)
		if picture.Code != http.StatusOK || picture.Header().Get("Content-Type") != "image/svg+xml" || !bytes.Equal(picture.Body.Bytes(), want.SVG()) {
			t.Errorf("%s: the picture is %d, %d bytes, want that of Draw", rule, picture.Code, picture.Body.Len())
		}
		if rows := strings.Count(page, "<tr data-player="); rows != 6 {
			t.Errorf("%s: %d rows of players", rule, rows)
		}
	}
}

// four is the game of README.md.
const four = "Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo\n"

// TestALongSimulationExplainsWhy opens simulations that 100 steps do not solve. The page must say what to try.
func TestALongSimulationExplainsWhy(t *testing.T) {
	h := testSite(t).handler()
	for _, c := range []struct{ game, rule, want string }{
		{"BC DA BA BA", "", "No order solves this game"},
		{line6, "nearest", "rule=still%3Aground%3Dfield"},
		{line6, "", "Use other starting places"},
	} {
		page := ask(h, local("/simulate", url.Values{"game": {c.game}, "rule": {c.rule}}.Encode()), nil).Body.String()
		if _, long, _ := strings.Cut(page, `<p id="long"`); !strings.Contains(strings.SplitN(long, "</p>", 2)[0], c.want) {
			t.Errorf("%s by %q: the page does not say %q", c.game, c.rule, c.want)
		}
	}
	solved := make(map[string]int)
	for _, rule := range []string{"", "nearest"} {
		for _, seed := range strings.Fields("1 2 3 4 5 6 7 8 9 10") {
			page := ask(h, local("/simulate", url.Values{"game": {four}, "rule": {rule}, "seed": {seed}}.Encode()), nil).Body.String()
			if strings.HasPrefix(first(page, `id="ended">([^<]*)\.<`), "Solved after ") {
				solved[rule]++
			}
		}
	}
	if solved[""] < 7 || solved["nearest"] > 3 {
		t.Errorf("of ten beginnings of the four players %v end with a solution", solved)
	}
}

// TestTheAddressHasGameRuleAndSeed submits the form. It must redirect to an address with its settings, whose page must
// show them.
func TestTheAddressHasGameRuleAndSeed(t *testing.T) {
	h := testSite(t).handler()
	w := ask(h, "/simulate", url.Values{"game": {line6}, "rule": {"still"}, "rule.ground": {"line"}, "rule.speed": {" 0.1 "}, "rule.noise": {""}, "seed": {"7"}})
	at := w.Header().Get("Location")
	want := "/simulate?" + url.Values{"ruleset": {"wonderwall"}, "game": {line6}, "rule": {"still:ground=line,speed=0.1"}, "seed": {"7"}}.Encode()
	if w.Code != http.StatusSeeOther || at != want {
		t.Fatalf("the form leads to %d %s, want %s", w.Code, at, want)
	}
	page := ask(h, at, nil).Body.String()
	if link := first(page, `href="([^"]*)" id="permalink"`); link != want {
		t.Errorf("the link is %s, want %s", link, want)
	}
	if link := first(page, `href="([^"]*)" id="elsewhere"`); link != strings.Replace(want, "seed=7", "seed=8", 1) {
		t.Errorf("elsewhere is %s", link)
	}
	for _, set := range []string{`<option value="still" selected>`, `<option selected>line</option>`, `value="0.1"`, `id="seed" name="seed" value="7"`} {
		if !strings.Contains(page, set) {
			t.Errorf("the form has no %s", set)
		}
	}
	if !strings.Contains(page, `<input type="hidden" name="rule" value="still:ground=line,speed=0.1">`) {
		t.Error("a random game loses the rule")
	}
	led, w := follow(t, h, "/simulate/random?family=random&size=5&seed=4&rule=still")
	if w.Code != http.StatusOK || !strings.Contains(led, "rule=still") || !strings.Contains(w.Body.String(), `id="ended"`) {
		t.Errorf("a random game: %d %s", w.Code, led)
	}
	for _, path := range []string{"/lookup", "/play"} {
		page := ask(h, local(path, url.Values{"ruleset": {"wonderwall"}, "game": {line6}}.Encode()), nil).Body.String()
		if !strings.Contains(html.UnescapeString(page), `"/simulate?game=`) {
			t.Errorf("%s does not lead to the players who run", path)
		}
	}
	if page := ask(h, "/lookup?ruleset=nim&game=3,5,7", nil).Body.String(); strings.Contains(page, "/simulate?game") {
		t.Error("sticks run about")
	}
	if w := ask(h, "/simulate", url.Values{"game": {strings.Repeat("x", mostLink+1)}}); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "too long") {
		t.Errorf("a long game: %d", w.Code)
	}
	if w := ask(h, "/simulate/random?family=random&size=100000", nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "expected a number from 1 to 200") {
		t.Errorf("a large random game: %d", w.Code)
	}
	if w := ask(h, "/simulate?set.a=1", nil); w.Code >= 500 {
		t.Errorf("a setting: %d", w.Code)
	}
}

// TestArrowsOfPlayersWhoRunStandOut computes the contrast between each kind of arrow and the stage, from the style
// sheet. It must be 3:1 or more, as for all parts of a picture that a reader needs. Arrows may be paler only while the
// user points at a player.
func TestArrowsOfPlayersWhoRunStandOut(t *testing.T) {
	style := string(must(assetFiles.ReadFile("assets/style.css")))
	lightColours, darkColours, _ := strings.Cut(style, "@media (prefers-color-scheme: dark)")
	darkColours, _, _ = strings.Cut(darkColours, "* { box-sizing")

	var opacities []float64
	for _, rule := range regexp.MustCompile(`(?m)^[^{}\n]*\.arrow[^{}\n]*\{[^}]*[ {]opacity: ([.0-9]+)`).FindAllStringSubmatch(style, -1) {
		opacity, err := strconv.ParseFloat(rule[1], 64)
		if err != nil {
			t.Fatalf("%s: %v", rule[0], err)
		}
		if !strings.Contains(rule[0], ":has(.mine)") {
			opacities = append(opacities, opacity)
		}
	}
	if len(opacities) == 0 {
		t.Fatal("the style sheet has no opacity of arrows")
	}

	for theme, colours := range map[string]string{"light": lightColours, "dark": darkColours} {
		colour := func(name string) [3]float64 {
			digits, err := strconv.ParseUint(first(colours, "--"+name+": #([0-9a-f]{6});"), 16, 32)
			if err != nil {
				t.Fatalf("%s: the colour %s: %v", theme, name, err)
			}
			return [3]float64{float64(digits >> 16), float64(digits >> 8 & 255), float64(digits & 255)}
		}
		stage := colour("raised")
		for _, arrow := range []string{"link", "ninja"} {
			for _, opacity := range opacities {
				drawn := colour(arrow)
				for i := range drawn {
					drawn[i] = opacity*drawn[i] + (1-opacity)*stage[i]
				}
				if got := contrast(drawn, stage); got < 3 {
					t.Errorf("%s: arrows of the colour %s at opacity %v have a contrast of %.2f, want 3", theme, arrow, opacity, got)
				}
			}
		}
	}
}

// contrast returns the contrast of two colours by the formula of the Web Content Accessibility Guidelines: from 1 to
// 21.
func contrast(a, b [3]float64) float64 {
	luminance := func(rgb [3]float64) float64 {
		sum := 0.0
		for i, weight := range [3]float64{.2126, .7152, .0722} {
			c := rgb[i] / 255
			if c <= .04045 {
				sum += weight * c / 12.92
			} else {
				sum += weight * math.Pow((c+.055)/1.055, 2.4)
			}
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}
