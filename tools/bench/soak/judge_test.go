//go:build linux

package soak

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"enumerate/games"
	"enumerate/results"
)

// Judge must accept outcomes that the fault explains, such as a part of the output after a kill, and refuse others,
// such as another number. In the table, right says whether it must accept the outcome.
func TestJudgeDistinguishesRightFromWrong(t *testing.T) {
	const want = "5,2084\n6,89630\n"
	d := &disturbed{random: rand.New(rand.NewPCG(1, 0))}
	a := attempt{want: &reference{stdout: want}}
	drawn := func(f fault, err error) fault {
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	kill, interrupt, limit, few := drawn(d.kill(a)), drawn(d.interrupt(a)), drawn(d.fileLimit(a)), drawn(d.descriptors(a))
	stop := drawn(d.stop(a))
	const line = "enumerate: a.db: disk full\n"
	for _, c := range []struct {
		claim string
		fault fault
		end   end
		right bool
	}{
		{"no fault", fault{}, end{stdout: want}, true},
		{"no fault, another number", fault{}, end{stdout: "5,2084\n6,89631\n"}, false},
		{"no fault, a line is missing", fault{}, end{stdout: "5,2084\n"}, false},
		{"no fault, an error", fault{}, end{code: 1, stderr: line}, false},
		{"killed", kill, end{code: 137, signal: syscall.SIGKILL, stdout: "5,2084\n"}, true},
		{"killed, another number before", kill, end{code: 137, signal: syscall.SIGKILL, stdout: "5,2085\n"}, false},
		{"killed, an error instead", kill, end{code: 1, stderr: line}, false},
		{"killed too late", kill, end{stdout: want}, true},
		{"interrupted", interrupt, end{code: 130}, true},
		{"interrupted, an error instead", interrupt, end{code: 1, stderr: line}, false},
		{"stopped and ended", stop, end{code: 137, signal: syscall.SIGKILL}, false},
		{"a full disk", limit, end{code: 1, stderr: line}, true},
		{"a full disk, without a word", limit, end{code: 1}, false},
		{"a full disk, a crash", limit, end{code: 2, stderr: "panic: nil\n\ngoroutine 1 [running]:\n"}, false},
		{"a full disk, a check failed", limit, end{code: 3, stderr: line}, false},
		{"few descriptors, the runtime gives up", few, end{code: 2, stderr: "fatal error: runtime: netpollinit failed\n\ngoroutine 1 [running]:\n"}, true},
		{"few descriptors, a crash", few, end{code: 2, stderr: "panic: nil\n\ngoroutine 1 [running]:\n"}, false},
		{"few descriptors, no end", few, end{code: 137, hangs: true}, false},
	} {
		if err := judge(c.end, c.fault, step{}, a.want); (err == nil) != c.right {
			t.Errorf("%s: judge says %v, want right %v", c.claim, err, c.right)
		}
	}
	agrees := &reference{stdout: `{"games":"8","agrees":["walk","count"],"seconds":0}`}
	fewer := end{stdout: `{"games":"8","seconds":0}`}
	if err := judge(fewer, fault{doubts: true}, step{}, agrees); err != nil {
		t.Errorf("damage, a method less agrees: %v", err)
	}
	if judge(fewer, fault{}, step{}, agrees) == nil {
		t.Error("no damage, a method less agrees: judge says nothing")
	}
}

// `alone` removes from a result the names of the methods that agree with it, so that a result can be compared with the
// expected one after a fault that damages a stored run, when fewer methods may agree.
func TestAResultAloneNamesNoMethods(t *testing.T) {
	quoted := func(text string) string {
		if strings.Contains(text, " ") {
			return `"` + text + `"`
		}
		return text
	}
	sets := [][]string{
		{"walk"}, {"count"}, {"core"}, {"walk", "count"}, {"walk", "core"}, {"count", "core"}, {"walk", "count", "core"},
		{"core-walk"}, {"walk", "core-walk"}, {"count", "core-walk"}, {"walk", "count", "core", "core-walk"},
	}
	for _, form := range []struct {
		claim string
		write func(agreement, list string) string
	}{
		{"a table of a run", func(agreement, list string) string {
			return "  4  1,296  60  games ok, classes ok, verdicts by " + agreement + "\n"
		}},
		{"csv of a run", func(agreement, list string) string {
			return `wonderwall,4,1296,60,"games ok, classes ok, verdicts by ` + agreement + "\"\n"
		}},
		{"a row of Markdown", func(agreement, list string) string {
			return "| 4 | 1,296 | 60 | " + agreement + "; solvable games and classes proved |\n"
		}},
		{"a row of Markdown without a proof", func(agreement, list string) string { return "| 4 | 1,296 | 60 | " + agreement + " |\n" }},
		{"a row of data/results", func(agreement, list string) string {
			return "wonderwall,4,1296,60," + quoted(list) + ",1,2026-11-28\n"
		}},
		{"a draft for the encyclopedia", func(agreement, list string) string {
			return "DATA: 60, 2084\nCOMMENTS: Computed by the program, by the methods " + list + ".\nKEYWORD: nonn\n"
		}},
	} {
		row := func(methods []string) string {
			return alone(form.write(results.Agreement(games.All()[0], methods), strings.Join(methods, ", ")))
		}
		want := row(sets[0])
		for _, methods := range sets[1:] {
			if is := row(methods); is != want {
				t.Errorf("%s by %v: alone it is\n%swant\n%s", form.claim, methods, is, want)
			}
		}
		if !strings.Contains(want, "60") || strings.Contains(want, "walk") {
			t.Errorf("%s: alone it is %q, want its numbers and no methods", form.claim, want)
		}
	}
}

// After a fault each file must be as it was before the step, or as it should be after the step. In the table, `done`
// says that the step succeeded, and `right` that the check must accept the files. `doubts` is set if the fault damages
// a stored run. A damaged run cannot confirm a result, so the files may name fewer methods that agree with it.
func TestFaultsLeaveOldOrNewFiles(t *testing.T) {
	before, wants := map[string]string{"table.md": "old"}, map[string]string{"table.md": "new", "classes.txt": "new", "toy.csv": "toy,7,5,\"walk, count, core\",1,2026-11-28\n"}
	for _, c := range []struct {
		claim        string
		files        map[string]string
		done, doubts bool
		right        bool
	}{
		{"nothing was done", map[string]string{"table.md": "old"}, false, false, true},
		{"nothing was done, and that was said to be all", map[string]string{"table.md": "old"}, true, false, false},
		{"all was done", wants, true, false, true},
		{"half of one", map[string]string{"table.md": "ne"}, false, false, false},
		{"half of one, for damage", map[string]string{"table.md": "ne"}, true, true, true},
		{"another, for damage", map[string]string{"table.md": "now"}, true, true, false},
		{"a method less, for damage", map[string]string{"table.md": "old", "toy.csv": "toy,7,5,\"count, core\",1,2026-11-28\n"}, true, true, true},
		{"a method alone, for damage", map[string]string{"table.md": "old", "toy.csv": "toy,7,5,count,1,2026-11-28\n"}, true, true, true},
		{"a method less", map[string]string{"table.md": "old", "toy.csv": "toy,7,5,\"count, core\",1,2026-11-28\n"}, true, false, false},
		{"another number, for damage", map[string]string{"table.md": "old", "toy.csv": "toy,7,6,\"walk, count, core\",1,2026-11-28\n"}, true, true, false},
		{"one is gone", nil, false, false, false},
		{"one too many", map[string]string{"table.md": "old", "more.txt": "new"}, false, false, false},
		{"a new one, empty", map[string]string{"table.md": "old", "classes.txt": ""}, false, false, false},
	} {
		dir := t.TempDir()
		for name, is := range c.files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(is), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := (&disturbed{dir: dir}).documents(before, wants, c.done, c.doubts); (err == nil) != c.right {
			t.Errorf("%s: %v, want right %v", c.claim, err, c.right)
		}
	}
}
