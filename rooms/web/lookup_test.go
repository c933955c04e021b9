package web

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games"
	gametext "enumerate/games/wonderwall/text"
	"enumerate/internal/lists"
	"enumerate/internal/pace"
)

func at(path, ruleset, game string) string {
	return path + "?" + url.Values{"ruleset": {ruleset}, "game": {game}}.Encode()
}

// somewhere returns a game of a ruleset: of its first family, or the size 8.
func somewhere(t *testing.T, r *enum.Ruleset) string {
	t.Helper()
	if r.Families == nil {
		return "8"
	}
	game, err := r.Families[0].Generate(5, sampling.GameSource(1, 5, 0))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := single.Write(&text, game, r.Families[0].Formats[0]); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestEveryRulesetIsLookedUp looks up a game of every ruleset. The page must have a section for each question that the
// ruleset answers. For games that are not tables of names, the page's heading must be the question that the answer
// settles.
func TestEveryRulesetIsLookedUp(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	for _, r := range games.All() {
		game := somewhere(t, r)
		w := ask(h, at("/lookup", r.Name, game), nil)
		body := w.Body.String()
		want := []string{`aria-label="Picture"`, "A link to this answer", "</html>"}
		for _, q := range r.Questions {
			if q.Title != "" && q.Name != single.Solve && q.Name != "repair" && q.Name != "count" { // of games that need it, and others
				want = append(want, map[bool]string{true: "<summary>Why, step by step", false: "<h2>" + q.Title}[q.Name == single.Explain])
			}
		}
		if r.Classify != nil && r.Name != "spies" { // the game is a size
			want = append(want, "<summary>For mathematicians</summary>\n<h2>Its class")
		}
		for _, text := range want {
			if !strings.Contains(body, text) {
				t.Errorf("%s: the page has no %q:\n%s", r.Name, text, body)
			}
		}
		if said := first(body, `<h1>(.*)</h1>`); said == "" || first(body, `<title>(.*) · enumerate</title>`) != said {
			t.Errorf("%s: the title in the tab is not the heading %q", r.Name, said)
		}
		if r.Columns == nil && !strings.HasSuffix(first(body, `<h1>(.*)</h1>`), "?") {
			t.Errorf("%s: the heading asks nothing:\n%s", r.Name, body)
		}
		if w.Code != 200 || strings.Contains(body, "Not known") || strings.Contains(body, "list of classes</dt><dd>0<") {
			t.Errorf("%s: %d:\n%s", r.Name, w.Code, body)
		}
		if w := ask(h, at("/lookup/picture.svg", r.Name, game), nil); w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(w.Body.String(), "<svg") {
			t.Errorf("%s: its picture: %d %.100s", r.Name, w.Code, w.Body)
		}
		if w := ask(h, at("/lookup/narrow.svg", r.Name, game), nil); w.Code != 200 || strings.Contains(w.Body.String(), `viewBox="0 0 `) != (r.Columns != nil) {
			t.Errorf("%s: its picture without a head: %d %.200s", r.Name, w.Code, w.Body)
		}
		empty := ask(h, "/lookup?ruleset="+r.Name, nil)
		if empty.Code != 200 || strings.Contains(empty.Body.String(), "Files:") {
			t.Errorf("%s: without a game: %d", r.Name, empty.Code)
		}
		link := html.UnescapeString(first(empty.Body.String(), `href="([^"]*)">See the order`))
		if r.Columns == nil {
			link = at("/lookup", r.Name, html.UnescapeString(first(empty.Body.String(), `required>\n([^<]*)</textarea>`)))
		} else if !strings.Contains(empty.Body.String(), `value="" aria-label="ninja, row 4" placeholder="Cleo"`) {
			t.Errorf("%s: no names in grey", r.Name)
		}
		if w := ask(h, link, nil); w.Code != 200 {
			t.Errorf("%s: its example, %s: %d", r.Name, link, w.Code)
		}
	}
}

func TestAnAnswerBeginsWithItsQuestionAndASentence(t *testing.T) {
	h := testSite(t).handler()
	for _, c := range []struct{ ruleset, game, asks, says, undrawn string }{
		{"spies", "6", "Can 6 queens stand so that no two attack each other and no three are in line?", "No, not on a board of 6 by 6 cells.", "No board of size 6 is valid: draw another size, such as 8."},
		{"spies", "8", "Can 8 queens stand so that no two attack each other and no three are in line?", "Yes, on the board that was found.", ""},
		{"spies", "1 2 3 4", "Do these queens stand so that no two attack each other and no three are in line?", "Invalid, by ", ""},
		{"nim", "3,5,7", "Who wins this game of Nim?", "The player who moves next wins by the move to 2,5,7.", ""},
		{"nim", strings.Repeat("1,", 30) + "1", "Who wins this game of Nim?", "The player who moves next wins.", "31 heaps are too many to draw"},
		{"col", "oo", "Who wins this game of Myopic Col?", "Whoever begins loses.", ""},
		{"choices", "BC CA AB", "What is the verdict on this game of Choices?", "Unjudged.", ""},
	} {
		body := ask(h, at("/lookup", c.ruleset, c.game), nil).Body.String()
		if asks, says := first(body, `<h1>(.*)</h1>`), first(body, `<p class="verdict">(.*)</p>`); asks != c.asks || !strings.HasPrefix(says, c.says) {
			t.Errorf("%s %s: %q %q, want %q %q", c.ruleset, c.game, asks, says, c.asks, c.says)
		}
		undrawn := first(body, `id="undrawn">(.*)</p>`)
		if offered := strings.Contains(body, "picture.svg") || strings.Contains(body, "narrow.svg"); (undrawn == "") != (c.undrawn == "") || !strings.HasPrefix(undrawn, c.undrawn) || offered != (c.undrawn == "") {
			t.Errorf("%s %s: a picture is offered: %t; the page says %q, want %q:\n%s", c.ruleset, c.game, offered, undrawn, c.undrawn, body)
		}
	}
}

// TestAGameIsLookedUpPartByPart looks up an unsolvable and a solvable game. Only the first may be offered a repair.
func TestAGameIsLookedUpPartByPart(t *testing.T) {
	h := testSite(t).handler()
	for game, want := range map[string][]string{
		"BC DA BA BA":    {"They cannot all be content", `<b><bdi>B</bdi></b> wants <b class="wonderwall"><bdi>D</bdi></b> between <bdi>B</bdi> and <b class="ninja"><bdi>A</bdi></b>`, "No order satisfies both", "One change makes everyone content", "Make this change", ">BC AC AD AC</a>", "<dt>Number on the list of classes</dt><dd>", `/lookup/narrow.svg?`},
		"BC CD BA BA CD": {"They can stand in a line", "<li><bdi>A</bdi></li><li><bdi>B</bdi></li><li><bdi>E</bdi></li><li><bdi>C</bdi></li><li><bdi>D</bdi></li>", "<li><bdi>A</bdi> before <bdi>B</bdi></li>", "<li><bdi>B</bdi> behind <bdi>A</bdi>, before <bdi>E</bdi></li>", "<li><bdi>D</bdi> behind <bdi>C</bdi></li>", "B stands between A and C", "120 labelled games", `<p class="wrap">6</p>`, ">count.json</a>"},
	} {
		body := ask(h, at("/lookup", "wonderwall", game), nil).Body.String()
		for _, text := range want {
			if !strings.Contains(body, text) {
				t.Errorf("%s: the page has no %q:\n%s", game, text, body)
			}
		}
	}
	if body := ask(h, at("/lookup", "wonderwall", "BC CD BA BA CD"), nil).Body.String(); strings.Contains(body, "The smallest repair") {
		t.Error("a solvable game is repaired")
	}
}

// TestARefutationIsForOtherPrograms downloads the formula of an unsolvable game and its refutation. For a solvable game
// the server must refuse both files.
func TestARefutationIsForOtherPrograms(t *testing.T) {
	h := testSite(t).handler()
	body := html.UnescapeString(ask(h, at("/lookup", "wonderwall", "BC DA BA BA"), nil).Body.String())
	for file, want := range map[string]string{"proof.lrat": " 0\n", "proof.dimacs": "p cnf 6 "} {
		link := strings.Replace(at("/lookup", "wonderwall", "BC DA BA BA"), "/lookup", "/lookup/"+file, 1)
		w := ask(h, link, nil)
		if !strings.Contains(body, link) || w.Code != 200 || !strings.Contains(w.Body.String(), want) || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
			t.Errorf("%s: linked %v, %d %v %s", link, strings.Contains(body, link), w.Code, w.Header(), w.Body)
		}
		if w := ask(h, strings.Replace(link, "BC+DA", "BC+CD", 1), nil); w.Code != 422 {
			t.Errorf("%s of a game that can be solved: %d %s", file, w.Code, w.Body)
		}
	}
}

