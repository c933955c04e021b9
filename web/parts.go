package web

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math/big"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/internal/svg"
)

const (
	partTime  = 2 * time.Second // for each part of an answer
	mostText  = 20_000          // bytes of a part that are shown
	mostNames = 300             // of a relabeling that is shown
	// mostListed is how many classes a list may have on which the number of one is looked for.
	mostListed = 100_000
)

// A part is one thing that is known of a game, with a heading of its own.
type part struct {
	Title   string
	Unknown string         // why it is not known, in words
	Slow    bool           // it takes more than a part may; alone it may take longer
	Verdict *enum.Solution // nil if the answer is another
	Text    string         // the answer as the program prints it
	Cut     bool           // there is more of it
	Number  string
	Picture string // where it is
	Class   *enum.ClassRow
	form    *enum.Form // of the class
	Rank    string     // its number on the list, in words; "" if there is no such list
	Game    string     // another game
	Link    string     // where that is looked up; "" if the address would be too long
	JSON    string     // where the same is for programs
}

// A verb is a part that is also answered in JSON, as the program's verb prints it.
type verb struct {
	name, title string
	offered     func(*enum.Ruleset) bool
	answer      func(context.Context, *enum.Ruleset, enum.Game) (enum.Answer, error)
}

// verbs lists them in the order in which they are shown.
func verbs() []verb {
	return []verb{
		{"solve", "Answer", func(r *enum.Ruleset) bool { return r.Read != nil },
			func(ctx context.Context, _ *enum.Ruleset, g enum.Game) (enum.Answer, error) {
				return g.Solve(ctx, enum.How{})
			}},
		{"explain", "Why", func(r *enum.Ruleset) bool { return r.Explain != nil },
			func(ctx context.Context, r *enum.Ruleset, g enum.Game) (enum.Answer, error) {
				return r.Explain(ctx, g, enum.How{})
			}},
		{"repair", "The smallest repair", func(r *enum.Ruleset) bool { return r.Repair != nil },
			func(ctx context.Context, r *enum.Ruleset, g enum.Game) (enum.Answer, error) { return r.Repair(ctx, g) }},
		{"class", "Its class", func(r *enum.Ruleset) bool { return r.Classify != nil },
			func(ctx context.Context, r *enum.Ruleset, g enum.Game) (enum.Answer, error) {
				form, err := r.Classify(ctx, g)
				if err != nil {
					return nil, err
				}
				return classified{form.Row(true), form}, nil
			}},
	}
}

// cut returns the beginning of a text that is too long to be shown.
func cut(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + "\n..."
}

// A classified is the class of a game, an answer, and its form.
type classified struct {
	*enum.ClassRow
	form enum.Form
}

// json returns what the verb prints with --format json.
func (v verb) json(ctx context.Context, r *enum.Ruleset, g enum.Game) ([]byte, error) {
	answer, err := v.answer(ctx, r, g)
	if err != nil {
		return nil, err
	}
	var line bytes.Buffer
	err = answer.WriteFormat(&line, "json")
	return line.Bytes(), err
}

// partsOf yields the parts of what is known of a game, each as soon as it is.
func (s *site) partsOf(ctx context.Context, l *lookup, game enum.Game) iter.Seq[part] {
	return func(yield func(part) bool) {
		answer := ""
		for _, v := range verbs() {
			if !v.offered(l.Ruleset) {
				continue
			}
			p := s.part(ctx, v.title, func(ctx context.Context) (part, error) { return v.part(ctx, l.Ruleset, game) })
			switch {
			case answer == "":
				answer = p.Text
			case answer == p.Text:
				continue // there is no more to say
			}
			if l.Query != "" && (p.Unknown == "" || p.Slow) {
				p.JSON = local("/lookup/"+v.name+".json", l.Query)
			}
			if p.Game != "" {
				p.Link = local("/lookup", url.Values{"ruleset": {l.Name}, "game": {p.Game}}.Encode())
			}
			if len(p.Link) > mostLink {
				p.Link = ""
			}
			if p.form != nil {
				s.rank(ctx, l.Ruleset, &p)
			}
			if !yield(p) {
				return
			}
			if v.name == "solve" && drawn(l.Ruleset) && l.Query != "" && !yield(part{Title: "Picture", Picture: local("/lookup/picture.svg", l.Query)}) {
				return
			}
		}
		if count := l.Ruleset.CountSolutions; count != nil {
			yield(s.part(ctx, "Number of solutions", func(ctx context.Context) (part, error) {
				solutions, err := count(ctx, game)
				if err != nil {
					return part{}, err
				}
				return part{Number: solutions.String()}, nil
			}))
		}
	}
}

