package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	encodings "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"enumerate/internal/text"
)

// A source is a workbook, or text converted to UTF-8 with lines that end in "\n" or "\r\n".
type source struct {
	io.Reader
	book    *workbook   // nil for text
	remarks text.Faults // assumptions about the encoding
}

// openSource detects from the first bytes of an input whether it is a workbook or text, and in which encoding. The
// error names the kind of any other file, and says what to do.
func openSource(r io.Reader) (*source, error) {
	in := bufio.NewReader(r)
	begins, err := in.Peek(4) // every game is longer
	if err == io.EOF {        // use what has been read: another read from a terminal would wait for input
		in.Reset(bytes.NewReader(bytes.Clone(begins)))
	}
	begins, _ = in.Peek(in.Buffered())

	if bytes.HasPrefix(begins, []byte("PK\x03\x04")) {
		content, size, err := readerAt(r, in)
		if err != nil {
			return nil, err
		}
		book, err := openWorkbook(content, size)
		return &source{Reader: strings.NewReader(""), book: book}, err
	}
	if err := otherFile(begins); err != nil {
		return nil, err
	}

	s := new(source)
	if isUTF32(begins) {
		return nil, errors.New("text in UTF-32 cannot be read; save it as UTF-8")
	}
	switch little, big := utf16Without(begins); {
	case bytes.HasPrefix(begins, []byte("\xff\xfe")) || bytes.HasPrefix(begins, []byte("\xfe\xff")):
		s.Reader = encodings.UTF16(encodings.BigEndian, encodings.UseBOM).NewDecoder().Reader(in)
	case little:
		s.remarks.Add(text.Error{Message: "the text is read as UTF-16, though it has no byte order mark"})
		s.Reader = encodings.UTF16(encodings.LittleEndian, encodings.IgnoreBOM).NewDecoder().Reader(in)
	case big:
		s.remarks.Add(text.Error{Message: "the text is read as UTF-16, though it has no byte order mark"})
		s.Reader = encodings.UTF16(encodings.BigEndian, encodings.IgnoreBOM).NewDecoder().Reader(in)
	default:
		s.Reader = &decoder{in: in, remarks: &s.remarks}
	}
	s.Reader = transform.NewReader(s.Reader, lineEnds{})
	return s, nil
}

func isUTF32(begins []byte) bool {
	return bytes.HasPrefix(begins, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(begins, []byte("\x00\x00\xfe\xff"))
}

var errNoText = errors.New("neither text nor a workbook; save the table as .xlsx or CSV")

// otherFile returns an error that names the kind of a file, from its first bytes, if it is a kind that cannot be read.
func otherFile(begins []byte) error {
	const saveAs = "; save the table as .xlsx or CSV"
	for _, kind := range []struct{ begins, what string }{
		{"\xd0\xcf\x11\xe0", oldOffice(begins)},
		{"%PDF", "a PDF file"},
		{`{\rtf`, "a rich text file (.rtf)"},
		{"ID;P", "a SYLK file (.slk)"},
		{"TABLE\r\n0,1\r\n", "a DIF file (.dif)"},
		{"SQLite format 3\x00", "an SQLite database"},
		{"<?xml", "an XML file"},
		{"PAR1", "a Parquet file"},
		{"\x00\x01\x00\x00Standard ", "an Access database"},
	} {
		if bytes.HasPrefix(begins, []byte(kind.begins)) {
			return fmt.Errorf("%s cannot be read%s", kind.what, saveAs)
		}
	}

	first := strings.ToLower(strings.TrimLeftFunc(strings.TrimPrefix(string(begins[:min(len(begins), 512)]), "\ufeff"), unicode.IsSpace))
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<table", "<meta", "<style", "<!--"} {
		if strings.HasPrefix(first, tag) {
			return errors.New("an HTML page cannot be read" + saveAs)
		}
	}
	if strings.HasPrefix(first, "<") && strings.Contains(first, "<td") {
		return errors.New("HTML cannot be read" + saveAs)
	}
	return nil
}

// oldOffice returns the kind of a compound file, the format of Microsoft Office until 2003, from the names of its
// streams in the first bytes.
func oldOffice(begins []byte) string {
	has := func(stream string) bool {
		var name []byte // UTF-16: each letter is followed by a zero byte
		for _, c := range []byte(stream) {
			name = append(name, c, 0)
		}
		return bytes.Contains(begins, name)
	}
	switch {
	case has("EncryptedPackage"):
		return "a file of Office with a password"
	case has("WordDocument"):
		return "an old Word file (.doc)"
	}
	return "an old Excel file (.xls) or another old file of Office"
}

