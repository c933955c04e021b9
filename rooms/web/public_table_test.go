package web

import (
	"archive/zip"
	"bytes"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games"
	gametext "enumerate/games/wonderwall/text"
)

// secrets are texts of private columns and hidden sheets, which must not leave the page.
var secrets = []string{"example.org", "2026", "09:0", "allergic", "nuts", "E-mail", "Comment", "Hidden", "Timestamp"}

const formExport = `Timestamp,E-mail,Your name,Wonderwall,Ninja,Comment
2026/07/03 09:00:11,ann@example.org,Ann,Dan,Ben,"allergic, to nuts"
2026/07/03 09:01:12,ben@example.org,Ben,Dan,Cleo,
2026/07/03 09:02:13,cleo@example.org,Cleo,Ann,Dan,nuts
2026/07/03 09:03:14,dan@example.org,Dan,Ann,Cleo,
`

// readOf is the part of formExport that addresses may contain: the columns of the game.
const readOf = "player,wonderwall,ninja\nAnn,Dan,Ben\nBen,Dan,Cleo\nCleo,Ann,Dan\nDan,Ann,Cleo\n"

// exports returns files that have the game of formExport, in several formats, and contain secrets: other data of the
// players, which no address may contain. If `wide` is set, the secrets are in columns that do not belong to the game.
func exports(t *testing.T) map[string]struct {
	content []byte
	wide    bool
} {
	t.Helper()
	type export = struct {
		content []byte
		wide    bool
	}
	return map[string]export{
		"CSV":                         {[]byte(formExport), true},
		"with a mark":                 {[]byte("\ufeff" + formExport), true},
		"of semicolons":               {[]byte(strings.ReplaceAll(formExport, ",", ";")), true},
		"of tabs":                     {[]byte(strings.ReplaceAll(strings.ReplaceAll(formExport, `"allergic, to nuts"`, "allergic to nuts"), ",", "\t")), true},
		"of bars":                     {[]byte(strings.ReplaceAll(strings.ReplaceAll(formExport, `"allergic, to nuts"`, "allergic to nuts"), ",", " | ")), true},
		"below a title":               {[]byte("2026\n" + formExport), true},
		"with comments":               {[]byte("# example.org\nAnn: Dan Ben # allergic to nuts\nBen: Dan Cleo\nCleo: Ann Dan\n# 2026\nDan: Ann Cleo\n"), false},
		"a workbook":                  {workbookOf(t, formExport), true},
		"a workbook of three columns": {workbookOf(t, readOf), false},
	}
}

// workbookOf returns a workbook with the rows of a CSV text on its second sheet; the first one is hidden.
func workbookOf(t *testing.T, text string) []byte {
	t.Helper()
	sheet := func(text string) string {
		var rows strings.Builder
		for line := range strings.Lines(strings.ReplaceAll(text, `"allergic, to nuts"`, "allergic to nuts")) {
			rows.WriteString("<row>")
			for cell := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), ",") {
				rows.WriteString(`<c t="inlineStr"><is><t>` + html.EscapeString(cell) + "</t></is></c>")
			}
			rows.WriteString("</row>")
		}
		return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows.String() + "</sheetData></worksheet>"
	}
	const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + relations + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relations + `"><sheets><sheet name="HiddenSheet" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Camp" sheetId="2" r:id="rId2"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + relations + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + relations + `/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`},
		{"xl/worksheets/sheet1.xml", sheet("Name,Wonderwall,Ninja\nHiddenAnn,HiddenBen,HiddenCy\nHiddenBen,HiddenAnn,HiddenCy\nHiddenCy,HiddenAnn,HiddenBen\n")},
		{"xl/worksheets/sheet2.xml", sheet(text)},
	} {
		w, err := archive.Create(part[0])
		if err == nil {
			_, err = w.Write([]byte(part[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// holdsSecret returns a secret that a text contains, also if it is written as in an address or in HTML; "" if there is
// none.
func holdsSecret(text string) string {
	for _, form := range []string{text, html.UnescapeString(text), strings.ReplaceAll(strings.ToLower(text), "%3a", ":")} {
		if plain, err := url.QueryUnescape(form); err == nil {
			form += plain
		}
		if at := slices.IndexFunc(secrets, func(secret string) bool { return strings.Contains(form, secret) }); at >= 0 {
			return secrets[at]
		}
	}
	return ""
}

var addresses = regexp.MustCompile(` (?:href|src|action|formaction|data-[a-z]*)="([^"]*)"`)

