package text

import (
	"encoding/json"
	"io"
	"strings"
)

// A JSON reads the tokens of a JSON value, which starts in a line that the scanner has already read, and continues in
// as many further lines as needed.
type JSON struct {
	Rest       Word // the rest of the line, after the latest token
	lines      *Scanner
	limit      int
	decoder    *json.Decoder
	begins     int64  // the offset of Rest in the decoder's input
	inputBytes int64  // bytes passed to the decoder
	unread     string // not yet passed to the decoder
	err        error  // of the scanner
}

// A Token is a token of JSON.
type Token struct {
	Kind  byte   // '{', '}', '[', ']', '"' for a string or 0 for another value
	Value string // of a string
	Word         // its text in the input
}

// JSON returns a JSON for the value that starts in line. Later lines may have up to limit bytes.
func (s *Scanner) JSON(line Word, limit int) *JSON {
	j := &JSON{lines: s, limit: limit}
	j.give(line)
	j.decoder = json.NewDecoder(j)
	return j
}

// Token returns the next token, with its place in the text. It returns an [Error] if the JSON is malformed, or the
// error of the scanner.
func (j *JSON) Token() (Token, error) {
	value, err := j.decoder.Token()
	token := Token{Word: j.Rest} // begins in the rest of the line, because no token is on two lines
	// Remove from the rest of the line what the decoder has read: the token, and blanks and commas before it.
	if consumed := int(j.decoder.InputOffset() - j.begins); consumed > 0 {
		j.Rest = j.Rest.From(consumed)
		j.begins += int64(consumed)
	}
	if err != nil {
		return token, j.wrong(err)
	}
	// Cut off the blanks before the token, and the rest of the line after it.
	token.Word = token.From(len(token.Text) - len(strings.TrimLeft(token.Text, " \t\r,:")))
	token.Text = token.Text[:len(token.Text)-len(j.Rest.Text)]
	switch value := value.(type) {
	case json.Delim:
		token.Kind = byte(value)
	case string:
		token.Kind, token.Value = '"', value
	}
	return token, nil
}

// wrong converts an error of the decoder to an Error at its place in the text.
func (j *JSON) wrong(err error) error {
	switch {
	case j.err == io.EOF:
		return j.lines.End().Errorf("malformed JSON: the input ends; expected the rest of it")
	case j.err != nil:
		return j.err
	case j.Rest.Text >= "\u0080": // the decoder would name only the first byte of this character
		return j.Rest.Errorf("malformed JSON: found %.1q", j.Rest.Text)
	}
	return j.Rest.Errorf("malformed JSON: %v", err)
}

// give makes a line the next input of the decoder.
func (j *JSON) give(line Word) {
	j.Rest, j.unread = line, line.Text+"\n"
	j.begins = j.inputBytes
	j.inputBytes += int64(len(j.unread))
}

// Read implements [io.Reader] for the decoder. It reads the next line only when the current one is used up, so the
// decoder never reads more lines than the JSON has.
func (j *JSON) Read(p []byte) (int, error) {
	if j.unread == "" {
		var line Word
		if line, j.err = j.lines.Line(j.limit); j.err != nil {
			return 0, j.err
		}
		j.give(line)
	}
	n := copy(p, j.unread)
	j.unread = j.unread[n:]
	return n, nil
}
