package web

import (
	"bytes"
	"html"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
)

// wrongCells is a table with two misspelled names, and one name that no player has.
const wrongCells = "Name,Wonderwall,Ninja\nAnn,Dan,Bne\nBen,Dan,Cleo\nCleo,Ann,Zoe\nDan,Anne,Cleo\n"

// TestTheTableIsFilledInHoweverTheGameWasWritten looks up a game written as lines, as a table with the columns in
// another order, and with misspelled names.
func TestTheTableIsFilledInHoweverTheGameWasWritten(t *testing.T) {
	h := testSite(t).handler()
	for _, game := range []string{"Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo", "Ninja;Wonderwall;Name\nBen;Dan;Ann\nCleo;Dan;Ben\nDan;Ann;Cleo\nCleo;Ann;Dan", wrongCells} {
		body := ask(h, at("/lookup", "wonderwall", game), nil).Body.String()
		for _, text := range []string{`value="Ann" aria-label="player, row 1"`, `value="Dan" aria-label="wonderwall, row 1"`, `value="Cleo" aria-label="ninja, row 4"`} {
			if !strings.Contains(body, text) {
				t.Errorf("%q: the page has no %q:\n%s", game, text, body)
			}
		}
	}
}

// TestFaultsStandInTheirCells looks up a game with mistakes in three cells. Two are only misspelled: a link for each
// suggestion must lead to the game with it applied, and another link to the game with both.
func TestFaultsStandInTheirCells(t *testing.T) {
	h := testSite(t).handler()
	body := ask(h, at("/lookup", "wonderwall", wrongCells), nil).Body.String()
	for _, text := range []string{
		`value="Bne" aria-label="ninja, row 1" aria-invalid="true" aria-describedby="cell-0-2"`,
		`value="Zoe" aria-label="ninja, row 3" aria-invalid="true"`, `value="Anne" aria-label="wonderwall, row 4" aria-invalid="true"`, `data-meant="Ann">`, "Use all suggestions",
	} {
		if !strings.Contains(body, text) {
			t.Errorf("the page has no %q:\n%s", text, body)
		}
	}
	if n := strings.Count(body, `aria-describedby="cell-`); n != 3 {
		t.Errorf("%d cells are wrong, want 3", n)
	}
	for part, want := range map[string]string{
		`data-meant="Ben"`: "Ann,Dan,Ben\nBen,Dan,Cleo\nCleo,Ann,Zoe\nDan,Anne,Cleo\n",
		`data-meant="Ann"`: "Ann,Dan,Bne\nBen,Dan,Cleo\nCleo,Ann,Zoe\nDan,Ann,Cleo\n",
		`id="take-all"`:    "Ann,Dan,Ben\nBen,Dan,Cleo\nCleo,Ann,Zoe\nDan,Ann,Cleo\n",
	} {
		link := regexp.MustCompile(`<a [^>]*` + part + `[^>]*>`).FindString(body)
		_, address, _ := strings.Cut(link, `href="`)
		address, _, _ = strings.Cut(address, `"`)
		want := at("/lookup", "wonderwall", "player,wonderwall,ninja\n"+want)
		if html.UnescapeString(address) != want {
			t.Errorf("%s leads to %q, want %q", part, address, want)
		}
	}
}

// TestColumnsAreChosen looks up a table whose headings do not say which columns hold the players, their wonderwalls
// (first choices) and their ninjas (second choices). The page must ask.
func TestColumnsAreChosen(t *testing.T) {
	h := testSite(t).handler()
	const game = "Time,Who,Friend,Foe\n1:20,Ann,Dan,Ben\n1:21,Ben,Dan,Cleo\n1:24,Cleo,Ann,Dan\n1:33,Dan,Ann,Cleo\n"
	body := ask(h, at("/lookup", "wonderwall", game), nil).Body.String()
	for _, text := range []string{`<option value="1" selected>2: Who</option>`, `<option value="3" selected>4: Foe</option>`, "The headings do not say which columns are the player, the wonderwall and the ninja.", `<th scope="col">Friend</th>`, `<tr><td>1:33</td><td>Dan</td><td>Ann</td><td>Cleo</td></tr>`} {
		if !strings.Contains(body, text) {
			t.Errorf("the page has no %q:\n%s", text, body)
		}
	}
	w := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "game": {strings.ReplaceAll(game, "Ann", "\"Ann\n Lee\"")}, "column": {"1", "2", "3"}})
	if link := w.Header().Get("Location"); !strings.Contains(link, "Ann+Lee%2CDan%2CBen%0ABen%2CDan%2CCleo%0ACleo%2CAnn+Lee%2CDan") {
		t.Errorf("names of two lines lead to %q", link)
	}
	for columns, want := range map[string]string{"1 2 3": "Ann,Dan,Ben\nBen,Dan,Cleo\nCleo,Ann,Dan\nDan,Ann,Cleo\n", "1 3 2": "Ann,Ben,Dan\nBen,Cleo,Dan\nCleo,Dan,Ann\nDan,Cleo,Ann\n", "1 2 x": "Ann,Dan,\nBen,Dan,\nCleo,Ann,\nDan,Ann,\n"} {
		w := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "game": {game}, "column": strings.Fields(columns)})
		if link := w.Header().Get("Location"); link != at("/lookup", "wonderwall", "player,wonderwall,ninja\n"+want) {
			t.Errorf("the columns %s lead to %q, want %q", columns, link, want)
		}
	}
}