func TestTheFormLeadsToALink(t *testing.T) {
	h := testSite(t).handler()
	cells := []string{"Ann", "Ben", "Cy", "", "", "", " Ben ", "Ann", "Cy", "Cy", "Ann", "Ben"}
	w := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "cell": cells})
	link := w.Header().Get("Location")
	if want := at("/lookup", "wonderwall", "player,wonderwall,ninja\nAnn,Ben,Cy\nBen,Ann,Cy\nCy,Ann,Ben\n"); w.Code != http.StatusSeeOther || link != want {
		t.Fatalf("rows lead to %d %q, want %q", w.Code, link, want)
	}
	body := ask(h, link, nil).Body.String()
	for _, text := range []string{"They cannot all be content", `value="Ben" aria-label="player, row 2"`, `value="" aria-label="player, row 4"`} {
		if !strings.Contains(body, text) {
			t.Errorf("the page has no %q", text)
		}
	}
	if n := strings.Count(body, `name="cell"`); n != 3*8 {
		t.Errorf("the page has %d cells, want 8 rows", n)
	}
	w = ask(h, "/lookup", url.Values{"ruleset": {"nim"}, "game": {"3,5,7\r\n"}})
	if link := w.Header().Get("Location"); link != at("/lookup", "nim", "3,5,7\n") {
		t.Errorf("a text leads to %q", link)
	}
	if w := ask(h, "/lookup", url.Values{"ruleset": {"nim"}, "cell": {"3"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("cells of nim: %d", w.Code)
	}
	w = ask(h, "/lookup?ruleset=jump&set.players=2&set.tie=&set.move=diamond", nil)
	if link := w.Header().Get("Location"); link != "/lookup?ruleset=jump%3Amove%3Ddiamond%2Cplayers%3D2" {
		t.Errorf("parameters lead to %q", link)
	} else if body := ask(h, link, nil).Body.String(); !strings.Contains(body, `name="set.players" value="2"`) || !strings.Contains(body, "<option selected>diamond") {
		t.Errorf("the parameters that are set are not shown:\n%s", body)
	}
	w = ask(h, "/lookup?ruleset=jump:players=2&set.players=&set.tie=", nil)
	if link := w.Header().Get("Location"); link != "/lookup?ruleset=jump" {
		t.Errorf("no parameters lead to %q", link)
	}
	if w := ask(h, "/lookup?ruleset=jump&set.players=0", nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "players") {
		t.Errorf("a wrong parameter: %d", w.Code)
	}
}

// TestRandomGamesLeadToALink asks for a random game of every family. The same seed must lead to the same game.
func TestRandomGamesLeadToALink(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	for _, r := range games.All() {
		for _, f := range generated(r) {
			ask1 := "/lookup/random?seed=1&size=7&" + url.Values{"ruleset": {r.Name}, "family": {f.Name}}.Encode()
			w := ask(h, ask1, nil)
			link := w.Header().Get("Location")
			if link == "" || link != ask(h, ask1, nil).Header().Get("Location") {
				t.Errorf("%s, %s: %d %q", r.Name, f.Name, w.Code, link)
				continue
			}
			if r.Name == "wonderwall" { // the others were looked up above
				continue
			}
			if w := ask(h, strings.Replace(link, "/lookup", "/lookup/solve.json", 1), nil); w.Code != 200 {
				t.Errorf("%s, %s: %s: %d %s", r.Name, f.Name, link, w.Code, w.Body)
			}
		}
	}
	for query, want := range map[string]string{
		"family=random&size=0": "size &#34;0&#34;: expected a number from 1 to 200", "family=random&size=x": "size &#34;x&#34;: expected", "family=random&size=1000000000": "size &#34;1000000000&#34;: expected",
		"ruleset=jump:rows=1000000&family=random&size=200": "too long",
		"family=random&size=2":                             "n = 2: expected 3 to", "family=nothing&size=5": "nothing", "family=circulant&size=5": "circulant", "family=random&size=5&seed=-1": "seed",
	} {
		if w := ask(h, "/lookup/random?"+query, nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Body.String(), `id="random-fault"`) {
			t.Errorf("%s: %d, without %q", query, w.Code, want)
		}
	}
}

func TestFaultsAreShownNextToTheInput(t *testing.T) {
	h := testSite(t).handler()
	for _, c := range []struct{ ruleset, game, want string }{
		{"wonderwall", "BC DA", "cells need a change."},
		{"wonderwall", "player,wonderwall,ninja\nAnn,Ben,Ann\nBen,Ann,Cy\nCy,Ann,Ben\n", "1 cell needs a change."},
		{"wonderwall", "", "Type a game first, of three players or more."},
		{"nim", "", "Type a game first."},
		{"wonderwall", "BC CA AB\n\nBC CA AB", "several games"},
		{"nim", "3,x", "x"},
		{"jump", "4 4", "line"},
		{"nimbers", "1 2 3", "line 1"},
		{"col", "o(", "column"},
		{"spies", "0", "line 1"},
	} {
		w := ask(h, at("/lookup", c.ruleset, c.game), nil)
		body := w.Body.String()
		_, faults, _ := strings.Cut(body, `id="fault"`)
		faults, _, _ = strings.Cut(faults, "</div>")
		marked := strings.Contains(body, `aria-describedby="input fault" aria-invalid="true"`)
		inCells := strings.Contains(c.want, "needs a change") || strings.Contains(c.want, "need a change") // which are marked instead
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(faults, c.want) || marked == inCells {
			t.Errorf("%s %q: %d %q, want %q", c.ruleset, c.game, w.Code, faults, c.want)
		}
		if _, kept, _ := strings.Cut(body, "required>\n"); !strings.HasPrefix(kept, c.game+"</textarea>") {
			t.Errorf("%s: the page does not keep %q", c.ruleset, c.game)
		}
	}
	body := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "cell": {"", " ", "", "", "", ""}}).Body.String()
	if !strings.Contains(body, "Type a game first, of three players or more.") || strings.Contains(body, "not a game") || strings.Contains(body, "player,wonderwall,ninja") {
		t.Errorf("the button below an empty table: %s", textOf(body))
	}
	many := "player,wonderwall,ninja\n" + strings.Repeat("A,A,A\n", 500)
	if body := ask(h, at("/lookup", "nimbers", "400 0"), nil).Body.String(); strings.Contains(body, "The relabeling that") || !strings.Contains(body, "the JSON has everything") {
		t.Errorf("a long relabeling is shown:\n%s", body)
	}
	if n := strings.Count(ask(h, "/lookup", url.Values{"game": {many}}).Body.String(), "<li>"); n > 11 {
		t.Errorf("%d faults are shown", n)
	}
}

