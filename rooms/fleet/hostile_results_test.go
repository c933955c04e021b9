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

// Two workers, to which no shard was assigned, deliver wrong results (exchanged verdicts) for all shards. None of these
// results may count.
func TestTwoColludingKeysCannotStoreUnassignedShards(t *testing.T) {
	wrong := bookOf(t, walkOf(6), exchanged)
	for _, check := range []float64{0, 0.02, 1} {
		for _, before := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v verified, with an honest worker %v", check, before), func(t *testing.T) {
				inVirtualTime(t, func(t *testing.T) {
					ctx := t.Context()
					s := serveInMemory(t, 6, check, 2*time.Second)
					if before {
						s.work(ctx, func(s enum.Space) enum.Space { return slow{Space: s, time: 5 * time.Millisecond} })
					}
					a, b := newHostileWorker(t, s), newHostileWorker(t, s)
					for range 2 {
						for i, f := range []*hostileWorker{a, b} {
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

// A worker delivers wrong results for its own shards, and a second worker delivers the same results without being asked
// to verify them. This must not confirm the wrong results.
func TestAnUnassignedResultConfirmsNothing(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 6, 0.02, 2*time.Second)
		wrong := bookOf(t, s.key, exchanged)
		liar, second := newHostileWorker(t, s), newHostileWorker(t, s)
		second.hello("there")
		why, _ := liar.play(ctx, "here", func(b Batch) []result {
			second.done(wrong.of(b.Shards))
			return wrong.of(b.Shards)
		})
		if why == "" {
			t.Error("the liar is not banned")
		}
		second.done(wrong.all())
		s.finishes(t, liar, second)
	})
}

// A worker returns right results for its first 40 shards, so that it passes its probation, and wrong results from then
// on. Half of the shards are verified, so the worker must be banned.
func TestAWrongAdmittedWorkerIsFound(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 7, 0.5, 2*time.Second)
		right, wrong := bookOf(t, s.key, nil), bookOf(t, s.key, exchanged)
		sent := 0
		f := newHostileWorker(t, s)
		s.work(ctx, func(s enum.Space) enum.Space { return slow{Space: s, time: time.Millisecond} })
		why, _ := f.play(ctx, "here", func(b Batch) []result {
			if sent += len(b.Shards); sent < 40 {
				return right.of(b.Shards)
			}
			return wrong.of(b.Shards)
		})
		if why == "" {
			t.Errorf("the liar is not banned after %d shards", sent)
		}
		s.finishes(t, f)
	})
}

// All workers are two keys of one person. Once the second key is asked to verify a shard of the first key, the first
// key returns a hundred wrong results, and the second key confirms them. The coordinator finds the wrong results,
// because it verifies one shard in eight itself.
func TestTwoColludersAreFound(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		ctx := t.Context()
		s := serveInMemory(t, 7, 1, time.Minute)
		right, wrong := bookOf(t, s.key, nil), bookOf(t, s.key, exchanged)
		const enough = 100
		var mu sync.Mutex
		sent, lies := make(book), 0    // the results of the first key, and the number of wrong ones
		checked := make(chan struct{}) // closed when the second key has a verification
		lied := make(chan struct{})    // closed when there are enough lies, or no more will come
		check, end := sync.OnceFunc(func() { close(checked) }), sync.OnceFunc(func() { close(lied) })
		pause := func() (honest bool) { // so that neither key computes all shards alone
			select {
			case <-checked:
				return false
			case <-time.After(20 * time.Millisecond):
				return true
			}
		}
		liar, friend := newHostileWorker(t, s), newHostileWorker(t, s)
		begun := make(chan struct{}) // closed when only verifications are left
		var hostiles sync.WaitGroup
		hostiles.Go(func() {
			<-begun
			friend.play(ctx, "there", func(b Batch) []result {
				for range slices.Chunk(b.Shards, 3) {
					pause()
				}
				list := right.of(b.Shards)
				for i, r := range list {
					mu.Lock()
					tally, ok := sent[r.ID]
					mu.Unlock()
					if ok {
						check()
						<-lied
						list[i].Tally = tally
					}
				}
				return list
			})
		})
		hostiles.Go(func() {
			defer end()
			liar.hello("here")
			if b, ok := liar.await(); ok { // the probation
				liar.done(right.of(b.Shards))
			}
			for b, more := liar.await(); more; b, more = liar.await() {
				for some := range slices.Chunk(b.Shards, 3) {
					say := wrong
					if pause() {
						say = right
					}
					mu.Lock()
					if len(sent) == 0 {
						close(begun)
					}
					for _, shard := range some {
						sent[shard.ID] = say[shard.ID]
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
		hostiles.Wait()
		s.finishes(t, liar, friend)
		if !strings.Contains(s.remarks(), "is banned") {
			t.Errorf("after %d lies the remarks are\n%s", lies, s.remarks())
		}
	})
}

// A worker (a key) delivers the sum of all games as the result of one shard, and empty results for all other shards, so
// that the total would be right. It must be banned, because no single shard can have all games.
func TestTheSumOfOneShardIsNotAProof(t *testing.T) {
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
				f := newHostileWorker(t, s)
				if why, _ := f.play(ctx, "here", func(b Batch) []result { return wrong.of(b.Shards) }); why == "" {
					t.Error("the key is not banned")
				}
				s.finishes(t, f)
			})
		})
	}
}