// utf16Without guesses from the first bytes of a text whether it is UTF-16 without a byte order mark, little or big
// endian: in Latin letters the high byte is 0 and the low byte is not.
func utf16Without(begins []byte) (little, big bool) {
	const least = 16                 // with fewer bytes, a guess is not safe
	begins = begins[:len(begins)&^1] // an even number of bytes
	if len(begins) < least {
		return false, false
	}
	var zeros [2]int // the number of zero bytes at even and at odd places
	for i, c := range begins {
		if c == 0 {
			zeros[i%2]++
		}
	}
	characters := len(begins) / 2
	little = zeros[0] == 0 && 2*zeros[1] > characters
	big = zeros[1] == 0 && 2*zeros[0] > characters
	return little, big
}

// A lineEnds replaces each '\r' that is not followed by '\n', the line end of old spreadsheets for the Mac, by '\n'. It
// removes the first '\r' of "\r\r\n", which some programs on Windows write.
type lineEnds struct{ transform.NopResetter }

// Transform implements transform.Transformer. ErrShortSrc asks for more text, because the characters after a '\r'
// decide what it becomes.
func (lineEnds) Transform(to, from []byte, atEOF bool) (written, read int, err error) {
	for {
		at := bytes.IndexByte(from[read:], '\r')
		plain := from[read:]
		if at >= 0 {
			plain = plain[:at]
		}

		n := copy(to[written:], plain)
		written, read = written+n, read+n
		switch {
		case n < len(plain) || at >= 0 && written == len(to):
			return written, read, transform.ErrShortDst
		case at < 0:
			return written, read, nil
		}

		rest := from[read:] // it begins with '\r'
		const longest = len("\r\r\n")
		undecided := len(rest) < longest && !bytes.HasPrefix(rest, []byte("\r\n")) && (len(rest) == 1 || rest[1] == '\r')
		if undecided && !atEOF {
			return written, read, transform.ErrShortSrc
		}

		switch {
		case bytes.HasPrefix(rest, []byte("\r\r\n")):
			read++
			continue
		case bytes.HasPrefix(rest, []byte("\r\n")):
			to[written] = '\r'
		default:
			to[written] = '\n'
		}
		written, read = written+1, read+1
	}
}

// A decoder is an io.Reader that converts a text of unknown encoding to UTF-8. It detects the encoding at the first
// character that is not ASCII.
type decoder struct {
	in      io.Reader
	decided bool
	rest    []byte // the bytes read but not returned yet, which need no conversion
	line    int
	remarks *text.Faults
}

// Read implements io.Reader.
func (d *decoder) Read(p []byte) (n int, err error) {
	switch {
	case len(d.rest) > 0: // the encoding turned out to be UTF-8
		n = copy(p, d.rest)
		d.rest = d.rest[n:]
		return n, nil
	case d.decided || len(p) == 0: // d.in now converts to UTF-8
		return d.in.Read(p)
	}

	// Until the encoding is known, return only ASCII. At the first other character, decide changes d.rest or d.in.
	n, err = d.in.Read(p)
	at := bytes.IndexFunc(p[:n], func(c rune) bool { return c >= utf8.RuneSelf })
	if at < 0 {
		d.line += bytes.Count(p[:n], []byte("\n"))
		return n, err
	}
	d.line += bytes.Count(p[:at], []byte("\n"))
	wordStart := bytes.LastIndexFunc(p[:at], func(c rune) bool { return !unicode.IsLetter(c) }) + 1
	if err := d.decide(string(p[wordStart:at]), bytes.Clone(p[at:n])); err != nil {
		return at, err
	}
	if at > 0 {
		return at, nil // the next call returns what follows, or the error
	}
	return d.Read(p)
}