// rank says in words which class of the list of its size it is.
func (s *site) rank(ctx context.Context, r *enum.Ruleset, p *part) {
	rank, err := compute(ctx, s, partTime, func(ctx context.Context) (*big.Int, error) { return r.RankOf(ctx, *p.form, mostListed) })
	switch {
	case err != nil:
		p.Rank = "not known: " + err.Error()
	case rank != nil:
		p.Rank = rank.String()
	}
}

// part returns a part that is computed, or says why it is unknown.
func (s *site) part(ctx context.Context, title string, do func(context.Context) (part, error)) part {
	p, err := compute(ctx, s, partTime, do)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		p.Unknown = "there was no time left for it"
	default:
		p.Unknown, p.Slow = err.Error(), errors.As(err, new(unknown))
	}
	p.Title = title
	return p
}

// part returns what the verb's part shows.
func (v verb) part(ctx context.Context, r *enum.Ruleset, g enum.Game) (p part, err error) {
	answer, err := v.answer(ctx, r, g)
	if err != nil {
		return p, err
	}
	switch a := answer.(type) {
	case classified:
		p.Class, p.Game, p.form = a.ClassRow, a.Game, &a.form
		if p.Cut = len(a.Relabeling) > mostNames || len(a.Game) > mostText; p.Cut {
			row := *a.ClassRow
			row.Game, row.Relabeling = cut(row.Game), nil
			p.Class = &row
		}
		return p, nil
	case enum.Solution:
		p.Verdict = &a
	}
	var text bytes.Buffer
	if err := answer.WriteFormat(&text, r.Formats[0]); err != nil {
		return p, err
	}
	p.Text, p.Cut = cut(text.String()), text.Len() > mostText
	if v.name == "repair" {
		var game bytes.Buffer
		if err := answer.WriteFormat(&game, "game"); err != nil {
			return p, err
		}
		p.Game = game.String()
	}
	return p, nil
}

// showPicture draws the game, or writes on the picture why there is none.
func (s *site) showPicture(w http.ResponseWriter, r *http.Request) error {
	l, err := s.lookup(r)
	if err != nil {
		return err
	}
	if !drawn(l.Ruleset) {
		return faultf(http.StatusNotFound, "%s draws no games", l.Ruleset.Name)
	}
	game, err := s.read(r.Context(), l)
	if err != nil {
		return refused(err)
	}
	picture, err := compute(r.Context(), s, jsonTime, func(ctx context.Context) ([]byte, error) {
		var b bytes.Buffer
		err := l.Ruleset.Draw(ctx, game, &b, "svg")
		return b.Bytes(), err
	})
	if err = refused(err); err != nil && r.Header.Get("Sec-Fetch-Dest") == "image" {
		var b bytes.Buffer
		c := svg.Canvas{Title: "No picture: " + err.Error()}
		c.Head()
		err = c.Encode(r.Context(), &b, "svg")
		picture = b.Bytes()
	}
	if err != nil {
		return err
	}
	writePicture(w, picture)
	return nil
}

// writePicture answers with a picture, which has style within and nothing that runs.
func writePicture(w http.ResponseWriter, picture []byte) {
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	_, _ = w.Write(picture)
}

// drawn reports whether games are drawn for a browser.
func drawn(r *enum.Ruleset) bool { return r.Draw != nil && slices.Contains(r.Pictures, "svg") }

// jsonOf answers what a verb prints of the game with --format json.
func (s *site) jsonOf(v verb) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		l, err := s.lookup(r)
		if err != nil {
			return err
		}
		if !v.offered(l.Ruleset) {
			return faultf(http.StatusNotFound, "%s does not offer this", l.Ruleset.Name)
		}
		game, err := s.read(r.Context(), l)
		if err != nil {
			return refused(err)
		}
		line, err := compute(r.Context(), s, jsonTime, func(ctx context.Context) ([]byte, error) {
			return v.json(ctx, l.Ruleset, game)
		})
		if err != nil {
			return refused(err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(line)
		return nil
	}
}
