package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/svg"
)

const (
	partTime  = 2 * time.Second // for each part of an answer
	mostText  = 20_000          // bytes of a part that are shown
	mostNames = mostPictured    // names in a relabeling that is shown
	mostForm  = 1000            // bytes of a canonical form that is shown without its relabeling
)

// A part is an answer about a game, with its own heading.
type part struct {
	Name     string // of the question
	Title    string
	Unknown  string           // why the answer is not known, in words
	Slow     bool             // the answer takes longer than a part may; a request for it alone has more time
	Verdict  *single.Solution // nil if the answer is not a verdict
	Text     string           // the answer as the program prints it
	Cut      bool             // the text was cut
	Class    *single.ClassRow
	form     *single.Form // of the class
	Rank     string       // the number of the class on the list of classes, in words; "" if there is no such list
	Game     string       // the game that the answer is about, such as the repaired one
	Link     string       // the address of this game; "" if it would be too long
	Repair   any          // what to change
	Asks     string       // the question about the game as a heading; "" for games of names, whose answers are the headings
	Says, Of string       // the answer in words, and what the picture of the game shows
}

// A questioner is a game with the question that its first answer settles, such as "Can 6 queens stand so that ...?".
type questioner interface{ Question() string }

// A sentencer is an answer that can be put into a sentence. If this is "", the page takes the answer from the title of
// the game's picture.
type sentencer interface{ Sentence() string }

// asks returns the heading above the answer to a game: the question that it answers.
func asks(r *enum.Ruleset, game single.Game) string {
	if q, ok := game.(questioner); ok {
		return q.Question()
	}
	if r.Position != nil { // players move in turn
		return fmt.Sprintf("Who wins this game of %s?", called(r)[0])
	}
	return fmt.Sprintf("What is the verdict on this game of %s?", called(r)[0])
}

// questionsOf lists the questions that the page answers about a game: the ruleset's questions that have a title, and
// the question for the class, if the ruleset can classify games. The verdict comes first, and then what to change in an
// unsolvable game.
func questionsOf(r *enum.Ruleset) []single.Question {
	list := slices.DeleteFunc(slices.Clone(r.Questions), func(q single.Question) bool { return q.Title == "" })
	// By descending rank: 1 for the verdict, 0 for the repair, and -1 (not found) for all other questions.
	ranks := []string{"repair", single.Solve}
	slices.SortStableFunc(list, func(a, b single.Question) int { return slices.Index(ranks, b.Name) - slices.Index(ranks, a.Name) })
	if r.Classify != nil {
		list = append(list, single.Question{Name: "class", Title: "Its class", Formats: single.SolutionFormats(), Ask: func(ctx context.Context, g single.Game, _ single.How) (single.Answer, error) {
			form, err := r.Classify(ctx, g)
			if err != nil {
				return nil, err
			}
			return classAnswer{form.Row(true), form}, nil
		}})
	}
	return list
}

func cut(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + "\n..."
}

type classAnswer struct {
	*single.ClassRow
	form single.Form
}

type answerer struct {
	*pageBase
	classes *classesPage
}

func newAnswerer(c *pageBase, classes *classesPage) *answerer { return &answerer{c, classes} }

// answers yields the answers about a game, each when it is computed.
func (a *answerer) answers(ctx context.Context, l *lookupView, game single.Game) iter.Seq[part] {
	return func(yield func(part) bool) {
		firstText := "" // the text of the first part, which later parts do not repeat
		for _, q := range questionsOf(l.Ruleset) {
			p := a.part(ctx, q, game)
			if q.Name == single.Solve && l.Ruleset.Columns == nil {
				p.Asks = asks(l.Ruleset, game)
				a.explainByPicture(ctx, l, &p, game)
			}
			if firstText != "" && firstText == p.Text {
				continue // there is no more to say
			}
			if firstText == "" {
				firstText = p.Text
			} else {
				p.Text = strings.TrimPrefix(p.Text, firstText) // which is above
			}

			l.Files = append(l.Files, p.files(l.Ruleset)...)
			p.Link = linkTo(l, p.Game)
			if p.form != nil {
				p.Rank = a.classes.rank(ctx, l.Ruleset, p.form)
			}
			if !yield(p) {
				return
			}
		}
	}
}

// explainByPicture fills in the answer in words, from the title of the game's picture, such as "Jump game, 2 x 2 tiles:
// A wins in round 1". If the game cannot be drawn, the view shows why, and the answer in words is the meaning of the
// verdict, if the table `meanings` has it.
func (a *answerer) explainByPicture(ctx context.Context, l *lookupView, p *part, game single.Game) {
	drawing := pictured(l.Ruleset, "picture")
	if drawing == nil {
		return
	}
	drawn, err := compute(ctx, a.Work, a.Limits.Part, func(ctx context.Context) (single.Answer, error) { return drawing.Ask(ctx, game, single.How{}) })
	// If the game cannot be drawn at all, say why. If only the time was too short, the page still has the picture,
	// because the request for it has more time.
	if statusOf(err) == http.StatusUnprocessableEntity {
		l.Undrawn = err.Error()
	}
	canvas, ok := drawn.(*svg.Canvas)
	if err != nil || !ok {
		verdict, _, _ := strings.Cut(p.Text, " ")
		p.Says = cmp.Or(p.Says, meanings[strings.TrimSpace(verdict)])
		return
	}
	// The answer follows the last semicolon or the first colon, whichever comes later.
	at := max(strings.LastIndex(canvas.Title, "; "), strings.Index(canvas.Title, ": "))
	p.Of = canvas.Title[:max(at, 0)]
	p.Says = cmp.Or(p.Says, strings.TrimSpace(canvas.Title[at+1:]))
}