// decide detects the encoding of the text at its first character that is not ASCII. The argument begins is the text
// read so far, from this character on. The argument word has the letters just before this character; a remark on the
// encoding quotes them. If the text is UTF-8, decide puts `begins` into d.rest. For another encoding, it makes d.in
// convert the text.
func (d *decoder) decide(word string, begins []byte) error {
	const sample = 1 << 20 // bytes to examine
	d.decided = true

	for !utf8.FullRune(begins) {
		more := make([]byte, utf8.UTFMax)
		n, err := d.in.Read(more)
		begins = append(begins, more[:n]...)
		if err != nil {
			break
		}
	}
	if c, size := utf8.DecodeRune(begins); c != utf8.RuneError || size > 1 {
		d.rest = begins
		return nil
	}

	// Otherwise the text is in an encoding with a byte for each character.
	more, err := io.ReadAll(io.LimitReader(d.in, sample))
	if err != nil {
		return err
	}
	begins = append(begins, more...)
	if bytes.ContainsFunc(begins, func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f' }) {
		return errNoText
	}
	name, code := encodingOf(begins)
	d.remarks.Add(text.Error{Message: fmt.Sprintf("the text is not UTF-8: it is read as %s, in which line %d has %q", name, d.line+1, word+restOfWord(begins, code))})
	d.in = code.NewDecoder().Reader(io.MultiReader(bytes.NewReader(begins), d.in))
	return nil
}

// restOfWord decodes the rest of the word at the start of a text, for the remark on the encoding.
func restOfWord(begins []byte, code encoding.Encoding) string {
	const most = 24
	decoded, _ := code.NewDecoder().Bytes(begins[:min(len(begins), most)])
	word := strings.TrimSpace(string(decoded))
	if end := strings.IndexFunc(word, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' }); end > 0 {
		word = word[:end]
	}
	return word
}

// eightBit lists encodings with a byte for each character, the most common first.
var eightBit = []struct {
	name string
	code *charmap.Charmap
}{
	{"Windows-1252", charmap.Windows1252},
	{"Windows-1250", charmap.Windows1250},
	{"ISO 8859-2", charmap.ISO8859_2},
	{"Mac OS Roman", charmap.Macintosh},
	{"code page 850", charmap.CodePage850},
	{"code page 852", charmap.CodePage852},
	{"Windows-1251", charmap.Windows1251},
	{"Windows-1254", charmap.Windows1254},
}

// encodingOf guesses the encoding of a text that begins at its first character that is not ASCII: the one with the
// smallest penalty. A wrong choice shows wrong letters, but never makes two names equal.
func encodingOf(sample []byte) (name string, code encoding.Encoding) {
	least := -1
	for _, e := range eightBit {
		if penalty := encodingPenalty(sample, e.code); least < 0 || penalty < least {
			least, name, code = penalty, e.name, e.code
		}
	}
	return name, code
}

const usualLetters = "äöüßéèêëàâçîïôûùñáíóúìòãõåøæąćęłńśźżÄÖÜÉÈÊËÀÂÇÎÏÔÛÙÑÁÍÓÚÃÕÅØÆĄĆĘŁŃŚŹŻ"

// encodingPenalty returns how unlikely it is that a sample of text is in an encoding. It adds points for what names and
// headings rarely have: symbols, rare letters, capitals within words.
func encodingPenalty(sample []byte, code *charmap.Charmap) (points int) {
	var before rune // the character before c
	for _, b := range sample {
		c := code.DecodeByte(b)
		isASCII := b < utf8.RuneSelf // the same character in all encodings
		switch {
		case isASCII && before < utf8.RuneSelf: // no evidence
		case !isASCII && (c == utf8.RuneError || unicode.IsControl(c)): // no character of a text
			points += 10
		case c == '’' && unicode.IsLetter(before), !isASCII && !unicode.IsLetter(before) && strings.ContainsRune("\u00a0„“–—…", c):
			// usual punctuation
		case !isASCII && !unicode.IsLetter(c): // another symbol
			points += 5
		case unicode.IsLetter(c) && unicode.IsLetter(before) && unicode.Is(unicode.Latin, c) != unicode.Is(unicode.Latin, before): // a word in two scripts
			points += 5
		case unicode.IsUpper(c) && unicode.IsLower(before):
			points += 3
		case before == 'ñ' && unicode.IsLetter(c) && !strings.ContainsRune("aeiouáéíóú", c), before == 'ê' && !unicode.IsLetter(c):
			points += 2 // no Spanish and no French word
		case !isASCII && unicode.Is(unicode.Latin, c) && !strings.ContainsRune(usualLetters, c): // a rare letter
			points += 2
		}
		before = c
	}
	return points
}