// hostile are names that markup, scripts, addresses, CSV or templates could take for something.
func hostile() []string {
	return []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onclick='alert(1)`, `</textarea><b>`, `{{.}}`, `javascript:alert(1)`, `a,b;c`, `x"y`, "ä\u202e\u0000\u200b", `=1+1`, `{"a":["b","c"]}`, `back\slash \" \n`, `# no comment`, `->`, `A|B`, `&amp;&lt;`, `%3Cscript%3E`}
}

// TestNamesAreTextAndNothingElse looks up a game with hostile names, in all pages, pictures and files.
func TestNamesAreTextAndNothingElse(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	names := hostile()
	var cells []string
	for i := range names {
		cells = append(cells, names[i], names[(i+1)%len(names)], names[(i+2)%len(names)])
	}
	w := ask(h, "/lookup", url.Values{"cell": cells})
	link := w.Header().Get("Location")
	var class struct{ Relabeling map[string]string }
	if err := json.Unmarshal(ask(h, strings.Replace(link, "/lookup", "/lookup/class.json", 1), nil).Body.Bytes(), &class); err != nil {
		t.Fatal(err)
	}
	seen := lists.Map(names, gametext.Normal) // without characters that cannot be seen
	if got := slices.Sorted(maps.Keys(class.Relabeling)); !slices.Equal(got, slices.Sorted(slices.Values(seen))) {
		t.Errorf("names are read as %q", got)
	}
	for _, path := range []string{"/lookup", "/lookup/picture.svg"} {
		w := ask(h, strings.Replace(link, "/lookup", path, 1), nil)
		body := w.Body.String()
		if w.Code != 200 {
			t.Errorf("%s: %d:\n%s", path, w.Code, body)
		}
		noMarkupOf(t, path, body)
		if path == "/lookup/picture.svg" {
			if err := xml.Unmarshal([]byte(body), new(struct{})); err != nil {
				t.Errorf("the picture is no XML: %v", err)
			}
		}
	}
	for _, name := range names { // where a name is no game, or a ruleset or family
		q := url.QueryEscape(name)
		for _, path := range []string{"/lookup?game=" + q, "/lookup?ruleset=" + q, "/lookup?ruleset=nim:" + q, "/lookup?ruleset=nimbers:dag=" + q, "/lookup/random?size=" + q + "&family=" + q, "/lookup?ruleset=jump&set." + q + "=" + q, "/" + url.PathEscape(name)} {
			noMarkupOf(t, path, ask(h, path, nil).Body.String())
		}
	}
}

