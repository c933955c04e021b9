//go:build linux

package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A step is one command of a job. It runs in the directory of the job.
type step struct {
	args []string
	db   string // the database that it writes, "" if none
	free bool   // what it prints depends on what was done before
	many bool   // takes --workers
}

func (s step) String() string { return "enumerate " + strings.Join(s.args, " ") }

// on returns a step that stores its results in a database.
func on(db string, args string) step {
	return step{args: append(strings.Fields(args), "--resume", "--quiet", "--db", db), db: db, many: true}
}

const table = "Before\n\n<!-- results: wonderwall -->\n<!-- end of results -->\n\nAfter\n"

// draw returns the steps of a random job. Many steps take less than a second, so a job has time for many faults. Some
// take several seconds, because the program stores finished shards every two seconds.
func draw(random *rand.Rand) []step {
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	format := " --format " + pick("csv", "json", "table")
	switch random.IntN(8) {
	case 0:
		return []step{on("walk.db", pick("--n 4..6", "--n 7", "--n 4..8", "--n 8", "--n 9 --shard 5/16", "--n 9 --shard 1/4", "--n 10 --shard 3/384")+format)}
	case 1:
		return []step{on("count.db", "count "+pick("--n 5..7", "--n 8", "--n 4..8 --method core", "--n 9 --shard 3/4 --memory 64MiB", "--n 9 --memory 64MiB")+format)}
	case 2:
		return []step{on("game.db", "--game "+pick("nimbers --n 4..8", "spies --n 8..13", "jump:rows=2,players=2 --n 2..4", "nim:verdict=grundy --n 100",
			"antonim --n 20", "antonim --n 22", "tower --n 200", "greedy --n 120", "greedy --n 200", "rotisserie --n 200", "rotisserie:heaps=4 --n 1..14", "col --n 13", "col:colours=leaves --n 10")+format)}
	case 3:
		return []step{on("sample.db", "sample --n "+pick("4..20 --trials 3000", "30 --trials 8000", "40 --trials 40000", "50..52 --trials 1000")+" --seed "+pick("1", "2", "3")+format)}
	case 4: // parts in several databases, their merge, and the results
		run := pick("--n 8", "--n 4..7", "count --n 8", "--game nimbers --n 8", "--game antonim --n 20", "count --n 8 --method core")
		parts := 2 + random.IntN(3)
		merge := step{args: []string{"merge", "all.db"}, db: "all.db", free: true}
		var steps []step
		for part := range parts {
			db := fmt.Sprintf("part%d.db", part)
			steps = append(steps, on(db, fmt.Sprintf("%s --shard %d/%d%s", run, part, parts, format)))
			merge.args = append(merge.args, db)
		}
		return append(steps, merge, on("all.db", run+format))
	case 5:
		return []step{{args: strings.Fields("classes --n " + pick("4..5", "6", "6 --verdict solvable") + " --output classes.txt")}}
	case 6: // three methods that agree, and the documents that they fill
		run := pick("4..6", "3..7")
		return []step{
			on("all.db", "--n "+run+format), on("all.db", "count --n "+run+format), on("all.db", "count --method core --n "+run+format),
			{args: strings.Fields("results --db all.db --into .")},
			{args: strings.Fields("results --from . --into table.md")},
			{args: strings.Fields("results --from . --bfiles .")},
			{args: strings.Fields("results --db all.db --format oeis --output oeis.txt")},
		}
	default: // another ruleset as well, in one database
		return []step{on("all.db", "--game nimbers --n 7"+format), on("all.db", "--n 8"+format), on("all.db", "sample --n 10..12 --trials 2000"+format)}
	}
}

// A reference is the result of a step without a fault.
type reference struct {
	done   chan struct{} // closed when the other fields are set
	err    error
	stdout string
	files  map[string]string // the files after the step, except databases
	took   time.Duration
}

// references returns what each step of a job prints and writes if nothing disturbs it. It runs the steps, unless an
// earlier job began with the same steps.
func (s *soak) references(ctx context.Context, steps []step) ([]*reference, error) {
	wants := make([]*reference, len(steps))
	var names strings.Builder
	fresh := false
	for i, step := range steps {
		fmt.Fprintln(&names, step)
		s.lock.Lock()
		wants[i] = s.wants[names.String()]
		if wants[i] == nil {
			wants[i] = &reference{done: make(chan struct{})}
			s.wants[names.String()] = wants[i]
			fresh = true
		}
		s.lock.Unlock()
	}

	if fresh { // another job may run the same steps at the same time; the first result counts
		dir, err := os.MkdirTemp(s.dir, "undisturbed-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		if err := prepare(dir); err != nil {
			return nil, err
		}
		for i, step := range steps {
			end, err := s.run(ctx, dir, step.args, fault{})
			if err == nil && end.code != 0 {
				err = fmt.Errorf("%v, undisturbed: %v", step, end)
			}
			files, e := documents(dir)
			if err == nil {
				err = e
			}
			s.lock.Lock()
			select {
			case <-wants[i].done:
			default:
				wants[i].err, wants[i].stdout, wants[i].files, wants[i].took = err, end.stdout, files, end.took
				close(wants[i].done)
			}
			s.lock.Unlock()
		}
	}

	for _, want := range wants {
		select {
		case <-want.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if want.err != nil {
			return nil, want.err
		}
	}
	return wants, nil
}

func prepare(dir string) error {
	return os.WriteFile(filepath.Join(dir, "table.md"), []byte(table), 0o600)
}

// documents returns the contents of the files in a directory, by their names, without databases and temporary files,
// whose names begin with a dot.
func documents(dir string) (map[string]string, error) {
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".csv", ".txt", ".md":
			data, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
			if !strings.HasPrefix(e.Name(), ".") {
				all[e.Name()] = string(data)
			}
		}
	}
	return all, nil
}
