//go:build linux

package soak

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A disturbed is a job in progress, whose steps are disturbed by faults. A step is one command of the program.
type disturbed struct {
	soak    *soak
	ctx     context.Context
	number  int64
	random  *rand.Rand
	dir     string
	mounted bool // whether dir is a separate file system, which can be made full
	traces  int  // how many files strace has written so far
	lost    bool // whether shards were lost, because a damaged database was salvaged
}

// roomy is the size of a disk that is not full, in bytes.
const roomy = 64 << 20

func (d *disturbed) mount() error {
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=%d", roomy)); err != nil {
		return fmt.Errorf("cannot mount %s: %w", d.dir, err)
	}
	d.mounted = true
	return nil
}

func (d *disturbed) resize(size uint64) error {
	return os.NewSyscallError("remount", syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT, fmt.Sprintf("size=%d", size)))
}

// unmount removes the disk of the job. If keep is set, it first copies the files of the disk to the directory DIR.kept.
func (d *disturbed) unmount(keep bool) error {
	if !d.mounted {
		return nil
	}
	if keep {
		if err := os.CopyFS(d.dir+".kept", os.DirFS(d.dir)); err != nil {
			return err
		}
	}
	return syscall.Unmount(d.dir, syscall.MNT_DETACH)
}

func (d *disturbed) logf(format string, args ...any) {
	d.soak.lock.Lock()
	defer d.soak.lock.Unlock()
	fmt.Fprintf(d.soak.log, "%v job %d: %s\n", time.Since(d.soak.began).Round(time.Millisecond), d.number, fmt.Sprintf(format, args...))
}

// steps runs all steps of a job with faults, and audits the databases at the end.
func (d *disturbed) steps(ctx context.Context, steps []step) error {
	wants, err := d.soak.references(ctx, steps)
	if err != nil {
		return err
	}
	if err := prepare(d.dir); err != nil {
		return err
	}
	d.ctx = ctx
	for i := range steps {
		if err := d.step(steps, wants, i); err != nil {
			return fmt.Errorf("step %d, %v: %w", i+1, steps[i], err)
		}
	}
	return d.audit()
}

// step runs step i: up to eleven times with a fault, and then without one, when it must succeed. After a fault that
// loses stored shards, step also repeats the earlier steps.
func (d *disturbed) step(steps []step, wants []*reference, i int) error {
	none := kind{draw: func(*disturbed, attempt) (fault, error) { return fault{}, nil }}
	// After a loss of stored shards, earlier steps are repeated. The program prints which methods agree with a result.
	// When a step is repeated, these may be more than the first time, because later steps have stored results of other
	// methods. So `doubts` tells the check not to compare the names of methods.
	again := kind{draw: func(*disturbed, attempt) (fault, error) { return fault{doubts: true}, nil }}
	for range d.random.IntN(12) {
		if d.soak.over() {
			break
		}
		k := d.soak.kinds[d.random.IntN(len(d.soak.kinds))]
		done, err := d.attempt(k, steps[i], wants[i])
		if err != nil {
			return err
		}
		if d.lost { // perhaps shards of earlier steps
			for j := range i {
				if steps[j].db == "" {
					continue // a document, which has lost nothing
				}
				if _, err := d.attempt(again, steps[j], &reference{stdout: wants[j].stdout}); err != nil {
					return fmt.Errorf("again %v: %w", steps[j], err)
				}
			}
			continue
		}
		if done && d.random.IntN(4) > 0 { // further attempts would only read the stored result
			break
		}
	}
	_, err := d.attempt(none, steps[i], wants[i])
	return err
}

// attempt runs a step of a job, with or without a fault, and makes all checks. It reports whether the step succeeded;
// the error says which check failed.
func (d *disturbed) attempt(k kind, s step, want *reference) (done bool, err error) {
	if err := d.ctx.Err(); err != nil {
		return false, err
	}
	args := s.args
	if s.many {
		args = append(append([]string{}, args...), "--workers", fmt.Sprint(1+d.random.IntN(3)))
	}

	before, err := documents(d.dir)
	if err != nil {
		return false, err
	}
	shards, err := d.shards(s.db)
	if err != nil {
		return false, err
	}

	d.lost = false
	f, err := k.draw(d, attempt{s, args, want})
	if err != nil {
		return false, fmt.Errorf("%s: %w", k.name, err)
	}
	e, err := d.soak.run(d.ctx, d.dir, args, f)
	if err == nil && f.after != nil {
		err = f.after(e)
	}
	d.logf("%s %s: %v: %s: %v, %v", k.name, f.detail, args, e, err, d.ctx.Err())
	if d.ctx.Err() != nil {
		return false, d.ctx.Err()
	}

	if err == nil {
		err = judge(e, f, s, want)
	}
	if err == nil {
		err = d.documents(before, want.files, e.code == 0, f.doubts)
	}
	if err == nil && !d.lost {
		var now uint64
		if now, err = d.shards(s.db); err == nil && now < shards {
			err = fmt.Errorf("%d shards are stored, %d before", now, shards)
		}
	}
	if err != nil {
		return false, fmt.Errorf("%s %s: %w\n%v", k.name, f.detail, err, e)
	}

	if f.detail == "" {
		return e.code == 0, nil
	}
	d.soak.lock.Lock()
	defer d.soak.lock.Unlock()
	if f.struck == nil || f.struck(e) {
		d.soak.counts[k.name]++
	} else {
		d.soak.missed++
	}
	return e.code == 0, nil
}

