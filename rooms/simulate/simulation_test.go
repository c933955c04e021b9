package simulate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games/wonderwall"
	"enumerate/solver/betweenness"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 17)) }

// wanting returns the choices of a random game.
func wanting(t testing.TB, players int, random *rand.Rand) betweenness.Game {
	t.Helper()
	g, _, err := wonderwall.Random(context.Background(), players, random)
	if err != nil {
		t.Fatal(err)
	}
	return NewJudge(g).Wants()
}

// rules returns rules of motion on every ground, with and without delay and chance.
func rules(t testing.TB) (all []Rule) {
	t.Helper()
	for _, ground := range []string{Plane, Line, Circle, Field} {
		for _, rule := range []string{"nearest:ground=", "distance:speed=0.03,ground=", "still:gap=0.1,ground=", "nearest:delay=3,ground=", "nearest:noise=0.3,ground=", "still:order=random,noise=0.1,ground="} {
			r, err := ParseRule(rule + ground)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, r)
		}
	}
	return all
}

// sum returns a checksum of the places of 12 players after 500 steps.
func sum(t testing.TB, r Rule) string {
	random := seeded(3)
	s := New(wanting(t, 12, random), r, random)
	for range 500 {
		s.Step()
	}
	h := sha256.New()
	for _, at := range s.Places() {
		_ = binary.Write(h, binary.LittleEndian, []float64{at.X, at.Y})
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

var update = flag.Bool("update", false, "write testdata/golden.txt")

// TestPlacesAreTheSameOnEveryMachine compares checksums of the players' places, for each rule of motion, with a file.
// It fails if a machine or a compiler computes even the last bit of a place differently.
func TestPlacesAreTheSameOnEveryMachine(t *testing.T) {
	const path = "testdata/golden.txt"
	var got bytes.Buffer
	for _, r := range rules(t) {
		fmt.Fprintf(&got, "%s %v\n", sum(t, r), r)
	}
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("on %s the checksums are\n%swant\n%s", runtime.GOARCH, &got, want)
	}
}

// TestNoProductIsFusedWithASum compiles the package for arm64, where the Go compiler may fuse a product and a sum into
// one instruction, which rounds once instead of twice. The compiled code must contain none, except in the code of
// pictures.
func TestNoProductIsFusedWithASum(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the package twice; go test -short has seconds, go test runs it")
	}
	if _, err := exec.LookPath("go"); err != nil { // this test was compiled elsewhere
		t.Skip("needs the compiler: ", err)
	}
	fused := regexp.MustCompile(`.*\tFN?M(ADD|SUB)\w*\t.*`)
	compile := func(dir string) []string {
		cmd := exec.Command("go", "build", "-gcflags=-S", ".")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0")
		assembly, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, assembly)
		}
		return fused.FindAllString(string(assembly), -1)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module fused\n", "fused.go": "package fused\n\nfunc F(x, y, z float64) float64 { return x*y + z }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if len(compile(dir)) == 0 {
		t.Error("x*y + z is not fused, so this test shows nothing")
	}
	for _, line := range compile(".") {
		if !strings.Contains(line, "/path.go:") && !strings.Contains(line, "/svg/") {
			t.Error(strings.TrimSpace(line))
		}
	}
}

// plain is a simple implementation of a step without chance, with one coordinate system for all grounds except the
// circle.
func plain(at []Point, wants betweenness.Game, gaps []float64, r Rule) []Point {
	to := slices.Clone(at)
	for p, want := range wants {
		me, w, n := at[p], at[want.Wonderwall], at[want.Ninja]
		if r.Ground == Circle {
			// Coordinates have the wonderwall at 0, and the ninja at a negative place.
			turn := func(x float64) float64 { return x - math.Round(x) }
			side := 1.0
			if turn(w.X-n.X) < 0 {
				side = -1
			}
			end := 0.5 - math.Abs(turn(w.X-n.X))
			begin := min(gaps[p], end)
			x := side * turn(me.X-w.X)
			aim := begin
			if r.Name != Distance {
				if x >= begin && x <= end {
					continue
				}
				if math.Abs(turn(x-end)) < math.Abs(turn(x-begin)) {
					aim = end
				}
			}
			run := turn(aim - x)
			tie := math.Abs(math.Abs(turn(x-end)) - math.Abs(turn(x-begin)))
			if math.Abs(math.Abs(run)-0.5) < 1e-9 || end < 1e-9 || end > 0.5-1e-9 || tie < 1e-9 && begin < end { // both directions are equally short
				to[p].X = math.NaN()
				continue
			}
			if math.Abs(run) <= r.tolerance() {
				continue
			}
			run = math.Copysign(min(math.Abs(run), r.Speed), run)
			_, to[p].X = math.Modf(me.X + side*run + 1)
			continue
		}
		length := math.Hypot(w.X-n.X, w.Y-n.Y)
		ux, uy := (w.X-n.X)/length, (w.Y-n.Y)/length
		along := (me.X-w.X)*ux + (me.Y-w.Y)*uy
		if r.Ground == Field { // the ray ends at the fence
			// end returns how far along the ray the player runs, if the fence stands further out by a margin.
			end := func(margin float64) float64 {
				inside := func(s float64) bool {
					x, y := w.X+s*ux, w.Y+s*uy
					return -margin <= x && x <= 1+margin && -margin <= y && y <= 1+margin
				}
				if inside(along) || along <= 0 {
					return along
				}
				low, high := 0.0, along
				for range 200 {
					if middle := (low + high) / 2; inside(middle) {
						low = middle
					} else {
						high = middle
					}
				}
				return low
			}

			// If the ray runs along the fence, rounding decides whether it is outside, and two places are right.
			farther, nearer := max(end(1e-9), gaps[p]), max(end(-1e-9), gaps[p])
			if r.Name != Distance && farther-nearer > 1e-6 {
				to[p].X = math.NaN()
				continue
			}
			along = end(1e-12)
		}
		along = max(along, gaps[p])
		if r.Name == Distance {
			along = gaps[p]
		}
		aim := Point{w.X + along*ux, w.Y + along*uy}
		if r.Ground == Field {
			aim = Point{min(max(aim.X, 0), 1), min(max(aim.Y, 0), 1)}
		}
		far := math.Hypot(aim.X-me.X, aim.Y-me.Y)
		if far <= r.tolerance() {
			continue
		}
		run := min(far, r.Speed)
		to[p] = Point{me.X + run*(aim.X-me.X)/far, me.Y + run*(aim.Y-me.Y)/far}
	}
	return to
}