// noSecretLeaves follows the redirects of the answer w until a page comes. It then opens each link on this page whose
// address contains a game. It reports every secret in a header, in an address on the page, or on a page that a link
// opens. It returns the page.
func noSecretLeaves(t *testing.T, h http.Handler, what string, w *httptest.ResponseRecorder) string {
	t.Helper()
	headers := func(at string, w *httptest.ResponseRecorder) {
		for name, values := range w.Header() {
			if secret := holdsSecret(strings.Join(values, "\n")); secret != "" && name != "Date" {
				t.Errorf("%s: %s: the header %s has %q: %q", what, at, name, secret, values)
			}
		}
	}
	headers("the answer", w)
	for w.Code == http.StatusSeeOther {
		w = ask(h, w.Header().Get("Location"), nil)
		headers("the answer it leads to", w)
	}
	page := w.Body.String()
	followed := 0
	for _, attribute := range addresses.FindAllStringSubmatch(page, -1) {
		address := html.UnescapeString(attribute[1])
		if secret := holdsSecret(address); secret != "" {
			t.Errorf("%s: the page has an address with %q: %s", what, secret, address)
			continue
		}
		if !strings.HasPrefix(address, "/") || !strings.Contains(address, "game=") || strings.HasPrefix(address, "/simulate/live") {
			continue
		}
		followed++
		response := ask(h, address, nil)
		headers(address, response)
		if secret := holdsSecret(response.Body.String()); secret != "" {
			t.Errorf("%s: %s leads to a page with %q:\n%s", what, address, secret, response.Body)
		}
	}
	if w.Code == http.StatusOK && followed < 2 {
		t.Errorf("%s: only %d addresses have the game:\n%s", what, followed, page)
	}
	return page
}

// TestOnlyColumnsThatWereReadLeaveThePage gives the site a table with private columns next to the three columns of a
// game: in each kind of file, and in each way in which a game can be entered.
func TestOnlyColumnsThatWereReadLeaveThePage(t *testing.T) {
	h := testSite(t).handler()
	const says = "Read from the columns <b><bdi>Your name</bdi></b>, <b><bdi>Wonderwall</bdi></b> and <b><bdi>Ninja</bdi></b>. The other 3 columns were left out: no link and no file contains them."
	for claim, export := range exports(t) {
		texts, err := games.All()[0].Texts(bytes.NewReader(export.content))
		if err != nil {
			t.Fatal(err)
		}
		form := url.Values{"ruleset": {"wonderwall"}, "game": {texts[0].Text}}
		for way, w := range map[string]*httptest.ResponseRecorder{
			"dropped":          sendFile(t, h, "wonderwall", export.content),
			"pasted":           ask(h, "/lookup", form),
			"pasted to play":   ask(h, "/play", form),
			"pasted to run":    ask(h, "/simulate", form),
			"in an address":    ask(h, "/lookup?"+form.Encode(), nil),
			"played":           ask(h, "/play?"+form.Encode(), nil),
			"run":              ask(h, "/simulate?"+form.Encode(), nil),
			"in the first one": ask(h, "/?"+form.Encode(), nil),
		} {
			what := claim + ", " + way
			page := noSecretLeaves(t, h, what, w)
			if secret := holdsSecret(page); secret != "" {
				t.Errorf("%s: the page has %q:\n%s", what, secret, page)
			}
			if strings.Contains(page, says) != export.wide {
				t.Errorf("%s: whether the page says which columns were read is not %t:\n%s", what, export.wide, page)
			}
			if shown := withoutQuotes(html.UnescapeString(first(page, `(?s)<textarea id="game"[^>]*>\n(.*?)</textarea>`))); shown != readOf {
				t.Errorf("%s: the text box has %q, want %q", what, shown, readOf)
			}
			link, err := url.Parse(html.UnescapeString(first(page, `href="([^"]*)" id="permalink"`)))
			if err != nil {
				t.Fatal(err)
			}
			if game := link.Query().Get("game"); withoutQuotes(game) != readOf {
				t.Errorf("%s: the link has %q, want %q", what, game, readOf)
			}
		}
	}
}

