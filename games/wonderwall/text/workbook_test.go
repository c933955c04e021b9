package text

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"enumerate/internal/cpu"
)

// zipped returns an archive. files are the names of its files, each followed by the content.
func zipped(t testing.TB, files ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		header := &zip.FileHeader{Name: files[i], Method: zip.Deflate}
		if strings.HasSuffix(files[i], ".png") {
			header.Method = zip.Store
		}
		f, err := w.CreateHeader(header)
		if err == nil {
			_, err = io.WriteString(f, files[i+1])
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

// relationsOf returns the part of a workbook that links to other parts. Each relation is "id kind target".
func relationsOf(relations ...string) string {
	part := "<Relationships>"
	for _, r := range relations {
		f := strings.Fields(r)
		part += fmt.Sprintf(`<Relationship Id=%q Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target=%q/>`, f[0], f[1], f[2])
	}
	return part + "</Relationships>"
}

// bookOf returns a workbook with one sheet, from the XML of its rows and of the texts that cells share.
func bookOf(t testing.TB, rows, shared string) string {
	return zipped(t, "xl/workbook.xml", `<workbook><sheets><sheet name="One" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", relationsOf("a worksheet worksheets/sheet7.xml", "b sharedStrings texts.xml"),
		"xl/texts.xml", "<sst>"+shared+"</sst>", "xl/worksheets/sheet1.xml", "<worksheet/>",
		"xl/worksheets/sheet7.xml", "<worksheet><sheetData>"+rows+"</sheetData></worksheet>")
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
	texts, err := ReadTexts(bytes.NewReader(book))
	if err != nil || len(texts) != 1 {
		t.Fatalf("%q, %v", texts, err)
	}
	if got, err := parseTable(texts[0].Text); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("as text it is %v, %v, want %v", got, err, want)
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
			`cell D4: player "7" has no row; add its row, or choose one of "1", "2", "3"`},
		{"a fault behind a name with commas and quotes", `<row r="1"><c r="A1" t="str"><v>Ann, "A"</v></c><c r="B1" t="str"><v>Ben</v></c><c r="C1" t="str"><v>Cy</v></c></row><row r="2"><c r="A2" t="str"><v>Ben</v></c><c r="B2" t="str"><v>Cy</v></c><c r="C2" t="str"><v>Ann, "A"</v></c></row><row r="3"><c r="A3" t="str"><v>Cy</v></c><c r="B3" t="str"><v>Ann, "A"</v></c><c r="C3" t="str"><v>Zoe</v></c></row>`,
			`cell C3: player "Zoe" has no row; add its row, or choose one of "Ann, \"A\"", "Ben", "Cy"`},
		{"an empty cell", `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="str"><v>Ninja</v></c></row><row r="3"><c><v>1</v></c><c r="C3" t="s"><v>2</v></c></row>`, "cell B3: the wonderwall has no name\ncell C3: player \"Ann \\\"A\\\" Lee\" has no row; add its row, or choose one of \"1\""},
		{"no text of that number", `<row><c r="A1" t="s"><v>-1</v></c></row>`, `cannot read this workbook: sheet "One": cell A1 has no text "-1"`},
		{"a row far below, and a column far away", `<row r="1048577"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c><c r="ZZZZZ1"/><c r="?1"><v>3</v></c></row>`, "cell B1048577: 1 name; expected a player, its wonderwall and its ninja"},
		{"cells that do not say their places", `<row><c><v>1</v></c><c><v>2</v></c><c r="C1"><v>3</v></c></row><row r="2"><c r="A2"><v>2</v></c><c t="str"><v>1</v></c><c><v>3</v></c></row><row><c><v>3</v></c><c><v>1</v></c><c><v>2</v></c></row>`, "1|2|3 [{1 2} {0 2} {0 1}]"},
		{"numbers as programs write them", `<row><c><v>1.0</v></c><c t="n"><v>2E0</v></c><c><v>3</v></c></row><row><c><v>2</v></c><c><v>1</v></c><c><v>3.000</v></c></row><row><c t="str"><v>3</v></c><c><v>1</v></c><c><v>2</v></c></row>`, "1|2|3 [{1 2} {0 2} {0 1}]"},
		{"escaped characters", `<row><c t="str"><v>A_x000D_B</v></c><c t="str"><v>_x0043_</v></c><c t="str"><v>_x12</v></c></row><row><c t="str"><v>C</v></c><c t="str"><v>_x12</v></c><c t="str"><v>A B</v></c></row><row><c t="str"><v>_x12</v></c><c t="str"><v>C</v></c><c t="str"><v>A B</v></c></row>`, "A B|C|_x12 [{1 2} {2 0} {1 0}]"},
		{"a cell outside rows, and elements of other names", `<c r="B1"><v>1</v></c><x><row r="z"><y/></row></x>`, ""},
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

// cells returns the XML of a sheet. Each argument is a row, and each of its letters is a name in a separate cell.
func cells(rows ...string) string {
	sheet := "<worksheet><sheetData>"
	for _, row := range rows {
		sheet += "<row>"
		for _, name := range row {
			sheet += `<c t="str"><v>` + string(name) + "</v></c>"
		}
		sheet += "</row>"
	}
	return sheet + "</sheetData></worksheet>"
}

// In these workbooks the parts are in unusual places of the file, or further sheets are hidden or contain no game. If
// several sheets have a game, the reader must ask.
func TestTheSheetWithTheGameIsRead(t *testing.T) {
	game, other, none := cells("ABC", "BCA", "CBA"), cells("DEF", "EFD", "FED"), cells("x", "yz")
	sheets := []string{"xl/worksheets/sheet1.xml", game, "xl/a.xml", other, "xl/worksheets/none.xml", none}
	const abc, def = "A B C", "D E F"
	for claim, test := range map[string]struct{ tabs, relations, want string }{
		"the second tab is the first part":  {`<sheet name="2" r:id="y"/><sheet name="1" r:id="x"/>`, "x worksheet worksheets/none.xml;y worksheet a.xml", def + `; sheet "2" is read; no game found in "1"`},
		"targets from the root":             {`<sheet name="1" r:id="x"/>`, "x worksheet /xl/worksheets/sheet1.xml", abc},
		"targets with other signs":          {`<sheet name="1" r:id="x"/>`, `x worksheet .\Worksheets\..\worksheets/SHEET1.xml`, abc},
		"a hidden sheet":                    {`<sheet name="1" state="hidden" r:id="x"/><sheet name="2" r:id="y"/>`, "x worksheet worksheets/sheet1.xml;y worksheet a.xml", def + "; 1 hidden sheet is left out"},
		"hidden sheets":                     {`<sheet name="1" state="veryHidden" r:id="x"/><sheet name="3" state="hidden" r:id="x"/><sheet name="2" state="visible" r:id="y"/>`, "x worksheet worksheets/sheet1.xml;y worksheet a.xml", def + "; 2 hidden sheets are left out"},
		"a chart":                           {`<sheet name="1" r:id="x"/><sheet name="2" r:id="y"/>`, "x chartsheet worksheets/sheet1.xml;y worksheet a.xml", def},
		"two games":                         {`<sheet name="One" r:id="x"/><sheet name="Two" r:id="y"/><sheet name="3" r:id="z"/>`, "x worksheet worksheets/sheet1.xml;y worksheet a.xml;z worksheet worksheets/none.xml", `2 sheets hold a game: "One", "Two"; choose one with --sheet`},
		"only hidden sheets":                {`<sheet name="1" state="hidden" r:id="x"/>`, "x worksheet worksheets/sheet1.xml", "cannot read this workbook: no visible sheet with cells"},
		"a part that is not there":          {`<sheet name="1" r:id="x"/>`, "x worksheet worksheets/sheet9.xml", `cannot read this workbook: sheet "1": part xl/worksheets/sheet9.xml is missing`},
		"no sheet with a game":              {`<sheet name="1" r:id="x"/><sheet name="2" r:id="x"/>`, "x worksheet worksheets/none.xml", `no sheet holds a game: "1", "2"; a game needs the columns player, wonderwall and ninja`},
		"a target outside the archive":      {`<sheet name="1" r:id="x"/>`, "x worksheet ../../../etc/passwd", `cannot read this workbook: sheet "1": part etc/passwd is missing`},
		"the names of sheets do not matter": {`<sheet name="&lt;&#10;" r:id="x"/>`, "x worksheet a.xml", def},
	} {
		book := zipped(t, append(sheets, "_rels/.rels", relationsOf("r officeDocument /xl/book.xml"), "xl/book.xml", "<workbook><sheets>"+test.tabs+"</sheets></workbook>",
			"xl/_rels/book.xml.rels", relationsOf(strings.Split(test.relations, ";")...))...)
		got := ""
		for table, err := range ReadTables(strings.NewReader(book)) {
			got = strings.Join(table.Names, " ")
			if table.Remarks != nil {
				got += "; " + table.Remarks.Error()
			}
			if err != nil {
				got = err.Error()
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", claim, got, test.want)
		}
	}
	book := zipped(t, "xl/workbook.xml", `<workbook><sheets><sheet name="One" r:id="x"/><sheet name="Secret" state="hidden" r:id="y"/><sheet name="Two" r:id="y"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", relationsOf("x worksheet a.xml", "y worksheet b.xml"), "xl/a.xml", game, "xl/b.xml", other)
	for name, want := range map[string]string{"One": abc, " two": def, "Secret": `no sheet named "Secret"; the workbook has "One", "Two"`} {
		got := ""
		for table, err := range ReadPicked(strings.NewReader(book), Pick{Sheet: name}) {
			got = strings.Join(table.Names, " ")
			if err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("--sheet %s: %s, want %s", name, got, want)
		}
	}
}

// No name in a hidden row or column may appear in a table, a text or an error.
func TestHiddenNamesNeverAppear(t *testing.T) {
	row := func(attributes string, names ...string) string {
		s := "<row" + attributes + ">"
		for _, name := range names {
			s += `<c t="str"><v>` + name + "</v></c>"
		}
		return s + "</row>"
	}
	sheet := `<worksheet><cols><col min="2" max="2" hidden="1"/><col min="6" max="6" width="0"/></cols><sheetData>` +
		row("", "Name", "Secret", "Wonderwall", "Ninja", "Note", "Secret") + row("", "A", "Secret", "B", "C", "x", "Secret") +
		row(` hidden="1"`, "Secret", "s", "A", "B") + row("", "B", "", "C", "A") + row(` hidden="true"`, "Secret2") + row(` ht="0"`, "Secret3", "s", "A", "B") + row("", "C", "", "B", "A") + "</sheetData></worksheet>"
	book := zipped(t, "xl/workbook.xml", `<workbook><sheets><sheet name="One" r:id="x"/><sheet name="Secret" state="hidden" r:id="x"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", relationsOf("x worksheet a.xml"), "xl/a.xml", sheet)
	want := "1 hidden sheet is left out\n3 hidden rows are left out: 3, 5, 6\n2 hidden columns are left out: B, F"
	for table, err := range ReadTables(strings.NewReader(book)) {
		if code, _ := table.Code(); err != nil || code != "BC CA BA" || table.Remarks == nil || table.Remarks.Error() != want {
			t.Errorf("%v, %v, want the remarks %s", table, err, want)
		}
	}
	texts, err := ReadTexts(strings.NewReader(book))
	if err != nil || strings.Contains(fmt.Sprint(texts), "Secret") || strings.Join(texts[0].Remarks, "\n") != want {
		t.Errorf("the text is %q, %v", texts, err)
	}
	if code, err := parseTable(texts[0].Text); err != nil || fmt.Sprint(code.Game) != "[{1 2} {2 0} {1 0}]" {
		t.Errorf("%q is read as %v, %v", texts[0].Text, code, err)
	}
}

// lying returns an archive whose directory says that its last file unpacks to a single byte.
func lying(t testing.TB, name, content string, files ...string) string {
	var packed, b bytes.Buffer
	deflate, _ := flate.NewWriter(&packed, flate.BestSpeed)
	_, _ = deflate.Write([]byte(content))
	deflate.Close()
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
	f, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 1})
	if err == nil {
		_, err = f.Write(packed.Bytes())
	}
	if err = cmp.Or(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDamagedWorkbooksTakeBoundedTimeAndMemory reads damaged workbooks and some that unpack to far more than their
// size. Each must take at most a second of processor time and 40 MB of memory, and return at most one line of error.
func TestDamagedWorkbooksTakeBoundedTimeAndMemory(t *testing.T) {
	const mostMemory, mostTime = 40 << 10, time.Second
	rowsOf := func(n int, row string) string { return strings.Repeat(row, n) }
	padding := make([]byte, 8<<20) // random bytes, which cannot be compressed, for a large file
	for i, x := 0, uint32(1); i < len(padding); i++ {
		x = x*1664525 + 1013904223
		padding[i] = byte(x >> 24)
	}

	main := []string{"xl/workbook.xml", `<workbook><sheets><sheet name="One" r:id="a"/></sheets></workbook>`, "xl/_rels/workbook.xml.rels", relationsOf("a worksheet s.xml")}
	large := func(rows string) string {
		return zipped(t, append([]string{"xl/media/picture.png", string(padding), "xl/s.xml", "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"}, main...)...)
	}
	var parts []string
	for i := range 20_000 {
		parts = append(parts, fmt.Sprint("xl/", i), "")
	}
	var distinct, styled strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&distinct, `<row><c t="str"><v>n%d</v></c></row>`, i)
	}
	for i := range 40_000 {
		fmt.Fprintf(&styled, `<row r="%d" s="1" customFormat="1"><c r="A%d" s="1"/><c r="B%d" s="1"/><c r="C%d" s="1"/></row>`, i+10, i+10, i+10, i+10)
	}
	const game = `<row r="1"><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row><row r="2"><c><v>2</v></c><c><v>1</v></c><c><v>3</v></c></row><row r="3"><c><v>3</v></c><c><v>1</v></c><c><v>2</v></c></row>`
	for claim, c := range map[string]struct{ book, want string }{
		"a million cells":                      {bookOf(t, rowsOf(100_000, "<row>"+rowsOf(10, "<c><v>1</v></c>")+"</row>"), ""), "50000 cells"},
		"a million cells in a large file":      {large(rowsOf(100_000, "<row>"+rowsOf(10, "<c><v>1</v></c>")+"</row>")), "50000 cells"},
		"names that are all different":         {large(distinct.String()), ""},
		"one text in every cell":               {bookOf(t, rowsOf(100_000, `<row><c t="s"><v>0</v></c></row>`), "<si><t>"+strings.Repeat("x", 1<<19)+"</t></si>"), "4 MB of text"},
		"a text without an end":                {large("<row><c><v>" + strings.Repeat("x", 6<<20)), "too large"},
		"a size that is not told":              {lying(t, "xl/s.xml", "<worksheet>"+strings.Repeat(" ", 64<<20), main...), "zip: not a valid zip file"},
		"elements within each other":           {bookOf(t, strings.Repeat("<a>", 100_000), ""), "nested too deeply"},
		"many elements":                        {bookOf(t, strings.Repeat("<a><b/></a>", 500_000), ""), "too large"},
		"many attributes":                      {bookOf(t, "<row "+strings.Repeat(`a="" `, 150_000)+"/>", ""), ""},
		"many parts":                           {zipped(t, append(main, parts...)...), "too many parts"},
		"many empty rows with a style":         {large(game + styled.String()), ""},
		"a million shared texts":               {zipped(t, "xl/workbook.xml", `<workbook><sheets><sheet name="1" r:id="a"/></sheets></workbook>`, "xl/_rels/workbook.xml.rels", relationsOf("a worksheet s.xml", "b sharedStrings t.xml"), "xl/t.xml", "<sst>"+strings.Repeat("<si><t>a</t></si>", 400_000)+"</sst>", "x.png", string(padding)), "50000 different texts"},
		"a hundred sheets, all of them large ": {hundredSheets(t, game, string(padding)), "sheets hold a game"},
	} {
		// The process prints the memory, the time and the error.
		file := filepath.Join(t.TempDir(), "book.xlsx")
		if err := os.WriteFile(file, []byte(c.book), 0o600); err != nil {
			t.Fatal(err)
		}
		alone := exec.Command(os.Args[0])
		alone.Env = append(os.Environ(), readAlone+"="+file)
		out, err := alone.CombinedOutput()
		fields := strings.SplitN(string(out), " ", 3)
		if err != nil || len(fields) != 3 {
			t.Fatalf("%s: %v, %s", claim, err, out)
		}

		memory, err1 := strconv.Atoi(fields[0])
		took, err2 := time.ParseDuration(fields[1])
		if message := fields[2]; errors.Join(err1, err2) != nil || c.want == "" && message != "" && !strings.HasPrefix(message, "cell ") || !strings.Contains(message, c.want) || c.want != "" && strings.Contains(message, "\n") {
			t.Errorf("%s: %s, want %q", claim, out, c.want)
		}
		t.Logf("%s, %d KB: %d KB, %v, %.60s", claim, len(c.book)>>10, memory, took, fields[2])
		if memory > mostMemory || took > mostTime {
			t.Errorf("%s: it takes %d KB and %v of a processor, expected at most %d KB and %v", claim, memory, took, mostMemory, mostTime)
		}
	}
}

// If the environment variable readAlone has the name of a file, the test program only reads this file (see TestMain).
const readAlone = "ENUMERATE_READ_ALONE"

// TestMain runs the tests, unless the variable readAlone names a file. Then it only reads the file, so that the memory
// of a single reading can be measured. It prints the memory in KB beyond that of the process before the reading, the
// processor time, and the error.
func TestMain(m *testing.M) {
	file := os.Getenv(readAlone)
	if file == "" {
		m.Run()
		return
	}
	in, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	idle, since := mostInUse(), cpu.Time()
	message := ""
	for _, err := range ReadTables(in) {
		if err != nil {
			message = err.Error()
		}
	}
	fmt.Printf("%d %v %s", mostInUse()-idle, cpu.Time()-since, message)
}

// mostInUse returns the largest memory of this process so far, in KB.
func mostInUse() int {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	kb := 0
	_, _ = fmt.Sscan(rest, &kb)
	return kb
}

// hundredSheets returns a large workbook: each sheet has a game, and 10,000 empty rows.
func hundredSheets(t testing.TB, game, padding string) string {
	tabs, relations := "", []string{}
	files := []string{"x.png", padding}
	for i := range 100 {
		tabs += fmt.Sprintf(`<sheet name="%d" r:id="r%d"/>`, i, i)
		relations = append(relations, fmt.Sprintf("r%d worksheet s%d.xml", i, i))
		files = append(files, fmt.Sprintf("xl/s%d.xml", i), "<worksheet><sheetData>"+game+strings.Repeat("<row/>", 10_000)+"</sheetData></worksheet>")
	}
	return zipped(t, append(files, "xl/workbook.xml", "<workbook><sheets>"+tabs+"</sheets></workbook>", "xl/_rels/workbook.xml.rels", relationsOf(relations...))...)
}

func TestInvalidWorkbooksAreOneError(t *testing.T) {
	for want, archive := range map[string]string{
		"a zip archive that is not a workbook cannot be read; unpack it first":                                                                       zipped(t, "content.xml", "<document/>"),
		"an OpenDocument spreadsheet (.ods) cannot be read; save the table as .xlsx or CSV":                                                          zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
		"an OpenDocument text (.odt) cannot be read; save the table as .xlsx or CSV":                                                                 zipped(t, "mimetype", "application/vnd.oasis.opendocument.text"),
		"a Word file (.docx) cannot be read; save the table as .xlsx or CSV":                                                                         zipped(t, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>"),
		"a binary workbook (.xlsb) cannot be read; save the table as .xlsx or CSV":                                                                   zipped(t, "[Content_Types].xml", "<Types/>", "xl/workbook.bin", "x"),
		"a Numbers, Pages or Keynote file of Apple cannot be read; save the table as .xlsx or CSV":                                                   zipped(t, "Index/Document.iwa", "x"),
		"cannot read this workbook: part xl/_rels/workbook.xml.rels is missing":                                                                      zipped(t, "xl/workbook.xml", "<workbook/>"),
		"cannot read this workbook: the file is damaged or incomplete (zip: not a valid zip file); copy it again, or save the table as .xlsx or CSV": bookOf(t, "", "")[:400],
		`cannot read this workbook: sheet "One": part xl/worksheets/sheet7.xml ends early`:                                                           zipped(t, "xl/workbook.xml", `<workbook><sheets><sheet name="One" r:id="a"/></sheets></workbook>`, "xl/_rels/workbook.xml.rels", relationsOf("a worksheet worksheets/sheet7.xml"), "xl/worksheets/sheet7.xml", "<worksheet>"),
		`cannot read this workbook: sheet "One": part xl/worksheets/sheet7.xml is malformed at </sheetData>`:                                         bookOf(t, "<row>", ""),
	} {
		if message := readEach(archive); len(message) != 1 || message[0] != want {
			t.Errorf("it says %q, want %q", message, want)
		}
	}
}
