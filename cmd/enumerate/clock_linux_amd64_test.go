package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"enumerate/cli/verb"
	"enumerate/internal/eventually"
	"enumerate/internal/golden"
)

// clocksCanBeSet returns nil if a test can set the clock of a process, or the reason why not: a sandbox may forbid
// tracing.
var clocksCanBeSet = sync.OnceValue(func() error {
	var c clock
	cmd := exec.Command("true")
	if err := c.startSet(cmd, year); err != nil {
		return err
	}
	return cmd.Wait()
})

// A clock is the wall clock of one process, which a test can set. A program asks for the time through code that the
// kernel maps into each process (clock_gettime, see vdso(7)); the test writes other code over it. The other clocks of
// the process do not change, just as when the wall clock of a machine is set.
type clock struct {
	memory *os.File // the memory of the process
	offset int64    // the address of the number of seconds that are added to the wall clock
}

// clockGettime is machine code that replaces the clock_gettime that the kernel maps into a process. It makes the system
// call, and adds an offset if the clock is the wall clock. The 8 bytes after the code are the offset.
var clockGettime = []byte{
	0xb8, 228, 0, 0, 0, // mov eax, 228: clock_gettime
	0x0f, 0x05, // syscall
	0x85, 0xff, // test edi, edi: CLOCK_REALTIME is 0
	0x75, 10, // jne to ret
	0x48, 0x8b, 0x0d, 6, 0, 0, 0, // mov rcx, offset
	0x48, 0x01, 0x0e, // add [rsi], rcx: its seconds
	0xc3, // ret
	0, 0, // so that the offset is aligned
}

// start starts a command whose clock is off by the given time, if clocks can be set here.
func (c *clock) start(cmd *exec.Cmd, off time.Duration) error {
	if clocksCanBeSet() != nil {
		return cmd.Start()
	}
	return c.startSet(cmd, off)
}

// startSet starts a command and writes the code and the offset into its memory before its first instruction.
func (c *clock) startSet(cmd *exec.Cmd, off time.Duration) (err error) {
	// A traced process stops before its first instruction. Only the thread that started it may let it go on.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	pid := cmd.Process.Pid
	defer func() {
		if err != nil {
			_ = cmd.Process.Kill()
		}
	}()
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, 0, nil); err != nil || !status.Stopped() {
		return fmt.Errorf("it does not stop at its first instruction: %v, %v", status, err)
	}
	at, err := clockCode(pid)
	if err != nil {
		return err
	}
	memory, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if c.memory != nil {
		c.memory.Close() // the memory of the process that was started before
	}
	c.memory, c.offset = memory, at+int64(len(clockGettime))
	if _, err := memory.WriteAt(clockGettime, at); err != nil {
		return err
	}
	if err := c.set(off); err != nil {
		return err
	}
	return syscall.PtraceDetach(pid)
}

// clockCode returns the address of the code of clock_gettime in the memory of a process.
func clockCode(pid int) (int64, error) {
	// The kernel's code is an ELF file that is mapped as [vdso].
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return 0, err
	}
	var from, to int64
	for line := range strings.Lines(string(maps)) {
		if strings.HasSuffix(line, "[vdso]\n") {
			if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err != nil {
				return 0, err
			}
		}
	}
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return 0, err
	}
	defer memory.Close()
	code := make([]byte, to-from)
	if _, err := memory.ReadAt(code, from); err != nil {
		return 0, err
	}
	file, err := elf.NewFile(bytes.NewReader(code))
	if err != nil {
		return 0, err
	}
	symbols, err := file.DynamicSymbols()
	for _, s := range symbols {
		if s.Name == "__vdso_clock_gettime" {
			return from + int64(s.Value), nil
		}
	}
	return 0, fmt.Errorf("no __vdso_clock_gettime: %v", err)
}

// set makes the clock off by the given time. If the process has ended, set does nothing.
func (c *clock) set(off time.Duration) error {
	if c.memory == nil {
		return nil
	}
	_, err := c.memory.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(off/time.Second)), c.offset)
	if errors.Is(err, io.ErrUnexpectedEOF) { // the process has ended, and its memory is gone
		return nil
	}
	return err
}

const year = 365 * 24 * time.Hour

// A run that several machines share must not depend on their clocks. With its clock set to several times, a coordinator
// must still say that it is healthy. A worker whose clock differs by two lifetimes of the coordinator's certificate
// must be accepted, and the total must be right.
func TestClocksMayBeWrong(t *testing.T) {
	if err := clocksCanBeSet(); err != nil {
		t.Skip("no clock can be set here: ", err)
	}
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	t.Parallel()
	dir, address, web := t.TempDir(), freeAddress(t), freeAddress(t)
	db := filepath.Join(dir, "test.db")
	serve := beginAt(t, -80*year, "serve", "--n", "7", "--db", db, "--listen", address, "--web", web, "--lease", "1s", "--format", "csv")
	awaitFile(t, db+".join")
	for _, off := range []time.Duration{-80 * year, 90 * year, 0, -5 * time.Minute} {
		if err := serve.set(off); err != nil {
			t.Fatal(err)
		}
		// The next status has the time of the changed clock.
		eventually.True(t, func() bool {
			answer, err := http.Get("http://" + web + "/status")
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			var status struct{ At time.Time }
			if err := json.NewDecoder(answer.Body).Decode(&status); err != nil {
				t.Fatal(err)
			}
			wrong := time.Until(status.At) - off
			return -time.Minute < wrong && wrong < time.Minute
		})
		answer, err := http.Get("http://" + web + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("set by %v it answers %s to /healthz", off, answer.Status)
		}
	}
	worker := beginAt(t, 80*year, "work", "@"+db+".join", "--workers", "1")
	for what, p := range map[string]*process{"the coordinator": serve, "the worker": worker} {
		if code := <-p.ended; code != verb.ExitDone {
			t.Errorf("%s ends with exit code %d: %s", what, code, p.stderr.String())
		}
	}
	if want := golden.Total("wonderwall", 7, "solvable-classes"); !strings.Contains(serve.out.String(), want) { // by three methods
		t.Errorf("it prints\n%swant %s solvable classes", serve.out.String(), want)
	}
}
