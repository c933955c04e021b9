package text

import (
	"encoding/json"
	"io"
	"strings"
)

// A JSON reads the tokens of a JSON value. Its text begins with a line, or what is left of
// one, and goes on in the lines of a scanner, as far as it has to.
type JSON struct {
	Rest    Word // of the line, behind the token read last
	decoder *json.Decoder
	lines   *Scanner
	limit   int
	begins  int64  // where Rest does in the decoder's input
	given   int64  // bytes of the decoder's input
	unread  string // of the line and its end
	err     error  // of the lines
}

// JSON reads a value that begins with a line. No line behind it may have more bytes than
// the limit.
func (s *Scanner) JSON(line Word, limit int) *JSON {
	j := &JSON{lines: s, limit: limit}
	j.give(line)
	j.decoder = json.NewDecoder(j)
	return j
}

func (j *JSON) give(line Word) {
	j.Rest, j.begins, j.unread = line, j.given, line.Text+"\n"
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

// Token returns the next token and its text. The error is an [Error] if the JSON is
// malformed, or that of the lines.
func (j *JSON) Token() (json.Token, Word, error) {
	token, err := j.decoder.Token()
	at := j.Rest // no token spans lines
	if behind := int(j.decoder.InputOffset() - j.begins); behind > 0 {
		j.Rest = j.Rest.From(behind)
		j.begins += int64(behind)
	}
	switch {
	case err == nil:
		at = at.From(len(at.Text) - len(strings.TrimLeft(at.Text, " \t\r,:")))
		at.Text = at.Text[:len(at.Text)-len(j.Rest.Text)]
	case j.err == io.EOF:
		err = j.lines.End().Errorf("malformed JSON: the input ends; want the rest of it")
	case j.err != nil:
		err = j.err
	case j.Rest.Text >= "\u0080": // of which the decoder names the first byte only
		err = j.Rest.Errorf("malformed JSON: found %.1q", j.Rest.Text)
	default:
		err = j.Rest.Errorf("malformed JSON: %v", err)
	}
	return token, at, err
}
