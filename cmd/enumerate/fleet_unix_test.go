//go:build unix

package main

import (
	"bufio"
	"bytes"
	"flag"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"enumerate/cli/verb"
	"enumerate/internal/eventually"
	"enumerate/internal/golden"
)

var fleetFaults = flag.Int("fleetfaults", 1, "how many faults of each kind a served run meets in the tests")

// A proxy passes the bytes between workers and a coordinator. It can cut their connections, or hold the bytes up.
type proxy struct {
	listener net.Listener
	to       string // the address of the coordinator

	mu    sync.Mutex
	conns []net.Conn
	flow  chan struct{} // closed while bytes may pass
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: to, flow: make(chan struct{})}
	close(p.flow)
	go p.serve()
	t.Cleanup(func() { l.Close(); p.cut() })
	return p
}

func (p *proxy) serve() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", p.to)
		if err != nil {
			in.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, in, out)
		p.mu.Unlock()
		go p.pass(in, out)
		go p.pass(out, in)
	}
}

// pass passes the bytes of one connection to another, except while the proxy holds them up.
func (p *proxy) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		p.mu.Lock()
		flow := p.flow
		p.mu.Unlock()
		<-flow
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

// hold lets no bytes pass for a time. No byte is lost.
func (p *proxy) hold(d time.Duration) {
	p.mu.Lock()
	flow := make(chan struct{})
	p.flow = flow
	p.mu.Unlock()
	time.Sleep(d)
	close(flow)
}

// A process is a command that is begun again whenever it is killed.
type process struct {
	t      *testing.T
	args   []string
	mu     sync.Mutex
	cmd    *exec.Cmd
	out    bytes.Buffer
	stderr bytes.Buffer
	ended  chan int // its exit code, unless it was killed
	gone   bool
	clock  clock
	off    time.Duration // how far its clock is off
}

func begin(t *testing.T, args ...string) *process { return beginAt(t, 0, args...) }

func beginAt(t *testing.T, off time.Duration, args ...string) *process {
	p := &process{t: t, args: args, ended: make(chan int, 1), off: off}
	go p.run()
	t.Cleanup(func() { p.mu.Lock(); p.gone = true; p.mu.Unlock(); p.signal(syscall.SIGKILL) })
	return p
}

// run starts the command again and again, until it exits without being killed.
func (p *process) run() {
	for {
		p.mu.Lock()
		if p.gone {
			p.mu.Unlock()
			return
		}
		cmd := command(p.t, p.args...)
		p.out.Reset()
		cmd.Stdout, cmd.Stderr = &p.out, &p.stderr
		p.cmd = cmd
		err := p.clock.start(cmd, p.off)
		p.mu.Unlock()
		if err != nil {
			p.t.Error(err)
			return
		}
		_ = cmd.Wait()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() {
			p.ended <- cmd.ProcessState.ExitCode()
			return
		}
	}
}

func (p *process) signal(s os.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd != nil && p.cmd.Process != nil {
		_ = p.cmd.Process.Signal(s) // it may have ended
	}
}

// set makes the clock of the process off by the given time, now and whenever the process is begun again.
func (p *process) set(off time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.off = off
	return p.clock.set(off)
}

func (p *process) freeze(d time.Duration) {
	p.signal(syscall.SIGSTOP)
	time.Sleep(d)
	p.signal(syscall.SIGCONT)
}

