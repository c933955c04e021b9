package claims

import (
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryClaimIsComplete reads all claims. A claim must have commands that show the verdict, unless it is open or
// only reported. At least one of the commands must be quick, and each must say what it prints.
func TestEveryClaimIsComplete(t *testing.T) {
	number := 0
	for _, s := range Sources() {
		number += len(s.Claims)
		for _, c := range s.Claims {
			if len(c.Commands) == 0 && c.Verdict != Open && c.Verdict != Reported {
				t.Errorf("%s is %s, and nothing shows it", c.ID, c.Verdict)
			}
			if paragraphs := strings.Split(c.Why, "\n\n"); len(c.Commands) > 0 && strings.HasPrefix(strings.TrimSpace(paragraphs[len(paragraphs)-1]), "- ") {
				t.Errorf("%s ends with a list: below it commands are no listing", c.ID)
			}
			if len(c.Commands) > 0 && !slices.ContainsFunc(c.Commands, func(c Command) bool { return !c.Slow }) && c.Verdict != Reported {
				t.Errorf("%s is shown by nothing that is quick", c.ID)
			}
			for _, command := range c.Commands {
				if command.Prints == nil && !strings.HasPrefix(command.Line, "go test ") {
					t.Errorf("%s: nothing is wanted of %s", c.ID, command.Line)
				}
			}
		}
	}
	if number < 80 {
		t.Errorf("%d claims", number)
	}
}

// TestEveryNamedTestExists looks for each test that a command of a claim names, such as "go test ./games -run TestX".
// It is needed because go test does not fail if no test has the name.
func TestEveryNamedTestExists(t *testing.T) {
	line := regexp.MustCompile(`^go test \./(\S+) -run '?([^\s'/]+)[^\s']*'?( -\w+)*$`)
	for _, s := range Sources() {
		for _, c := range s.Claims {
			for _, command := range c.Commands {
				m := line.FindStringSubmatch(command.Line)
				if m == nil {
					continue
				}
				files, err := fs.Glob(os.DirFS("../.."), m[1]+"/*_test.go")
				if err != nil {
					t.Fatal(err)
				}
				var tests string
				for _, file := range files {
					text, err := os.ReadFile(filepath.Join("../..", file))
					if err != nil {
						t.Fatal(err)
					}
					tests += string(text)
				}
				for name := range strings.SplitSeq(m[2], "|") {
					if !regexp.MustCompile(`(?m)^func Test\w*` + name + `|^func ` + name + `\(`).MatchString(tests) {
						t.Errorf("%s: there is no test %s in %s", c.ID, name, m[1])
					}
				}
			}
		}
	}
}

// TestBoardsInOrderOfPlacement computes the figures of the claim spies-count.
func TestBoardsInOrderOfPlacement(t *testing.T) {
	const n = 10
	placed := new(big.Int).MulRange(n*n-n+1, n*n)
	boards := new(big.Int).Binomial(n*n, n)
	if got, want := fmt.Sprint(placed, " ", boards), "62815650955529472000 17310309456440"; got != want {
		t.Errorf("placements and boards are %s, want %s", got, want)
	}
	if orders := new(big.Int).MulRange(1, n); new(big.Int).Mul(boards, orders).Cmp(placed) != 0 {
		t.Errorf("%v boards, each in %v orders, are not %v", boards, orders, placed)
	}
	printed, _ := new(big.Int).SetString("62815650955529500000", 10)
	if off := new(big.Int).Sub(printed, placed); off.CmpAbs(big.NewInt(50_000)) > 0 {
		t.Errorf("the article's figure is off by %v", off)
	}
}

// TestTheArticlesExtrapolations finds out how an article on queens computed its three estimates of the time for a board
// of 999 queens, each printed with ten digits. It tries all curves a e^(b n), where n is the number of queens and a and
// b have three digits. For each estimate exactly one curve must give its ten digits.
func TestTheArticlesExtrapolations(t *testing.T) {
	for _, c := range []struct {
		digits   float64
		exponent int
		want     string
	}{
		{1.979895285, 772, "2.23e-09 1.8"},
		{2.129333215, 475, "2.54e-11 1.12"},
		{4.018954825, 125, "1.12e-02 0.294"},
	} {
		var found []string
		for _, scale := range []float64{1000, 100} { // b from 0.1 to 9.99
			for i := 100; i < 1000; i++ {
				b := float64(i) / scale
				logA := math.Log10(c.digits) + float64(c.exponent) - 999*b*math.Log10E
				power := math.Floor(logA)
				a := math.Round(100*math.Pow(10, logA-power)) / 100
				// With a rounded, as many of the digits must come out as are printed.
				if got := a * math.Pow(10, power+999*b*math.Log10E-float64(c.exponent)); math.Abs(got-c.digits) <= 0.6e-9 && power < 0 {
					found = append(found, fmt.Sprintf("%.2fe%03d %v", a, int(power), b))
				}
			}
		}
		if len(found) != 1 || found[0] != c.want {
			t.Errorf("%.9fe%d is given by %q, want %q alone", c.digits, c.exponent, found, c.want)
		}
	}
	// The first curve at 11 queens, where 0.155 seconds were measured.
	if got := 2.23e-9 * math.Exp(1.8*11); math.Abs(got-0.89) > 0.005 {
		t.Errorf("the curve has %v seconds at 11", got)
	}
	// Fit a curve to the run times that the article prints for each of its three programs: by least squares of the
	// logarithms, with the times as weights. The fit gives the second and the third of the curves above, but not the
	// first.
	for _, c := range []struct {
		sizes, seconds []float64
		want           string
	}{
		{[]float64{11, 13, 14, 15}, []float64{.1550624, 14.7555454, 128.1880126, 1224.6828372}, "3.07e-12 2.24"},
		{[]float64{11, 17, 23, 25, 27}, []float64{.0105133, .1137657, 3.1701188, 33.6615365, 329.937574}, "2.54e-11 1.12"},
		{[]float64{23, 25, 27, 29, 31, 33}, []float64{.6667071, 5.7743496, 54.5549858, 40.4097154, 58.8726697, 202.1658578}, "1.12e-02 0.294"},
	} {
		var w, x, y, xx, xy float64
		for i, n := range c.sizes {
			s := c.seconds[i]
			w, x, y, xx, xy = w+s, x+s*n, y+s*math.Log(s), xx+s*n*n, xy+s*n*math.Log(s)
		}
		b := (w*xy - x*y) / (w*xx - x*x)
		if got := fmt.Sprintf("%.2e %.3g", math.Exp((y-b*x)/w), b); got != c.want {
			t.Errorf("the times %v are fitted by %s, want %s", c.seconds, got, c.want)
		}
	}
}

var large = flag.Bool("large", false, "search for the article's board of 27 queens, too: some 20 s")

// TestTheArticlesBoardsMatchItsProgram repeats the search of the article's second program. Like that program, it uses
// 64-bit floating point to test whether three queens are in line. It must find the very boards that the article prints,
// even those of sizes 23 and 27, which are wrong: rounding hides three queens in line.
func TestTheArticlesBoardsMatchItsProgram(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{
		{11, "[2 4 7 1 8 11 5 3 9 6 10]"},
		{17, "[1 3 6 11 7 10 15 2 4 16 9 17 5 13 8 12 14]"},
		{23, "[1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15]"},
		{25, "[1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20]"},
		{27, "[1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16]"},
	} {
		if testing.Short() && c.n > 23 || c.n > 25 && !*large {
			continue
		}
		b := make([]int, c.n+1)
		type line struct{ slope, offset float64 }
		var lines []line // through two of the queens so far
		var search func(x int) bool
		search = func(x int) bool {
			if x > c.n {
				return true
			}
			before := len(lines)
		columns:
			for b[x] = 1; b[x] <= c.n; b[x]++ {
				for x1 := 1; x1 < x; x1++ {
					if d := b[x] - b[x1]; d == 0 || max(d, -d) == x-x1 {
						continue columns
					}
				}
				for _, l := range lines {
					if float64(b[x]) == float64(l.slope*float64(x))+l.offset {
						continue columns
					}
				}
				for x1 := 1; x1 < x; x1++ {
					slope := float64(b[x1]-b[x]) / float64(x1-x)
					lines = append(lines, line{slope, float64(b[x1]) - float64(slope*float64(x1))})
				}
				if search(x + 1) {
					return true
				}
				lines = lines[:before]
			}
			return false
		}
		if !search(1) || fmt.Sprint(b[1:]) != c.want {
			t.Errorf("the program finds %v, want %s", b[1:], c.want)
		}
	}
}

// TestTheParityOfGetEdges evaluates a condition of pseudocode that the claim jump-edges quotes, i + j % 2 ==
// max_distance % 2. Programming languages compute % before +, so it differs from the intended condition, with i + j in
// brackets.
func TestTheParityOfGetEdges(t *testing.T) {
	const reach = 2
	wrong := 0
	for i := range reach + 1 {
		for j := range reach + 1 - i {
			printed, meant := i+j%2 == reach%2, (i+j)%2 == reach%2
			if printed != meant {
				wrong++
			}
		}
	}
	// 2,0 and 1,1 are reached by two steps, and the printed condition is false for both.
	if wrong != 2 {
		t.Errorf("the conditions differ on %d of the tiles in reach, want 2", wrong)
	}
}
