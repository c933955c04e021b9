package text

import (
	"encoding/json"
	"io"
	"strings"
)

// A JSON reads the tokens of a JSON value. Its text begins with a line, or what is left of
// one, and continues in the lines of a scanner, as far as it has to.
type JSON struct {
	Rest    Word // of the line, behind the token read last
	lines   *Scanner
	limit   int
	decoder *json.Decoder
	begins  int64  // where Rest does in the decoder's input
	given   int64  // bytes of the decoder's input
	unread  string // of what the decoder is to be given
	err     error  // of the lines
}

// A Token is a token of JSON.
type Token struct {
	Kind  byte   // '{', '}', '[', ']', '"' for a string or 0 for another value
	Value string // of a string
	Word         // how it is written
}

// JSON reads a value that begins with a line. No line behind it may have more bytes than
// the limit.
func (s *Scanner) JSON(line Word, limit int) *JSON {
	j := &JSON{lines: s, limit: limit}
	j.give(line)
	j.decoder = json.NewDecoder(j)
	return j
}

// Token returns the next token. The error is an [Error] if the JSON is malformed, or that
// of the lines.
func (j *JSON) Token() (Token, error) {
	value, err := j.decoder.Token()
	token := Token{Word: j.Rest} // no token spans lines
	if behind := int(j.decoder.InputOffset() - j.begins); behind > 0 {
		j.Rest = j.Rest.From(behind)
		j.begins += int64(behind)
	}
	if err != nil {
		return token, j.wrong(err)
	}
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

// wrong returns the error of a token that cannot be read.
func (j *JSON) wrong(err error) error {
	switch {
	case j.err == io.EOF:
		return j.lines.End().Errorf("malformed JSON: the input ends; want the rest of it")
	case j.err != nil:
		return j.err
	case j.Rest.Text >= "\u0080": // of which the decoder names the first byte only
		return j.Rest.Errorf("malformed JSON: found %.1q", j.Rest.Text)
	}
	return j.Rest.Errorf("malformed JSON: %v", err)
}

// give has the decoder read a line.
func (j *JSON) give(line Word) {
	j.Rest, j.unread = line, line.Text+"\n"
	j.begins = j.given
	j.given += int64(len(j.unread))
}

// Read gives the decoder a line, or a part of one.
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
