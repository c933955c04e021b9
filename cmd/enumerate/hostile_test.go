package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"enumerate/checkpoints"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/cpu"
)

// A forgery is a run with sound records and false content.
type forgery struct {
	header map[string]any
	shards map[uint64][]byte
	total  []byte
}

// forge returns an honest part of the walk of n players, which a test then changes.
func forge(t testing.TB, n int, part enum.Part) *forgery {
	t.Helper()
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: n, Method: enum.Walk})
	if err != nil {
		t.Fatal(err)
	}
	f := &forgery{
		header: map[string]any{"ruleset": "wonderwall", "n": n, "method": "walk", "fingerprint": space.Fingerprint(),
			"verdicts": space.Verdicts(), "started": "2026-01-01T00:00:00Z"},
		shards: make(map[uint64][]byte),
	}
	err = enum.Run(context.Background(), space, enum.Plan{Workers: 2, Part: part}, func(r enum.Result) error {
		data, err := r.Tally.MarshalBinary()
		f.shards[r.Shard.ID] = append([]byte{1}, data...) // it took a nanosecond
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// store writes forgeries to a new database.
func store(t testing.TB, forgeries ...*forgery) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "forged.db")
	d, err := db.Open(path, db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	err = d.Update(func(tx *db.Tx) error {
		for _, f := range forgeries {
			header, err := json.Marshal(f.header)
			if err != nil {
				return err
			}
			run, err := tx.CreateRun(header)
			if err != nil {
				return err
			}
			for id, payload := range f.shards {
				if err := tx.PutShard(run, id, payload); err != nil {
					return err
				}
			}
			if f.total != nil {
				if err := tx.PutTotal(run, f.total); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// payloadOf returns the payload of a shard: a time of a nanosecond, and a tally.
func payloadOf(verdicts int, fill func(*enum.Tally)) []byte {
	tally := enum.NewTally(verdicts)
	fill(tally)
	data, _ := tally.MarshalBinary()
	return append([]byte{1}, data...)
}

// A database from a stranger can contain anything. Each verb that reads a forged database, whose checksums are correct,
// must end soon, take little memory, and print a message that is one short line without control characters.
func TestAHostileDatabaseIsRefusedInOneLine(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds; go test runs it")
	}
	half := forge(t, 6, enum.Part{Res: 0, Mod: 2})
	for claim, change := range map[string]func(*forgery) []*forgery{
		"a shard that is none of the space": func(f *forgery) []*forgery {
			f.shards[1<<40] = payloadOf(2, func(t *enum.Tally) { t.Add(0, 1, 1) })
			return nil
		},
		"the greatest number of a shard": func(f *forgery) []*forgery {
			f.shards[1<<64-1] = payloadOf(2, func(t *enum.Tally) {})
			return nil
		},
		"a count of a million digits": func(f *forgery) []*forgery {
			f.shards[0] = append([]byte{1, 2, 1, 1, 0x80, 0xa4, 0xe8, 0x03}, append(bytes.Repeat([]byte{255}, 8_000_000), 0)...)
			return nil
		},
		"a payload of megabytes": func(f *forgery) []*forgery {
			f.shards[0] = append([]byte{1, 2, 255, 255, 63}, bytes.Repeat([]byte{1, 1, 1}, 2_000_000)...)
			return nil
		},
		"bars by the thousands in every shard": func(f *forgery) []*forgery {
			for shard := range uint64(40) {
				f.shards[shard] = payloadOf(2, func(t *enum.Tally) {
					for key := range uint64(2_000) {
						t.Add(0, shard*2_000+key, 1)
					}
				})
			}
			return nil
		},
		"a tally that says it has 2^62 bars": func(f *forgery) []*forgery {
			f.shards[0] = []byte{1, 2, 255, 255, 255, 255, 255, 255, 255, 255, 63}
			return nil
		},
		"a wrong fingerprint": func(f *forgery) []*forgery {
			f.header["fingerprint"] = "wonderwall n=6 enumeration=99"
			return nil
		},
		"shards of another run": func(f *forgery) []*forgery { f.header["n"] = 7; return nil },
		"a size of 2^62":        func(f *forgery) []*forgery { f.header["n"] = 1 << 62; return nil },
		"a sample of size 2^62": func(f *forgery) []*forgery {
			f.header["n"], f.header["method"], f.header["fingerprint"] = 1<<62, "sample", "wonderwall n=4611686018427387904 sample=1 seed=0"
			return nil
		},
		"a sample's batch that nobody can draw": func(f *forgery) []*forgery {
			f.header["method"], f.header["fingerprint"] = "sample", "wonderwall n=6 sample=1 seed=0"
			f.shards = map[uint64][]byte{1 << 60: payloadOf(2, func(t *enum.Tally) { t.Add(0, 1, 100) })}
			return nil
		},
		"one verdict too few":  func(f *forgery) []*forgery { f.header["verdicts"] = []string{"solvable"}; return nil },
		"one verdict too many": func(f *forgery) []*forgery { f.header["verdicts"] = []string{"a", "b", "c"}; return nil },
		"verdicts the wrong way round": func(f *forgery) []*forgery {
			f.header["verdicts"] = []string{"unsolvable", "solvable"}
			return nil
		},
		"verdicts that write to the terminal": func(f *forgery) []*forgery {
			f.header["verdicts"] = []string{"\x1b[2J\x1b]0;owned\a", "unsolvable"}
			return nil
		},
		"a name of megabytes": func(f *forgery) []*forgery {
			f.header["ruleset"] = strings.Repeat("wonderwall", 300_000)
			return nil
		},
		"a method of line ends": func(f *forgery) []*forgery { f.header["method"] = "walk\nrun 1: all is well"; return nil },
		"a size of a thousand digits": func(f *forgery) []*forgery {
			f.header["n"] = json.Number(strings.Repeat("9", 1000))
			return nil
		},
		"a host of control characters": func(f *forgery) []*forgery {
			f.header["makers"] = []checkpoints.Contributor{{Host: "\x1b[31malpha\r\n", Version: "1"}}
			return nil
		},
		"a contributor of more shards than there are": func(f *forgery) []*forgery {
			f.header["makers"] = []checkpoints.Contributor{{Host: "alpha", Version: "1", Shards: 1 << 60}}
			return nil
		},
		"contributors by the hundred thousand": func(f *forgery) []*forgery {
			f.header["makers"] = make([]checkpoints.Contributor, 100_000)
			return nil
		},
		"a check of more shards than there are": func(f *forgery) []*forgery {
			f.header["checks"] = []checkpoints.Check{{Host: "alpha", Shards: 2, Of: 1}}
			return nil
		},
		"a header that is a list": func(f *forgery) []*forgery { f.header["verdicts"] = "solvable"; return nil },
		"a total of another run": func(f *forgery) []*forgery {
			f.total = payloadOf(2, func(t *enum.Tally) { t.Add(1, 1, 64_000_000) })
			return nil
		},
		"five hundred runs without shards": func(f *forgery) []*forgery {
			f.shards = nil
			many := make([]*forgery, 500)
			for i := range many {
				many[i] = &forgery{header: maps.Clone(f.header)}
				many[i].header["n"] = 1 + i/2
			}
			return many
		},
	} {
		t.Run(claim, func(t *testing.T) {
			forged := half.clone()
			list := change(forged)
			if list == nil {
				list = []*forgery{forged}
			}
			path := store(t, list...)
			honest := filepath.Join(t.TempDir(), "honest.db")
			if code, _, stderr := run(t, "--n", "6", "--shard", "1/2", "--db", honest, "--quiet"); code != 0 {
				t.Fatal(stderr)
			}
			before := listed(t, honest)
			fresh := filepath.Join(t.TempDir(), "fresh.db")
			codes := make(map[string]int)
			for _, args := range [][]string{
				{"runs", "--db", path},
				{"runs", "--db", path, "--format", "json"},
				{"results", "--db", path},
				{"results", "--db", path, "--format", "json"},
				{"check", "--n", "6", "--trials", "100", "--db", path},
				{"audit", "--rerun", "100%", "--db", path},
				{"merge", "--verify", "100%", honest, path},
				{"merge", fresh, path},
				{"runs", "--db", fresh},
				{"sample", "--n", "6", "--resume", "--trials", "300", "--db", path},
				{"--n", "6", "--resume", "--db", path, "--quiet"},
				{"count", "--n", "6", "--db", path, "--quiet"},
			} {
				began, heap := cpu.Time(), peak()
				code, out, stderr := run(t, args...)
				line := strings.TrimSuffix(stderr, "\n")
				what := strings.Join(args[:2], " ")
				codes[args[0]+args[1]] = code
				if strings.Count(line, "\n") > 7 || len(line) > 3000 || strings.Contains(line, "goroutine") {
					t.Errorf("%s says %d bytes: %.300q", what, len(stderr), stderr)
				}
				if i := strings.IndexFunc(out+stderr, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
					t.Errorf("%s prints what writes to the terminal: %.100q", what, (out + stderr)[i:])
				}
				if worked := cpu.Time() - began; worked > 10*time.Second {
					t.Errorf("%s took %v of the processor", what, worked)
				}
				if grown := int64(peak()) - int64(heap); grown > 400<<20 {
					t.Errorf("%s took %d MB", what, grown>>20)
				}
			}
			if len(forged.shards) > 0 && codes["merge--verify"] == 0 {
				t.Errorf("merge --verify believes it")
			}
			if after := listed(t, honest); after != before {
				t.Errorf("something is merged: %s, was %s", after, before)
			}
		})
	}
}

func listed(t testing.TB, path string) string {
	code, out, stderr := run(t, "runs", "--db", path, "--format", "json")
	if code != 0 {
		t.Fatal(stderr)
	}
	return out
}

// peak returns how much memory the process has taken from the system.
func peak() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

func run(t testing.TB, args ...string) (code int, stdout, stderr string) {
	var outBuffer, errBuffer bytes.Buffer
	code = program().Main(args, strings.NewReader(""), &outBuffer, &errBuffer)
	return code, outBuffer.String(), errBuffer.String()
}