// noMarkupOf fails the test if a hostile name has made a tag or an attribute.
func noMarkupOf(t *testing.T, what, body string) {
	t.Helper()
	for _, tag := range []string{"<script>", "<img src=x", "</textarea><b>", "' onclick=", `href="javascript:`, `src="javascript:`} {
		if strings.Contains(body, tag) {
			t.Errorf("%s has %q:\n%s", what, tag, body)
		}
	}
}

func alike(players int) string {
	var text strings.Builder
	w := csv.NewWriter(&text)
	for p := range players {
		_ = w.Write([]string{fmt.Sprintf("Player %d", p), fmt.Sprintf("Player %d", (p+1)%players), fmt.Sprintf("Player %d", (p+2)%players)})
	}
	w.Flush()
	return text.String()
}

// TestAThousandPlayersArePasted pastes a game that is too large for an address and for a picture. The page must answer
// within the time limit of a request, and say how many players a picture can have.
func TestAThousandPlayersArePasted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for the time of a part, twice; go test -short has seconds, go test runs it")
	}
	s := testSite(t)
	s.Limits.Part = productLimits.Part
	h := s.handler()
	watch := pace.Start(t)
	w := ask(h, "/lookup", url.Values{"game": {alike(1000)}})
	if body := w.Body.String(); w.Code != 200 || !strings.Contains(body, "They cannot all be content") || !strings.Contains(body, "too long for an address") || !strings.Contains(body, "</html>") {
		t.Errorf("%d:\n%.3000s", w.Code, body)
	}
	if took := watch.Stop(); took > requestTime+time.Second {
		t.Errorf("it took %v", took)
	}
	if w := ask(h, "/lookup/solve.json", url.Values{"game": {alike(1000)}}); w.Code != 200 || !strings.HasPrefix(w.Body.String(), `{"verdict":`) {
		t.Errorf("its JSON: %d %.200s", w.Code, w.Body)
	}
	w = ask(h, "/lookup/picture.svg", url.Values{"game": {alike(1000)}})
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "200") {
		t.Errorf("its picture: %d %.300s", w.Code, w.Body)
	}
	r := httptest.NewRequest("GET", here+at("/lookup/picture.svg", "wonderwall", alike(201)), nil)
	r.Header.Set("Sec-Fetch-Dest", "image")
	w = httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != 200 || !strings.Contains(w.Body.String(), "No picture") {
		t.Errorf("a picture within the page: %d %.300s", w.Code, w.Body)
	}
}

