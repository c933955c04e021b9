package text

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
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
