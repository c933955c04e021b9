package text

import (
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// A JSON reads the tokens of a JSON value. Its text begins with a line, or what is left of
// one, and goes on in the lines of a scanner, as far as it has to.
//
// It reads objects of lists of strings by itself, in less than half the time, but only as far
// as they are simple. At anything else, be it right or wrong, it gives the rest to a
// decoder, behind a text that brings the decoder to the same place.
type JSON struct {
	Rest    Word // of the line, behind the token read last
	lines   *Scanner
	limit   int
	place   place
	decoder *json.Decoder // nil as long as it is not needed
	begins  int64         // where Rest does in the decoder's input
	given   int64         // bytes of the decoder's input
	unread  string        // of what the decoder is to be given
	err     error         // of the lines
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
	return &JSON{Rest: line, lines: s, limit: limit}
}

// A place is one in an object of lists of strings.
type place int

const (
	outside place = iota
	inObject
	afterKey
	afterColon
	inList
	afterItem
	afterItemComma
	afterList
	afterListComma
	behind
)

// texts has the shortest text that leads to each place, and how many tokens it has.
var texts = [...]struct {
	text   string
	tokens int
}{
	{``, 0}, {`{`, 1}, {`{""`, 2}, {`{"":`, 2}, {`{"":[`, 3}, {`{"":[""`, 4}, {`{"":["",`, 4}, {`{"":[]`, 4}, {`{"":[],`, 4}, {`{}`, 2},
}

// next returns where a token or a mark leads that begins with c. It reports whether it may
// stand there.
func (p place) next(c byte) (place, bool) {
	switch {
	case p == outside && c == '{':
		return inObject, true
	case (p == inObject || p == afterListComma) && c == '"':
		return afterKey, true
	case p == afterKey && c == ':':
		return afterColon, true
	case p == afterColon && c == '[':
		return inList, true
	case (p == inList || p == afterItemComma) && c == '"':
		return afterItem, true
	case p == afterItem && c == ',':
		return afterItemComma, true
	case (p == inList || p == afterItem) && c == ']':
		return afterList, true
	case p == afterList && c == ',':
		return afterListComma, true
	case (p == inObject || p == afterList) && c == '}':
		return behind, true
	}
	return p, false
}

// Token returns the next token. The error is an [Error] if the JSON is malformed, or that
// of the lines.
func (j *JSON) Token() (Token, error) {
	for j.decoder == nil {
		rest := j.Rest.Text
		i := 0
		for i < len(rest) && (rest[i] == ' ' || rest[i] == '\t' || rest[i] == '\r') {
			i++
		}
		if i == len(rest) {
			if j.line(); j.err != nil {
				return Token{}, j.wrong(j.err)
			}
			continue
		}
		next, ok := j.place.next(rest[i])
		last := i + 1 // byte of the token
		if ok && rest[i] == '"' {
			last, ok = simple(rest, i)
		}
		if !ok {
			j.decode()
			break
		}
		token := Token{Kind: rest[i], Word: j.Rest.From(i)}
		j.Rest, j.place = token.From(last-i), next
		if rest[i] != ':' && rest[i] != ',' {
			token.Text = rest[i:last]
			if rest[i] == '"' {
				token.Value = rest[i+1 : last-1]
			}
			return token, nil
		}
	}
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

// simple returns the end of the string that begins in a line at i. It reports whether the
// string is what stands between its quotes.
func simple(line string, i int) (end int, ok bool) {
	for end = i + 1; end < len(line); end++ {
		switch c := line[end]; {
		case c == '"':
			return end + 1, utf8.ValidString(line[i:end])
		case c == '\\' || c < ' ':
			return end, false
		}
	}
	return end, false
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

// line reads the next line.
func (j *JSON) line() {
	var line Word
	if line, j.err = j.lines.Line(j.limit); j.err == nil {
		j.Rest = line
	}
}

// decode has a decoder read the rest.
func (j *JSON) decode() {
	before := texts[j.place]
	j.unread = before.text
	j.begins = int64(len(before.text))
	j.unread += j.Rest.Text + "\n"
	j.given = int64(len(j.unread))
	j.decoder = json.NewDecoder(j)
	for range before.tokens {
		_, _ = j.decoder.Token() // which are there
	}
}

// Read gives the decoder a line, or a part of one.
func (j *JSON) Read(p []byte) (int, error) {
	if j.unread == "" {
		if j.line(); j.err != nil {
			return 0, j.err
		}
		j.begins, j.unread = j.given, j.Rest.Text+"\n"
		j.given += int64(len(j.unread))
	}
	n := copy(p, j.unread)
	j.unread = j.unread[n:]
	return n, nil
}