// TestAStepAgreesWithAPlainReference compares single steps of random players with the implementation plain.
func TestAStepAgreesWithAPlainReference(t *testing.T) {
	for _, r := range rules(t) {
		if r.chance() || r.Delay > 0 {
			continue
		}
		t.Run(r.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				random := seeded(rapid.Uint64().Draw(t, "seed"))
				wants := make(betweenness.Game, rapid.IntRange(3, 9).Draw(t, "players"))
				for p := range wants {
					others := random.Perm(len(wants))
					others = slices.DeleteFunc(others, func(q int) bool { return q == p })
					wants[p] = betweenness.Choice{Wonderwall: others[0], Ninja: others[1]}
				}
				s := New(wants, r, random)
				for range rapid.IntRange(0, 40).Draw(t, "steps") {
					s.Step()
				}
				want := plain(s.Places(), wants, s.gaps, r)
				s.Step()
				for p, got := range s.Places() {
					if s.ground.squaredDistance(got, want[p]) > 1e-20 { // a square; NaN means that two places are right
						t.Fatalf("player %d moves to %v, want %v", p, got, want[p])
					}
				}
			})
		})
	}
}

// TestADelayShowsWhereOthersWere tests a delay of four steps. For each step and player the test puts the others back to
// where they were four steps before, and makes the step without delay. The player must go to the same place.
func TestADelayShowsWhereOthersWere(t *testing.T) {
	r := DefaultRule()
	r.Delay = 4
	random := seeded(5)
	s := New(wanting(t, 8, random), r, random)
	var history [][]Point
	for step := range 50 {
		history = append(history, slices.Clone(s.Places()))
		s.Step()
		for p, got := range s.Places() {
			seen := slices.Clone(history[max(step-r.Delay, 0)])
			seen[p] = history[step][p]
			if want := plain(seen, s.wants, s.gaps, r)[p]; plane.squaredDistance(got, want) > 1e-20 {
				t.Fatalf("step %d: player %d moves to %v, want %v", step, p, got, want)
			}
		}
	}
}

// TestThreeInACircleRunAsTheFormulaSays has three players chase each other for ever, in a triangle with equal sides: A
// wants B between itself and C, and so on. Put the centre at 0 in the complex plane and A at r. Then B is at rω and C
// at rω², where ω is a cube root of 1 with ω - ω² = √3i, so the way from C to B has the direction i. A runs to a place
// behind B as seen from C: rω + ig, where g is the gap, the distance to B. Its way there has the length d, with
// d² = 3r² + √3rg + g². In a step of speed v, r² becomes r² - 3vr²/d + v². At the end the radius no longer changes:
// 3r² = vd.
func TestThreeInACircleRunAsTheFormulaSays(t *testing.T) {
	r := DefaultRule()
	start := make([]Point, 3)
	for p := range start {
		y, x := math.Sincos(2 * math.Pi * float64(p) / 3)
		start[p] = Point{x, y}
	}
	s := From(start, betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 2, Ninja: 0}, {Wonderwall: 0, Ninja: 1}}, r, seeded(1))
	for p := range s.gaps {
		s.gaps[p] = r.Gap
	}
	radius, v, g := 1.0, r.Speed, r.Gap
	way := func() float64 { return math.Sqrt(3*radius*radius + math.Sqrt(3)*radius*g + g*g) }
	for step := range 400 {
		s.Step()
		radius = math.Sqrt(radius*radius - 3*v*radius*radius/way() + v*v)
		for p, at := range s.Places() {
			if got := math.Hypot(at.X, at.Y); math.Abs(got-radius) > 1e-9 {
				t.Fatalf("step %d: player %d is %v from the centre, want %v", step, p, got, radius)
			}
		}
	}
	if got, want := 3*radius*radius, v*way(); math.Abs(got-want) > 1e-9 {
		t.Errorf("at the end 3r² = %v, want vd = %v", got, want)
	}
	if s.Rest() {
		t.Error("the players are at rest")
	}
}

