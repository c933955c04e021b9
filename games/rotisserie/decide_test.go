package rotisserie

import (
	"context"
	"errors"
	"flag"
	"slices"
	"testing"

	"enumerate/games/heaps"
)

var ten = flag.Bool("ten", false, "prove that ten heaps take three constants, in minutes")

func isP(t *testing.T, q ...uint64) bool {
	t.Helper()
	d := &decider{ctx: t.Context(), outcomes: make(map[string]bool)}
	p := d.p(q)
	if d.err != nil {
		t.Fatal(d.err)
	}
	return p
}

func TestTwoMovesDecide(t *testing.T) {
	rules := Rules()
	for _, c := range []struct {
		n       int
		largest uint64
	}{{1, 5}, {2, 9}, {3, 7}, {4, 6}, {5, 4}, {6, 4}, {7, 3}, {8, 2}} {
		outcomes, err := heaps.Fill(t.Context(), rules, heaps.Outcome, c.n, c.largest)
		if err != nil {
			t.Fatal(err)
		}
		p := outcomes.At(outcomes.First(c.n), make(heaps.Position, 0, c.n))
		for more := true; more; p, more = outcomes.Next(p) {
			winning, err := rules.Decider.Winning(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			for size := range p[0] {
				wins := slices.ContainsFunc(winning, func(r heaps.Reduction) bool { return r.Least <= size && size <= r.Most })
				if option := heaps.Queue.Reduce(nil, p, 0, size); wins == isN(outcomes, option) {
					t.Fatalf("%v: to leave %d wins: %t, but %v is N: %t", p, size, wins, option, isN(outcomes, option))
				}
			}
		}
	}
}

// A packed is a cache of the outcomes of queues of up to 12 heaps of less than 32 sticks each. Each outcome is found
// from two moves. One takes the whole front heap. The other takes all but 1 stick of it if the number of heaps is odd,
// and only 1 stick if the number is even. No other move does better (see the package documentation). A queue is stored
// as a number with five bits for each heap, the front in the lowest bits. If two queues have the same place in the
// cache, the later one replaces the earlier one.
type packed []uint64

// p reports whether a queue of n heaps is a P-position.
func (t packed) p(queue uint64, n int) bool {
	if n == 0 {
		return true
	}
	key := queue<<4 | uint64(n)
	at := &t[key*0x9e3779b97f4a7c15>>44]
	if *at>>1 == key {
		return *at&1 != 0
	}
	front, rest := queue&31, queue>>5
	left := uint64(1)
	if n%2 == 0 {
		left = front - 1
	}
	p := !t.p(rest, n-1) && (front == 1 || !t.p(rest|left<<(5*(n-1)), n))
	*at = key << 1
	if p {
		*at |= 1
	}
	return p
}

// exceptions tests whether c = `constants` constants are enough for queues of n heaps: whether the outcome of a queue
// depends only on how its heaps compare with one another and with the numbers 1 to c. The first of two equal heaps
// counts as the smaller one. It is known that c+1 constants are enough, so exceptions tests only whether it matters
// which heaps equal c+1.
//
// To this end it takes all queues in which no heap has c+1 sticks, and the large heaps, with more than c+1, are as
// small as their order allows. A reduction takes one stick from each of the k foremost heaps of c+2 sticks,
// so that they have c+1. The heaps still compare in the same way: for c = 1, both in 3,1,3 and in 2,1,3, the first
// heap is between the other two. If no reduction changes the outcome, c constants are enough. exceptions returns how
// many reductions it tried, and how many of these changed the outcome.
func exceptions(n, constants int) (tested, found int) {
	table := make(packed, 1<<20)
	queue := make([]int, n)
	var small func(i, large int)
	small = func(i, large int) {
		if i < n {
			for queue[i] = 1; queue[i] <= constants; queue[i]++ {
				small(i+1, large)
			}
			queue[i] = 0
			small(i+1, large+1)
			return
		}
		// Choose the large heaps from the least to the greatest, in all orders, and give them sizes as small as
		// possible. Of two equal heaps, the one nearer to the front counts as the smaller one. So a heap needs a
		// greater size than the heap chosen before it only if it is nearer to the front.
		places := make([]int, 0, large)
		var order func(chosen, value int)
		order = func(chosen, value int) {
			if chosen == large {
				q := uint64(0) // the queue, with one more stick in each large heap, so that none has constants+1
				for i, heap := range queue {
					if heap > constants {
						heap++
					}
					q |= uint64(heap) << (5 * i)
				}
				want := table.p(q, n)
				for j, at := range places {
					if j > 0 && at < places[j-1] {
						break
					}
					q -= 1 << (5 * at)
					tested++
					if table.p(q, n) != want {
						found++
					}
				}
				return
			}
			for i, heap := range queue {
				if heap != 0 {
					continue
				}
				queue[i] = value
				if chosen > 0 && i < places[chosen-1] {
					queue[i]++
				}
				places = append(places, i)
				order(chosen+1, queue[i])
				places = places[:chosen]
				queue[i] = 0
			}
		}
		if large > 0 {
			order(0, constants+1)
		}
	}
	small(0, 0)
	return tested, found
}

// TestConstantsThatDecideQueues proves how many constants a queue of n heaps needs: the least c(n) such that its
// outcome depends only on how the heaps compare with one another and with the numbers 1 to c(n). A number is enough iff
// the function exceptions finds no two queues that compare alike and differ in the outcome.
//
// By the proof of the theorem in the package documentation, c(n) <= c(n-1) + 1 for even n from 4 on, and c(n) <= c(n-1)
// for odd n from 5 on. For all n, c(n) >= c(n-1), because a 1 in front of n-1 heaps reverses their outcome. So only
// even n need a test: it decides between c(n-1) and c(n-1) + 1.
func TestConstantsThatDecideQueues(t *testing.T) {
	cases := []struct{ n, constants, found int }{{4, 1, 5}, {4, 2, 0}, {6, 2, 0}}
	if !testing.Short() {
		cases = append(cases, []struct{ n, constants, found int }{{8, 2, 77}, {8, 3, 0}}...)
	}
	if *ten {
		cases = append(cases, struct{ n, constants, found int }{10, 3, 0})
	}
	for _, c := range cases {
		tested, found := exceptions(c.n, c.constants)
		want, choices := 0, 1 // choices is C(n, large)
		for large := 1; large <= c.n; large++ {
			choices = choices * (c.n - large + 1) / large
			alike := 0 // the sum over j: how many orders of the large heaps begin with j places from front to back
			for j := range large {
				orders := 1
				for i := j + 2; i <= large; i++ {
					orders *= i
				}
				alike += orders
			}
			rest := 1
			for range c.n - large {
				rest *= c.constants
			}
			want += choices * alike * rest
		}
		if tested != want || found != c.found {
			t.Errorf("%d heaps, %d constants: %d exceptions of %d, want %d of %d", c.n, c.constants, found, tested, c.found, want)
		}
	}
}

type definition map[string]bool

// p reports by the definition whether a queue is a P-position.
func (d definition) p(queue []byte) bool {
	if len(queue) == 0 {
		return true
	}
	p, ok := d[string(queue)]
	if !ok {
		p = !d.p(queue[1:])
		for left := byte(1); p && left < queue[0]; left++ {
			p = !d.p(append(slices.Clone(queue[1:]), left))
		}
		d[string(queue)] = p
	}
	return p
}

// In both queues of twelve heaps, any two heaps compare in the same way (<, = or >), and so does each heap with the
// constants 1, 2 and 3. But the queues have different outcomes. So three constants are not enough for twelve heaps.
func TestTwelveHeapsTakeFourConstants(t *testing.T) {
	d := make(definition)
	for _, c := range []struct {
		queue string
		p     bool
	}{
		{"\x04\x03\x05\x01\x05\x01\x04\x03\x01\x03\x01\x04", true},
		{"\x05\x03\x06\x01\x06\x01\x05\x03\x01\x03\x01\x05", false},
	} {
		var q heaps.Position
		for _, heap := range []byte(c.queue) {
			q = append(q, uint64(heap))
		}
		if got, want := isP(t, q...), d.p([]byte(c.queue)); got != c.p || want != c.p {
			t.Errorf("%v is P: %t by two moves, %t by the definition, want %t", q, got, want, c.p)
		}
	}
}

func TestSizesOfLargeHeapsDoNotChangeTheOutcome(t *testing.T) {
	for _, c := range []struct{ small, large heaps.Position }{
		{heaps.Position{4, 1, 2, 1, 4, 2, 1, 4}, heaps.Position{1 << 40, 1, 2, 1, 1 << 40, 2, 1, 1 << 40}},
		{heaps.Position{9, 1, 8, 2, 7, 2, 3, 1, 6, 1}, heaps.Position{1 << 60, 1, 1 << 50, 2, 1000, 2, 3, 1, 999, 1}},
	} {
		if isP(t, c.small...) != isP(t, c.large...) {
			t.Errorf("%v and %v have different outcomes", c.small, c.large)
		}
	}
}

func TestDecideEndsWithTheContext(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(reason)
	q := make(heaps.Position, maxDecided)
	for i := range q {
		q[i] = uint64(1 + i*i%7)
	}
	if _, err := decide(ctx, q); !errors.Is(err, reason) {
		t.Errorf("decide ends with %v, want %v", err, reason)
	}
}
