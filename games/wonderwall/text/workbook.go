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
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// Limits for workbooks, which come from strangers: a small archive may unpack to a large one. The package documentation
// has the measurements.
const (
	mostArchive = 32 << 20 // bytes of a workbook
	mostOpening = 1 << 20  // bytes that are read for the list of its parts
	mostXML     = 8 << 20  // bytes of all parts that are read, unpacked
	leastXML    = 1 << 20  // unpacked bytes that may be read of any workbook
	mostRatio   = 20       // unpacked bytes that may be read in addition, for each byte of the file
	mostToken   = 1 << 20  // bytes of a text or a tag
	mostDepth   = 20       // elements within each other
	mostTexts   = 4 << 20  // bytes of the texts in the cells of a sheet
	mostCells   = 50_000   // cells of a sheet, and shared texts
	mostColumns = 256      // others are left out
	mostTabs    = 256      // sheets
)

type workbook struct {
	parts        map[string]*zip.File // by name in lower case
	bytesLeft    int64                // that may still be read
	tabs         []tab                // the visible sheets
	hiddenSheets int
	sharedTexts  []string // texts shared by cells
}

// A tab is the name of a sheet, and the name of the part of the archive with its cells.
type tab struct{ name, part string }

// A limitedFile is a file from which at most bytesLeft further bytes may be read, because a small archive may name very
// many parts.
type limitedFile struct {
	io.ReaderAt
	bytesLeft int64
}

func (l *limitedFile) ReadAt(p []byte, at int64) (n int, err error) {
	l.bytesLeft -= int64(len(p))
	if l.bytesLeft < 0 {
		return 0, errManyParts
	}
	return l.ReaderAt.ReadAt(p, at)
}

var (
	errManyParts    = errors.New("too many parts; save the table as CSV")
	errLargeArchive = fmt.Errorf("more than %d MB; save the sheet as CSV", mostArchive>>20)
)

// readerAt returns a workbook for random access, which zip needs, and its size. The reader `in` is the whole input. If
// it is not a regular file, the workbook is read into memory from `rest`, which begins with the bytes of `in` that were
// already buffered.
func readerAt(in io.Reader, rest io.Reader) (io.ReaderAt, int64, error) {
	if f, ok := in.(interface {
		io.ReaderAt
		Stat() (fs.FileInfo, error)
	}); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, info.Size(), nil
		}
	}
	var content bytes.Buffer
	if _, err := content.ReadFrom(io.LimitReader(rest, mostArchive+1)); err != nil {
		return nil, 0, err
	}
	return bytes.NewReader(content.Bytes()), int64(content.Len()), nil
}

func unreadable(err error) error { return fmt.Errorf("cannot read this workbook: %w", err) }

// openWorkbook opens a workbook, a zip archive with a part for each sheet. It reads the list of sheets and the texts
// that cells share. If the archive is of another kind, such as a Word file, the error names the kind.
func openWorkbook(content io.ReaderAt, size int64) (*workbook, error) {
	if size > mostArchive {
		return nil, unreadable(errLargeArchive)
	}
	opening := &limitedFile{content, mostOpening}
	archive, err := zip.NewReader(opening, size)
	opening.bytesLeft = math.MaxInt64 // b.bytesLeft limits the reading of parts
	if err != nil {
		return nil, unreadable(fmt.Errorf("the file is damaged or incomplete (%w); copy it again, or save the table as .xlsx or CSV", err))
	}
	b := &workbook{parts: make(map[string]*zip.File), bytesLeft: min(mostXML, leastXML+mostRatio*size)}
	for _, f := range archive.File {
		b.parts[partName("", f.Name)] = f
	}
	if err := b.otherArchive(); err != nil {
		return nil, err
	}
	if err := b.open(); err != nil {
		return nil, unreadable(err)
	}
	return b, nil
}

