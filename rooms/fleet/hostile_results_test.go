package fleet

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

var walkOf = func(n int) checkpoints.Key {
	return checkpoints.Key{Ruleset: "wonderwall", Size: n, Method: enum.Walk}
}

// TestTwoKeysOfOnePersonPrintNothing has one person send all shards with their verdicts exchanged, with
// two keys, though nobody has asked for them.
func TestTwoKeysOfOnePersonPrintNothing(t *testing.T) {
	wrong := bookOf(t, walkOf(6), exchanged)
	for _, check := range []float64{0, 0.02, 1} {
		for _, before := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v checked, beside an honest worker %v", check, before), func(t *testing.T) {
				inVirtualTime(t, func(t *testing.T) {
					ctx := t.Context()
					s := serveInMemory(t, 6, check, 2*time.Second)
					if before {
						s.work(ctx, func(s enum.Space) enum.Space { return slow{Space: s, time: 5 * time.Millisecond} })
					}
					a, b := newFoe(t, s), newFoe(t, s)
					for range 2 {
						for i, f := range []*foe{a, b} {
							f.hello(fmt.Sprint("host", i))
							f.done(wrong.all())
							for _, r := range wrong.all() {
								f.done([]result{r})
							}
						}
					}
					if st := s.status(); !before && st.Shards > 0 && st.Missing < st.Shards-2 {
						t.Errorf("%d of %d shards are missing, though no worker got shards except for a probation", st.Missing, st.Shards)
					}
					s.finishes(t, a, b)
				})
			})
		}
	}
}

// TestNobodyConfirmsUnasked has one key lie about what it is given, and another say the same at once,
// without being told to check it.
func TestNobodyConfirmsUnasked(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 6, 0.02, 2*time.Second)
		wrong := bookOf(t, s.key, exchanged)
		liar, second := newFoe(t, s), newFoe(t, s)
		second.hello("there")
		why, _ := liar.play(ctx, "here", func(b Batch) []result {
			second.done(wrong.of(b.Shards))
			return wrong.of(b.Shards)
		})
		if why == "" {
			t.Error("the liar is not thrown out")
		}
		second.done(wrong.all())
		s.finishes(t, liar, second)
	})
}

// TestAnAdmittedLiarIsFound has a worker be honest as long as it takes to be admitted and well
// known, and lie from then on.
func TestAnAdmittedLiarIsFound(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 7, 0.5, 2*time.Second)
		right, wrong := bookOf(t, s.key, nil), bookOf(t, s.key, exchanged)
		said := 0
		f := newFoe(t, s)
		s.work(ctx, func(s enum.Space) enum.Space { return slow{Space: s, time: time.Millisecond} })
		why, _ := f.play(ctx, "here", func(b Batch) []result {
			if said += len(b.Shards); said < 40 {
				return right.of(b.Shards)
			}
			return wrong.of(b.Shards)
		})
		if why == "" {
			t.Errorf("it is not thrown out, and has said %d shards", said)
		}
		s.finishes(t, f)
	})
}

// TestTwoWhoAgreeAreFound has two keys of one person. Once the second one is asked to check what the
// first has done, the first one lies, and the second waits for a hundred lies and confirms them; and nobody else is there
// but the coordinator, which does one check of eight itself.
func TestTwoWhoAgreeAreFound(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 7, 1, time.Minute)
		right, wrong := bookOf(t, s.key, nil), bookOf(t, s.key, exchanged)
		const enough = 100
		var mu sync.Mutex
		said, lies := make(book), 0    // by the first, and how much of it is wrong
		checked := make(chan struct{}) // closed when the second is to check some of it
		lied := make(chan struct{})    // closed when there are lies enough, or no more will come
		check, end := sync.OnceFunc(func() { close(checked) }), sync.OnceFunc(func() { close(lied) })
		pause := func() (honest bool) { // so that neither has done all before
			select {
			case <-checked:
				return false
			case <-time.After(20 * time.Millisecond):
				return true
			}
		}
		liar, friend := newFoe(t, s), newFoe(t, s)
		begun := make(chan struct{}) // closed when there is nothing else to do than checks
		var foes sync.WaitGroup
		foes.Go(func() {
			<-begun
			friend.play(ctx, "there", func(b Batch) []result {
				for range slices.Chunk(b.Shards, 3) {
					pause()
				}
				list := right.of(b.Shards)
				for i, r := range list {
					mu.Lock()
					tally, known := said[r.ID]
					mu.Unlock()
					if known {
						check()
						<-lied
						list[i].Tally = tally
					}
				}
				return list
			})
		})
		foes.Go(func() {
			defer end()
			liar.hello("here")
			if b, ok := liar.await(); ok { // its probation
				liar.done(right.of(b.Shards))
			}
			for b, more := liar.await(); more; b, more = liar.await() {
				for some := range slices.Chunk(b.Shards, 3) {
					say := wrong
					if pause() {
						say = right
					}
					mu.Lock()
					if len(said) == 0 {
						close(begun)
					}
					for _, shard := range some {
						said[shard.ID] = say[shard.ID]
						if !bytes.Equal(say[shard.ID], right[shard.ID]) {
							lies++
						}
					}
					mu.Unlock()
					if liar.done(say.of(some)).out() {
						return
					}
					if lies >= enough {
						end()
					}
				}
			}
		})
		foes.Wait()
		s.finishes(t, liar, friend)
		if !strings.Contains(s.remarks(), "is banned") {
			t.Errorf("%d lies, it remarks\n%s", lies, s.remarks())
		}
	})
}

