package text

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// zipped returns an archive of files, each name followed by the content.
func zipped(t testing.TB, files ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// bookOf returns a workbook with the rows of a sheet, and the texts that its cells share.
func bookOf(t testing.TB, rows, shared string) string {
	return zipped(t, "xl/sharedStrings.xml", "<sst>"+shared+"</sst>", "xl/worksheets/sheet2.xml", "<worksheet/>",
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+rows+"</sheetData></worksheet>")
}

func TestAWorkbookIsReadAsItsCSV(t *testing.T) {
	book, err := os.ReadFile("../../../data/examples/camp.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := os.ReadFile("../../../data/examples/camp.csv")
	if err != nil {
		t.Fatal(err)
	}
	want, err := parseTable(string(plain))
	if err != nil {
		t.Fatal(err)
	}
	for got, err := range ReadTables(iotest.OneByteReader(bytes.NewReader(book))) {
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v, %v, want %v", got, err, want)
		}
	}
}

func TestCellsStandWhereTheWorkbookHasThem(t *testing.T) {
	const shared = `<si><t>Name</t></si><si><r><t>Wonder</t></r><r><t>wall</t></r><rPh><t>x</t></rPh></si><si><t xml:space="preserve"> Ann  "A" Lee</t></si>`
	for _, test := range []struct{ claim, rows, want string }{
		{"texts shared, whole, in runs and within", `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Ninja</t></is></c></row>
			<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>2</v></c><c r="C2" t="str"><f>x</f><v>C,C</v></c></row>
			<row r="4"><c r="C4" t="s"><v>2</v></c><c r="B4" t="str"><v>C,C</v></c><c r="A4"><v>2</v></c></row>
			<row r="5"/><row r="9"><c r="A9" t="str"><v>C,C</v></c><c r="B9"><v>2</v></c><c r="C9" t="s"><v>2</v></c></row>`, `Ann "A" Lee|2|C,C [{1 2} {2 0} {1 0}]`},
		{"a fault at its cell", `<row r="3"><c r="B3"><v>1</v></c><c r="C3"><v>2</v></c><c r="D3"><v>3</v></c></row><row r="4"><c r="B4"><v>2</v></c><c r="C4"><v>1</v></c><c r="D4"><v>7</v></c></row><row r="5"><c r="B5"><v>3</v></c><c r="C5"><v>1</v></c><c r="D5"><v>2</v></c></row>`,
			`line 4, column 4: player "7" has no row; want its row, or a choice among "1", "2", "3"`},
		{"a fault behind a name with commas and quotes", `<row r="1"><c r="A1" t="str"><v>Ann, "A"</v></c><c r="B1" t="str"><v>Ben</v></c><c r="C1" t="str"><v>Cy</v></c></row><row r="2"><c r="A2" t="str"><v>Ben</v></c><c r="B2" t="str"><v>Cy</v></c><c r="C2" t="str"><v>Ann, "A"</v></c></row><row r="3"><c r="A3" t="str"><v>Cy</v></c><c r="B3" t="str"><v>Ann, "A"</v></c><c r="C3" t="str"><v>Zoe</v></c></row>`,
			`line 3, column 3: player "Zoe" has no row; want its row, or a choice among "Ann, \"A\"", "Ben", "Cy"`},
		{"no text of that number", `<row><c r="A1" t="s"><v>-1</v></c></row>`, `this is no workbook that can be read: there is no text "-1" in it; want .xlsx as spreadsheets save it, or CSV`},
		{"a row far below, and a column far away", `<row r="1048577"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c><c r="ZZZZZ1"/><c r="?1"><v>3</v></c></row>`, "line 100000, column 3: 1 name; want a player, its wonderwall and its ninja"},
		{"cells that do not say their places", `<row><c><v>1</v></c><c><v>2</v></c><c r="C1"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c><c t="str"><v>1</v></c><c><v>3</v></c></row><row><c><v>3</v></c><c><v>1</v></c><c><v>2</v></c></row>`, "1|2|3 [{1 2} {0 2} {0 1}]"},
		{"a cell outside rows, and elements of other names", `<c r="B1"><v>1</v></c><x><row r="z"><y/></row></x>`, "line 1, column 2: 2 names; want a player, its wonderwall and its ninja"},
		{"no cells", "", ""},
	} {
		got := ""
		for table, err := range ReadTables(strings.NewReader(bookOf(t, test.rows, shared))) {
			got = strings.Join(table.Names, "|") + " " + fmt.Sprint(table.Game)
			if err != nil {
				got = err.Error()
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.claim, got, test.want)
		}
	}
}

// TestAHiddenSheetIsPassedOver reads the first sheet that is shown, in the order of the tabs.
func TestAHiddenSheetIsPassedOver(t *testing.T) {
	sheet := func(names string) string {
		row := ""
		for _, name := range names {
			row += "<c><v>" + string(name) + "</v></c>"
		}
		return "<worksheet><sheetData><row>" + row + "</row></sheetData></worksheet>"
	}
	for tabs, want := range map[string]string{
		``: "12", `<sheet name="a"/><sheet name="b"/>`: "12", `<sheet state="visible"/><sheet state="hidden"/>`: "12",
		`<sheet state="hidden"/><sheet/>`: "345", `<sheet state="veryHidden"/><sheet state="hidden"/><sheet/><sheet/>`: "6",
	} {
		book := zipped(t, "xl/workbook.xml", "<workbook><sheets>"+tabs+"</sheets></workbook>",
			"xl/worksheets/sheet1.xml", sheet("12"), "xl/worksheets/sheet2.xml", sheet("345"), "xl/worksheets/sheet3.xml", sheet("6"))
		lines, err := workbook(strings.NewReader(book))
		if got := strings.NewReplacer(`"`, "", ",", "", " ", "").Replace(strings.Join(lines, "")); got != want || err != nil {
			t.Errorf("%s: %q, %v, want %s", tabs, got, err, want)
		}
	}
}

// lying returns an archive that says of its one file that it holds a byte.
func lying(t testing.TB, name, content string) string {
	var packed, b bytes.Buffer
	deflate, _ := flate.NewWriter(&packed, flate.BestSpeed)
	_, _ = deflate.Write([]byte(content))
	deflate.Close()
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 1})
	if err == nil {
		_, err = f.Write(packed.Bytes())
	}
	if err = cmp.Or(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAWorkbookTakesNoMoreThanItMay reads what is small as a file and large as it is meant, and what others make of it by
// chance: it ends with one line, and holds little memory.
func TestAWorkbookTakesNoMoreThanItMay(t *testing.T) {
	cells := func(n int, cell string) string {
		return strings.Repeat("<row>"+strings.Repeat(cell, 10)+"</row>", n/10)
	}
	sheets := []string{"xl/worksheets/sheet1.xml", "<worksheet><sheetData>" + cells(1000, "<c><v>1</v></c>") + "</sheetData></worksheet>"}
	for i := range 100 {
		sheets = append(sheets, fmt.Sprintf("xl/worksheets/sheet%d.xml", i+2), strings.Repeat(" ", 1<<16))
	}
	for claim, c := range map[string]struct{ book, want string }{
		"a million cells":             {bookOf(t, cells(1_000_000, "<c><v>1</v></c>"), ""), "sheet1.xml has more than 8388608 bytes"},
		"one text in every cell":      {bookOf(t, cells(100_000, `<c t="s"><v>0</v></c>`), "<si><t>"+strings.Repeat("x", 1<<20)+"</t></si>"), "its names have more than 8388608 bytes"},
		"a size that is not told":     {lying(t, "xl/worksheets/sheet1.xml", "<worksheet>"+strings.Repeat(" ", 64<<20)), "zip: "},
		"a hundred sheets, all large": {zipped(t, sheets...), ""},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		lines, err := workbook(strings.NewReader(c.book))
		runtime.ReadMemStats(&after)
		if err != nil && !strings.Contains(err.Error(), c.want) || (err == nil) != (c.want == "") || c.want == "" && len(lines) != 100 {
			t.Errorf("%s: %d lines, %v, want %q", claim, len(lines), err, c.want)
		}
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 256 {
			t.Errorf("%s: %d MB are allocated", claim, took)
		}
	}
}

// TestWhatIsNoWorkbookIsOneError reads archives that are none, or hold too much.
func TestWhatIsNoWorkbookIsOneError(t *testing.T) {
	bomb := "<worksheet>" + strings.Repeat(" ", mostPart) + "</worksheet>"
	for want, archive := range map[string]string{
		"sheet1.xml: file does not exist":     zipped(t, "content.xml", "<document/>"),
		"XML syntax error":                    zipped(t, "xl/worksheets/sheet1.xml", "<worksheet>"),
		"sheet1.xml has more than 8388608 by": zipped(t, "xl/worksheets/sheet1.xml", bomb),
		"Strings.xml has more than 8388608 b": zipped(t, "xl/sharedStrings.xml", bomb),
		"not a valid zip file":                bookOf(t, "", "")[:400],
	} {
		said := readEach(archive)
		if len(said) != 1 || !strings.HasPrefix(said[0], "this is no workbook that can be read: ") || !strings.Contains(said[0], want) || strings.Contains(said[0], "\n") {
			t.Errorf("it says %q, want %q", said, want)
		}
	}
}
