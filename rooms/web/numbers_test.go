package web

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"unicode"

	"enumerate/checkpoints"
	"enumerate/data"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/results"
	"enumerate/results/estimate"
)

var update = flag.Bool("update", false, "write the curve of the documents")

// withRuns returns a site whose database has these runs of the default ruleset, by method.
func withRuns(t testing.TB, sizes int, methods ...string) *site {
	t.Helper()
	path := filepath.Join(t.TempDir(), "runs.db")
	store, err := checkpoints.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r := games.All()[0]
	for n := r.Walked().First; n <= sizes; n++ {
		for _, name := range methods {
			method, err := r.Method(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := store.Run(t.Context(), checkpoints.Request{Ruleset: r, Size: n, Method: method, Resume: true, Workers: 1}, checkpoints.Observer{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return newSite(Site{Rulesets: games.All(), Database: path, Remark: func(text string) { t.Error(text) }}, "")
}

var tags = regexp.MustCompile(`<[^>]*>`)

func textOf(page string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(strings.ReplaceAll(page, "<wbr>", ""), " "))), " ")
}

// shownTotals are the totals of n players, as text of a page has them.
func shownTotals(n int) string {
	table := data.Totals("wonderwall")
	shown := [2][]string{{"games"}, {"classes"}}
	for i, number := range table.Of(n).Numbers {
		shown[i%2] = append(shown[i%2], grouped(number))
	}
	return strings.Join(append(shown[0], shown[1]...), " ")
}

func TestARowIsFromTheDatabaseOrTheProgram(t *testing.T) {
	table := func(sizes ...int) (t data.Table) {
		for _, n := range sizes {
			t.Rows = append(t.Rows, data.Row{N: n, Methods: []string{"walk"}})
		}
		return t
	}
	found, shipped := table(5, 6), table(6, 7)
	for n, want := range map[int]string{4: "", 5: "database", 6: "database, program", 7: "program"} {
		if got := from(n, found, shipped); got != want {
			t.Errorf("from(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestResultsShowEveryNumberOfTheDatabaseAndHowItWasFound(t *testing.T) {
	s := withRuns(t, 5, enum.Walk, "count")
	h := s.handler()
	page := textOf(ask(h, "/numbers", nil).Body.String())
	lines := []string{"5 walk games ok, classes ok, verdicts by walk, count", "5 count games ok, classes ok, verdicts by walk, count"}
	for n := 3; n <= 5; n++ {
		lines = append(lines, fmt.Sprintf("%d %s verdicts by walk (and core-walk), count (and core)", n, shownTotals(n)))
	}
	lines = append(lines, "(database, program)", "11 "+shownTotals(11)+" verdicts by count (and core), core-walk")
	for _, line := range lines {
		if !strings.Contains(page, line) {
			t.Errorf("the page does not say %q:\n%s", line, page)
		}
	}
	store, err := checkpoints.OpenReadOnly(s.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	runs, err := store.Runs()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range runs {
		for _, fact := range []string{r.Started.UTC().Format("2006-01-02 15:04"), r.Contributors[0].Host, r.Contributors[0].Version} {
			if !strings.Contains(page, fact) {
				t.Errorf("of run %d the page does not say %q", r.ID, fact)
			}
		}
	}
}

// TestNumbersOfOneMethodAreMarked counts the marked rows. Several methods that share code count as one method.
func TestNumbersOfOneMethodAreMarked(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	for ruleset, some := range map[string]bool{"spies": true, "wonderwall": false, "nimbers:dag=complete": true, "jump": false} {
		alone := 0
		for _, row := range data.Totals(ruleset).Rows {
			if by := strings.Join(row.Methods, ", "); slices.Contains([]string{"walk", "count", "count, core", "sizes", "sizes, subsets", "frontier, sizes, subsets"}, by) {
				alone++
			}
		}
		page := ask(h, "/numbers?ruleset="+ruleset, nil).Body.String()
		if got := strings.Count(page, `<span class="alone">`); got != alone || got > 0 != some {
			t.Errorf("%s: %d rows are marked, want %d", ruleset, got, alone)
		}
	}
}

// TestShippedTotalsAreShownWithoutADatabase opens the results without a database. The page must also link to the totals
// of rulesets with settings, and say how to create a database.
func TestShippedTotalsAreShownWithoutADatabase(t *testing.T) {
	s := newSite(Site{Rulesets: games.All(), Database: filepath.Join(t.TempDir(), "none.db")}, "")
	h := s.handler()
	page := textOf(ask(h, "/numbers", nil).Body.String())
	for _, line := range []string{"does not exist yet", "--resume", "11 " + shownTotals(11) + " verdicts by count (and core), core-walk", "10 " + shownTotals(10) + " verdicts by walk (and core-walk), count (and core) ; solvable games certified"} {
		if !strings.Contains(page, line) {
			t.Errorf("the page does not say %q", line)
		}
	}
	if line := "verdicts by walk alone"; !strings.Contains(textOf(ask(h, "/numbers?ruleset=spies", nil).Body.String()), line) {
		t.Errorf("the page of spies does not say %q", line)
	}
	led := 0
	for _, base := range []string{"rotisserie", "antonim", "jump", "nimbers", "col"} {
		for _, link := range regexp.MustCompile(`/numbers\?ruleset=`+base+`%[^"]*`).FindAllString(ask(h, "/numbers?ruleset="+base, nil).Body.String(), -1) {
			led++
			if w := ask(h, link, nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "verdicts by") {
				t.Errorf("%s: %d, without totals", link, w.Code)
			}
		}
	}
	if files, err := filepath.Glob("../../data/results/*-*.csv"); err != nil || led != len(files) {
		t.Errorf("%d settings are led to, of %d: %v", led, len(files), err)
	}
	if w := ask(h, "/numbers/table.json", nil); w.Code != http.StatusNotFound || !strings.HasPrefix(w.Body.String(), `{"error":`) {
		t.Errorf("JSON of nothing: %d %s", w.Code, w.Body)
	}
	if _, err := os.Stat(s.Database); err == nil {
		t.Error("the page made a database")
	}
	for _, ruleset := range []string{"wonderwall", "spies", "nimbers", "antonim", "col"} {
		files := shippedFiles(ruleset)
		if len(files) < 2 {
			t.Errorf("%s has %q alone", ruleset, files)
		}
		for _, file := range files {
			name, place := file.Name, "../../data/bfiles/"
			if strings.HasSuffix(name, ".csv") {
				place = "../../data/results/"
			}
			want, err := os.ReadFile(place + name)
			if w := ask(h, "/numbers/shipped/"+name, nil); err != nil || w.Body.String() != string(want) {
				t.Errorf("%s: %d, %v, other bytes", name, w.Code, err)
			}
		}
	}
	for _, name := range []string{"..%2f..%2fgo.mod", "..", "none.txt", "none.csv", "checks", "../claims/jump.md"} {
		if w := ask(h, "/numbers/shipped/"+name, nil); w.Code == http.StatusOK {
			t.Errorf("%s is served", name)
		}
	}
}

func TestAWrongTableIsReported(t *testing.T) {
	shipped := data.Totals("wonderwall")
	wrong := data.Table{Ruleset: "wonderwall", Columns: shipped.Columns, Rows: []data.Row{{N: 4, Numbers: []string{"1296", "60", "107", "", "1188", "54"}, Methods: []string{"walk"}}}}
	_, err := results.Join(shipped, wrong)
	v := numbersView{Ruleset: games.All()[0], Disagree: err, Tables: []tableView{tableOf(games.All()[0], wrong, wrong, data.Table{}), tableOf(games.All()[0], shipped, data.Table{}, shipped)}}
	var page strings.Builder
	if err := testSite(t).templates["numbers.html"].ExecuteTemplate(&page, "content", view{Data: v}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"One of them is wrong.", "1296,60,107", "1296,60,108", "107 1,188", "108 1,188", "walk alone (database)"} {
		if !strings.Contains(textOf(page.String()), want) {
			t.Errorf("the page does not say %q: %.900s", want, textOf(page.String()))
		}
	}
}

// TestTheCurveShowsWhatIsKnown opens the curve, which has exact values, samples, published figures and, for large
// sizes, the expansion in 1/n.
func TestTheCurveShowsWhatIsKnown(t *testing.T) {
	s := withRuns(t, 4, enum.Walk)
	r := games.All()[0]
	w := ask(s.handler(), "/numbers/curve.svg", nil)
	if w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(w.Body.String(), "expansion in 1/n") {
		t.Error("the curve does not show the expansion for large sizes")
	}
	for _, picture := range []string{"curve.svg", "phone.svg"} { // the table beside it has percentages, too
		for _, text := range []string{"size n", "games with the verdict solvable, in percent", "80"} {
			if !strings.Contains(ask(s.handler(), "/numbers/"+picture, nil).Body.String(), ">"+text+"</text>") {
				t.Errorf("%s: no text %q at an axis", picture, text)
			}
		}
	}
	page := ask(s.handler(), "/numbers", nil).Body.String()
	for _, says := range []string{"At n = 3 the share is 0.000 %, counted exactly.", "At n = 4 the share is 8.333 %, counted exactly. The published share is 8.70 % of 10,000 games.", "At n = 92 the share is 98.12 % (98.03 to 98.20 %) of 100,000 random games, or 98.21 % by the expansion. The published share is 96.07 % of 1,528 games.", "At n = 100 the share is 98.42 % (98.34 to 98.49 %) of 100,000 random games, or 98."} {
		if !strings.Contains(page, "<title>"+says) {
			t.Errorf("the curve does not say %q", says)
		}
	}
	if text := textOf(page); !strings.Contains(text, "the figures published in 2013, which have errors") || ask(s.handler(), "/documents/published", nil).Code != 200 {
		t.Errorf("the page does not say that the published figures have errors: %s", text)
	}
	for ruleset, drawn := range map[string]bool{"nimbers": true, "antonim": true, "col": false, "spies": false} {
		if page := ask(s.handler(), "/numbers?ruleset="+ruleset, nil).Body.String(); strings.Contains(page, "The curve") != drawn {
			t.Errorf("%s: whether there is a curve is %t, want %t", ruleset, !drawn, drawn)
		}
	}
	c := curveOf(r, storedResults{})
	// The curve has no gaps: each size has an exact or a sampled figure.
	for n := c.Exact[0].Size; n <= c.Published[len(c.Published)-1].Size; n++ {
		exact := slices.ContainsFunc(c.Exact, func(e estimate.Exact) bool { return e.Size == n })
		if sampled := slices.ContainsFunc(c.Samples, func(s estimate.Sample) bool { return s.Size == n && s.Trials >= 100_000 }); !exact && !sampled {
			t.Errorf("n = %d is neither exact nor sampled", n)
		}
	}
	if len(c.Exact) < 9 || len(c.Published) < 80 {
		t.Errorf("%d exact and %d published figures", len(c.Exact), len(c.Published))
	}
	for _, e := range c.Exact {
		if want := 108. / 1296; e.Size == 4 && e.Proportion != want {
			t.Errorf("n = 4: %v, want %v", e.Proportion, want)
		}
	}
}

// TestClassesAreBrowsedFilteredAndLookedUp lists the classes of games as pages, as JSON and as CSV, with and without
// filters. The numbers must agree with the totals, and the answer for a single class must have the verdict that the
// list gives for this class.
func TestClassesAreBrowsedFilteredAndLookedUp(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	rows := func(query string) (list []map[string]any) {
		w := ask(h, "/numbers/classes.json?"+query, nil)
		for d := json.NewDecoder(w.Body); d.More(); {
			var row map[string]any
			if err := d.Decode(&row); err != nil {
				t.Fatal(err)
			}
			list = append(list, row)
		}
		return list
	}
	for query, want := range map[string]int{"n=3": 2, "n=4": 60, "n=5": 2084, "n=5&verdict=solvable": 254, "n=5&verdict=unsolvable": 1830, "n=4&verdict=solvable&proof=order+of+4": 6} {
		if got := len(rows(query)); got != want {
			t.Errorf("%s: %d classes, want %d", query, got, want)
		}
	}
	// The orbits sum to the number of labelled games, over any filter's choices.
	sum := new(big.Int)
	known := make(map[string]bool)
	for _, row := range rows("n=5") {
		known[row["automorphisms"].(string)] = true
	}
	for aut := range known {
		for _, row := range rows("n=5&automorphisms=" + aut) {
			orbit, _ := new(big.Int).SetString(row["orbit"].(string), 10)
			sum.Add(sum, orbit)
			if row["automorphisms"] != aut {
				t.Errorf("a class with %v automorphisms under %s", row["automorphisms"], aut)
			}
		}
	}
	if sum.String() != "248832" {
		t.Errorf("the orbits sum to %v", sum)
	}
	place := 0
	link := regexp.MustCompile(`<td class="number">([\d,]+)</td><td><a href="(/lookup[^"]*)"`)
	var links []string
	for p := 1; p <= 21; p++ {
		w := ask(h, fmt.Sprintf("/numbers/classes?n=5&page=%d", p), nil)
		for _, m := range link.FindAllStringSubmatch(w.Body.String(), -1) {
			if place++; strings.ReplaceAll(m[1], ",", "") != fmt.Sprint(place) {
				t.Fatalf("place %s after %d others", m[1], place-1)
			}
			links = append(links, html.UnescapeString(m[2]))
		}
	}
	if place != 2084 {
		t.Errorf("%d classes on all pages", place)
	}
	all := rows("n=5")
	for i := 0; i < len(links); i += 211 {
		w := ask(h, strings.Replace(links[i], "/lookup?", "/lookup/solve.json?", 1), nil)
		if want := fmt.Sprintf(`"verdict":%q`, all[i]["verdict"]); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s", links[i], w.Code, w.Body, want)
		}
	}
	sizes := "n = 3 n = 4 n = 5 n = 6 This page has no list of wonderwall for n = "
	for query, want := range map[string]string{
		"n=7": sizes, "n=99": sizes, "n=0": sizes, "n=x": sizes, "n=9999999999999999999999": sizes,
		"n=5&page=22": "expected a number from 1 to 21", "n=5&page=0": "expected a number from 1 to 21", "n=5&page=-1": "expected a number from 1 to 21", "ruleset=chess": "chess",
		"n=4&verdict=none":                    `verdict "none": expected one of solvable, unsolvable`,
		"n=4&verdict=solvable&automorphisms=": "6 of 60 classes",
		"n=4&automorphisms=7":                 `automorphisms "7": expected one of 1, `,
		"n=3&automorphisms=3":                 "1 of 2 classes : 2 labelled games",
		"ruleset=spies&n=1":                   "1 class of games",
		"n=5&verdict=solvable":                "What the words mean orbit the labelled games of the class",
	} {
		w := ask(h, "/numbers/classes?"+query, nil)
		if text := textOf(w.Body.String()); !strings.Contains(text, want) {
			t.Errorf("%s: %d, and it does not say %q: %.900s", query, w.Code, want, text)
		}
	}
}

func TestSettingsAreDescribed(t *testing.T) {
	const name = "jump:rows=1,values=0..4,players=2,move=diamond,tie=inherit"
	body := ask(testSite(t).handler(), "/numbers?ruleset="+name, nil).Body.String()
	for _, want := range []string{"<strong>jump</strong>, with rows 1, values 0 to 4, players 2, move diamond, tie inherit. Players", "<b>rows 1, values 0 to 4, players 2, move diamond, tie inherit</b>", ">default</a>", ">players 2</a>"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %q: %s", want, textOf(body))
		}
	}
}

// TestARowOfSeveralMachinesIsNotAlone shows a row that one method found: runs on two machines confirm each other.
func TestARowOfSeveralMachinesIsNotAlone(t *testing.T) {
	for machines, want := range map[int]tableRow{1: {Methods: "walk alone", Alone: true}, 2: {Methods: "walk alone, on 2 machines"}} {
		row := data.Row{N: 4, Numbers: []string{"1296"}, Methods: []string{"walk"}, Machines: machines}
		table := data.Table{Ruleset: "wonderwall", Columns: []string{"games"}, Rows: []data.Row{row}}
		if got := tableOf(games.All()[0], table, table, data.Table{}).Rows[0]; got.Methods != want.Methods || got.Alone != want.Alone {
			t.Errorf("%d machines: %q, alone %t, want %q, alone %t", machines, got.Methods, got.Alone, want.Methods, want.Alone)
		}
	}
}

func TestNumbersSayWhatTheyAnswer(t *testing.T) {
	h := testSite(t).handler()
	last := slices.MaxFunc(results.Share(data.Totals("wonderwall"), "solvable"), func(a, b estimate.Exact) int { return a.Size - b.Size })
	want := fmt.Sprintf("%s of all games of %d players can be solved.", roundedPercent(last.Proportion), last.Size)
	for _, r := range games.All() {
		text := textOf(ask(h, "/numbers?ruleset="+r.Name, nil).Body.String())
		for what, said := range map[string]bool{want: r.Columns != nil, "No totals yet for " + r.Name + ".": data.Totals(r.Name).Rows == nil, "verdicts by : the methods that agree on the games of each verdict. A method in brackets shares the code of the method before it, and both count as one method. More about the numbers": data.Totals(r.Name).Rows != nil} {
			if strings.Contains(text, what) != said {
				t.Errorf("%s: whether it says %q is %t, want %t: %s", r.Name, what, !said, said, text)
			}
		}
		if table := data.Totals(r.Name); table.Rows != nil {
			if since := table.Rows[0].Since; since == "" || !strings.Contains(text, "; since "+since) {
				t.Errorf("%s: it does not say that n = %d is known since %q: %s", r.Name, table.Rows[0].N, since, text)
			}
			for _, column := range table.Columns {
				head, ok := strings.CutSuffix(results.Title(column), " games")
				opposite := map[string]string{"labelled": "classes", "unsolvable": "solvable", "invalid": "valid"}
				head = cmp.Or(opposite[head], head)
				if ok && !strings.Contains(text, " "+head+" : ") {
					t.Errorf("%s: nobody says what %q means: %s", r.Name, head, text)
				}
			}
		}
	}
}

// TestTheOldestListOfClassesMakesRoom lists the classes of more sizes than are kept in memory.
func TestTheOldestListOfClassesMakesRoom(t *testing.T) {
	s := testSite(t)
	h := s.handler()
	queries := []string{"n=3", "n=4", "ruleset=nim&n=3", "ruleset=nim&n=4", "ruleset=nim&n=5"}
	for _, query := range queries {
		ask(h, "/numbers/classes?"+query, nil)
	}
	var kept []string
	for _, l := range s.classes.lists {
		kept = append(kept, l.key)
	}
	if want := []string{"wonderwall 4", "nim 3", "nim 4", "nim 5"}; !slices.Equal(kept, want) {
		t.Errorf("kept are %q, want %q", kept, want)
	}
}

// TestTheCurveOfDocumentsMatchesResults compares the curve of the program's totals with docs/pictures/curve.svg;
// -update writes the picture.
func TestTheCurveOfDocumentsMatchesResults(t *testing.T) {
	const file = "../../docs/pictures/curve.svg"
	s := newSite(Site{Rulesets: games.All(), Database: filepath.Join(t.TempDir(), "none.db")}, "")
	drawn := ask(s.handler(), "/numbers/curve.svg", nil).Body.Bytes()
	if *update {
		if err := os.WriteFile(file, drawn, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(file); err != nil || string(kept) != string(drawn) {
		t.Errorf("%s is not the curve of today (%v): go test ./rooms/web -run CurveOfDocuments -update", file, err)
	}
}

func TestAClassHasTheSameNumberUnderAFilter(t *testing.T) {
	h := testSite(t).handler()
	row := regexp.MustCompile(`<td class="number">(\d+)</td><td><a href="([^"]*)"`)
	all := make(map[string]string)
	for _, m := range row.FindAllStringSubmatch(ask(h, "/numbers/classes?n=4", nil).Body.String(), -1) {
		all[m[2]] = m[1]
	}
	some := ask(h, "/numbers/classes?n=4&verdict=solvable", nil).Body.String()
	for _, m := range row.FindAllStringSubmatch(some, -1) {
		if all[m[2]] != m[1] {
			t.Errorf("%s is number %s, under a filter %s", m[2], all[m[2]], m[1])
		}
	}
	if !strings.Contains(some, `<a href="/numbers/classes?ruleset=wonderwall&amp;n=4">All classes</a>`) {
		t.Error("nothing leads back to all classes")
	}
}

// TestClassesThatAreBeingListedHaveTheRestOfThePage asks for a list that takes longer than a request waits. The page
// must load itself again.
func TestClassesThatAreBeingListedHaveTheRestOfThePage(t *testing.T) {
	t.Parallel()
	s := testSite(t)
	*s.Limits = productLimits
	s.classes.lists = []*classList{{key: "wonderwall 6", ready: make(chan struct{})}} // which is never made
	w := ask(s.handler(), "/numbers/classes?n=6", nil)
	if page := w.Body.String(); w.Code != http.StatusOK || w.Header().Get("Refresh") == "" || !strings.Contains(page, "The classes are being listed") || !strings.Contains(page, "&amp;n=5") {
		t.Errorf("%d, to be loaded again in %q s: %s", w.Code, w.Header().Get("Refresh"), textOf(page))
	}
}

// TestAListOfClassesExplainsWhatItListsBeforeTheList opens lists of two rulesets, with and without cores as proofs.
func TestAListOfClassesExplainsWhatItListsBeforeTheList(t *testing.T) {
	h := testSite(t).handler()
	for ruleset, cores := range map[string]bool{"wonderwall": true, "nim": false} {
		w := ask(h, "/numbers/classes?n=4&ruleset="+ruleset, nil)
		above, _, listed := strings.Cut(w.Body.String(), "<tbody>")
		if !listed || !strings.Contains(above, "The games of a class differ only by their labels.") || strings.Contains(above, "A <em>core</em> proves") != cores {
			t.Errorf("%s: %d, above the list is\n%s", ruleset, w.Code, above)
		}
	}
}

// TestFiltersNarrowAndSayWhatIsCommon filters all classes of games of six players. The number next to each possible
// filter must be that of the classes that remain with it.
func TestFiltersNarrowAndSayWhatIsCommon(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	page := func(query string) string {
		w := ask(h, "/numbers/classes?n=6&"+query, nil)
		for strings.Contains(w.Body.String(), "The classes are being listed") || w.Code == http.StatusServiceUnavailable {
			w = ask(h, "/numbers/classes?n=6&"+query, nil)
		}
		if w.Code != http.StatusOK || w.Body.Len() > mostPage {
			t.Fatalf("%s: %d, %d bytes", query, w.Code, w.Body.Len())
		}
		return textOf(w.Body.String())
	}
	for query, want := range map[string][]string{
		"":                                     {"89,630 of 89,630 classes : 64,000,000 labelled games, 100.0 % of all", "unsolvable (74,850)", "solvable (14,780)"},
		"verdict=solvable":                     {"14,780 of 89,630 classes : 10,561,680 labelled games, 16.5 % of all", "Common to all of these: Proof: order of 6.", "order of 6 (14,780)"},
		"verdict=solvable&proof=core+of+2":     {"0 of 89,630 classes : 0 labelled games", "core of 2 (0)", "any order of 6 (14,780)"},
		"degrees=2+2+2+2+2+2&automorphisms=18": {"Common to all of these: Verdict: unsolvable; Proof: core of 2; Times a wonderwall:"},
	} {
		got := page(query)
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("%s: the page does not say %q: %.1500s", query, text, got)
			}
		}
	}
	// The CSV file must have as many classes as the page counts, here of unsolvable games in which every player is
	// chosen twice.
	w := ask(h, "/numbers/classes.csv?n=6&verdict=unsolvable&degrees=2+2+2+2+2+2", nil)
	lines, err := csv.NewReader(w.Body).ReadAll()
	if err != nil || len(lines) < 100 || !strings.Contains(page("verdict=unsolvable&degrees=2+2+2+2+2+2"), fmt.Sprintf("%d of 89,630 classes", len(lines)-1)) {
		t.Errorf("%d lines, %v", len(lines), err)
	}
	for _, line := range lines[1:] {
		for player := 'A'; player <= 'F'; player++ {
			if line[3] != "unsolvable" || strings.Count(line[0], string(player)) != 2 {
				t.Fatalf("%q is in the file", line)
			}
		}
	}
}

// TestUnderLoadClassesAreNotMissing asks for a list while all processors are busy. The answer must not claim that there
// are no classes.
func TestUnderLoadClassesAreNotMissing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // in virtual time, because a list waits two minutes for a processor
		s := testSite(t)
		s.Work.free = make(chan struct{}) // no processor is ever free
		h := s.handler()
		for _, at := range []string{"/numbers/classes?n=4", "/numbers/classes.json?n=4"} {
			w := ask(h, at, nil)
			if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "try again") || strings.Contains(at, "json") == (w.Header().Get("Refresh") != "") {
				t.Errorf("%s: %d %s, want %d", at, w.Code, w.Body, http.StatusServiceUnavailable)
			}
		}
	})
}

