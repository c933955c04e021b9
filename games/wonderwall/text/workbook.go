package text

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/text"
)

// A workbook is an archive that others made, and a small one may hold much: what is read of it is
// bounded. It is read here since excelize makes the program 4.5 MB larger, and xlsxreader ends it
// if a number is negative.
const (
	mostArchive = 32 << 20 // bytes of a workbook
	mostPart    = 8 << 20  // bytes of a part of it, unpacked: some 50,000 rows; and of the names in it, which cells may share
	mostRows    = 100_000  // of a sheet that rows without cells are counted of
	mostColumns = 64       // of a sheet; others are left out
)

// A richText is a text in a workbook, whole or in runs of one style.
type richText struct {
	Text string   `xml:"t"`
	Runs []string `xml:"r>t"`
}

func (t richText) String() string { return t.Text + strings.Join(t.Runs, "") }

// workbook returns the rows of the first sheet of a workbook that is not hidden, each as a line of CSV with all names
// in quotes.
func workbook(in io.Reader) (lines []string, err error) {
	content, failed := io.ReadAll(io.LimitReader(in, mostArchive))
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, cmp.Or(failed, err)
	}
	var s sheet
	err1 := part(archive, "xl/workbook.xml", "sheets", s.tab)
	err2 := part(archive, "xl/sharedStrings.xml", "sst", s.share)
	for _, err := range []error{err1, err2} {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	err = part(archive, fmt.Sprintf("xl/worksheets/sheet%d.xml", s.hidden+1), "sheetData", s.read) // in the order of their tabs
	s.end()
	return s.lines, err
}

// A sheet is what has been read of one. It keeps no more than its names: an element of four bytes
// is a cell.
type sheet struct {
	hidden int      // tabs before the first that is shown
	shown  bool     // that was seen
	shared []string // texts
	size   int      // bytes of the names
	lines  []string
	cells  []string // of the row at hand, nil before the first
	next   int      // the column of a cell that does not say its place; 0 is A
}

// tab reads which tab is the first that is shown.
func (s *sheet) tab(_ *xml.Decoder, start xml.StartElement) error {
	hides := func(a xml.Attr) bool { return a.Name.Local == "state" && a.Value != "visible" }
	if s.shown = s.shown || start.Name.Local == "sheet" && !slices.ContainsFunc(start.Attr, hides); !s.shown && start.Name.Local == "sheet" {
		s.hidden++
	}
	return nil
}

// share reads a text that cells share.
func (s *sheet) share(d *xml.Decoder, start xml.StartElement) error {
	if start.Name.Local != "si" {
		return nil
	}
	var t richText
	err := d.DecodeElement(&t, &start)
	s.shared = append(s.shared, t.String())
	return err
}

// read begins a row, or reads a cell of it.
func (s *sheet) read(d *xml.Decoder, start xml.StartElement) error {
	switch start.Name.Local {
	case "row":
		s.end()
		for _, a := range start.Attr {
			number, _ := strconv.Atoi(a.Value)
			for a.Name.Local == "r" && len(s.lines)+1 < min(number, mostRows) {
				s.lines = append(s.lines, ",,") // which ends no game
			}
		}
		s.cells, s.next = []string{"", "", ""}, 0
	case "c":
		return s.cell(d, start)
	}
	return nil
}

// end ends the row at hand.
func (s *sheet) end() {
	if s.cells != nil {
		s.lines = append(s.lines, strings.Join(s.cells, ","))
	}
}

func (s *sheet) cell(d *xml.Decoder, start xml.StartElement) error {
	var c struct {
		Place  string   `xml:"r,attr"`
		Type   string   `xml:"t,attr"`
		Value  string   `xml:"v"`
		Inline richText `xml:"is"`
	}
	if err := d.DecodeElement(&c, &start); err != nil {
		return err
	}
	at := -1
	if c.Place == "" {
		at = s.next
	}
	for _, letter := range strings.TrimRight(c.Place, "0123456789") {
		at = min(26*(at+1)+int(letter-'A'), mostColumns)
	}
	s.next = min(at+1, mostColumns)
	name := c.Value + c.Inline.String()
	if c.Type == "s" {
		i, err := strconv.Atoi(c.Value)
		if err != nil || i < 0 || i >= len(s.shared) {
			return fmt.Errorf("there is no text %.20q in it", c.Value)
		}
		name = s.shared[i]
	}
	if s.size += len(name); s.size > mostPart {
		return fmt.Errorf("its names have more than %d bytes", mostPart)
	}
	for name != "" && len(s.cells) <= at && at < mostColumns {
		s.cells = append(s.cells, "")
	}
	if name = Normal(name); name != "" && 0 <= at && at < len(s.cells) {
		s.cells[at] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return nil
}

// column returns where a fault stands: in a workbook the number of the cell.
func (r *reader) column(fault text.Error) int {
	if fault.Line > len(r.book) {
		return fault.Column
	}
	line := []rune(r.book[fault.Line-1])
	cells := strings.Split(string(line[:min(fault.Column-1, len(line))]), `"`)
	column := 1
	for i := 0; i < len(cells); i += 2 { // between them are names in quotes
		column += strings.Count(cells[i], ",")
	}
	return column
}

// part reads a file in a workbook: each element begins, up to the end of one of a name.
func part(archive *zip.Reader, name, last string, begin func(*xml.Decoder, xml.StartElement) error) error {
	f, err := archive.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > mostPart {
		return fmt.Errorf("%s has more than %d bytes", name, mostPart)
	}
	for d := xml.NewDecoder(io.LimitReader(f, mostPart)); ; { // since the archive may lie
		token, err := d.Token()
		switch t := token.(type) {
		case nil:
			if err == io.EOF {
				return nil
			}
			return err
		case xml.StartElement:
			if err := begin(d, t); err != nil {
				return err
			}
		case xml.EndElement:
			if t.Name.Local == last {
				return nil
			}
		}
	}
}
