package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/pictures/svg"
)

const (
	partTime  = 2 * time.Second // for each part of an answer
	mostText  = 20_000          // bytes of a part that are shown
	mostNames = 300             // of a relabeling that is shown
)

// A part is one thing that is known of a game, with a heading of its own.
type part struct {
	Name     string // of the question
	Title    string
	Unknown  string         // why it is not known, in words
	Slow     bool           // it takes more than a part may; alone it may take longer
	Verdict  *enum.Solution // nil if the answer is another
	Text     string         // the answer as the program prints it
	Cut      bool           // there is more of it
	Class    *enum.ClassRow
	form     *enum.Form     // of the class
	Rank     string         // its number on the list, in words; "" if there is no such list
	Game     string         // another game
	Link     string         // where that is looked up; "" if the address would be too long
	Repair   map[string]any // what to change, as its JSON has it
	Of, Says string         // the title of the picture, where that says the answer in words: what is drawn, and the rest
}

// asked lists what the page shows of the games of a ruleset, a part each.
func asked(r *enum.Ruleset) []enum.Question {
	list := slices.DeleteFunc(slices.Clone(r.Questions), func(q enum.Question) bool { return q.Title == "" })
	first := []string{"repair", enum.Solve} // what to change stands next to the verdict
	slices.SortStableFunc(list, func(a, b enum.Question) int { return slices.Index(first, b.Name) - slices.Index(first, a.Name) })
	if r.Classify != nil {
		list = append(list, enum.Question{Name: "class", Title: "Its class", Formats: enum.SolutionFormats(), Ask: func(ctx context.Context, g enum.Game, _ enum.How) (enum.Answer, error) {
			form, err := r.Classify(ctx, g)
			if err != nil {
				return nil, err
			}
			return classified{form.Row(true), form}, nil
		}})
	}
	return list
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

// partsOf yields the parts of what is known of a game, each as soon as it is.
func (s *site) partsOf(ctx context.Context, l *lookup, game enum.Game) iter.Seq[part] {
	return func(yield func(part) bool) {
		answer := ""
		for _, q := range asked(l.Ruleset) {
			p := s.part(ctx, q, game)
			if drawing := pictured(l.Ruleset, "picture"); q.Name == enum.Solve && l.Ruleset.Columns == nil && drawing != nil {
				drawn, _ := compute(ctx, s.Work, s.Limits.Part, func(ctx context.Context) (enum.Answer, error) { return drawing.Ask(ctx, game, enum.How{}) })
				if canvas, ok := drawn.(*svg.Canvas); ok {
					at := max(strings.LastIndex(canvas.Title, "; "), strings.Index(canvas.Title, ": "))
					p.Of, p.Says = canvas.Title[:max(at, 0)], strings.TrimSpace(canvas.Title[at+1:])
				}
			}
			switch {
			case answer == "":
				answer = p.Text
			case answer == p.Text:
				continue // there is no more to say
			default:
				p.Text = strings.TrimPrefix(p.Text, answer) // which is said above
			}
			if p.Unknown == "" || p.Slow {
				l.Files = append(l.Files, q.Name+".json")
			}
			if p.Verdict != nil && p.Verdict.Choices != nil {
				for _, q := range l.Ruleset.Questions {
					if q.Output != "" {
						l.Files = append(l.Files, q.Name+"."+q.Output, q.Name+"."+q.Formats[0])
					}
				}
			}
			if p.Game != "" {
				p.Link = address("/lookup", "ruleset", l.Name, "game", p.Game)
			}
			if len(p.Link) > mostLink {
				p.Link = ""
			}
			if p.form != nil {
				p.Rank = s.classes.rank(ctx, l.Ruleset, p.form)
			}
			if !yield(p) {
				return
			}
		}
	}
}

// part returns the part of a question, or says why it is unknown.
func (s *site) part(ctx context.Context, q enum.Question, game enum.Game) part {
	p, err := compute(ctx, s.Work, s.Limits.Part, func(ctx context.Context) (part, error) {
		answer, err := q.Ask(ctx, game, enum.How{})
		if err != nil {
			return part{}, err
		}
		return partOf(q, answer)
	})
	switch {
	case err == nil:
	case ctx.Err() != nil:
		p.Unknown = "there was no time left for it"
	default:
		p.Unknown, p.Slow = err.Error(), statusOf(err) == unknown
	}
	p.Name, p.Title = q.Name, q.Title
	return p
}

// partOf returns what the part of an answer shows.
func partOf(q enum.Question, answer enum.Answer) (p part, err error) {
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
	var text, game bytes.Buffer
	if err := answer.WriteFormat(&text, q.Formats[0]); err != nil {
		return p, err
	}
	p.Text, p.Cut = cut(text.String()), text.Len() > mostText
	if slices.Contains(q.Formats, enum.GameFormat) {
		err = answer.WriteFormat(&game, enum.GameFormat)
	}
	if _, p.Game, _ = strings.Cut(game.String(), "\n"); p.Game != "" { // the comment before it is said in words; alone it says why there is none
		var changes bytes.Buffer
		err = errors.Join(err, answer.WriteFormat(&changes, "json"), json.Unmarshal(changes.Bytes(), &p.Repair))
	}
	return p, err
}

// writePicture answers with a picture, which has style within and nothing that runs.
func writePicture(w http.ResponseWriter, picture []byte) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	send(w, "image/svg+xml", picture)
}

// pictured returns the drawing of a name of a ruleset's games for a browser, or else the plain one; nil if there is none.
func pictured(r *enum.Ruleset, name string) (found *enum.Question) {
	for i, q := range r.Drawings {
		if slices.Contains(q.Formats, "svg") && (found == nil || q.Name == name) {
			found = &r.Drawings[i]
		}
	}
	return found
}

// written returns the answer to a question in a format.
func written(ctx context.Context, q *enum.Question, game enum.Game, format string) ([]byte, error) {
	var b bytes.Buffer
	err := q.Write(ctx, &b, game, enum.How{}, format)
	return b.Bytes(), err
}
