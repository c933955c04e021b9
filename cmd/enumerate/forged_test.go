package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/golden"
)

// tallyOf returns the tally in the payload of a shard, after the byte of the time.
func tallyOf(t testing.TB, payload []byte) *enum.Tally {
	t.Helper()
	tally := new(enum.Tally)
	if err := tally.UnmarshalBinary(payload[1:]); err != nil {
		t.Fatal(err)
	}
	return tally
}

// finishedWalk returns an honest walk of n players, with its total.
func finishedWalk(t testing.TB, n int) *forgery {
	t.Helper()
	f := forge(t, n, enum.Part{})
	f.total = f.sum(t)
	return f
}

// sum returns the payload of the total: the sum of all shards.
func (f *forgery) sum(t testing.TB) []byte {
	return payloadOf(2, func(sum *enum.Tally) {
		for _, payload := range f.shards {
			sum.Merge(tallyOf(t, payload))
		}
	})
}

// exchangeOne adds a tally to a sum, but moves one class of the given verdict, if the tally has one, to the other
// verdict.
func exchangeOne(sum, tally *enum.Tally, verdict int) {
	for v := range 2 {
		for i, bar := range tally.Histogram(v) {
			if v == verdict && i == 0 {
				bar.Count = new(big.Int).Sub(bar.Count, big.NewInt(1))
				sum.Add(1-v, bar.Key, 1)
			}
			sum.AddBig(v, bar.Key, bar.Count)
		}
	}
}

// A walk is complete if all its shards are there, not if their sums are right. The test forges walks whose numbers of
// labelled games and of classes are correct, although their shards are not those of a walk. No verb may believe them.
func TestAWalkIsCompleteOnlyWithAllItsShards(t *testing.T) {
	walk, half := finishedWalk(t, 6), forge(t, 6, enum.Part{Res: 0, Mod: 2})
	for _, tt := range []struct {
		claim  string
		change func(f *forgery)
	}{
		{"one invented shard instead of all", func(f *forgery) {
			f.shards = map[uint64][]byte{0: payloadOf(2, func(sum *enum.Tally) {
				exchangeOne(sum, tallyOf(t, f.total), 1)
			})}
			f.total = f.sum(t)
		}},
		{"one shard for two", func(f *forgery) {
			f.shards[0] = payloadOf(2, func(sum *enum.Tally) {
				sum.Merge(tallyOf(t, f.shards[0]))
				sum.Merge(tallyOf(t, f.shards[1]))
			})
			delete(f.shards, 1)
		}},
		{"the last shard under another number", func(f *forgery) {
			last := uint64(len(f.shards) - 1)
			f.shards[last+1] = f.shards[last]
			delete(f.shards, last)
		}},
		{"a shard too many, with nothing in it", func(f *forgery) {
			f.shards[uint64(len(f.shards))] = payloadOf(2, func(*enum.Tally) {})
		}},
		{"everything in the first shard, nothing in the others", func(f *forgery) {
			for id := range f.shards {
				f.shards[id] = payloadOf(2, func(*enum.Tally) {})
			}
			f.shards[0] = f.total
		}},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			f := walk.clone()
			tt.change(f)
			for _, finished := range []bool{true, false} {
				if !finished {
					f.total = nil
				}
				path := store(t, f)
				if code, out, stderr := run(t, "results", "--db", path); code == 0 || strings.Contains(out, "| 6") {
					t.Errorf("finished %t: results exits with %d: %s%s", finished, code, out, stderr)
				}
				if code, out, stderr := run(t, "audit", "--db", path); code != verb.ExitCheck && !strings.Contains(out, " 0 faults") || code == verb.ExitDone && finished {
					t.Errorf("finished %t: audit exits with %d: %s%s", finished, code, out, stderr)
				}
				if code, out, stderr := run(t, "check", "--n", "6", "--trials", "100", "--db", path); strings.Contains(out, "exact") && code == verb.ExitDone {
					t.Errorf("finished %t: check exits with %d: %s%s", finished, code, out, stderr)
				}
				honest := store(t, half)
				before := listed(t, honest)
				if code, _, stderr := run(t, "merge", honest, path); (code == verb.ExitDone || listed(t, honest) != before) && finished {
					t.Errorf("finished %t: merge exits with %d: %s", finished, code, stderr)
				}
			}
		})
	}
}

