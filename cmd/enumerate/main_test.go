package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"

	"enumerate/checkpoints"
	"enumerate/cli"
	"enumerate/cli/verb"
	"enumerate/db"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/eventually"
	"enumerate/internal/layers"
	"enumerate/rooms/fleet"
)

// slow makes the tests run that compute for half a minute each. .ci/run sets it.
var slow = flag.Bool("slow", false, "run what takes half a minute, too")

func TestMain(m *testing.M) {
	testscript.Main(waiting{m}, map[string]func(){"enumerate": func() {
		os.Exit(program().Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// waiting runs the tests of this package. Most of them wait for processes, so Run lets more tests run in parallel than
// there are processors, unless -parallel is set.
type waiting struct{ *testing.M }

func (w waiting) Run() int {
	flag.Parse()
	isSet := false
	flag.Visit(func(f *flag.Flag) { isSet = isSet || f.Name == "test.parallel" })
	if !isSet {
		if err := flag.Set("test.parallel", "8"); err != nil {
			panic(err)
		}
	}
	return w.M.Run()
}

// progressLine matches what a run prints every ten seconds, and after a layer that took a second or more.
var progressLine = regexp.MustCompile(`^[0-9-]{10} [0-9:]{8} n=|^n=[0-9]+: layer [0-9]+ of [0-9]+: .* states/s, `)

// TestScripts runs the scripts in testdata/script: commands and what they must print; golden_test.go fills in the known
// totals. The script command "exits CODE COMMAND..." runs a command that must have this exit code. The comments below
// describe the other commands that are added to those of package testscript.
func TestScripts(t *testing.T) {
	var releases sync.Map // by script
	testscript.Run(t, testscript.Params{
		Dir: withTotals(t, "testdata/script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits CODE COMMAND...")
				}
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				err = ts.Exec(args[1], args[2:]...)
				code := 0
				var exit *exec.ExitError
				if errors.As(err, &exit) {
					code = exit.ExitCode()
				} else {
					ts.Check(err)
				}
				if code != want {
					ts.Fatalf("%s exits with %d, want %d", strings.Join(args[1:], " "), code, want)
				}
			},
			// remarks NUMBER expects that the last command printed this number of lines to stderr, besides lines of
			// progress, which depend on the machine.
			"remarks": func(ts *testscript.TestScript, neg bool, args []string) {
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				var remarks []string
				for line := range strings.Lines(ts.ReadFile("stderr")) {
					if !progressLine.MatchString(line) {
						remarks = append(remarks, line)
					}
				}
				if len(remarks) != want {
					ts.Fatalf("%d remarks, want %d: %q", len(remarks), want, remarks)
				}
			},
			// stranger FILE makes a database like that of another program: it enumerates games in another way, and its
			// verdicts are exchanged.
			"stranger": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(walkStrange(ts.MkAbs(args[0])))
			},
			// foreign FILE adds a finished run of a ruleset that this program does not have to a database.
			"foreign": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(walkInto(ts.MkAbs(args[0]), "tournaments", enum.Part{}, func(s enum.Space) enum.Space { return s }))
			},
			// liar FILE [RES/MOD] makes a walk of n = 6, or a part of such a walk, whose shard 40 has exchanged
			// verdicts but correct sums.
			"liar": func(ts *testscript.TestScript, neg bool, args []string) {
				part, err := enum.ParsePart(append(args, "0/1")[1])
				ts.Check(err)
				ts.Check(walkInto(ts.MkAbs(args[0]), "wonderwall", part, func(s enum.Space) enum.Space { return lying{s} }))
			},
			// keys NAME... makes pairs of keys as ssh-keygen does, NAME and NAME.pub, and a file "both" with all public
			// keys; its first line begins with the first NAME, as in a file of allowed signers.
			"keys": func(ts *testscript.TestScript, neg bool, args []string) {
				var all []byte
				for i, name := range args {
					ts.Check(writeKeys(ts.MkAbs(name)))
					line, err := os.ReadFile(ts.MkAbs(name + ".pub"))
					ts.Check(err)
					if i == 0 {
						line = append([]byte(name+" "), line...)
					}
					all = append(all, line...)
				}
				ts.Check(os.WriteFile(ts.MkAbs("both"), all, 0o600))
			},
			// tamper FILE COPY copies a database and sets the time of a shard of its first run to 0 in the copy.
			"tamper": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(tamper(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
			},
			// flip FILE OFFSET inverts a byte of a file.
			"flip": func(ts *testscript.TestScript, neg bool, args []string) {
				path := ts.MkAbs(args[0])
				offset, err := strconv.Atoi(args[1])
				ts.Check(err)
				data, err := os.ReadFile(path)
				ts.Check(err)
				data[offset] ^= 0xff
				ts.Check(os.WriteFile(path, data, 0o600))
			},
			// spoil FILE header|shard inverts a byte of the header, or of a shard, of the first run of a database.
			"spoil": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(spoil(ts.MkAbs(args[0]), args[1]))
			},
			// noise FILE PAGE overwrites a page of a database with noise: for PAGE "shards", a page of shards whose
			// first shard has a number above 100. The place of such a page depends on how long things took.
			"noise": func(ts *testscript.TestScript, neg bool, args []string) {
				path := ts.MkAbs(args[0])
				data, err := os.ReadFile(path)
				ts.Check(err)
				page := 0
				if args[1] == "shards" {
					const leaf, many = 2, 20
					for at := range len(data) / 4096 {
						header, first := data[4096*at:], data[4096*at+16:]
						if binary.NativeEndian.Uint16(header[8:]) != leaf || binary.NativeEndian.Uint16(header[10:]) < many {
							continue
						}
						key := first[binary.NativeEndian.Uint32(first[4:]):]
						if shard := binary.BigEndian.Uint64(key); shard > 100 && shard < 1000 {
							page = at
						}
					}
				} else {
					page, err = strconv.Atoi(args[1])
					ts.Check(err)
				}
				copy(data[4096*page:4096*(page+1)], bytes.Repeat([]byte("noise..."), 512))
				ts.Check(os.WriteFile(path, data, 0o600))
			},
			// hold FILE keeps a database locked until the command release, or until the end of the script.
			"hold": func(ts *testscript.TestScript, neg bool, args []string) {
				d, err := db.Open(ts.MkAbs(args[0]), db.Options{})
				ts.Check(err)
				locked, done := make(chan struct{}), make(chan struct{})
				go d.Update(func(*db.Tx) error {
					close(locked)
					<-done
					return nil
				})
				<-locked
				release := sync.OnceFunc(func() { close(done); d.Close() })
				ts.Defer(release)
				releases.Store(ts, release)
			},
			"release": func(ts *testscript.TestScript, neg bool, args []string) {
				release, _ := releases.Load(ts)
				release.(func())()
			},
			// until REGEXP COMMAND... runs a command again and again until its output matches.
			"until": func(ts *testscript.TestScript, neg bool, args []string) {
				want := regexp.MustCompile("(?m)" + args[0])
				eventually.True(t, func() bool {
					cmd := exec.Command(args[1], args[2:]...)
					cmd.Dir = ts.Getenv("WORK")
					printed, _ := cmd.Output()
					return want.Match(printed)
				})
			},
			// truncate FILE SIZE cuts a file off.
			"truncate": func(ts *testscript.TestScript, neg bool, args []string) {
				size, err := strconv.ParseInt(args[1], 10, 64)
				ts.Check(err)
				ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
			},
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// If a result is proved wrong, the exit code must be 3; for any other failure it must be different.
func TestExitCodesDistinguishAFailedCheckFromAFailure(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{errors.New("any other error"), verb.ExitFailure},
		{checkpoints.ErrProof, verb.ExitCheck},
		{checkpoints.ErrContradiction, verb.ExitCheck},
		{layers.ErrMismatch, verb.ExitCheck},
		{fleet.ErrBanned, verb.ExitCheck}, // so that a supervisor does not start the worker again
	} {
		failing := *games.All()[0]
		failing.Methods = []enum.Method{{Name: enum.Walk, Sizes: failing.Sizes, Space: func(size int, m enum.Means) (enum.Space, error) {
			if m.Workers == 0 {
				return failing.Space(size) // to know its size
			}
			return nil, fmt.Errorf("layer 2: %w", c.err)
		}}}
		var stdout, stderr bytes.Buffer
		args := []string{"--n", "3", "--workers", "1", "--db", filepath.Join(t.TempDir(), "test.db")}
		code := cli.Program{Rulesets: []*enum.Ruleset{&failing}}.Main(args, strings.NewReader(""), &stdout, &stderr)
		if want := fmt.Sprintf("enumerate: layer 2: %v\n", c.err); code != c.want || stdout.Len() > 0 || stderr.String() != want {
			t.Errorf("exit code %d, it prints %q and says %q, want %d, nothing and %q", code, stdout.String(), stderr.String(), c.want, want)
		}
	}
}

func spaceOf(k checkpoints.Key) (enum.Space, error) {
	return checkpoints.Spaces(games.All(), nil)(k)
}

// strange is a space with another fingerprint, whose solvable games count as unsolvable and the other way round.
type strange struct{ enum.Space }

func (strange) Fingerprint() string   { return "wonderwall n=6 enumeration=0" }
func (s strange) Walker() enum.Walker { return strangeWalker{s.Space.Walker()} }

type strangeWalker struct{ enum.Walker }

func (s strangeWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	straight := enum.NewTally(2)
	err := s.Walker.Walk(ctx, shard, straight)
	for verdict := range 2 {
		for _, bar := range straight.Histogram(verdict) {
			tally.Add(1-verdict, bar.Key, bar.Count.Uint64())
		}
	}
	return err
}

// lying is a space that exchanges the verdicts of one shard, as strange does, but has the fingerprint of the honest
// space.
type lying struct{ enum.Space }

func (l lying) Walker() enum.Walker { return lyingWalker{l.Space.Walker()} }

type lyingWalker struct{ enum.Walker }

func (l lyingWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	if shard.ID == 40 {
		return strangeWalker(l).Walk(ctx, shard, tally)
	}
	return l.Walker.Walk(ctx, shard, tally)
}

func writeKeys(path string) error {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	comment := filepath.Base(path) + "@lab"
	block, err := ssh.MarshalPrivateKey(private, comment)
	if err != nil {
		return err
	}
	key, err := ssh.NewPublicKey(public)
	if err != nil {
		return err
	}
	line := append(bytes.TrimSuffix(ssh.MarshalAuthorizedKey(key), []byte("\n")), " "+comment+"\n"...)
	return cmp.Or(os.WriteFile(path, pem.EncodeToMemory(block), 0o600), os.WriteFile(path+".pub", line, 0o600))
}

// spoil inverts the last byte of the header of the first run of a database, or of one of its shards, wherever the file
// has these bytes.
func spoil(path, record string) error {
	d, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer d.Close()
	var sound []byte
	err = d.View(func(tx *db.Tx) error {
		return tx.Runs(func(id uint64, header []byte) error {
			if record == "header" && id == 1 {
				sound = header
			}
			if record != "shard" || id != 1 {
				return nil
			}
			return tx.Shards(id, func(_ uint64, data []byte) error {
				sound = data
				return nil
			})
		})
	})
	if err != nil {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	spoilt := bytes.Clone(sound)
	spoilt[len(spoilt)-1] ^= 0xff
	return os.WriteFile(path, bytes.ReplaceAll(content, sound, spoilt), 0o600)
}

// tamper copies a database, and sets the time of a shard of its first run to 0 in the copy.
func tamper(from, to string) error {
	read, err := db.Open(from, db.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer read.Close()
	into, err := db.Open(to, db.Options{})
	if err != nil {
		return err
	}
	defer into.Close()
	return read.View(func(old *db.Tx) error {
		return into.Update(func(tx *db.Tx) error {
			return old.Runs(func(id uint64, header []byte) error {
				run, err := tx.CreateRun(header)
				if err != nil || id > 1 {
					return err
				}
				return old.Shards(id, func(shard uint64, data []byte) error {
					if _, n := binary.Uvarint(data); shard == 0 {
						data = append([]byte{0}, data[n:]...)
					}
					return tx.PutShard(run, shard, data)
				})
			})
		})
	})
}

func walkStrange(path string) error {
	return walkInto(path, "wonderwall", enum.Part{}, func(s enum.Space) enum.Space { return strange{s} })
}

// walkInto stores a part of the walk of 6 players in a database, under the name of a ruleset. The function change may
// change the space, so that the database has a run that does not fit the ruleset.
func walkInto(path, ruleset string, part enum.Part, change func(enum.Space) enum.Space) error {
	key := checkpoints.Key{Ruleset: "wonderwall", Size: 6, Method: enum.Walk}
	space, err := spaceOf(key)
	if err != nil {
		return err
	}
	key.Ruleset = ruleset
	store, err := checkpoints.Open(path)
	if err != nil {
		return err
	}
	defer store.Close()
	run := store.NewRun(key, change(space))
	if err := run.Walk(context.Background(), enum.Plan{Workers: 1, Part: part}, nil); err != nil {
		return err
	}
	_, err = run.Finish(part)
	return err
}
