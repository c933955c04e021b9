//go:build linux

package soak

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A kind is a kind of fault, such as a full disk. draw makes a random fault of the kind for an attempt.
type kind struct {
	name, summary string
	draw          func(*disturbed, attempt) (fault, error)
}

// An attempt is one execution of a step, with the result that it has without a fault.
type attempt struct {
	step step
	args []string
	want *reference
}

// moment draws a time at which the step is probably running, or has just ended.
func (a attempt) moment(random *rand.Rand) time.Duration {
	return time.Duration(random.Int64N(int64(a.want.took) + int64(5*time.Millisecond)))
}

// A fault is what the soak does to the program in one attempt. A fault without any field does nothing.
type fault struct {
	detail string                                  // what exactly is done, for the log
	wrap   []string                                // words that stand before the program in the command line
	during func(p *os.Process, over chan struct{}) // disturbs the process until over is closed
	after  func(end) error                         // undoes the fault
	struck func(end) bool                          // reports whether the program met the fault; if nil, it always does
	allows func(end) bool                          // reports whether the fault explains an exit code that is not 0
	doubts bool                                    // whether the fault may change which methods agree with a result
}

// kinds are drawn with equal probabilities.
var kinds = []kind{
	{"kill", "SIGKILL at a random moment", (*disturbed).kill},
	{"kill at call", "SIGKILL at a random system call", (*disturbed).killAtCall},
	{"interrupt", "SIGINT or SIGTERM at a random moment", (*disturbed).interrupt},
	{"stop", "SIGSTOP and SIGCONT, again and again", (*disturbed).stop},
	{"full disk", "a disk with no room, or with a little", (*disturbed).full},
	{"file limit", "a limit on the size of files", (*disturbed).fileLimit},
	{"call error", "an error of a random system call", (*disturbed).callError},
	{"slow call", "delays before and after a random system call", (*disturbed).slowCall},
	{"descriptors", "few descriptors", (*disturbed).descriptors},
	{"memory", "little address space", (*disturbed).memory},
	{"damage", "a damaged database or layer: a byte, a sector, the end", (*disturbed).damage},
	{"second", "a second process on the same database", (*disturbed).second},
}

// allow finds out which kinds of faults can be made on this machine.
func (s *soak) allow() {
	_, err := exec.LookPath("strace")
	if err == nil {
		err = exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=getppid:error=EIO", "true").Run()
	}
	traces := err == nil
	if !traces {
		s.missing = append(s.missing, fmt.Sprintf("no errors of system calls, since strace cannot be run: %v", err))
	}

	dir := filepath.Join(s.dir, "mount")
	if err = os.Mkdir(dir, 0o700); err == nil {
		err = syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k")
	}
	if err == nil {
		err = syscall.Unmount(dir, 0)
	}
	if s.mounts = err == nil; !s.mounts {
		s.missing = append(s.missing, fmt.Sprintf("no full disks but limits on files, since none can be mounted: %v", err))
	}

	for _, k := range kinds {
		switch k.name {
		case "kill at call", "call error", "slow call":
			if !traces {
				continue
			}
		}
		s.kinds = append(s.kinds, k)
	}

	help, _ := exec.Command(s.program, "audit", "--help").Output()
	s.salvages = strings.Contains(string(help), "--salvage")
}

// after waits for a time, and returns false if over is closed before.
func after(d time.Duration, over chan struct{}) bool {
	select {
	case <-time.After(d):
		return true
	case <-over:
		return false
	}
}

func (d *disturbed) kill(a attempt) (fault, error) {
	at := a.moment(d.random)
	return fault{
		detail: fmt.Sprintf("after %v", at),
		during: func(p *os.Process, over chan struct{}) {
			if after(at, over) {
				_ = p.Kill()
			}
		},
		struck: killed, allows: killed,
	}, nil
}

func killed(e end) bool { return e.signal == syscall.SIGKILL }