// TestTheSumInOneShardIsNoProof has one key say of a shard that it counts all that there is, and of the others
// that they count nothing: the sums hold.
func TestTheSumInOneShardIsNoProof(t *testing.T) {
	for _, tt := range []struct {
		claim string
		at    func(shards int) uint64
	}{
		{"all in the first", func(int) uint64 { return 0 }},
		{"all in the last", func(shards int) uint64 { return uint64(shards - 1) }},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				ctx := t.Context()
				s := serveInMemory(t, 6, 0, 2*time.Second)
				right := bookOf(t, s.key, nil)
				sum := enum.NewTally(2)
				for _, data := range right {
					tally := new(enum.Tally)
					if err := tally.UnmarshalBinary(data); err != nil {
						t.Fatal(err)
					}
					sum.Merge(tally)
				}
				nothing, _ := enum.NewTally(2).MarshalBinary()
				wrong := make(book)
				for id := range right {
					wrong[id] = nothing
				}
				wrong[tt.at(len(right))], _ = sum.MarshalBinary()
				f := newFoe(t, s)
				if why, _ := f.play(ctx, "here", func(b Batch) []result { return wrong.of(b.Shards) }); why == "" {
					t.Error("it is not thrown out")
				}
				s.finishes(t, f)
			})
		})
	}
}

// TestResultsCountOnceFromWhomTheyWereAsked exchanges results between keys, repeats them, sends what an
// earlier message had, and says them in a time that is over.
func TestResultsCountOnceFromWhomTheyWereAsked(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 0, 3*time.Second)
		right := bookOf(t, s.key, nil)
		a, b := newFoe(t, s), newFoe(t, s)
		var got [2]Batch
		for i, f := range []*foe{a, b} {
			f.hello("here")
			var ok bool
			if got[i], ok = f.await(); !ok {
				t.Fatal("it is given nothing")
			}
		}
		// Each sends what the other one was given.
		a.done(right.of(got[1].Shards))
		b.done(right.of(got[0].Shards))
		stored := func() uint64 {
			at := s.status().At
			s.until(t, "another status", func(st Status) bool { return st.At.After(at) })
			return s.status().Stored
		}
		if n := stored(); n != 0 {
			t.Errorf("%d shards are stored that were not asked for", n)
		}
		// One sends its own as if in the time of another coordinator, and then the same message again and again.
		c := newFoe(t, s)
		c.hello("here")
		own, ok := c.await()
		if !ok {
			t.Fatal("it is given nothing")
		}
		c.epoch++
		c.done(right.of(own.Shards))
		c.epoch--
		if n := stored(); n != 0 {
			t.Errorf("%d shards are stored that another coordinator asked for", n)
		}
		for range 3 {
			if r := c.done(right.of(own.Shards)); !r.Stored {
				t.Errorf("a message that comes again is answered %+v", r)
			}
			c.number--
		}
		if n := stored(); n != uint64(len(own.Shards)) {
			t.Errorf("%d shards are stored of %d", n, len(own.Shards))
		}
		s.finishes(t, a, b, c)
	})
}