// partName returns the name, in lower case, of the part of a workbook to which a link leads. target is relative to the
// folder of the part that has the link, or to the root if it begins with a slash.
func partName(folder, target string) string {
	target = strings.ReplaceAll(target, `\`, "/")
	if !strings.HasPrefix(target, "/") {
		target = folder + "/" + target
	}
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+target), "/"))
}

// otherArchive returns an error that names the kind of an archive that cannot be read as a workbook, or nil.
func (b *workbook) otherArchive() error {
	const saveAs = "; save the table as .xlsx or CSV"

	// Most office programs and e-books name their kind in a part.
	if f := b.parts["mimetype"]; f != nil {
		kind := "a file of another office program"
		if r, err := f.Open(); err == nil {
			mime, _ := io.ReadAll(io.LimitReader(r, 100))
			r.Close()
			switch {
			case bytes.Contains(mime, []byte("opendocument.spreadsheet")):
				kind = "an OpenDocument spreadsheet (.ods)"
			case bytes.Contains(mime, []byte("opendocument.text")):
				kind = "an OpenDocument text (.odt)"
			case bytes.Contains(mime, []byte("opendocument")):
				kind = "an OpenDocument file"
			case bytes.Contains(mime, []byte("epub")):
				kind = "an e-book"
			}
		}
		return errors.New(kind + " cannot be read" + saveAs)
	}

	for _, other := range []struct{ part, kind string }{
		{"word/document.xml", "a Word file (.docx)"},
		{"ppt/presentation.xml", "a PowerPoint file (.pptx)"},
		{"xl/workbook.bin", "a binary workbook (.xlsb)"},
		{"index/document.iwa", "a Numbers, Pages or Keynote file of Apple"},
		{"index.zip", "a Numbers, Pages or Keynote file of Apple"},
	} {
		if b.parts[other.part] != nil {
			return errors.New(other.kind + " cannot be read" + saveAs)
		}
	}

	if b.parts["[content_types].xml"] == nil && b.parts["xl/workbook.xml"] == nil && b.parts["_rels/.rels"] == nil {
		return errors.New("a zip archive that is not a workbook cannot be read; unpack it first")
	}
	return nil
}

// A relation is a link from a part of the archive to another: its id, its kind, such as "worksheet", and the name of
// the other part.
type relation struct{ id, kind, target string }

// relations returns the links of a part, which are in a separate part in the folder "_rels", except links to other
// files.
func (b *workbook) relations(part string) (list []relation, err error) {
	folder, file := path.Split(part)
	err = b.read(partName(folder, "_rels/"+file+".rels"), func(p *parser) {
		if p.element() == "Relationship" && !strings.EqualFold(p.attribute("TargetMode"), "External") {
			kind := p.attribute("Type") // an address whose last word is the kind
			list = append(list, relation{p.attribute("Id"), kind[strings.LastIndex(kind, "/")+1:], partName(folder, p.attribute("Target"))})
		}
	}, nil, nil)
	return list, err
}

// open reads the list of sheets, and the texts that cells share. It follows the links between parts, because programs
// give the parts different names.
func (b *workbook) open() error {
	main := "xl/workbook.xml" // the part with the list of sheets
	if b.parts["_rels/.rels"] != nil {
		list, err := b.relations("")
		if err != nil {
			return err
		}
		for _, r := range list {
			if r.kind == "officeDocument" {
				main = r.target
			}
		}
	}

	list, err := b.relations(main)
	if err != nil {
		return err
	}
	sheets := make(map[string]string) // the name of each sheet's part, by the id of the link to it
	var texts string                  // the name of the part with the shared texts
	for _, r := range list {
		switch r.kind {
		case "worksheet":
			sheets[r.id] = r.target
		case "sharedStrings":
			texts = r.target
		}
	}

	err = b.read(main, func(p *parser) {
		part := ""
		if p.element() == "sheet" && p.within("sheets") {
			part = sheets[p.attribute("id")] // "" for a sheet that is only a chart
		}
		switch state := p.attribute("state"); {
		case part == "":
		case state != "" && state != "visible":
			b.hiddenSheets++
		case len(b.tabs) < mostTabs:
			b.tabs = append(b.tabs, tab{p.attribute("name"), part})
		}
	}, nil, nil)

	if err == nil && len(b.tabs) == 0 {
		err = errors.New("no visible sheet with cells")
	}
	if err != nil || b.parts[texts] == nil { // some programs name this part but do not write it
		return err
	}
	return b.readShared(texts)
}

// readShared reads the list of shared texts, which cells refer to by number. Each text is an XML element si, with its
// parts in elements t.
func (b *workbook) readShared(part string) error {
	var all strings.Builder
	return b.read(part, func(p *parser) {
		if p.element() == "si" {
			all.Reset()
		}
	}, func(p *parser, text []byte) {
		if p.element() == "t" && !p.within("rPh") { // rPh has the pronunciation of a Japanese name
			all.Write(text)
		}
	}, func(p *parser) {
		if p.element() == "si" {
			b.sharedTexts = append(b.sharedTexts, name(all.String()))
			if len(b.sharedTexts) > mostCells {
				p.err = fmt.Errorf("its cells have more than %d different texts; save the sheet as CSV", mostCells)
			}
		}
	})
}

// escapes matches the notation of workbooks for characters that XML does not allow, such as _x000D_.
var escapes = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// name returns the name in a cell, without escapes, in the form in which names are compared.
func name(written string) string {
	if strings.Contains(written, "_x") {
		written = escapes.ReplaceAllStringFunc(written, func(escape string) string {
			code, _ := strconv.ParseUint(escape[2:6], 16, 16)
			return string(rune(code))
		})
	}
	return Normal(written)
}

// A sheet is the state while the XML of a sheet is read. Its methods begin, text and end collect the visible cells in
// grid.
type sheet struct {
	book          *workbook
	grid          *grid
	row           int  // the number of the present row, 0 before the first
	column        int  // the column of the present cell; 0 is A
	hidden        bool // the present row is hidden
	hiddenRows    []int
	hiddenColumn  [mostColumns]bool
	hiddenLetters []string // of the hidden columns that have cells
	texts, cells  int      // the bytes of all texts, and the number of cells, for the limits
	cellType      string
	formula       bool // the present cell has a formula
	value         []byte
	cellsOfRow    []cell
	err           error
}

// sheet returns the visible cells of a sheet, and remarks that name the hidden rows and columns.
func (b *workbook) sheet(t tab) (*grid, []string, error) {
	s := &sheet{book: b, grid: &grid{inSheet: true}}
	err := b.read(t.part, s.begin, s.text, s.end)
	if err := cmp.Or(s.err, err); err != nil { // s.err is that of a cell
		return nil, nil, unreadable(fmt.Errorf("sheet %.40q: %w", t.name, err))
	}
	var remarks []string
	if n := len(s.hiddenRows); n > 0 {
		const most = 10
		numbers := strings.Join(lists.Map(s.hiddenRows[:min(n, most)], strconv.Itoa), ", ")
		if n > most {
			numbers += " and more"
		}
		remarks = append(remarks, fmt.Sprintf("%s left out: %s", rows.Counted(n, "hidden row is", "hidden rows are"), numbers))
	}
	if n := len(s.hiddenLetters); n > 0 {
		remarks = append(remarks, fmt.Sprintf("%s left out: %s", rows.Counted(n, "hidden column is", "hidden columns are"), strings.Join(s.hiddenLetters, ", ")))
	}
	return s.grid, remarks, nil
}

func isTrue(attribute string) bool { return attribute == "1" || strings.EqualFold(attribute, "true") }

// begin handles the start of an XML element: columns (col) that may be hidden, a row, a cell (c) or its formula (f).
func (s *sheet) begin(p *parser) {
	switch p.element() {
	case "col":
		first, _ := strconv.Atoi(p.attribute("min"))
		last, _ := strconv.Atoi(p.attribute("max"))
		if isTrue(p.attribute("hidden")) || p.attribute("width") == "0" {
			for c := max(first, 1); c <= min(last, mostColumns); c++ {
				s.hiddenColumn[c-1] = true
			}
		}
	case "row":
		s.row++
		if number, err := strconv.Atoi(p.attribute("r")); err == nil && number > s.row {
			s.row = min(number, math.MaxInt32)
		}
		s.column, s.hidden = -1, isTrue(p.attribute("hidden")) || p.attribute("ht") == "0"
		s.cellsOfRow = nil
	case "c":
		s.column++
		if place := strings.TrimRight(p.attribute("r"), "0123456789"); place != "" {
			s.column = columnOf(place)
		}
		s.cellType, s.formula = p.attribute("t"), false
		s.value = s.value[:0]
	case "f":
		s.formula = s.formula || p.within("c")
	}
}

// columnOf returns the number of a column from its letters: A is 0, AA is 26. For malformed letters, and for columns
// far beyond the last that is read, it returns mostColumns.
func columnOf(letters string) int {
	column := 0 // from 1, with a digit from 1 to 26 for each letter
	for _, letter := range letters {
		if letter < 'A' || letter > 'Z' || column > mostColumns {
			return mostColumns
		}
		column = 26*column + int(letter-'A'+1)
	}
	return column - 1
}

// text adds text to the present cell, except the pronunciation of Japanese names, rPh.
func (s *sheet) text(p *parser, text []byte) {
	inlineText := p.element() == "t" && p.within("is") && !p.within("rPh")
	if p.within("c") && (p.element() == "v" || inlineText) {
		s.value = append(s.value, text...)
	}
}

// end handles the end of an XML element: it adds a cell, c, to its row, and a row to the grid if the row is visible and
// has cells.
func (s *sheet) end(p *parser) {
	switch p.element() {
	case "c":
		if s.err == nil && p.within("row") {
			s.err = s.addCell()
		}
	case "row":
		if len(s.cellsOfRow) == 0 {
			return
		}
		if s.hidden { // for the remark
			s.hiddenRows = append(s.hiddenRows, s.row)
			return
		}
		if len(s.grid.rows) == 0 {
			s.grid.hiddenAbove = len(s.hiddenRows) > 0
		}
		s.grid.rows = append(s.grid.rows, s.cellsOfRow)
	}
	p.err = cmp.Or(p.err, s.err)
}

// addCell adds the present cell to its row, unless the cell is empty, hidden, or in a column beyond those that are
// read.
func (s *sheet) addCell() error {
	name, err := s.name()
	if err != nil || name == "" || s.column < 0 || s.column >= mostColumns {
		return err
	}
	if s.hiddenColumn[s.column] {
		if letters := text.Letters(s.column + 1); !slices.Contains(s.hiddenLetters, letters) {
			s.hiddenLetters = append(s.hiddenLetters, letters)
		}
		return nil
	}
	if s.hidden { // the remarks need only whether the row has cells
		s.cellsOfRow = append(s.cellsOfRow[:0], cell{})
		return nil
	}

	more := max(s.column+1-len(s.cellsOfRow), 0)
	s.texts += len(name)
	s.cells += more
	if s.texts > mostTexts || s.cells > mostCells {
		return fmt.Errorf("more than %d cells, or %d MB of text; delete the cells outside the table, or save the sheet as CSV", mostCells, mostTexts>>20)
	}

	for range more {
		s.cellsOfRow = append(s.cellsOfRow, cell{line: int32(s.row), column: int32(len(s.cellsOfRow) + 1)})
	}
	s.cellsOfRow[s.column].text = name
	return nil
}

// name returns the name in the present cell, whose type says what its value means.
func (s *sheet) name() (string, error) {
	value := string(s.value)
	switch s.cellType {
	case "str": // the text that a formula gave
		return name(value), nil
	case "e": // the error of a formula that failed
		return failedFormula + name(value), nil
	case "b": // true or false
		if isTrue(value) {
			return "TRUE", nil
		}
		return "FALSE", nil
	case "s": // the number of a shared text
		i, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || i < 0 || i >= len(s.book.sharedTexts) {
			return "", fmt.Errorf("cell %s%d has no text %.20q", text.Letters(s.column+1), s.row, value)
		}
		return s.book.sharedTexts[i], nil
	case "", "n": // a number; an integer loses its decimals, because 3 may be written 3.0
		if value == "" && s.formula {
			return noValue, nil
		}
		if number, err := strconv.ParseFloat(value, 64); err == nil && number == math.Trunc(number) && math.Abs(number) < 1e15 {
			return strconv.FormatInt(int64(number), 10), nil
		}
	}
	return name(value), nil
}

type parser struct {
	path  []string   // of the open elements, the innermost last
	attrs []xml.Attr // of the element that began last
	err   error      // why the part is not read any further, nil if it is
}

func (p *parser) element() string {
	if len(p.path) == 0 {
		return ""
	}
	return p.path[len(p.path)-1]
}

// within reports whether the present element is inside an element with this name.
func (p *parser) within(name string) bool {
	for _, element := range p.path[:max(len(p.path)-1, 0)] {
		if element == name {
			return true
		}
	}
	return false
}

func (p *parser) attribute(name string) string {
	for _, a := range p.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// A ration limits the bytes of all parts of a workbook together (bytesLeft), and those of one token, a tag or a text
// between tags.
type ration struct {
	in        io.Reader
	bytesLeft *int64
	token     int // the bytes of the present token
}

var errLarge = fmt.Errorf("too large: at most %d MB are read, unpacked; delete the empty rows below the table, or save the sheet as CSV", mostXML>>20)

func (r *ration) Read(p []byte) (n int, err error) {
	if *r.bytesLeft <= 0 || r.token > mostToken {
		return 0, errLarge
	}
	n, err = r.in.Read(p[:min(int64(len(p)), *r.bytesLeft)])
	*r.bytesLeft -= int64(n)
	r.token += n
	return n, err
}

// read reads the XML of a part of the archive. It calls begin at the start of each XML element, end at its end, and
// text with the text between; text and end may be nil. It returns an error if the part is missing, malformed or too
// large, or if one of the functions sets p.err.
func (b *workbook) read(part string, begin func(*parser), text func(*parser, []byte), end func(*parser)) error {
	f := b.parts[part]
	if f == nil {
		return fmt.Errorf("part %.60s is missing", part)
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()

	r := &ration{in: in, bytesLeft: &b.bytesLeft}
	d := xml.NewDecoder(r)
	p := new(parser)
	for p.err == nil {
		token, err := d.RawToken()
		r.token = 0
		switch {
		case err == io.EOF && len(p.path) == 0:
			return nil
		case err == io.EOF:
			return fmt.Errorf("part %.60s ends early", part)
		case err != nil:
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			p.path = append(p.path, t.Name.Local)
			if len(p.path) > mostDepth {
				return fmt.Errorf("part %.60s has elements that are nested too deeply", part)
			}
			p.attrs = t.Attr
			begin(p)
		case xml.CharData:
			if text != nil {
				text(p, t)
			}
		case xml.EndElement:
			if p.element() != t.Name.Local {
				return fmt.Errorf("part %.60s is malformed at </%.20s>", part, t.Name.Local)
			}
			if end != nil {
				end(p)
			}
			p.path = p.path[:len(p.path)-1]
		}
	}
	return p.err
}