// interrupt returns a fault that sends SIGINT or SIGTERM to the program at a random moment. The program must then exit
// in time.
func (d *disturbed) interrupt(a attempt) (fault, error) {
	at := a.moment(d.random)
	signal := []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}[d.random.IntN(2)]
	var sent time.Time
	// The program exits with code 130, except before it handles signals: then the signal ends it.
	ended := func(e end) bool { return e.code == 130 || e.signal == signal }
	return fault{
		detail: fmt.Sprintf("%v after %v", signal, at),
		during: func(p *os.Process, over chan struct{}) {
			if after(at, over) {
				sent = time.Now()
				_ = p.Signal(signal)
			}
		},
		after: func(e end) error {
			if sent.IsZero() {
				return nil
			}
			took := time.Since(sent)
			d.soak.lock.Lock()
			defer d.soak.lock.Unlock()
			d.soak.slowest = max(d.soak.slowest, took)
			if took > late {
				return fmt.Errorf("it took %v to exit", took)
			}
			return nil
		},
		struck: ended, allows: ended,
	}, nil
}

// late is how long the program may take to exit after a signal. It promises one second, but shares the cores of the
// machine.
const late = 5 * time.Second

// stop returns a fault that stops the program and lets it continue, a few times. It explains no error.
func (d *disturbed) stop(a attempt) (fault, error) {
	times := 1 + d.random.IntN(5)
	moments := make([]time.Duration, 2*times)
	for i := range moments {
		moments[i] = a.moment(d.random) / time.Duration(times)
	}
	struck := false
	return fault{
		detail: fmt.Sprintf("run and stopped in turn for %v", moments),
		during: func(p *os.Process, over chan struct{}) {
			for i, m := range moments {
				if !after(m, over) {
					return
				}
				struck = true
				_ = p.Signal([]syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT}[i%2])
			}
		},
		struck: func(end) bool { return struck },
		allows: func(end) bool { return false },
	}, nil
}

func clear(e end) bool { return e.clear() }

func failed(e end) bool { return e.code != 0 }

// limited returns a fault that runs the program with a limit of the shell (ulimit). The function allows reports whether
// the limit explains how the program ended.
func limited(limit string, value int, allows func(end) bool) fault {
	return fault{
		detail: fmt.Sprintf("ulimit %s %d", limit, value),
		wrap:   []string{"sh", "-c", fmt.Sprintf(`ulimit %s %d; exec "$@"`, limit, value), "sh"},
		struck: failed, allows: allows,
	}
}

func (d *disturbed) fileLimit(attempt) (fault, error) {
	blocks := d.random.IntN(1 << (1 + d.random.IntN(11))) // of 512 bytes
	return limited("-f", blocks, clear), nil
}

// descriptors returns a fault that limits the number of open files. The process may then fail with a message or, if the
// limit is too low for the Go runtime, the runtime may give up.
func (d *disturbed) descriptors(attempt) (fault, error) {
	return limited("-n", 4+d.random.IntN(10), func(e end) bool { return e.clear() || e.starved() || e.code == 127 }), nil
}

// memory returns a fault that limits the address space. If it is too small for the Go runtime, the runtime crashes.
func (d *disturbed) memory(attempt) (fault, error) {
	return limited("-v", 50_000+d.random.IntN(1_500_000), func(e end) bool {
		return e.clear() || e.starved() || e.code == 127 || e.signal == syscall.SIGSEGV
	}), nil
}

