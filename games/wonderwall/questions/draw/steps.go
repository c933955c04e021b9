package draw

import (
	"fmt"
	"math"
	"slices"

	"enumerate/internal/rows"
	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
)

// Steps returns a picture of the steps in which an algorithm decided whether a game is solvable. In each step the
// algorithm assumes that one player stands before another, and a panel shows the order known so far: arrows lead to the
// players who stand after a player. order is the solution, or nil if there is none.
func Steps(names []string, game betweenness.Game, steps []betweenness.Step, order []int) *svg.Canvas {
	s := &panels{drawing: newDrawing(names, game, betweenness.Proof{Order: order})}
	s.labels = svg.Labels(names, narrowLabel)
	s.radius = 44 + 4*float64(len(game))
	s.Title = fmt.Sprintf("Ninja Assassin Wonderwall: %d players, %s, in %s", len(game), s.verdict(), rows.Counted(len(steps), "step", "steps"))
	s.Description = "The digraph of who stands before whom, after each assumption."
	at := s.Head(s.legend(steps)...)
	at = s.Paragraph(at, "An arrow leads from a player to one who stands after it. Each assumption implies more: if an "+
		"arrow joins two of these three, a player, its wonderwall and its ninja, it fixes the order of all.").Down(10)

	const rowWidth, captionHeight = 1000, 66
	width := max(2*(s.radius+widest(s.labels)+24), captionWidth)
	height := captionHeight + 2*(s.radius+2*svg.LineHeight)
	columns := max(1, int(rowWidth/width))
	var path []int // the steps whose assumptions are still in force
	for i, step := range steps {
		path = append(path[:step.Depth-1], i) // the assumptions of this depth and deeper have been taken back
		corner := at.Plus(svg.At(float64(i%columns)*width, float64(i/columns)*height))
		s.caption(corner, i, path, step)
		s.center = corner.Plus(svg.At(width/2-12, captionHeight+s.radius+svg.LineHeight))
		s.digraph(step)
	}
	rows := (len(steps) + columns - 1) / columns
	at = at.Down(float64(rows)*height + 10)
	if order == nil {
		s.Paragraph(at, "The first assumption has failed in all cases. Its opposite need not be tried, because the reverse of a solution is a solution. So there is no solution.")
		return &s.Canvas
	}
	at = s.Paragraph(at, "Now arrows order the players of every choice, and they form no cycle: any order of the players that follows the arrows is a solution.")
	s.line(at.Down(24))
	return &s.Canvas
}

// captionWidth is the least width of a panel, in pixels.
const captionWidth = 210

// panels draws small digraphs of who stands before whom, all with the same places for the players.
type panels struct {
	*drawing
	radius float64
	center svg.Point // of the panel that is drawn
}

var (
	assumedStyle = svg.Style{Stroke: svg.Blue, Width: 3}
	impliedStyle = svg.Style{Stroke: svg.Blue, Width: 1.3}
	knownStyle   = svg.Style{Stroke: svg.Gray, Width: 0.8}
	cycleStyle   = svg.Style{Stroke: svg.Vermillion, Width: 2, Dashed: true}
)

func (s *panels) legend(steps []betweenness.Step) []svg.Entry {
	entries := []svg.Entry{s.arrowEntry("is assumed", assumedStyle), s.arrowEntry("follows from it", impliedStyle)}
	if slices.ContainsFunc(steps, func(s betweenness.Step) bool { return s.New > 0 }) {
		entries = append(entries, s.arrowEntry("was known before", knownStyle))
	}
	if slices.ContainsFunc(steps, func(s betweenness.Step) bool { return s.Cycle != nil }) {
		entries = append(entries, s.arrowEntry("a cycle: nobody can stand so", cycleStyle))
	}
	return entries
}

// caption writes three lines above the panel of a step: what the step assumes, the earlier step whose assumption it
// keeps, and what follows from both. number is the number of this step, from 0, and path has the numbers of all steps
// whose assumptions are in force, this step last.
func (s *panels) caption(at svg.Point, number int, path []int, step betweenness.Step) {
	assumed := step.Arcs[step.New] // the new arrows are the assumption and then what follows from it
	s.Write(svg.Text{Text: fmt.Sprintf("%d. %s before %s", number+1, s.short(assumed[0]), s.short(assumed[1])), At: at.Down(8), Bold: true})
	if rests := len(path) - 2; rests >= 0 {
		s.Write(svg.Text{Text: fmt.Sprintf("after %d", path[rests]+1), At: at.Down(26), Color: svg.Gray})
	}
	outcome := rows.Counted(len(step.Arcs)-step.New-1, "arrow follows", "arrows follow")
	if step.Cycle != nil {
		outcome = s.cycle(step.Cycle)
		if svg.TextWidth(outcome)*svg.FontSize > captionWidth-10 {
			outcome = fmt.Sprintf("a cycle of %d players", len(step.Cycle))
		}
	}
	s.Write(svg.Text{Text: outcome, At: at.Down(43)})
}

func (s *panels) place(p int) svg.Point {
	return s.center.Plus(way(2*math.Pi*float64(p)/float64(len(s.game)) - math.Pi/2).Times(s.radius))
}

// digraph draws what is known after a step: an arrow from one player to another means that the first stands before the
// second.
func (s *panels) digraph(step betweenness.Step) {
	inCycle := make(map[[2]int]bool)
	for i, p := range step.Cycle {
		inCycle[[2]int{p, step.Cycle[(i+1)%len(step.Cycle)]}] = true
	}

	for _, last := range []bool{false, true} { // the assumption and the cycle last, over the other arrows
		for i, a := range step.Arcs {
			style := impliedStyle
			switch {
			case i == step.New:
				style = assumedStyle
			case inCycle[a]:
				style = cycleStyle
			case i < step.New:
				style = knownStyle
			}
			if inCycle[a] {
				style.Stroke, style.Dashed = cycleStyle.Stroke, true
			}

			drawnLast := inCycle[a] || i == step.New
			if last == drawnLast {
				s.arc(a, style)
			}
		}
	}

	for p := range s.game {
		at := s.place(p)
		s.Disk(at, nodeRadius, svg.Style{})

		out := s.center.Towards(at)
		t := svg.Text{Text: s.labels[p].Text, Anchor: "middle"}
		t.At = at.Plus(out.Times(nameGap)).Right(math.Round(1e6*out.X) / 1e6 * t.Width() / 2)
		s.Write(t)
	}
}

// arc draws an arrow between two players, bent a little to its right so that it does not cover an arrow back.
func (s *panels) arc(a [2]int, style svg.Style) {
	from, to := s.place(a[0]), s.place(a[1])
	way := to.Minus(from)
	middle := from.Plus(way.Times(0.5))
	bend := middle.Plus(from.Towards(to).QuarterTurn().Times(0.08 * way.Length()))

	s.Arrow(from.Plus(from.Towards(bend).Times(nodeRadius+1)), bend, to.Plus(to.Towards(bend).Times(nodeRadius+1.5)), style)
}
