package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/golden"
)

func (f *forgery) clone() *forgery {
	return &forgery{maps.Clone(f.header), maps.Clone(f.shards), f.total}
}

func headerOf(t *testing.T, path string) (header []byte) {
	t.Helper()
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.View(func(tx *db.Tx) error {
		return tx.Runs(func(_ uint64, data []byte) error { header = data; return nil })
	}); err != nil {
		t.Fatal(err)
	}
	return header
}

// A careful forger gives the records correct checksums and, where possible, correct sums. No verb that reads runs may
// print a wrong number as proved, or merge a run that contradicts another, and an audit that recomputes all shards must
// find every forgery.
func TestForgeriesMadeWithCareDoNotPass(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a second; go test runs it")
	}
	t.Parallel()
	honest := finishedWalk(t, 5)
	solvable, classes := golden.Total("wonderwall", 5, "solvable-classes"), golden.Total("wonderwall", 5, "classes")
	// moved moves a class of each of three shards from one verdict to the other, and so makes the totals wrong.
	moved := func(f *forgery) {
		for id := range uint64(3) {
			f.shards[id] = payloadOf(2, func(sum *enum.Tally) { exchangeOne(sum, tallyOf(t, honest.shards[id]), 1) })
		}
		f.total = f.sum(t)
	}
	key := filepath.Join(t.TempDir(), "key")
	if err := writeKeys(key); err != nil {
		t.Fatal(err)
	}
	signed := store(t, honest)
	if code, _, stderr := run(t, "audit", "--sign", key, "--db", signed); code != verb.ExitDone {
		t.Fatal(stderr)
	}
	var header checkpoints.Header
	if err := json.Unmarshal(headerOf(t, signed), &header); err != nil || header.Signature == "" {
		t.Fatalf("the signed run has the header %+v (%v)", header, err)
	}
	for _, tt := range []struct {
		claim  string
		change func(f *forgery) []*forgery // nil for f alone
		// believed is true for a forgery that no sum shows. To find it, shards must be recomputed or another method
		// used.
		believed bool
	}{
		{"classes moved from one verdict to the other in three shards", func(f *forgery) []*forgery { moved(f); return nil }, true},
		{"classes moved, and contributors and checks that say all was found again by three machines", func(f *forgery) []*forgery {
			moved(f)
			f.header["makers"] = []checkpoints.Contributor{{Host: "alpha", Version: "1", Shards: uint64(len(f.shards)), SignedBy: "SHA256:forged"}}
			f.header["checks"] = []checkpoints.Check{
				{Host: "beta", Version: "1", Shards: uint64(len(f.shards)), Of: uint64(len(f.shards))},
				{Host: "gamma", Version: "1", Shards: uint64(len(f.shards)), Of: uint64(len(f.shards))},
			}
			return nil
		}, true},
		{"all solvable, as the walk of a method that there is not", func(f *forgery) []*forgery {
			moved(f)
			f.header["method"] = "oracle"
			return nil
		}, false},
		{"a shard stored twice, under its own number and that of another", func(f *forgery) []*forgery {
			f.shards[1] = f.shards[2]
			f.total = f.sum(t)
			return nil
		}, false},
		{"the header of another ruleset, with this one's fingerprint", func(f *forgery) []*forgery {
			f.header["ruleset"] = "spies"
			return nil
		}, false},
		{"the header of another size, with this one's fingerprint", func(f *forgery) []*forgery {
			f.header["n"] = 6
			return nil
		}, false},
		{"a total, and so the mark of a finished run, on half of one", func(f *forgery) []*forgery {
			for id := range f.shards {
				if id%2 == 0 {
					delete(f.shards, id)
				}
			}
			f.total = f.sum(t)
			return nil
		}, false},
		{"the honest total on half of a run", func(f *forgery) []*forgery { delete(f.shards, 0); return nil }, false},
		{"all classes in the shard of one prefix, none in the others", func(f *forgery) []*forgery {
			for id := range f.shards {
				f.shards[id] = payloadOf(2, func(*enum.Tally) {})
			}
			f.shards[0] = f.total
			return nil
		}, false},
		{"classes with a number of automorphisms that others make up for", func(f *forgery) []*forgery {
			f.shards[0] = payloadOf(2, func(sum *enum.Tally) {
				for v := range 2 {
					for _, bar := range tallyOf(t, f.shards[0]).Histogram(v) {
						sum.AddBig(v, bar.Key, bar.Count)
					}
				}
				sum.AddBig(0, 1, big.NewInt(1)) // 120 games
				sum.Add(1, 7, 1)
			})
			f.total = f.sum(t)
			return nil
		}, false},
		{"the signature of an honest run on one with classes moved", func(f *forgery) []*forgery {
			moved(f)
			f.header["signature"] = header.Signature
			return nil
		}, true},
		{"a signature that is none", func(f *forgery) []*forgery {
			f.header["signature"] = "U1NIU0lHAAAAAQ=="
			return nil
		}, true},
		{"an honest run and one with classes moved, by the same method", func(f *forgery) []*forgery {
			other := f.clone()
			moved(other)
			other.header["started"] = "2026-02-02T00:00:00Z"
			return []*forgery{f, other}
		}, false},
		{"a walk with classes moved, and a count that repeats it", func(f *forgery) []*forgery {
			moved(f)
			count := f.clone()
			count.header["method"], count.header["fingerprint"] = "count", "wonderwall n=5 count=2"
			return []*forgery{f, count}
		}, false},
		{"a shard of a size that overflows what is counted", func(f *forgery) []*forgery {
			f.shards[0] = payloadOf(2, func(sum *enum.Tally) { sum.AddBig(0, 1, new(big.Int).Lsh(big.NewInt(1), 64)) })
			f.total = f.sum(t)
			return nil
		}, false},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			t.Parallel()
			f := honest.clone()
			list := tt.change(f)
			if list == nil {
				list = []*forgery{f}
			}
			path, counted := store(t, list...), filepath.Join(t.TempDir(), "counted.db")
			if code, _, stderr := run(t, "count", "--n", "5", "--db", counted, "--quiet"); code != verb.ExitDone {
				t.Fatal(stderr)
			}
			kept := t.TempDir()
			before, fresh := listed(t, counted), filepath.Join(t.TempDir(), "fresh.db")
			for _, args := range [][]string{
				{"runs", "--db", path},
				{"results", "--db", path, "--format", "csv"},
				{"results", "--db", path, "--into", kept},
				{"results", "--db", path, "--format", "bfile", "--column", "classes"},
				{"check", "--n", "5", "--trials", "100", "--db", path},
				{"merge", fresh, path},
				{"merge", counted, path},
				{"merge", "--trust", key + ".pub", fresh, path},
				{"merge", "--verify", "100%", fresh, path},
				{"audit", "--db", path},
				{"audit", "--rerun", "100%", "--db", path},
				{"audit", "--salvage", fresh + ".salvaged", "--db", path},
				{"--n", "5", "--resume", "--quiet", "--format", "csv", "--db", path},
				{"count", "--n", "5", "--resume", "--quiet", "--format", "csv", "--db", path},
			} {
				code, out, stderr := run(t, args...)
				what := strings.Join(args[:2], " ")
				if strings.Contains(stderr, "goroutine") || strings.Count(stderr, "\n") > 7 {
					t.Errorf("%s says %.300q", what, stderr)
				}
				for line := range strings.Lines(out) {
					if !strings.HasPrefix(line, "wonderwall,5,") || tt.believed && !strings.Contains(what, "count") {
						continue // or "verdicts by walk alone"
					}
					if !strings.Contains(line, ","+classes+",") || !strings.Contains(line, ","+solvable+",") {
						t.Errorf("%s prints %s", what, line)
					}
				}
				switch {
				case args[0] == "merge" && args[1] == "--trust" && code == verb.ExitDone:
					t.Errorf("%s exits with 0, though nobody has signed it: %s", what, out)
				case args[0] == "merge" && (args[1] == counted || args[1] == "--verify") && code == verb.ExitDone:
					t.Errorf("%s exits with 0: %s%s", strings.Join(args[:2], " "), out, stderr)
				case args[0] == "audit" && args[1] == "--rerun" && code != verb.ExitCheck && tt.claim != methodUnknown:
					t.Errorf("%s exits with %d: %s%s", what, code, out, stderr)
				}
			}
			if after := listed(t, counted); after != before {
				t.Errorf("something is merged: %s, was %s", after, before)
			}
			text, err := os.ReadFile(filepath.Join(kept, "wonderwall.csv"))
			if err == nil && !tt.believed && !strings.Contains(string(text), ","+solvable+",") || err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("results --into writes %s (%v)", text, err)
			}
		})
	}
}

// methodUnknown is the claim of the only forgery that an audit cannot check, because the program does not know the
// method.
const methodUnknown = "all solvable, as the walk of a method that there is not"
