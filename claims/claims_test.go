package claims

import (
	"bytes"
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

func TestEveryClaimIsWhole(t *testing.T) {
	number := 0
	for _, s := range Sources() {
		number += len(s.Claims)
		for _, c := range s.Claims {
			if len(c.Shown) == 0 && c.Verdict != Open && c.Verdict != Reported {
				t.Errorf("%s is %s, and nothing shows it", c.ID, c.Verdict)
			}
			if len(c.Shown) > 0 && !slices.ContainsFunc(c.Shown, func(c Command) bool { return !c.Slow }) && c.Verdict != Reported {
				t.Errorf("%s is shown by nothing that is quick", c.ID)
			}
			for _, command := range c.Shown {
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

func TestDocumentsAreThoseOfTheClaims(t *testing.T) {
	for _, d := range Documents() {
		got, err := os.ReadFile(filepath.Join("../docs/reference", d.Name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, []byte(d.Text)) {
			t.Errorf("docs/reference/%s is not what is in data/claims: run enumerate claims --into docs/reference", d.Name)
		}
	}
}

// TestEveryTestNamedIsThere looks for the tests that claims name: go test is content with none.
func TestEveryTestNamedIsThere(t *testing.T) {
	line := regexp.MustCompile(`^go test \./(\S+) -run '?([^\s']+)'?$`)
	for _, s := range Sources() {
		for _, c := range s.Claims {
			for _, command := range c.Shown {
				m := line.FindStringSubmatch(command.Line)
				if m == nil {
					continue
				}
				files, err := fs.Glob(os.DirFS(".."), m[1]+"/*_test.go")
				if err != nil {
					t.Fatal(err)
				}
				var tests string
				for _, file := range files {
					text, err := os.ReadFile(filepath.Join("..", file))
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

// TestBoardsInOrderOfPlacement checks the figures of spies-count.
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

// TestTheArticlesExtrapolations finds the curves a e^(b n), a and b of three digits, that give the
// ten digits of each estimate for a board of 999: one each.
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
	// The first curve at 11 queens, where 0.155 seconds were measured, and the growth by least
	// squares of the logarithms.
	if got := 2.23e-9 * math.Exp(1.8*11); math.Abs(got-0.89) > 0.005 {
		t.Errorf("the curve has %v seconds at 11", got)
	}
	sizes, seconds := []float64{11, 13, 14, 15}, []float64{.1550624, 14.7555454, 128.1880126, 1224.6828372}
	var x, y, xx, xy float64
	for i := range sizes {
		x, y = x+sizes[i]/4, y+math.Log(seconds[i])/4
		xx, xy = xx+sizes[i]*sizes[i]/4, xy+sizes[i]*math.Log(seconds[i])/4
	}
	if got := (xy - x*y) / (xx - x*x); math.Abs(got-2.24) > 0.005 {
		t.Errorf("the times grow as e^(%.3f n), want 2.24", got)
	}
}

// TestTheParityOfGetEdges reads the condition of jump-edges as any language does.
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
	// 2,0 and 1,1 are reached by two steps, and the condition as printed is false of them.
	if wrong != 2 {
		t.Errorf("the conditions differ on %d of the tiles in reach, want 2", wrong)
	}
}