func withoutQuotes(game string) string {
	return strings.TrimSuffix(strings.ReplaceAll(game, `"`, ""), "\n") + "\n"
}

// TestASheetThatIsNotReadIsInNoAddress posts tables with private columns. The site refuses some of them, and asks the
// user to choose the columns of the others. The page with this answer must contain the table, so that the user can
// correct it. It must come without a redirect, which would put the private columns into an address.
func TestASheetThatIsNotReadIsInNoAddress(t *testing.T) {
	h := testSite(t).handler()
	for claim, sheet := range map[string]string{
		"no heading is known":         strings.NewReplacer("Your name", "Who", "Wonderwall", "A", "Ninja", "B").Replace(formExport),
		"a name is misspelled":        strings.Replace(formExport, "Ann,Dan,Ben", "Ann,Dan,Bne", 1),
		"a choice is missing":         strings.Replace(formExport, "Ann,Dan,Ben", "Ann,Dan,", 1),
		"a quote has no end":          strings.Replace(formExport, `nuts"`, "nuts", 1),
		"rows have other lengths":     strings.Replace(formExport, "Ben,Dan,Cleo,", "Ben,Dan", 1),
		"there are no names":          "2026/07/03,ann@example.org,allergic\n2026/07/04,ben@example.org,nuts\n2026/07/05,cleo@example.org,nuts\n",
		"it has two games":            formExport + "\n" + formExport,
		"it is too long, and refused": strings.Replace(formExport, "Ann,Dan,Ben", "Ann,Dan,Bne"+strings.Repeat("e", mostLink), 1),
	} {
		var body bytes.Buffer
		form := url.Values{"ruleset": {"wonderwall"}, "game": {sheet}}
		for way, w := range map[string]*httptest.ResponseRecorder{
			"dropped":        sendFile(t, h, "wonderwall", []byte(sheet)),
			"pasted":         ask(h, "/lookup", form),
			"pasted to play": ask(h, "/play", form),
			"pasted to run":  ask(h, "/simulate", form),
		} {
			if w.Code != http.StatusUnprocessableEntity {
				t.Errorf("%s, %s: %d", claim, way, w.Code)
			}
			body.WriteString(noSecretLeaves(t, h, claim+", "+way, w))
		}
		if !strings.Contains(html.UnescapeString(body.String()), "ann@example.org") {
			t.Errorf("%s: the sheet is lost:\n%s", claim, &body)
		}
	}
	w := ask(h, "/lookup", url.Values{"ruleset": {"nim"}, "game": {formExport}})
	if w.Code != http.StatusUnprocessableEntity {
		t.Errorf("a sheet is no game of nim: %d", w.Code)
	}
	noSecretLeaves(t, h, "a sheet as a game of nim", w)
}