// TestThreeOnALineRunAwayAtTheirSpeed has A want B between itself and C, and B want A between itself and C. On a line
// each runs to the place behind the other, so both run for ever in the same direction. C, which wants A between itself
// and B, must stand still.
func TestThreeOnALineRunAwayAtTheirSpeed(t *testing.T) {
	r := DefaultRule()
	r.Ground = Line
	const a, b, c = 0, 1, 2
	wants := betweenness.Game{a: {Wonderwall: b, Ninja: c}, b: {Wonderwall: a, Ninja: c}, c: {Wonderwall: a, Ninja: b}}
	s := From([]Point{a: {X: 0.5}, b: {X: 0.51}, c: {X: 0}}, wants, r, seeded(1))
	for step := 1; step <= 1000; step++ {
		s.Step()
		for p, want := range []float64{a: 0.5 + float64(step)*r.Speed, b: 0.51 + float64(step)*r.Speed, c: 0} {
			if got := s.Places()[p].X; math.Abs(got-want) > 1e-9 {
				t.Fatalf("step %d: player %d is at %v, want %v", step, p, got, want)
			}
		}
	}
	if s.Rest() || !s.Safe(c) || s.Safe(a) {
		t.Errorf("at rest %v, safe: C %v, A %v; expected only C safe", s.Rest(), s.Safe(c), s.Safe(a))
	}
}

// TestOneOfFourPlayersMovesForTheTimeOfItsPath puts four players in the order C B A D, which solves their game: A wants
// B between itself and C, B wants A between itself and D, C wants B between itself and A, and D wants A between itself
// and B. But D is too near to A, as close as 0.001. The wishes of A, B and C are met, so only D may move, away from A.
// The number of steps must be the length of its way divided by its speed, rounded up.
func TestOneOfFourPlayersMovesForTheTimeOfItsPath(t *testing.T) {
	const a, b, c, d = 0, 1, 2, 3
	wants := betweenness.Game{a: {Wonderwall: b, Ninja: c}, b: {Wonderwall: a, Ninja: d}, c: {Wonderwall: b, Ninja: a}, d: {Wonderwall: a, Ninja: b}}
	for _, ground := range []string{Line, Plane} {
		for _, gap := range []float64{0.05, 0.1, 0.25} {
			r := DefaultRule()
			r.Ground, r.Gap, r.Speed = ground, gap, 0.003
			start := []Point{a: {X: 3}, b: {X: 2}, c: {X: 1}, d: {X: 3.001}}
			s := From(start, wants, r, seeded(1))
			want := uint64(math.Ceil((s.gaps[d] - 0.001 - r.tolerance()) / r.Speed))
			for !s.Rest() && s.Steps() < 1000 {
				s.Step()
			}
			if s.StepsToRest() != want || !s.Rest() {
				t.Errorf("%v: at rest (%v) after %d steps, want %d", r, s.Rest(), s.StepsToRest(), want)
			}
			for p := range d {
				if s.Places()[p] != start[p] {
					t.Errorf("%v: player %d is at %v, want %v", r, p, s.Places()[p], start[p])
				}
			}
		}
	}
}

// TestAPlayerNearItsRayIsSafeAtAFence puts player A at the fence of a field. A is safe on a ray behind its first choice
// B, as seen from its second choice C. In the first case of the test, this ray crosses the fence close to A. So A is
// near the ray, and is safe, as it would be in the plane. In the second case, B is in a corner, so the whole ray is
// outside the field. A is not safe, although it cannot come nearer to the ray.
func TestAPlayerNearItsRayIsSafeAtAFence(t *testing.T) {
	const a, b, c = 0, 1, 2
	wants := betweenness.Game{a: {Wonderwall: b, Ninja: c}, b: {Wonderwall: a, Ninja: c}, c: {Wonderwall: b, Ninja: a}}
	r := DefaultRule()
	r.Name, r.Ground = Still, Field
	for _, test := range []struct {
		wonderwall Point
		safe       bool
	}{{Point{0.5, 0.004}, true}, {Point{0, 1}, false}} {
		start := []Point{a: {0.3, 0}, b: test.wonderwall, c: {0.9, 0.01}}
		if !test.safe {
			start[a] = start[b] // A cannot go beyond B, which is in the corner
		}
		if s := From(start, wants, r, seeded(1)); s.Safe(a) != test.safe {
			t.Errorf("A at %v, B at %v: safe is %v", start[a], start[b], s.Safe(a))
		}
	}
}