// Workers deliver results for shards that are assigned to others, results under another epoch (start of the
// coordinator), and the same message again and again. Only results for a worker's own shards may be stored, and only
// once.
func TestAResultCountsOnceAndOnlyFromTheAssignedWorker(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 0, 3*time.Second)
		right := bookOf(t, s.key, nil)
		a, b := newHostileWorker(t, s), newHostileWorker(t, s)
		var got [2]Batch
		for i, f := range []*hostileWorker{a, b} {
			f.hello("here")
			var ok bool
			if got[i], ok = f.await(); !ok {
				t.Fatal("no batch is assigned")
			}
		}
		a.done(right.of(got[1].Shards))
		b.done(right.of(got[0].Shards))
		stored := func() uint64 {
			at := s.status().At
			s.until(t, "another status", func(st Status) bool { return st.At.After(at) })
			return s.status().StoredResults
		}
		if n := stored(); n != 0 {
			t.Errorf("%d shards are stored that were not assigned to the sender", n)
		}
		c := newHostileWorker(t, s)
		c.hello("here")
		own, ok := c.await()
		if !ok {
			t.Fatal("no batch is assigned")
		}
		c.epoch++
		c.done(right.of(own.Shards))
		c.epoch--
		if n := stored(); n != 0 {
			t.Errorf("%d shards are stored with another epoch", n)
		}
		for range 3 {
			if r := c.done(right.of(own.Shards)); !r.Stored {
				t.Errorf("the answer to a repeated message is %+v", r)
			}
			c.number--
		}
		if n := stored(); n != uint64(len(own.Shards)) {
			t.Errorf("%d shards are stored of %d", n, len(own.Shards))
		}
		s.finishes(t, a, b, c)
	})
}

// On its probation, a new worker computes shards that were computed recently. The coordinator has verified the shards
// of a first worker, so each was computed twice recently. No probation may have a shard twice: nobody could pass it,
// because a worker returns each shard once.
func TestAProbationHasEachShardOnce(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 1, time.Second)
		right := bookOf(t, s.key, nil)
		first, second := newHostileWorker(t, s), newHostileWorker(t, s)
		first.hello("here")
		b, ok := first.await()
		if !ok {
			t.Fatal("no probation is assigned")
		}
		first.done(right.of(b.Shards))
		if b, ok = first.await(); !ok || len(b.Shards) < 2 {
			t.Fatalf("the batch has %d shards", len(b.Shards))
		}
		for i, shard := range b.Shards[:2] {
			first.done(right.of([]enum.Shard{shard}))
			s.until(t, "the coordinator has checked", func(st Status) bool { return st.Confirmations > uint64(i) })
		}
		second.hello("there")
		if b, ok = second.await(); !ok || len(b.Shards) < 2 {
			t.Fatalf("the probation has %d shards", len(b.Shards))
		}
		seen := make(map[uint64]bool)
		for _, shard := range b.Shards {
			if seen[shard.ID] {
				t.Errorf("the probation has shard %d twice", shard.ID)
			}
			seen[shard.ID] = true
		}
		second.done(right.of(b.Shards))
		s.finishes(t, first, second)
	})
}

// A person has two keys. The lease of the first key's shards ends, the second key gets the shards, and sends wrong
// results. Then the first key sends the same results. This must not confirm them, because the first key was not asked
// to verify the shards.
func TestALateResultConfirmsNothing(t *testing.T) {
	t.Parallel()
	c, out, now := newSlowCoordinator(t, 1)
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
		c.roster.workers[key].returnedShards = batchMost // so that its batches may be as large
		say(key, &delivery{Epoch: c.epoch, Number: 1, Shards: right.of(probations[i].Shards)})
	}
	first := out.loads[len(probations)] // all shards, after the probation
	c.startLease(now, first.ID, nil)
	now = now.Add(c.roster.lease + time.Second)
	if _, err := c.tick(now); err != nil {
		t.Fatal(err)
	}
	second := out.given(t, c, now, "liar")
	if !slices.Contains(ids(second), ids(first)[0]) {
		t.Fatalf("the second key gets the shards %v, and the first key got %v", ids(second), ids(first))
	}
	say("liar", &delivery{Epoch: c.epoch, Number: 2, Shards: wrong.of(second.Shards)})
	say("late", &delivery{Epoch: c.epoch, Number: 2, Shards: wrong.of(first.Shards)})
	for _, shard := range first.Shards {
		if c.register.hasQuorum(shard.ID) {
			t.Errorf("shard %d is confirmed by a key that was not assigned to verify it", shard.ID)
		}
	}
}

// A worker computes all shards, and a second worker is asked to verify them but returns nothing. The run must not end
// before the coordinator has done these verifications itself.
func TestARunDoesNotEndWhileAVerificationIsOpen(t *testing.T) {
	t.Parallel()
	c, out, now := newSlowCoordinator(t, 1)
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
		c.roster.workers[key].returnedShards = batchMost // so that its batches may be as large
		say(key, &delivery{Epoch: c.epoch, Number: 1, Shards: right.of(probations[i].Shards)})
	}
	for _, b := range out.loads[len(probations):] {
		c.startLease(now, b.ID, nil)
		say("worker", &delivery{Epoch: c.epoch, Number: 2, Shards: right.of(b.Shards)})
	}
	if c.register.missingShards() > 0 {
		t.Fatalf("%d shards are missing", c.register.missingShards())
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
			t.Fatalf("the run is finished: %v, %v, and %d verifications are open", finished, err, open)
		}
		if finished {
			break // the coordinator has done the verification itself
		}
	}
}