func awaitFile(t *testing.T, path string) {
	t.Helper()
	eventually.True(t, func() bool { _, err := os.Stat(path); return err == nil })
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// A run that a coordinator serves must have the right totals whatever happens to the machines and the network. At
// random moments the test kills and freezes workers and the coordinator, sets their clocks, and cuts or holds up their
// connections, until each kind of fault has happened as often as -fleetfaults says.
func TestServedRunsHaveTheSameTotalsUnderEveryFault(t *testing.T) {
	if testing.Short() {
		t.Skip("needs half a minute; go test runs it")
	}
	t.Parallel() // it waits more than it computes
	kinds := make(map[string]int)
	for seed := uint64(3); !t.Failed(); seed++ {
		serveDisturbed(t, seed, kinds)
		fewest := math.MaxInt
		for _, n := range kinds {
			fewest = min(fewest, n)
		}
		allKinds := len(kinds) == faultKinds || len(kinds) == faultKinds-clockKinds && clocksCanBeSet() != nil
		if allKinds && fewest >= *fleetFaults {
			break
		}
	}
	t.Logf("%v", kinds)
	if err := clocksCanBeSet(); err != nil {
		t.Log("no clock was set: ", err)
	}
}

const (
	faultKinds   = 8          // the number of kinds of faults in serveDisturbed
	clockKinds   = 2          // the number of these kinds that set a clock
	faultsOfARun = faultKinds // the number of faults of one run, which then comes to its end undisturbed
)

// serveDisturbed serves one run to workers while faults disturb it, and counts each fault in kinds. The kinds of faults
// follow each other in a fixed order, which continues in the next run.
func serveDisturbed(t *testing.T, seed uint64, kinds map[string]int) {
	t.Helper()

	// The coordinator listens at address. The file "through" is an invitation that leads through the proxy.
	random := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	address := freeAddress(t)
	between := newProxy(t, address)
	db := filepath.Join(dir, "test.db")
	serve := begin(t, "serve", "--n", "9", "--db", db, "--listen", address, "--lease", "2s", "--format", "csv")
	join := filepath.Join(dir, "through")
	awaitFile(t, db+".join")
	url, err := os.ReadFile(db + ".join")
	if err != nil {
		t.Fatal(err)
	}
	url = bytes.Replace(url, []byte(address), []byte(between.listener.Addr().String()), 1)
	if err := os.WriteFile(join, url, 0o600); err != nil {
		t.Fatal(err)
	}
	beginWorker := func(i int) *process {
		path := []string{join, join, db + ".join"}[i]
		return begin(t, "work", "@"+path, "--workers", "1", "--give-up", "10s")
	}
	var workers []*process
	for i := range 3 {
		workers = append(workers, beginWorker(i))
	}
	checkWorker := func(w *process, code int) {
		// A worker that was cut off during the last seconds of the run, or that was started later, cannot know that the
		// run is done. It may end with an error.
		if code != verb.ExitDone && !strings.Contains(w.stderr.String(), "no answer since") && !strings.Contains(w.stderr.String(), "no such file") {
			t.Errorf("seed %d: a worker ends with exit code %d: %s", seed, code, w.stderr.String())
		}
	}
	// A worker that was cut off for long gives up, and is begun again.
	beginAgain := func() {
		for i, w := range workers {
			select {
			case code := <-w.ended:
				checkWorker(w, code)
				workers[i] = beginWorker(i)
			default:
			}
		}
	}
	var log strings.Builder
	fault := func(what string, do func()) {
		kinds[what]++
		io.WriteString(&log, what+"\n")
		do()
	}
	some := func() *process { return workers[random.IntN(len(workers))] }
	span := func() time.Duration { return time.Duration(random.Int64N(int64(1500 * time.Millisecond))) }
	wrong := func() time.Duration {
		span := []time.Duration{90 * time.Minute, 90 * 365 * 24 * time.Hour}[random.IntN(2)]
		return time.Duration(random.Int64N(int64(2*span))) - span
	}
	set := func(what string, p *process) {
		fault(what, func() {
			if err := p.set(wrong()); err != nil {
				t.Error(err)
			}
		})
	}
	before := 0
	for _, n := range kinds {
		before += n
	}
	code := -1
	for i := before; code < 0; i++ {
		select {
		case code = <-serve.ended:
		case <-time.After(time.Duration(random.Int64N(int64(600 * time.Millisecond)))):
			beginAgain()
			switch {
			case i >= before+faultsOfARun:
			case i%faultKinds == 0:
				fault("a worker is killed", func() { some().signal(syscall.SIGKILL) })
			case i%faultKinds == 1:
				fault("the coordinator is killed", func() { serve.signal(syscall.SIGKILL) })
			case i%faultKinds == 2:
				fault("a worker is frozen", func() { some().freeze(span()) })
			case i%faultKinds == 3:
				fault("the coordinator is frozen", func() { serve.freeze(span()) })
			case i%faultKinds == 4:
				fault("connections are cut", between.cut)
			case i%faultKinds == 5:
				fault("connections are held up", func() { between.hold(span()) })
			case i%faultKinds == 6 && clocksCanBeSet() == nil:
				set("the clock of a worker is set", some())
			case i%faultKinds == 7 && clocksCanBeSet() == nil:
				set("the clock of the coordinator is set", serve)
			}
		}
	}
	want := golden.Total("wonderwall", 9, "solvable-classes") // by three methods
	if code != verb.ExitDone || !strings.Contains(serve.out.String(), want) {
		t.Errorf("seed %d: exit code %d, it prints\n%swant %s solvable classes\n%s%s", seed, code, serve.out.String(), want, log.String(), serve.stderr.String())
	}
	for _, w := range workers {
		checkWorker(w, <-w.ended)
	}
	if strings.Contains(serve.stderr.String(), "banned") {
		t.Errorf("seed %d: an honest worker is banned: %s", seed, serve.stderr.String())
	}
	out, err := command(t, "audit", "--rerun", "1%", "--db", db).Output()
	if want := db + ": 1 run, "; err != nil || !strings.Contains(string(out), want) || !strings.HasSuffix(string(out), " 0 faults\n") {
		t.Errorf("seed %d: the audit says %s%v, want one run without faults", seed, out, err)
	}
}

func TestAFullDiskLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds; go test runs it")
	}
	t.Parallel() // it waits more than it computes
	dir, address := t.TempDir(), freeAddress(t)
	db := filepath.Join(dir, "test.db")
	plain := command(t, "serve", "--n", "8", "--db", db, "--listen", address, "--format", "csv")
	limited := exec.Command("sh", append([]string{"-c", `ulimit -f 160; exec "$@"`, "sh", plain.Path}, plain.Args[1:]...)...)
	stderr, err := limited.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := limited.Start(); err != nil {
		t.Fatal(err)
	}
	awaitFile(t, db+".join")
	worker := begin(t, "work", "@"+db+".join", "--workers", "1", "--give-up", "1h")
	lines := bufio.NewScanner(stderr)
	for lines.Scan() && !strings.Contains(lines.Text(), "the workers keep their results") {
	}
	if !strings.Contains(lines.Text(), "the workers keep their results") {
		t.Fatalf("it does not say that there is no room: %q, %v", lines.Text(), limited.Wait())
	}
	if err := limited.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = limited.Wait()
	out, err := plain.Output()
	if err != nil || !strings.Contains(string(out), golden.Total("wonderwall", 8, "solvable-classes")) { // by three methods
		t.Errorf("with room it prints %s%v", out, err)
	}
	if code := <-worker.ended; code != verb.ExitDone {
		t.Errorf("the worker ends with exit code %d: %s", code, worker.stderr.String())
	}
}
