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
	"strconv"
	"strings"
)

// A workbook is an archive that others made, and a small one may hold much: what is read of it is
// bounded. It is read here since excelize makes the program 4.5 MB larger, and xlsxreader ends it
// if a number is negative.
const (
	mostArchive = 32 << 20 // bytes of a workbook
	mostPart    = 8 << 20  // bytes of a part of it, unpacked: some 50,000 rows
	mostRows    = 100_000  // of a sheet that rows without cells are counted of
	mostColumns = 64       // of a sheet; others are left out
)

// A richText is a text in a workbook, whole or in runs of one style.
type richText struct {
	Text string   `xml:"t"`
	Runs []string `xml:"r>t"`
}

func (t richText) String() string { return t.Text + strings.Join(t.Runs, "") }

// workbook returns the rows of the first sheet of a workbook, each as a line of CSV with all names
// in quotes.
func workbook(in io.Reader) (lines []string, err error) {
	var shared struct {
		Texts []richText `xml:"si"`
	}
	var sheet struct {
		Rows []struct {
			Number int `xml:"r,attr"`
			Cells  []struct {
				Place  string   `xml:"r,attr"`
				Type   string   `xml:"t,attr"`
				Value  string   `xml:"v"`
				Inline richText `xml:"is"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
	}
	content, failed := io.ReadAll(io.LimitReader(in, mostArchive))
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, cmp.Or(failed, err)
	}
	if err := part(archive, "xl/sharedStrings.xml", &shared); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := part(archive, "xl/worksheets/sheet1.xml", &sheet); err != nil { // in the order of their tabs
		return nil, err
	}
	for _, row := range sheet.Rows {
		for len(lines)+1 < min(row.Number, mostRows) {
			lines = append(lines, ",,") // which ends no game
		}
		cells := []string{"", "", ""}
		next := 0 // the column of a cell that does not say its place; 0 is A
		for _, c := range row.Cells {
			at := -1
			if c.Place == "" {
				at = next
			}
			for _, letter := range strings.TrimRight(c.Place, "0123456789") {
				at = min(26*(at+1)+int(letter-'A'), mostColumns)
			}
			next = min(at+1, mostColumns)
			name := c.Value + c.Inline.String()
			if c.Type == "s" {
				i, err := strconv.Atoi(c.Value)
				if err != nil || i < 0 || i >= len(shared.Texts) {
					return nil, fmt.Errorf("there is no text %.20q in it", c.Value)
				}
				name = shared.Texts[i].String()
			}
			for name != "" && len(cells) <= at && at < mostColumns {
				cells = append(cells, "")
			}
			if name = Normal(name); name != "" && 0 <= at && at < len(cells) {
				cells[at] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
			}
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	return lines, nil
}

// part decodes a file in a workbook.
func part(archive *zip.Reader, name string, into any) error {
	f, err := archive.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > mostPart { // and no more than that is read
		return fmt.Errorf("%s has more than %d bytes", name, mostPart)
	}
	return xml.NewDecoder(f).Decode(into)
}
