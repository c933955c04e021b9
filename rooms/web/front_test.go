package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games"
	"enumerate/rooms/simulate"
)

// TestTheFrontPageShowsAGameAndItsSolution reads the wishes of the four people from the front page, and the order in
// which they stand at the end of its animation.
func TestTheFrontPageShowsAGameAndItsSolution(t *testing.T) {
	h := testSite(t).handler()
	w := ask(h, "/", nil)
	body := w.Body.String()
	link := regexp.MustCompile(`id="solve" href="([^"]*)" data-orders="0123 (?:\d{4} )*(\d)(\d)(\d)(\d)"`).FindStringSubmatch(body)
	if w.Code != 200 || link == nil || !strings.Contains(body, "<h1>Can they stand in a line?</h1>") {
		t.Fatalf("%d:\n%s", w.Code, body)
	}
	address, err := url.Parse(strings.ReplaceAll(link[1], "&amp;", "&"))
	if err != nil {
		t.Fatal(err)
	}
	if answer := ask(h, address.String(), nil).Body.String(); !strings.Contains(answer, "They can stand in a line") {
		t.Errorf("without script it leads to\n%s", answer)
	}
	place := make([]float64, 4)
	for i, player := range link[2:] {
		place[player[0]-'0'] = float64(i)
	}
	for game, err := range games.All()[0].Read(strings.NewReader(address.Query().Get("game"))) {
		if err != nil {
			t.Fatal(err)
		}
		judge := simulate.NewJudge(game)
		for p, want := range judge.Wants() {
			if (place[p] < place[want.Wonderwall]) != (place[want.Wonderwall] < place[want.Ninja]) {
				t.Errorf("player %d stands wrong in the end", p)
			}
			row := `data-row="` + string([]byte{'0' + byte(p), ' ', '0' + byte(want.Wonderwall), ' ', '0' + byte(want.Ninja)}) + `"`
			if !strings.Contains(body, row) {
				t.Errorf("the picture has no %s", row)
			}
		}
	}
	pictures := make(map[string]string)
	for _, r := range games.All()[1:] {
		lead := map[bool]string{true: "/play", false: "/lookup"}[played(r)] + "?ruleset=" + r.Name
		card := regexp.MustCompile(`(?s)<a href="` + regexp.QuoteMeta(lead) + `"><svg [^>]*>(.*?)</svg><b>(.*?)</b></a> (.*?) <a`).FindStringSubmatch(body)
		if code := ask(h, lead, nil).Code; card == nil || code != 200 && code != 303 {
			t.Errorf("%s has no card, or its card leads nowhere", r.Name)
			continue
		}
		if same := pictures[card[1]]; same != "" || card[1] == "" {
			t.Errorf("%s has no picture, or that of %q", r.Name, same)
		}
		pictures[card[1]] = r.Name
		if strings.HasPrefix(card[3], card[2]) || !strings.Contains(sentence(r.Summary), card[3][1:]) {
			t.Errorf("%s: %q %q", r.Name, card[2], card[3])
		}
		if !strings.Contains(body, `href="/numbers?ruleset=`+r.Name+`"`) {
			t.Errorf("%s has no numbers", r.Name)
		}
	}
}

func TestAddressesOfTheFrontPageLeadOn(t *testing.T) {
	h := testSite(t).handler()
	for address, want := range map[string]string{"/?game=3%2C5&ruleset=nim": "/lookup?game=3%2C5&ruleset=nim", "/?ruleset=nim": "/lookup?ruleset=nim"} {
		if w := ask(h, address, nil); w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
			t.Errorf("%s leads to %d %s", address, w.Code, w.Header().Get("Location"))
		}
	}
	nim := newSite(Site{Rulesets: []*enum.Ruleset{games.All()[4]}}, "").handler()
	if w := ask(nim, "/", nil); w.Header().Get("Location") != "/lookup" {
		t.Errorf("on a site with nim alone, / leads to %q, not to /lookup", w.Header().Get("Location"))
	}
}

// TestAddressesAreTheLabelsOfTheMenu compares the address of each page with its label in the menu or at the bottom of
// all pages. Only the label "Your names" differs from its address, /lookup, because the label is meant for people who
// do not know the project.
func TestAddressesAreTheLabelsOfTheMenu(t *testing.T) {
	s := testSite(t)
	for _, p := range s.listPages("token") {
		if p.Path != "/lookup" && p.Path != "/"+strings.ToLower(p.Title) {
			t.Errorf("%q is at %s", p.Title, p.Path)
		}
	}
}