// full returns a fault that leaves the disk of the job, if it is separate, with little or no free space.
func (d *disturbed) full(attempt) (fault, error) {
	if !d.mounted {
		return fault{}, nil
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(d.dir, &disk); err != nil {
		return fault{}, err
	}
	size := (disk.Blocks-disk.Bfree)*uint64(disk.Bsize) + uint64(d.random.IntN(1<<d.random.IntN(20)))
	if err := d.resize(size); err != nil {
		return fault{}, err
	}
	return fault{
		detail: fmt.Sprintf("%d bytes in all", size),
		after:  func(end) error { return d.resize(roomy) },
		struck: failed, allows: clear,
	}, nil
}

// calls lists the system calls that are made to fail, each with the errors that it may return. Close is not in the
// list: a real close that fails still closes the file, but strace would skip the call.
var calls = map[string][]string{
	"write":      {"ENOSPC", "EIO", "EINTR", "EDQUOT"},
	"pwrite64":   {"ENOSPC", "EIO", "EINTR", "EDQUOT", "EFBIG"},
	"pread64":    {"EIO", "EINTR"},
	"read":       {"EIO", "EINTR"},
	"openat":     {"EIO", "EMFILE", "ENFILE", "EACCES", "EINTR", "ENOMEM"},
	"fsync":      {"EIO", "ENOSPC", "EINTR"},
	"fdatasync":  {"EIO", "ENOSPC", "EINTR"},
	"ftruncate":  {"EIO", "ENOSPC", "EFBIG", "EINTR"},
	"linkat":     {"EIO", "ENOSPC", "EPERM", "EMLINK"},
	"renameat":   {"EIO", "ENOSPC"},
	"renameat2":  {"EIO", "ENOSPC"},
	"unlinkat":   {"EIO", "EBUSY"},
	"mkdirat":    {"EIO", "ENOSPC"},
	"flock":      {"EINTR", "ENOLCK"},
	"fcntl":      {"EIO", "EINTR", "ENOLCK", "EAGAIN"},
	"mmap":       {"ENOMEM", "EAGAIN"},
	"newfstatat": {"EIO", "ENOMEM"},
	"fstat":      {"EIO", "ENOMEM"},
	"getdents64": {"EIO"},
}

// trace returns a fault for which strace disturbs a system call, such as write. The argument effect is the rest of
// strace's option inject, such as error=EIO:when=3.
func (d *disturbed) trace(call, effect string) fault {
	d.traces++
	path := filepath.Join(d.soak.dir, fmt.Sprintf("trace-%d-%d", d.number, d.traces))
	injection := call + ":" + effect
	struck := false
	return fault{
		detail: injection,
		wrap:   []string{"strace", "-f", "-qq", "-o", path, "-e", "trace=" + call, "-e", "inject=" + injection},
		after: func(end) error {
			data, err := os.ReadFile(path)
			struck = strings.Contains(string(data), "(INJECTED") || strings.Contains(string(data), "(DELAYED")
			if err == nil {
				err = os.Remove(path)
			}
			return err
		},
		struck: func(e end) bool { return struck || killed(e) },
	}
}

// call draws which call to disturb: the name of a system call, and a number n for the nth call of this name.
func (d *disturbed) call() (call string, number int) {
	names := []string{"pwrite64", "fdatasync", "fsync", "ftruncate", "openat", "linkat", "renameat", "unlinkat", "flock", "fcntl", "mmap",
		"write", "read", "pread64", "fstat", "newfstatat", "getdents64", "mkdirat", "renameat2"}
	// The first names, mostly of calls that write, are drawn more often.
	call = names[min(d.random.IntN(len(names)), d.random.IntN(len(names)))]
	return call, 1 + d.random.IntN(1<<d.random.IntN(6))
}

func (d *disturbed) killAtCall(attempt) (fault, error) {
	call, number := d.call()
	f := d.trace(call, fmt.Sprintf("signal=KILL:when=%d", number))
	f.allows = killed
	return f, nil
}

// callError returns a fault that lets a random system call fail: one call, or all calls from it on.
func (d *disturbed) callError(attempt) (fault, error) {
	call, number := d.call()
	failure := calls[call][d.random.IntN(len(calls[call]))]
	effect := fmt.Sprintf("error=%s:when=%d", failure, number)
	asksAgain := failure == "EINTR" || failure == "EAGAIN" // if every call failed so, the program would try for ever
	if d.random.IntN(3) == 0 && !asksAgain {
		effect += "+" // all later calls fail, too
	}
	f := d.trace(call, effect)
	// If no write works, the program cannot print an error, and the Go runtime may abort, because it writes to wake its
	// poller.
	mute := call == "write" && strings.HasSuffix(effect, "+")
	f.allows = func(e end) bool {
		return e.clear() || e.starved() || mute && (e.code == 1 || e.code == 2) && e.stderr == ""
	}
	return f, nil
}

// slowCall returns a fault that delays some calls of a system call. It explains no error.
func (d *disturbed) slowCall(attempt) (fault, error) {
	call, number := d.call()
	f := d.trace(call, fmt.Sprintf("delay_%s=%d:when=%d+%d", []string{"enter", "exit"}[d.random.IntN(2)], 1000+d.random.IntN(20_000), number, 1+d.random.IntN(8)))
	f.allows = func(end) bool { return false }
	return f, nil
}

// damage damages a random database or layer of the job before the program runs, which computes a damaged layer anew.
// After the run, it restores the database, or replaces it by the one that enumerate audit --salvage saves.
func (d *disturbed) damage(a attempt) (fault, error) {
	var files []string
	err := filepath.WalkDir(d.dir, func(path string, e fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err == nil && e.Type().IsRegular() && (ext == ".db" || ext == ".layer") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		return fault{}, err
	}
	path := files[d.random.IntN(len(files))]
	whole, err := os.ReadFile(path)
	if err != nil || len(whole) == 0 {
		return fault{}, err
	}

	// Choose a place, if possible one where the file has data.
	broken := []byte(string(whole))
	at := d.random.IntN(len(broken))
	for tries := 0; tries < 20 && broken[at] == 0; tries++ {
		at = d.random.IntN(len(broken))
	}

	var what string
	switch d.random.IntN(6) {
	case 0:
		what = "a sector of zeros"
		at = at / 512 * 512
		copy(broken[at:], make([]byte, 512))
	case 1:
		what = "cut off"
		broken = broken[:at]
	case 2:
		what = "a random sector"
		at = at / 512 * 512
		for i := at; i < min(at+512, len(broken)); i++ {
			broken[i] = byte(d.random.Uint32())
		}
	default:
		what = "a byte"
		broken[at] ^= byte(1 + d.random.IntN(255))
	}
	if err := os.WriteFile(path, broken, 0o600); err != nil {
		return fault{}, err
	}

	salvage := d.soak.salvages && filepath.Ext(path) == ".db" && d.random.IntN(2) == 0
	return fault{
		detail: fmt.Sprintf("%s of %s at %d of %d", what, filepath.Base(path), at, len(whole)),
		after: func(end) error {
			if filepath.Ext(path) != ".db" {
				return nil // the program has made the layer again
			}
			if salvage {
				if err := os.WriteFile(path, broken, 0o600); err != nil {
					return err
				}
				return d.salvage(path, whole)
			}
			return os.WriteFile(path, whole, 0o600)
		},
		allows: func(e end) bool { return e.clear() || e.code == 3 },
		doubts: true, // results are not compared with a damaged run
	}, nil
}

// salvage replaces a damaged database by the database that audit --salvage can save. If nothing can be saved, it
// restores the undamaged database.
func (d *disturbed) salvage(path string, whole []byte) error {
	saved := filepath.Join(d.dir, "saved.db")
	out, err := exec.Command(d.soak.program, "audit", "--db", path, "--salvage", saved).CombinedOutput()
	d.logf("salvage: %v %q", err, out)
	if err := os.Rename(saved, path); !errors.Is(err, fs.ErrNotExist) {
		d.lost = true
		return err
	}
	return os.WriteFile(path, whole, 0o600)
}

// second returns a fault that runs a second process on the same database at the same time: with the same command, or
// with one that only reads. Unless it is killed, it must succeed and, with the same command, print the right result.
func (d *disturbed) second(a attempt) (fault, error) {
	args, same := a.args, true
	if a.step.db == "" || d.random.IntN(2) == 0 {
		all, err := databases(d.dir)
		if err != nil || len(all) == 0 {
			return fault{}, err
		}
		same = false
		args = [][]string{{"audit", "--db"}, {"runs", "--db"}, {"results", "--db"}}[d.random.IntN(3)]
		args = append(append([]string{}, args...), filepath.Base(all[d.random.IntN(len(all))]))
	}

	begins := a.moment(d.random) / 2
	f := fault{}
	if d.random.IntN(3) == 0 {
		var err error
		if f, err = d.kill(a); err != nil {
			return f, err
		}
	}

	var other end
	var failure error
	return fault{
		detail: fmt.Sprintf("%v after %v, %s", args, begins, f.detail),
		during: func(_ *os.Process, over chan struct{}) {
			time.Sleep(begins)
			other, failure = d.soak.run(d.ctx, d.dir, args, f)
		},
		after: func(end) error {
			switch {
			case failure != nil:
				return failure
			case other.code == 0 && same && !a.step.free && other.stdout != a.want.stdout:
				return fmt.Errorf("the second process prints\n%s", other.stdout)
			case other.code != 0 && !(f.allows != nil && f.allows(other)):
				return fmt.Errorf("the second process: %v", other)
			}
			return nil
		},
		allows: func(end) bool { return false },
	}, nil
}