// judge returns an error if a step ended in a way that the fault does not explain.
func judge(e end, f fault, s step, want *reference) error {
	switch {
	case e.hangs:
		return fmt.Errorf("it hangs")
	case e.code == 0 && f.doubts && alone(e.stdout) == alone(want.stdout):
		return nil
	case e.code == 0 && !s.free && e.stdout != want.stdout:
		return fmt.Errorf("it prints\n%swant\n%s", e.stdout, want.stdout)
	case e.code == 0:
		return nil
	case f.allows == nil || !f.allows(e):
		return fmt.Errorf("that does not explain the exit")
	case e.crashed() && !e.starved():
		return fmt.Errorf("it crashed")
	case !s.free && !strings.HasPrefix(want.stdout, e.stdout):
		return fmt.Errorf("it printed\n%swhich does not begin\n%s", e.stdout, want.stdout)
	}
	return nil
}

// alone returns a text that the program printed, or wrote to a document, without the names of the methods that agree
// with a result, which depend on the runs that were stored before.
func alone(stdout string) string { return agreement.ReplaceAllString(stdout, "") }

// methods matches the names of methods as results.Agreement writes them.
const methods = `[a-z-]+(?: alone)?(?: \([a-z, -]+\))?(?:, [a-z-]+(?: \([a-z, -]+\))?)*(?:; classes by [a-z]+ alone(?: \([a-z, -]+\))?)?`

var agreement = regexp.MustCompile(`(?m)` + strings.Join([]string{
	`, verdicts by ` + methods,                       // a table, or csv, of a run
	`"agrees":\[[^]]*\],`,                            // JSON of a run
	`^COMMENTS: Computed .*$`,                        // a draft for the encyclopedia
	`\| ` + methods + `(?:; [a-z ]+)? \|$`,           // a row of Markdown, which also says what is proved
	`,(?:"` + methods + `"|[a-z-]+),[0-9]+,[0-9-]+$`, // a row of data/results, with its machines and its day
}, "|"))

// documents checks the files of a job that are not databases. After a success (done), each must be as it should be
// after the step; otherwise it may also be as it was before. If `doubts` is true, the program may have left out a
// damaged run. Then even after a success a document may be unchanged, or have only some of the lines.
func (d *disturbed) documents(before, wants map[string]string, done, doubts bool) error {
	files, err := documents(d.dir)
	for name, is := range files {
		was, old := before[name]
		want, new := wants[name]
		isUnchanged := old && is == was && (!done || doubts || wants == nil)
		isComplete := new && is == want
		if isUnchanged || isComplete || doubts && within(is, was+"\n"+want) {
			continue
		}
		err = fmt.Errorf("%s has %d bytes, neither those %d that it had nor the %d that it should", name, len(is), len(was), len(want))
	}
	for name := range before {
		if _, ok := files[name]; !ok {
			err = fmt.Errorf("%s is gone", name)
		}
	}
	return err
}

// within reports whether every line of the text `part` is a line of the text `whole`, or the beginning of such a line.
// The names of methods are not compared.
func within(part, whole string) bool {
	lines := strings.Split(alone(whole), "\n")
	for line := range strings.Lines(alone(part)) {
		line = strings.TrimSuffix(line, "\n")
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, line) }) {
			return false
		}
	}
	return true
}

// shards returns the number of shards of all runs in a database.
func (d *disturbed) shards(db string) (sum uint64, err error) {
	if _, err := os.Stat(filepath.Join(d.dir, db)); db == "" || os.IsNotExist(err) {
		return 0, nil
	}
	e, err := d.soak.run(d.ctx, d.dir, []string{"runs", "--format", "json", "--db", db}, fault{})
	if err != nil {
		return 0, err
	}
	if e.code != 0 {
		return 0, fmt.Errorf("runs: %v", e)
	}
	for lines := bufio.NewScanner(strings.NewReader(e.stdout)); lines.Scan(); {
		var run struct{ Shards uint64 }
		if err := json.Unmarshal(lines.Bytes(), &run); err != nil {
			return 0, fmt.Errorf("runs: %w: %s", err, lines.Text())
		}
		sum += run.Shards
	}
	return sum, nil
}

func (d *disturbed) audit() error {
	all, err := databases(d.dir)
	if err != nil {
		return err
	}
	for _, path := range all {
		e, err := d.soak.run(d.ctx, d.dir, []string{"audit", "--rerun", []string{"0%", "1%"}[d.random.IntN(2)], "--db", path}, fault{})
		if err != nil {
			return err
		}
		if e.code != 0 || !strings.HasSuffix(e.stdout, " 0 faults\n") {
			return fmt.Errorf("audit of %s: %v, it prints %s", path, e, e.stdout)
		}
	}
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		switch filepath.Ext(name) {
		case ".csv", ".db", ".md", ".txt":
			if !strings.HasPrefix(name, ".") {
				continue
			}
		}
		return fmt.Errorf("%s is left in the end", name)
	}
	return nil
}