// TestPartsThatTakeTooLongAreReportedAndOthersShown looks up a game, one section of whose answer exceeds its time
// limit, in virtual time.
func TestPartsThatTakeTooLongAreReportedAndOthersShown(t *testing.T) {
	r := *games.All()[0]
	r.Questions = slices.Clone(r.Questions[:3])
	r.Questions[1].Ask = func(ctx context.Context, _ single.Game, _ single.How) (single.Answer, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	synctest.Test(t, func(t *testing.T) {
		s := newSite(Site{Rulesets: []*enum.Ruleset{&r}}, "")
		*s.Limits = productLimits
		h := s.handler()
		began := time.Now()
		body := ask(h, at("/lookup", "wonderwall", "BC DA BA BA"), nil).Body.String()
		for _, text := range []string{"Not known: the limit of 2s is exceeded.", "<h2>One change makes everyone content", "<h2>Its class"} {
			if !strings.Contains(body, text) {
				t.Errorf("the page has no %q:\n%s", text, body)
			}
		}
		if took := time.Since(began); took != partTime {
			t.Errorf("the page took %v, want %v", took, partTime)
		}
	})
}

func TestPartsAreSentAsSoonAsTheyAreKnown(t *testing.T) {
	r := *games.All()[0]
	r.Questions = slices.Clone(r.Questions)
	ask, read := r.Questions[1].Ask, make(chan struct{})
	r.Questions[1].Ask = func(ctx context.Context, g single.Game, how single.How) (single.Answer, error) {
		<-read
		return ask(ctx, g, how)
	}
	address, _ := open(t, Site{Rulesets: []*enum.Ruleset{&r}}, nil)
	answer, err := http.Get(address + at("/lookup", "wonderwall", "BC DA BA BA"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var got strings.Builder
	for piece := make([]byte, 4096); !strings.Contains(got.String(), "They cannot all be content"); {
		n, err := answer.Body.Read(piece)
		if got.Write(piece[:n]); err != nil {
			t.Fatalf("no verdict in %q: %v", got.String(), err)
		}
	}
	close(read) // only now can the other part end
	if _, err := io.Copy(&got, answer.Body); err != nil || !strings.Contains(got.String(), "</html>") {
		t.Errorf("the rest of the page: %v, %.3000s", err, got.String())
	}
}

// TestConcurrentLookupsTakeBoundedMemory sends more look-ups at a time than the server answers.
func TestConcurrentLookupsTakeBoundedMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; go test -short has seconds, go test runs it")
	}
	h := testSite(t).handler()
	addresses := []string{"/lookup", at("/lookup", "wonderwall", "BC DA BA BA"), at("/lookup", "nim", "3,5,7"), at("/lookup/picture.svg", "spies", "8"), at("/lookup", "jump", "2 2/1/1 1/1 0/0 0"), at("/lookup/solve.json", "col", "o(o,B(o))")}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var all sync.WaitGroup
	var mu sync.Mutex
	codes := make(map[int]int)
	since := time.Now()
	for client := range 200 {
		all.Go(func() {
			for i := range 5 {
				w := ask(h, addresses[(client+i)%len(addresses)], nil)
				mu.Lock()
				codes[w.Code]++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("%v answers in %v, %d MB obtained in all", codes, time.Since(since), after.Sys>>20)
	if codes[200] == 0 || codes[200]+codes[503] != 1000 {
		t.Errorf("answers by status: %v", codes)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("%d MB are kept afterwards", grown>>20)
	}
}

// FuzzLookup sends arbitrary text to the page, its files, and the generator of random games. No answer may be an
// internal error, or contain the text as markup.
func FuzzLookup(f *testing.F) {
	for _, r := range games.All() {
		f.Add(r.Name, "3,5,7", "Ann", "more")
	}
	f.Add("jump:players=2,rows=3", "2 2/1/1 1/1 0/0 0", "<script>", "")
	f.Add("nimbers:dag=complete", "4.1-3.2-4", `"`, "")
	f.Add("col:colours=leaves", "o(o,B(o))", "\x00", "")
	f.Add("wonderwall", "BC DA BA BA", "\xff", "x")
	for _, name := range hostile() {
		f.Add(name, name, name, name)
	}
	s := newSite(Site{Rulesets: games.All(), Remark: func(text string) { f.Error(text) }}, "")
	h := s.handler()
	f.Fuzz(func(t *testing.T, ruleset, game, cell, do string) {
		if len(ruleset) > 60 || len(game) > 300 || len(cell) > 100 {
			t.Skip("a fuzzer of short inputs finds more; TestAThousandPlayersArePasted has a long one")
		}
		texts := url.Values{"ruleset": {ruleset}, "game": {game}, "do": {do}, "family": {cell}, "size": {cell}, "set.rows": {cell}}
		cells := url.Values{"ruleset": {ruleset}, "cell": {cell, game, do, cell}, "do": {do}}
		for _, w := range []*httptest.ResponseRecorder{
			ask(h, "/lookup", texts), ask(h, "/lookup", cells), ask(h, "/lookup/random?"+texts.Encode(), nil),
			ask(h, "/lookup/class.json?"+texts.Encode(), nil), ask(h, "/lookup/picture.svg", texts),
		} {
			body, _ := io.ReadAll(w.Body)
			if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
				t.Errorf("%q %q %q %q: %d %s", ruleset, game, cell, do, w.Code, body)
			}
			if w.Header().Get("Content-Type") == "application/json" {
				if !json.Valid(body) {
					t.Errorf("%q %q: %s is no JSON", ruleset, game, body)
				}
				continue
			}
			noMarkupOf(t, fmt.Sprintf("%q %q %q %q", ruleset, game, cell, do), string(body))
		}
	})
}

// TestARepairIsDescribedAndMarked looks up unsolvable games. The rows cover the possible changes: of the first choice,
// the second, both, an exchange of both, and changes of two players. The button must lead to the repaired game, where
// each changed player is marked.
func TestARepairIsDescribedAndMarked(t *testing.T) {
	h := testSite(t).handler()
	for game, want := range map[string][]string{
		"BE ED BD BE BC": {"One change makes everyone content", "D takes E as wonderwall and B as ninja, instead of the other way round.", "Make this change", "Changed: D now takes E as wonderwall and B as ninja."},
		"DB EA DA BA CB": {"D takes E as wonderwall and B as ninja, instead of B and A.", "Changed: D now takes E as wonderwall and B as ninja."},
		"DB AE AD EB CB": {"A takes C as wonderwall instead of D.", "Changed: A now takes C as wonderwall and B as ninja."},
		"DE EC BA EC BC": {"E takes A as ninja instead of C.", "Changed: E now takes B as wonderwall and A as ninja."},
		"CB ED BA EB DB": {"2 changes make everyone content", "A takes B as wonderwall and C as ninja", "E takes C as wonderwall instead of D.", "Make these changes", "Changed: A now takes B as wonderwall and C as ninja.", "Changed: E now takes C as wonderwall and B as ninja."},
	} {
		before := ask(h, at("/lookup", "wonderwall", game), nil).Body.String()
		link := regexp.MustCompile(`<a class="button main" href="([^"]*)">Make`).FindStringSubmatch(before)
		if link == nil {
			t.Fatalf("%s: no button makes the change: %s", game, textOf(before))
		}
		after := ask(h, html.UnescapeString(link[1]), nil).Body.String()
		for _, text := range want {
			if all := textOf(before) + textOf(after); !strings.Contains(strings.ReplaceAll(all, " .", "."), text) {
				t.Errorf("%s: no page says %q: %s", game, text, all)
			}
		}
		if marked := strings.Count(after, `<li class="changed">`); marked != strings.Count(link[1], "changed=") || marked != strings.Count(after, `<tr class="changed">`) || !strings.Contains(after, "They can stand in a line") || strings.Contains(after, "# solvable") || strings.Contains(after, "Answer as JSON") {
			t.Errorf("%s: %d players are marked on the line of %s", game, marked, textOf(after))
		}
	}
	odd := "\"A \"\"q\"\" <b>\",\"B & Co?\",\"Zoë=5%41\"\n\"B & Co?\",\"D #1 +x\",\"A \"\"q\"\" <b>\"\n\"Zoë=5%41\",\"B & Co?\",\"A \"\"q\"\" <b>\"\n\"D #1 +x\",\"B & Co?\",\"A \"\"q\"\" <b>\"\n"
	before := ask(h, at("/lookup", "wonderwall", "player,wonderwall,ninja\n"+odd), nil).Body.String()
	link := regexp.MustCompile(`<a class="button main" href="([^"]*)">Make`).FindStringSubmatch(before)
	if after := ask(h, html.UnescapeString(link[1]), nil).Body.String(); !strings.Contains(textOf(after), "Changed: B & Co? now takes Zoë=5%41 as wonderwall and D #1 +x as ninja") {
		t.Errorf("%s leads to %s", link[1], textOf(after))
	}
	for _, forged := range []string{"changed=nobody", "changed=", "changed=%3Cscript%3E", "ruleset=nim&changed=x"} {
		if w := ask(h, "/lookup?game=3,5,7%0A&"+forged, nil); strings.Contains(w.Body.String(), "Changed:") || w.Code >= 500 {
			t.Errorf("%s: %d %s", forged, w.Code, w.Body)
		}
	}
}

// TestARepairThatDoesNotExistLeadsNowhere looks up a game of three players, which no change of choices makes solvable,
// and one that has a repair.
func TestARepairThatDoesNotExistLeadsNowhere(t *testing.T) {
	for game, want := range map[string]bool{"A: B C\nB: A C\nC: A B": false, "BC DA BA BA": true} {
		page := ask(testSite(t).handler(), "/lookup?"+url.Values{"game": {game}}.Encode(), nil).Body.String()
		if got := strings.Contains(page, ">Make this change</a>"); got != want || !strings.Contains(page, "hey cannot all be content") {
			t.Errorf("%q: whether the repair leads to a game is %t, want %t: %s", game, got, want, textOf(page))
		}
	}
}

// TestALargeGameHasAPictureOfItsAnswerAndATable looks up games in which each player chooses the next two. The page must
// have a picture, and a table of all choices if the picture does not show them.
func TestALargeGameHasAPictureOfItsAnswerAndATable(t *testing.T) {
	h := testSite(t).handler()
	for players, table := range map[int]bool{12: false, mostPictured: false, mostPictured + 1: true, 80: true} {
		game := ""
		for p := range players {
			game += fmt.Sprintf("p%d: p%d p%d\n", p, (p+1)%players, (p+2)%players)
		}
		page := ask(h, address("/lookup", "ruleset", "wonderwall", "game", game), nil).Body.String()
		if rows := strings.Count(page, `<tr><th scope="row"><bdi>p`); table && rows != players || !table && rows != 0 {
			t.Errorf("%d players: a table of %d rows", players, rows)
		}
		if !strings.Contains(page, `<img src="/lookup/narrow.svg`) {
			t.Errorf("%d players: no picture", players)
		}
	}
}

// largeGames returns two games of 80 players, by the heading of their answers. In the unsolvable one each player
// chooses the next two, and the proof needs most of the choices. In the solvable one the players have first and last
// names.
func largeGames() map[string]string {
	const players = 80
	given := strings.Fields("Anna Björn Clara David Emma Felix Greta Hannah Ivan Julia Karl Lena Max Nora Oskar Paula Quentin Rosa Simon Tina")
	family := strings.Fields("Meier Schmidt Andersen Okafor")
	name := func(p int) string { return `"` + given[p%players/4] + " " + family[p%4] + `"` }
	contradicting, named := "", "player,wonderwall,ninja\n"
	for p := range players {
		contradicting += fmt.Sprintf("p%d: p%d p%d\n", p, (p+1)%players, (p+2)%players)
		wonderwall, ninja := p-1, p-2
		if p < 2 {
			wonderwall, ninja = p+1, p+2
		}
		named += name(p) + "," + name(wonderwall) + "," + name(ninja) + "\n"
	}
	return map[string]string{"They cannot all be content": contradicting, "They can stand in a line": named}
}

// TestTheAnswerOfALargeGameIsWithinTheBudgetOfAPage looks up games of 80 players. To keep the page small, the game is
// on it only once, in a form that the buttons for the files (such as JSON) send. Each file must be answered.
func TestTheAnswerOfALargeGameIsWithinTheBudgetOfAPage(t *testing.T) {
	h := testSite(t).handler()
	for verdict, game := range largeGames() {
		w := ask(h, address("/lookup", "ruleset", "wonderwall", "game", game), nil)
		page := w.Body.String()
		if w.Code != http.StatusOK || !strings.Contains(page, verdict) || !strings.Contains(page, `id="permalink"`) {
			t.Fatalf("%d, without %q or a link: %.2000s", w.Code, verdict, page)
		}
		if len(page) > mostPage {
			t.Errorf("%s: the page takes %d bytes, want at most %d", verdict, len(page), mostPage)
		}
		if !strings.Contains(page, `id="text-form"`) {
			t.Errorf("%s: the page has no form for its buttons", verdict)
		}
		if _, order, read := strings.Cut(page, "<p>Read this order aloud:</p>"); read && !strings.HasPrefix(strings.TrimSpace(order), `<ol class="line" id="order">`) {
			t.Errorf("%s: below \"Read this order aloud:\" is %.80q, want the order", verdict, order)
		}
		files := regexp.MustCompile(`form="text-form" formmethod="get" formaction="([^"]*)"`).FindAllStringSubmatch(page, -1)
		if len(files) < 4 {
			t.Errorf("%s: the buttons lead to %q", verdict, files)
		}
		for _, file := range files {
			if w := ask(h, address(file[1], "ruleset", "wonderwall", "game", game), nil); w.Code != http.StatusOK {
				t.Errorf("%s: %s: %d %.200s", verdict, file[1], w.Code, w.Body)
			}
		}
	}
}

// ambiguous is a sheet whose headings do not say which columns are which.
const ambiguous = "Time,Name,Red,Blue\n9:01,Ann,Ben,Cy\n9:02,Ben,Ann,Dee\n9:03,Cy,Ben,Ann\n9:04,Dee,Ben,Cy\n"

// TestQuestionAboutColumnsNamesNoFlag gives an ambiguous table to every page that reads games. The answer must
// not mention a flag of the command line, where the message comes from.
func TestQuestionAboutColumnsNamesNoFlag(t *testing.T) {
	h := testSite(t).handler()
	wide := strings.ReplaceAll(ambiguous, "\n", strings.Repeat(",x", mostHeads)+"\n")
	for name, c := range map[string]struct {
		page, game string
		status     int
		says       string
	}{
		"look-up":     {"/lookup", ambiguous, http.StatusUnprocessableEntity, "Which column is which?"},
		"a wide file": {"/lookup", wide, http.StatusUnprocessableEntity, "this page lets you choose from at most 200 columns, not from 204: delete some of the others"},
		"play":        {"/play", ambiguous, http.StatusUnprocessableEntity, `Rename them, or look the game up under "Your names", which asks for the columns`},
		"watch":       {"/simulate", ambiguous, http.StatusUnprocessableEntity, `Rename them, or look the game up under "Your names", which asks for the columns`},
		"a picture":   {"/lookup/picture.svg", ambiguous, http.StatusUnprocessableEntity, `look the game up under "Your names"`},
		"JSON":        {"/lookup/solve.json", ambiguous, http.StatusUnprocessableEntity, "which asks for the columns"},
	} {
		w := ask(h, at(c.page, "wonderwall", c.game), nil)
		text := textOf(w.Body.String())
		if w.Code != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d, want %d and %q: %s", name, w.Code, c.status, c.says, text)
		}
		if flag := regexp.MustCompile(` --[a-z]+`).FindString(text); flag != "" {
			t.Errorf("%s names the flag%s: %s", name, flag, text)
		}
	}
}

// TestMessagesOfTheReaderNameNoFlag looks for flags in the messages of the package that reads games.
func TestMessagesOfTheReaderNameNoFlag(t *testing.T) {
	ofFlags := regexp.MustCompile("the input has no sheets; leave out --sheet|has no columns; leave out --columns") // the page gives no flag
	files := must(filepath.Glob("../../games/wonderwall/text/*.go"))
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, literal := range regexp.MustCompile("\"[^\"\\n]* --[a-z][^\"\\n]*\"").FindAllString(string(must(os.ReadFile(file))), -1) {
			found++
			if says := insteadOfFlags.Replace(literal); strings.Contains(says, "--") && !ofFlags.MatchString(literal) {
				t.Errorf("%s: the page shows %s", file, says)
			}
		}
	}
	if found < 4 {
		t.Errorf("%d messages with flags were found", found)
	}
}

// TestALargeGameIsChangedInCells asks for the form with the cells of a large game, which the page with the answer
// leaves out, and sends the form.
func TestALargeGameIsChangedInCells(t *testing.T) {
	h := testSite(t).handler()
	for _, game := range largeGames() {
		w := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "game": {game}, "form": {"cells"}})
		cells := regexp.MustCompile(`name="cell" value="([^"]+)"`).FindAllStringSubmatch(w.Body.String(), -1)
		if w.Code != http.StatusOK || len(cells) != 3*80 {
			t.Fatalf("%d: %d cells", w.Code, len(cells))
		}
		form := url.Values{"ruleset": {"wonderwall"}}
		for _, cell := range cells {
			form.Add("cell", html.UnescapeString(cell[1]))
		}
		if w = ask(h, "/lookup", form); w.Code != http.StatusSeeOther {
			t.Errorf("the cells lead to %d %.500s", w.Code, w.Body)
		}
	}
	if w := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "game": {"A: B"}, "form": {"cells"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("cells of a game with a fault: %d", w.Code)
	}
}

