//go:build unix

package bench

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/jump"
	"enumerate/games/spies"
	"enumerate/internal/svg"
)

// The rulesets spies and jump come from an article and a report. For each of the two, the test draws a plot of the run
// times of the published algorithms and of this program's, so that readers can compare how the times grow. With -slow
// -update the test writes the plots, each in a few minutes; otherwise it measures only small sizes.
func TestTimes(t *testing.T) {
	for _, c := range []struct {
		name string
		plot func(*testing.T) plot
	}{{"spies", spiesPlot}, {"jump", jumpPlot}} {
		t.Run(c.name, func(t *testing.T) {
			var drawn bytes.Buffer
			if err := single.Write(&drawn, c.plot(t).canvas(), "svg"); err != nil {
				t.Fatal(err)
			}
			if !*update || !*slow {
				return
			}
			if err := os.WriteFile("../../docs/pictures/"+c.name+"-times.svg", drawn.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// curve returns the curve of a exp(b n) as a series.
func curve(name string, color string, a, b float64, from, to int) series {
	s := series{name: name, color: color, line: true}
	for n := from; n <= to; n++ {
		s.points = append(s.points, [2]float64{float64(n), a * math.Exp(b*float64(n))})
	}
	return s
}

// spiesPlot returns the plot of the ruleset spies: the article's times of its three programs, the curves that it fits
// to them, and the times of three algorithms here.
func spiesPlot(t *testing.T) plot {
	t.Helper()
	p := plot{
		title: "Seconds to a board of n spies: the article's three programs, and three algorithms here",
		x:     "spies n", y: "seconds",
		series: []series{
			{name: "article, all boards", color: svg.Vermillion, points: [][2]float64{{11, .1550624}, {13, 14.7555454}, {14, 128.1880126}, {15, 1224.6828372}}},
			curve("2.23e-9 e^(1.8 n)", svg.Vermillion, 2.23e-9, 1.8, 8, 17),
			{name: "article, pruned", color: svg.Purple, points: [][2]float64{{11, .0105133}, {17, .1137657}, {23, 3.1701188}, {25, 33.6615365}, {27, 329.937574}}},
			curve("2.54e-11 e^(1.12 n)", svg.Purple, 2.54e-11, 1.12, 19, 29),
			{name: "article, faster test", color: svg.Gray, points: [][2]float64{{23, .6667071}, {25, 5.7743496}, {27, 54.5549858}, {29, 40.4097154}, {31, 58.8726697}, {33, 202.1658578}}},
			curve("1.12e-2 e^(0.294 n)", svg.Gray, 1.12e-2, 0.294, 23, 35),
		},
	}
	for _, ours := range []struct {
		name, algorithm string
		color           string
		from, to        int
	}{
		{"here, permutations", "permutations", svg.Ink, 8, 13},
		{"here, first", "first", svg.Green, 11, 31},
		{"here, search", "search", svg.Blue, 11, 40},
	} {
		s := series{name: ours.name, color: ours.color}
		if !*slow {
			ours.to = ours.from + 1
		}
		for n := ours.from; n <= ours.to; n++ {
			took := solving(t, spies.New(), strconv.Itoa(n), ours.algorithm)
			t.Logf("%s %d: %.6f s", ours.algorithm, n, took)
			s.points = append(s.points, [2]float64{float64(n), took})
		}
		p.series = append(p.series, s)
	}
	return p
}

// jumpPlot returns the plot of the ruleset jump: the times of this program's algorithm and of that of the document (the
// report in docs/papers/jump.md), against the document's bound for a board of R rows and C columns, RC max(R, C)^2. The
// goal cannot be reached, so both algorithms try everything.
func jumpPlot(t *testing.T) plot {
	t.Helper()
	p := plot{
		title: "Seconds for a board of R rows and C columns whose goal is out of reach, and the document's bound",
		x:     "R C max(R, C)^2", y: "seconds", logX: true,
	}
	with, err := enum.Find([]*enum.Ruleset{jump.New()}, "jump:preset=document")
	if err != nil {
		t.Fatal(err)
	}
	document := series{name: "the document's algorithm", color: svg.Vermillion}
	ours := series{name: "layers", color: svg.Blue}
	sides := []int{8, 11, 16, 23, 32, 45, 64, 91, 128}
	if !*slow {
		sides = sides[:2]
	}
	for _, side := range sides {
		rows, columns := side, side+1
		bound := float64(rows*columns) * float64(columns*columns)
		board := farBoard(rows, columns)
		for _, s := range []struct {
			series    *series
			algorithm string
		}{{&document, "document"}, {&ours, "layers"}} {
			took := solving(t, with, board, s.algorithm)
			t.Logf("%s %d x %d, bound %.3g: %.6f s, %.3g ns a step of the bound", s.algorithm, rows, columns, bound, took, took/bound*1e9)
			s.series.points = append(s.series.points, [2]float64{bound, took})
		}
	}
	last := document.points[len(document.points)-1]
	line := series{name: "in proportion to the bound", color: svg.Gray, line: true}
	for _, at := range document.points {
		line.points = append(line.points, [2]float64{at[0], last[1] * at[0] / last[0]})
	}
	p.series = []series{document, line, ours}
	return p
}

// farBoard returns a game of one player, who cannot reach the goal. The caller gives one more column than rows, so the
// goal is at an odd distance from the first tile. A jump is a walk of exactly as many single steps as its tile says,
// and may turn back. The lengths are random even numbers above all distances on the board, so the player reaches all
// tiles at an even distance and no others.
func farBoard(rows, columns int) string {
	random := rand.New(rand.NewPCG(uint64(rows), 1))
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d\n1\n", rows, columns)
	for range rows {
		for range columns {
			fmt.Fprintf(&b, "%d ", 2*(rows+random.IntN(rows)))
		}
		b.WriteString("\n")
	}
	b.WriteString("0 0\n")
	return b.String()
}

// solving returns the CPU seconds that an algorithm takes to solve the game of a text, repeated until they can be
// measured.
func solving(t *testing.T, r *enum.Ruleset, text, algorithm string) float64 {
	t.Helper()
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		began := used(t)
		for times := 1; ; times++ {
			if _, err := game.Solve(context.Background(), single.How{Algorithm: algorithm, Workers: 1}); err != nil {
				t.Fatal(err)
			}
			if took := used(t) - began; took > 20*time.Millisecond {
				return took.Seconds() / float64(times)
			}
		}
	}
	t.Fatalf("there is no game in %q", text)
	return 0
}

// used returns the CPU time that the process has used so far.
func used(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