// sendFile uploads a file by the form of the page that looks up games.
func sendFile(t *testing.T, h http.Handler, ruleset string, content []byte) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	if err := w.WriteField("ruleset", ruleset); err != nil {
		t.Fatal(err)
	}
	f, err := w.CreateFormFile("file", "camp.xlsx")
	if err == nil {
		_, err = f.Write(content)
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", here+"/lookup", &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, r)
	return answer
}

// TestAFileIsReadByItsContent sends files with the same name: the content decides how a file is read. A workbook and a
// CSV file with the same game must lead to the same answer.
func TestAFileIsReadByItsContent(t *testing.T) {
	h := testSite(t).handler()
	for _, name := range []string{"camp.xlsx", "camp.csv"} {
		content, err := os.ReadFile("../../data/examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		w := sendFile(t, h, "wonderwall", content)
		body := ask(h, w.Header().Get("Location"), nil).Body.String()
		if w.Code != http.StatusSeeOther || !strings.Contains(body, "They cannot all be content") || !strings.Contains(body, `value="Leo" aria-label="player, row 12"`) {
			t.Errorf("%s: %d %s:\n%s", name, w.Code, w.Header().Get("Location"), body)
		}
	}
	for want, content := range map[string]string{"neither text nor a workbook": "\x89PNG\x00\xff", "cannot read this workbook": "PK\x03\x04"} {
		if w := sendFile(t, h, "wonderwall", []byte(content)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "This file cannot be read:</p>\n<ul><li>camp.xlsx: ") || !strings.Contains(w.Body.String(), want) || strings.Contains(w.Body.String(), "\x00") {
			t.Errorf("%q: %d %s", content, w.Code, w.Body)
		}
	}
	if w := sendFile(t, h, "wonderwall", make([]byte, mostBody)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a large file: %d", w.Code)
	}
}

// TestCorrectionsAreReported looks up a game in which one player has two rows and one name is written in lower case.
func TestCorrectionsAreReported(t *testing.T) {
	body := ask(testSite(t).handler(), at("/lookup", "wonderwall", "Ann: Dan Ben\nBen: Cleo Dan\nBen: Dan cleo\nCleo: Ann Dan\nDan: Ann Cleo"), nil).Body.String()
	for _, text := range []string{`<li>Line 2, column 1: player &#34;Ben&#34; has another row in line 3, which is used.</li>`, `<li>Line 3, column 10: &#34;cleo&#34; is read as &#34;Cleo&#34;.</li>`} {
		if !strings.Contains(body, text) {
			t.Errorf("the page has no %q:\n%s", text, body)
		}
	}
}

// TestASheetIsChosen sends a workbook in which two sheets contain a game: the page must offer a button for each. For
// other files the page must say how it read them: which sheet, without which hidden row, or in which encoding.
func TestASheetIsChosen(t *testing.T) {
	h := testSite(t).handler()
	read := func(name string) *httptest.ResponseRecorder {
		content, err := os.ReadFile("../../games/wonderwall/text/testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return sendFile(t, h, "wonderwall", content)
	}
	w := read("tabs-moved.xlsx")
	page := w.Body.String()
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, "More than one sheet of this workbook holds a game.") {
		t.Fatalf("two sheets with games: %d\n%s", w.Code, page)
	}
	for sheet, want := range map[string]string{"Friday": "They can stand in a line", "Thursday": "They cannot all be content"} {
		form := regexp.MustCompile(`(?s)<textarea name="game" hidden>\n([^<]*)</textarea><button class="main">Read <bdi>` + sheet).FindStringSubmatch(page)
		if form == nil {
			t.Fatalf("there is no button for %s:\n%s", sheet, page)
		}
		w := ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "game": {html.UnescapeString(form[1])}})
		if answer := ask(h, w.Header().Get("Location"), nil).Body.String(); !strings.Contains(answer, want) {
			t.Errorf("%s: the answer is not %q:\n%s", sheet, want, answer)
		}
	}
	for name, want := range map[string]string{
		"second.xlsx":    `Sheet &#34;Answers&#34; is read; no game found in &#34;Instructions&#34;, &#34;Old&#34;.`,
		"hiddenrow.xlsx": "1 hidden row is left out: 16.",
		"german1252.csv": `read as Windows-1252`,
	} {
		if w := read(name); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, and the page has no %q:\n%s", name, w.Code, want, w.Body)
		}
	}
}