// TestTheLookUpPageSaysWhatEachButtonAndLinkIsFor checks that no two buttons have the same text, and that the page's
// other games do not contain its game.
func TestTheLookUpPageSaysWhatEachButtonAndLinkIsFor(t *testing.T) {
	page := ask(testSite(t).handler(), "/lookup", nil).Body.String()
	seen := make(map[string]bool)
	for _, button := range regexp.MustCompile(`<button[^>]*>([^<]*)</button>`).FindAllStringSubmatch(page, -1) {
		if seen[button[1]] {
			t.Errorf("two buttons are called %q", button[1])
		}
		seen[button[1]] = true
	}
	if !seen["Find an order"] || !seen["Find an order from the text"] {
		t.Errorf("the buttons are %v", seen)
	}
	_, others, _ := strings.Cut(page, ">Other games</h2>")
	links := regexp.MustCompile(`href="/lookup\?ruleset=([^"]*)"`).FindAllStringSubmatch(others, -1)
	if len(links) == 0 || slices.ContainsFunc(links, func(link []string) bool { return link[1] == "wonderwall" }) {
		t.Errorf("the other games are %v", links)
	}
}

// TestTheDescriptionOfTheInputLinksToTheDocument opens the pages that describe how games are written. They must link to
// the document about the input, and must not show the path of its file, which exists only in a checkout.
func TestTheDescriptionOfTheInputLinksToTheDocument(t *testing.T) {
	h := testSite(t).handler()
	for _, address := range []string{"/lookup", "/simulate", "/play?ruleset=wonderwall&level=1"} {
		body := ask(h, address, nil).Body.String()
		if !strings.Contains(body, `<a href="/documents/input">Input</a> describes workbooks`) || strings.Contains(body, "docs/reference/") {
			t.Errorf("%s: no link to the document about the input, or the path of a file", address)
		}
	}
}

// TestTheMenuMarksWhereALookUpBelongs checks which entry of the menu a page marks as the current one. Pages that few
// readers need are at the bottom instead of in the menu.
func TestTheMenuMarksWhereALookUpBelongs(t *testing.T) {
	h := testSite(t).handler()
	for at, want := range map[string]string{"/lookup": "Your names", "/lookup?ruleset=nim": "Play", "/numbers/classes?n=3": "Numbers", "/formula": ""} {
		page := ask(h, at, nil).Body.String()
		menu, rest, _ := strings.Cut(page, "</header>")
		if marked := first(menu, `aria-current="page">([^<]*)<`); marked != want {
			t.Errorf("%s: the menu marks %q, want %q", at, marked, want)
		}
		_, bottom, _ := strings.Cut(rest, "<footer")
		if strings.Contains(menu, ">Formula<") || !strings.Contains(bottom, ">Formula<") {
			t.Errorf("%s: the formula is not at the bottom alone", at)
		}
	}
}