// hostileDatabase returns the path of a database whose runs have hostile names in all fields.
func hostileDatabase(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "hostile.db")
	d, err := db.Open(path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Update(func(tx *db.Tx) error {
		for _, name := range hostile() {
			if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
				continue // with such a name the database is not opened
			}
			for _, ruleset := range []string{name, "wonderwall"} {
				header, err := json.Marshal(map[string]any{
					"ruleset": ruleset, "n": 4, "method": name, "fingerprint": name, "verdicts": []string{name}, "started": "2026-01-02T03:04:05Z",
					"worker": name, "banned": name, "makers": []map[string]any{{"host": name, "version": name, "shards": 1}},
				})
				if err != nil {
					return err
				}
				if _, err := tx.CreateRun(header); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestHostileNamesInADatabaseAreText(t *testing.T) {
	t.Parallel()
	path := hostileDatabase(t)
	h := newSite(Site{Rulesets: games.All(), Database: path}, "").handler()
	for _, at := range []string{"/numbers", "/numbers?ruleset=" + url.QueryEscape("<script>alert(1)</script>"), "/runs"} {
		body := ask(h, at, nil).Body.String()
		noMarkupOf(t, at, body)
		if !strings.Contains(body, "&lt;script&gt;alert(1)&lt;/script&gt;") {
			t.Errorf("%s does not show the names:\n%s", at, body)
		}
	}
}

func TestADamagedDatabaseIsReported(t *testing.T) {
	t.Parallel()
	s := withRuns(t, 4, enum.Walk)
	whole, err := os.ReadFile(s.Database)
	if err != nil {
		t.Fatal(err)
	}
	middle := append([]byte(nil), whole...)
	for i := len(middle) / 4; i < len(middle); i += 97 {
		middle[i] ^= 0x5a
	}
	for what, data := range map[string][]byte{"empty": {}, "text": []byte(strings.Repeat("no database ", 1000)), "short": whole[:len(whole)/2], "garbled": middle} {
		if err := os.WriteFile(s.Database, data, 0o666); err != nil {
			t.Fatal(err)
		}
		h := newSite(Site{Rulesets: games.All(), Database: s.Database, Remark: func(text string) { t.Error(text) }}, "").handler()
		for _, at := range []string{"/numbers", "/runs"} {
			w := ask(h, at, nil)
			if page := textOf(w.Body.String()); w.Code != 200 || what != "empty" && !strings.Contains(page, "The database cannot be read: "+s.Database) {
				t.Errorf("%s: %s: %d: %s", what, at, w.Code, page)
			}
		}
		if w := ask(h, "/numbers/table.json", nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: JSON: %d %s", what, w.Code, w.Body)
		}
	}
}

func TestLookingChangesNoByteOfTheDatabase(t *testing.T) {
	s := withRuns(t, 4, enum.Walk, "count")
	before, err := os.ReadFile(s.Database)
	if err != nil {
		t.Fatal(err)
	}
	h := s.handler()
	for _, at := range []string{"/numbers", "/numbers/table.csv", "/numbers/bfile.txt?column=classes", "/numbers/curve.svg", "/runs", "/documents"} {
		if w := ask(h, at, nil); w.Code != 200 {
			t.Errorf("%s: %d %s", at, w.Code, w.Body)
		}
	}
	if after, err := os.ReadFile(s.Database); err != nil || string(after) != string(before) {
		t.Errorf("the database has changed, or %v", err)
	}
}

// TestSharesAreRoundedToTheNearestTenth has shares that are nearly nothing and nearly everything, too.
func TestSharesAreRoundedToTheNearestTenth(t *testing.T) {
	for share, want := range map[float64]string{
		0: "0.0 %", 1e-9: "< 0.1 %", .0004: "< 0.1 %", .0005: "0.1 %", .21265: "21.3 %", .2649: "26.5 %", .43623: "43.6 %", 2. / 3: "66.7 %",
		.9994: "99.9 %", .9999: "> 99.9 %", 1: "100.0 %",
	} {
		if got := roundedPercent(share); got != want {
			t.Errorf("%v is written %q, want %q", share, got, want)
		}
	}
}

// TestTheTabsOfNumbersAreTheRulesetsOfTheProgram checks that rulesets with settings that the database stores, such as
// "nim:heaps=2", are in a separate list, each once.
func TestTheTabsOfNumbersAreTheRulesetsOfTheProgram(t *testing.T) {
	s := testSite(t)
	stored := s.numbers.stored(storedResults{names: []string{"nim", "nim:heaps=2", "choices:judge=mine", "nim:heaps=2"}})
	if !slices.Equal(stored, []string{"nim:heaps=2", "choices:judge=mine"}) {
		t.Errorf("in the database %q", stored)
	}
	_, tabs, _ := strings.Cut(ask(s.handler(), "/numbers", nil).Body.String(), `aria-label="Rulesets"`)
	tabs, _, _ = strings.Cut(tabs, "</nav>")
	if n := strings.Count(tabs, "<a "); n != len(s.Rulesets) || !strings.Contains(tabs, ">Tower Nim<") {
		t.Errorf("%d tabs, want %d: %s", n, len(s.Rulesets), tabs)
	}
}

// TestTheFirstVerdictShownOccurs opens the results of Col. No position of the largest size has its first verdict, L, so
// the page must show another, P.
func TestTheFirstVerdictShownOccurs(t *testing.T) {
	page := ask(testSite(t).handler(), "/numbers?ruleset=col", nil).Body.String()
	if lead := first(page, `id="in-short">(?s:(.*?))</p>`); !strings.Contains(lead, "100.0 %") || !strings.Contains(lead, "<b>P</b>") {
		t.Errorf("the numbers of col begin with %q", lead)
	}
	if head := first(page, `<table class="sizes">(?s:(.*?))</thead>`); !strings.Contains(head, ">P<") || strings.Contains(head, ">L<") {
		t.Errorf("the table of sizes has the columns %q, want those of the verdict P", head)
	}
}