// files lists the files with the answer of a part, below "/lookup/". There is a JSON file even if the answer took too
// long for the page, because a file has more time. If the answer names choices that contradict each other, each
// question with a proof (Output is its format) adds two files: the proof, such as proof.lrat, and what the question
// prints, such as proof.dimacs.
func (p *part) files(r *enum.Ruleset) (list []string) {
	if p.Unknown == "" || p.Slow {
		list = append(list, p.Name+".json")
	}
	if p.Verdict == nil || p.Verdict.Choices == nil {
		return list
	}
	for _, q := range r.Questions {
		if q.Output != "" {
			list = append(list, q.Name+"."+q.Output, q.Name+"."+q.Formats[0])
		}
	}
	return list
}

// linkTo returns the address of the answers about a game, or "" if there is no game or the address would be too long.
func linkTo(l *lookupView, game string) string {
	if game == "" {
		return ""
	}
	link := address("/lookup", "ruleset", l.Name, "game", game)
	if len(link) > mostLink {
		return ""
	}
	return link
}

// part asks a question about a game, and returns the part of the page with the answer, or why it is unknown. The part
// is Slow if the answer may be found with more time: a request for this answer alone gets more.
func (a *answerer) part(ctx context.Context, q single.Question, game single.Game) part {
	p, err := compute(ctx, a.Work, a.Limits.Part, func(ctx context.Context) (part, error) {
		answer, err := q.Ask(ctx, game, single.How{})
		if err != nil {
			return part{}, err
		}
		return partOf(q, answer)
	})
	switch {
	case err == nil:
	case ctx.Err() != nil: // the time for the whole page is over
		p = part{Unknown: "there was no time left for it"}
	default:
		p = part{Unknown: err.Error(), Slow: statusOf(err) == unknown}
	}
	p.Name, p.Title = q.Name, q.Title
	return p
}

// partOf returns the part of the page with the answer to the question q: its text and, if the answer has them, a
// verdict, the answer in a sentence, and a game to which the page links.
func partOf(q single.Question, answer single.Answer) (part, error) {
	if class, ok := answer.(classAnswer); ok {
		return partOfClass(class), nil
	}
	var p part
	if verdict, ok := answer.(single.Solution); ok {
		p.Verdict = &verdict
	}
	if words, ok := answer.(sentencer); ok {
		p.Says = words.Sentence()
	}

	text, err := formatted(answer, q.Formats[0])
	if err != nil {
		return part{}, err
	}
	p.Text, p.Cut = cut(string(text)), len(text) > mostText

	// If the answer is a game, such as a repaired one, the page links to the answers about that game.
	if !slices.Contains(q.Formats, single.GameFormat) {
		return p, nil
	}
	game, err := formatted(answer, single.GameFormat)
	if err != nil {
		return part{}, err
	}
	_, p.Game, _ = strings.Cut(string(game), "\n") // without the comment before the game; a comment alone says why there is no game
	if p.Game == "" {
		return p, nil
	}
	p.Repair = answer.Contents().Value()
	return p, nil
}

// partOfClass returns the part that shows the class of a game: its canonical form, and the relabeling, which says how
// the players are renamed to get this form. With many players, it leaves out the relabeling, and a canonical form that
// is too long to be read.
func partOfClass(class classAnswer) part {
	p := part{Class: class.ClassRow, Game: class.Game, form: &class.form}
	p.Cut = len(class.Relabeling) > mostNames
	if p.Cut {
		row := *class.ClassRow
		row.Relabeling = nil
		if len(row.Game) > mostForm {
			row.Game = ""
		}
		p.Class = &row
	}
	return p
}

func formatted(answer single.Answer, format string) ([]byte, error) {
	var text bytes.Buffer
	if err := single.Write(&text, answer, format); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}

// writePicture answers with a picture. The Content-Security-Policy allows style within the picture, and no scripts.
func writePicture(w http.ResponseWriter, picture []byte) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	send(w, "image/svg+xml", picture)
}

// pictured returns the ruleset's drawing with this name that can be written as SVG. If none has the name, it returns
// the first such drawing, or nil if there are none. A drawing is a question whose answer is a picture.
func pictured(r *enum.Ruleset, name string) (found *single.Question) {
	for i, q := range r.Drawings {
		if slices.Contains(q.Formats, "svg") && (found == nil || q.Name == name) {
			found = &r.Drawings[i]
		}
	}
	return found
}

func written(ctx context.Context, q *single.Question, game single.Game, format string) ([]byte, error) {
	var b bytes.Buffer
	err := q.Write(ctx, &b, game, single.How{}, format)
	return b.Bytes(), err
}