// TestOnlyChosenColumnsLeaveThePage chooses the three columns of the game in a table whose headings do not say which
// they are. The other columns, which are private, must be neither in an address nor in the page with the answers. The
// second table is too long for an address.
func TestOnlyChosenColumnsLeaveThePage(t *testing.T) {
	h := testSite(t).handler()
	unknown := strings.NewReplacer("Your name", "Who", "Wonderwall", "A", "Ninja", "B").Replace(formExport)
	for _, sheet := range []string{unknown, strings.Replace(unknown, "to nuts", "to nuts"+strings.Repeat(" and nuts", mostLink), 1)} {
		w := sendFile(t, h, "wonderwall", []byte(sheet))
		if !strings.Contains(w.Body.String(), `id="columns"`) {
			t.Fatalf("no columns are to choose:\n%.3000s", w.Body)
		}
		typed := html.UnescapeString(first(w.Body.String(), `(?s)<textarea name="game" hidden>\n(.*?)</textarea>`))
		page := noSecretLeaves(t, h, "chosen", ask(h, "/lookup", url.Values{"ruleset": {"wonderwall"}, "game": {typed}, "column": {"2", "3", "4"}}))
		if secret := holdsSecret(page); secret != "" || !strings.Contains(page, "They can stand in a line") {
			t.Errorf("%q: %s", secret, page)
		}
	}
}

// TestAWideSheetOfAFewNamesHasAnAddress looks up a small game in a table whose other columns contain more text than
// fits into an address.
func TestAWideSheetOfAFewNamesHasAnAddress(t *testing.T) {
	h := testSite(t).handler()
	sheet := strings.Replace(formExport, "to nuts", strings.Repeat("to nuts", mostLink), 1)
	for _, path := range []string{"/lookup", "/play", "/simulate"} {
		page := noSecretLeaves(t, h, path, ask(h, path, url.Values{"game": {sheet}}))
		if link := first(page, `href="([^"]*)" id="permalink"`); !strings.Contains(link, "Cleo") {
			t.Errorf("%s: the link is %q:\n%.3000s", path, link, page)
		}
	}
}

// TestCorrectionsInASheetAreReported posts a table with private columns in which one name is in lower case. The page
// must report both without a redirect, because the address of the game contains neither fact.
func TestCorrectionsInASheetAreReported(t *testing.T) {
	h := testSite(t).handler()
	for _, path := range []string{"/lookup", "/play", "/simulate"} {
		page := ask(h, path, url.Values{"game": {strings.Replace(formExport, "Dan,Cleo,", "Dan,cleo,", 1)}}).Body.String()
		if !strings.Contains(page, "&#34;cleo&#34; is read as &#34;Cleo&#34;") || !strings.Contains(page, "3 columns were left out") {
			t.Errorf("%s says nothing of cleo:\n%s", path, page)
		}
	}
}

func TestCellsAreReadAsTheyAreWritten(t *testing.T) {
	r := games.All()[0]
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.StringN(1, 8, 30), rapid.StringMatching(`[A-Za-z#'":;,|\\{}\[\]>. 0-9-]{1,6}`))
		names := rapid.SliceOfNDistinct(name, 3, 6, func(name string) string { return strings.ToLower(gametext.Normal(name)) }).Draw(t, "names")
		if slices.ContainsFunc(names, func(name string) bool { return gametext.Normal(name) == "" }) {
			t.Skip("the name of a player has a visible character")
		}
		for i, name := range names {
			names[i] = gametext.Normal(name) // without characters that cannot be seen
		}
		var cells []string
		var rows [][]string
		for i := range names {
			row := []string{names[i], names[(i+1)%len(names)], names[(i+2)%len(names)]}
			cells, rows = append(cells, row...), append(rows, row)
		}
		text := gameOfCells(cells, r.Columns)
		got, err := r.Rows(strings.NewReader(text))
		if err != nil || !slices.EqualFunc(got.Cells, rows, sameCells) || got.OtherColumns != 0 {
			t.Fatalf("%q is read as %q (%v), want %q", text, got.Cells, err, rows)
		}
		if kept := publicTableOf(r, text); kept.Game == "" {
			t.Errorf("%q has no address", text)
		}
	})
}