// The test changes the records of finished walks at random, and gives them correct checksums. Totals that are printed
// nevertheless must have the right numbers of games and of classes. An audit that recomputes all shards must find every
// change.
func TestForgedRecordsDoNotPass(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second; go test runs it")
	}
	t.Parallel()
	honest := finishedWalk(t, 5)
	games, classes := golden.Total("wonderwall", 5, "games"), golden.Total("wonderwall", 5, "classes") // 12^5, and Burnside's number
	random := rand.New(rand.NewPCG(19, 0))
	any := func(f *forgery) uint64 {
		ids := slices.Sorted(maps.Keys(f.shards))
		return ids[random.IntN(len(ids))]
	}
	edit := func(f *forgery, id uint64, how func(*enum.Tally)) {
		f.shards[id] = payloadOf(2, func(tally *enum.Tally) {
			tally.Merge(tallyOf(t, f.shards[id]))
			how(tally)
		})
	}
	key := func() uint64 { return []uint64{1, 2, 4, 5, 120, 7, 0}[random.IntN(7)] }
	changes := []func(f *forgery){
		func(f *forgery) { delete(f.shards, any(f)) },
		func(f *forgery) { id := any(f); f.shards[uint64(random.IntN(100))] = f.shards[id] },
		func(f *forgery) {
			one, other := any(f), any(f)
			f.shards[one], f.shards[other] = f.shards[other], f.shards[one]
		},
		func(f *forgery) {
			edit(f, any(f), func(t *enum.Tally) { t.Add(random.IntN(2), key(), uint64(1+random.IntN(3))) })
		},
		func(f *forgery) {
			id := any(f)
			f.shards[id] = payloadOf(2, func(sum *enum.Tally) { exchangeOne(sum, tallyOf(t, f.shards[id]), random.IntN(2)) })
		},
		func(f *forgery) {
			from, to := any(f), any(f)
			moved := tallyOf(t, f.shards[from])
			f.shards[from] = payloadOf(2, func(*enum.Tally) {})
			edit(f, to, func(t *enum.Tally) { t.Merge(moved) })
		},
		func(f *forgery) {
			f.total = payloadOf(2, func(t *enum.Tally) { t.Add(0, 1, uint64(random.IntN(3000))) })
		},
		func(f *forgery) { f.total = nil },
	}
	// Most forgeries with a total get the sum of the changed shards as their total.
	tries, wantChanged, wantPrinted := 700, 500, 10
	if testing.Short() {
		tries, wantChanged, wantPrinted = 70, 40, 1
	}
	var forgeries []*forgery
	for range tries {
		f := &forgery{header: honest.header, shards: maps.Clone(honest.shards), total: honest.total}
		for range 1 + random.IntN(3) {
			changes[random.IntN(len(changes))](f)
		}
		if f.total != nil && random.IntN(4) > 0 {
			f.total = f.sum(t)
		}
		forgeries = append(forgeries, f)
	}
	var changed, printed atomic.Int32
	try := func(t *testing.T, f *forgery) {
		same := maps.EqualFunc(f.shards, honest.shards, bytes.Equal)
		path := store(t, f)
		code, out, stderr := run(t, "results", "--db", path, "--format", "csv")
		if code == verb.ExitDone {
			printed.Add(1)
			row := strings.Split(strings.TrimSpace(out), "\n")[1]
			if want := fmt.Sprintf("wonderwall,5,%s,%s,", games, classes); !strings.HasPrefix(row, want) {
				t.Errorf("results prints %s, want %s...", row, want)
			}
		}
		if strings.Contains(stderr, "goroutine") {
			t.Fatal(stderr)
		}
		if same {
			return
		}
		changed.Add(1)
		code, out, stderr = run(t, "audit", "--rerun", "100%", "--db", path)
		incomplete := f.total == nil && code == verb.ExitDone && missingOnly(f, honest)
		if code == verb.ExitDone && !incomplete {
			t.Errorf("audit finds nothing: %s%s", out, stderr)
		}
	}
	// Ten forgeries are tried at a time, because most of the time is spent waiting for the disk.
	const together = 10
	t.Run("all", func(t *testing.T) {
		for first := range together {
			t.Run(fmt.Sprint(first), func(t *testing.T) {
				t.Parallel()
				for i := first; i < len(forgeries); i += together {
					try(t, forgeries[i])
				}
			})
		}
	})
	if changed.Load() < int32(wantChanged) || printed.Load() < int32(wantPrinted) {
		t.Errorf("%d of %d were changed, and %d printed: too few to say anything", changed.Load(), tries, printed.Load())
	}
	t.Logf("%d changed, %d printed", changed.Load(), printed.Load())
}

// missingOnly reports whether f differs from the forgery `of` only by missing shards.
func missingOnly(f, of *forgery) bool {
	for id, payload := range f.shards {
		if !bytes.Equal(payload, of.shards[id]) {
			return false
		}
	}
	return true
}