// TestATrialHasEachShardOnce has the coordinator check what a worker has done, so that the shards were
// done twice, and lets another one come: with a shard twice in its probation it would never be admitted.
func TestATrialHasEachShardOnce(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 1, time.Second)
		right := bookOf(t, s.key, nil)
		first, second := newFoe(t, s), newFoe(t, s)
		first.hello("here")
		b, ok := first.await()
		if !ok {
			t.Fatal("it is given no probation")
		}
		first.done(right.of(b.Shards))
		if b, ok = first.await(); !ok || len(b.Shards) < 2 {
			t.Fatalf("it is given %d shards", len(b.Shards))
		}
		for i, shard := range b.Shards[:2] {
			first.done(right.of([]enum.Shard{shard}))
			s.until(t, "the coordinator has checked", func(st Status) bool { return st.Confirmed > uint64(i) })
		}
		second.hello("there")
		if b, ok = second.await(); !ok || len(b.Shards) < 2 {
			t.Fatalf("its probation is %d shards", len(b.Shards))
		}
		seen := make(map[uint64]bool)
		for _, shard := range b.Shards {
			if seen[shard.ID] {
				t.Errorf("its probation has shard %d twice", shard.ID)
			}
			seen[shard.ID] = true
		}
		second.done(right.of(b.Shards))
		s.finishes(t, first, second)
	})
}

// TestWhatComesLateConfirmsNothing has a key let the lease of its shards end, and another one of the same person
// be given them and lie: the first one's late results say the same before anybody is told to check.
func TestWhatComesLateConfirmsNothing(t *testing.T) {
	t.Parallel()
	c, out, now := theCoordinator(t, 1)
	say := func(from string, message any) { t.Helper(); out.say(t, c, now, from, message) }
	right, wrong := bookOf(t, walkOf(6), nil), bookOf(t, walkOf(6), exchanged)
	var probations []Batch
	for _, key := range []string{"late", "liar"} {
		say(enroller, &enrolment{key})
		say(key, &hello{Protocol: protocol})
		probations = append(probations, out.given(t, c, now, key))
	}
	out.walkAll(t, c, now)
	for i, key := range []string{"late", "liar"} {
		c.roll.workers[key].returned = batchMost // so that it may be given as many
		say(key, &done{Epoch: c.epoch, Number: 1, Shards: right.of(probations[i].Shards)})
	}
	first := out.loads[len(probations)] // all shards, when the worker is admitted
	c.loaded(now, first.ID, nil)
	now = now.Add(c.roll.lease + time.Second)
	if _, err := c.tick(now); err != nil {
		t.Fatal(err)
	}
	second := out.given(t, c, now, "liar")
	if !slices.Contains(ids(second), ids(first)[0]) {
		t.Fatalf("the second is given %v, and the first was given %v", ids(second), ids(first))
	}
	say("liar", &done{Epoch: c.epoch, Number: 2, Shards: wrong.of(second.Shards)})
	say("late", &done{Epoch: c.epoch, Number: 2, Shards: wrong.of(first.Shards)})
	for _, shard := range first.Shards {
		if c.register.hasQuorum(shard.ID) {
			t.Errorf("shard %d is confirmed by who was not told to check it", shard.ID)
		}
	}
}

// TestNoRunEndsWhileAShardIsToBeChecked has one worker do all shards, and another one be told to check them, which says nothing.
func TestNoRunEndsWhileAShardIsToBeChecked(t *testing.T) {
	t.Parallel()
	c, out, now := theCoordinator(t, 1)
	right := bookOf(t, walkOf(6), nil)
	say := func(from string, message any) { t.Helper(); out.say(t, c, now, from, message) }
	var probations []Batch
	for _, key := range []string{"worker", "checker"} {
		say(enroller, &enrolment{key})
		say(key, &hello{Protocol: protocol})
		probations = append(probations, out.given(t, c, now, key))
	}
	out.walkAll(t, c, now)
	for i, key := range []string{"worker", "checker"} {
		c.roll.workers[key].returned = batchMost // so that it may be given as many
		say(key, &done{Epoch: c.epoch, Number: 1, Shards: right.of(probations[i].Shards)})
	}
	for _, b := range out.loads[len(probations):] {
		c.loaded(now, b.ID, nil)
		say("worker", &done{Epoch: c.epoch, Number: 2, Shards: right.of(b.Shards)})
	}
	if c.register.missing > 0 {
		t.Fatalf("%d shards are missing", c.register.missing)
	}
	for range 5 {
		out.walkAll(t, c, now)
		now = now.Add(tick)
		open := 0
		for id := range uint64(len(c.register.shards)) {
			if !c.register.hasQuorum(id) {
				open++
			}
		}
		finished, err := c.tick(now)
		if err != nil || finished && open > 0 {
			t.Fatalf("the run is finished: %v, %v, and %d shards are to be checked", finished, err, open)
		}
		if finished {
			break // the coordinator has helped, since nobody else did it
		}
	}
}
