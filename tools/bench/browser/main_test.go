package browser

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var (
	shots  = flag.String("shots", "", "directory for a picture of each page that is seen, at both widths, light and dark")
	all    = flag.Bool("all", false, "see every page, not two of each kind")
	useExe = flag.String("program", "", "the program to test, by default the one of this tree")
)

// lab has what all tests share: the program, a browser, and a server with a page.
var lab struct {
	dir     string
	program string
	axe     string // the source of axe-core
	browser context.Context
	web     *process // enumerate web, on a database of some walks, a count and a sample
	once    sync.Once
	site    *site // see crawled
}

func TestMain(m *testing.M) {
	flag.Parse()
	log.SetFlags(0)
	code, err := prepared(m)
	if err != nil {
		log.Print(err)
		code = 1
	}
	os.Exit(code)
}

// prepared sets up the lab and runs the tests.
func prepared(m *testing.M) (code int, err error) {
	if lab.dir, err = os.MkdirTemp("", "browser-"); err != nil {
		return 0, err
	}
	// The browser's processes write for a moment after it has ended, so removing the directory may fail at first.
	defer func() {
		for range 50 {
			if os.RemoveAll(lab.dir) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	}()
	if *shots != "" {
		if err := os.MkdirAll(*shots, 0o755); err != nil {
			return 0, err
		}
	}
	if lab.program, err = build(); err != nil {
		return 0, err
	}
	if lab.axe, err = download(); err != nil {
		return 0, err
	}
	db := filepath.Join(lab.dir, "web.db")
	for _, args := range []string{"--n 3..5", "count --n 3..6", "sample --n 4..8 --trials 200", "--game nimbers --n 3..4"} {
		if err := run(append(strings.Fields(args), "--db", db, "--resume", "--quiet")...); err != nil {
			return 0, err
		}
	}
	if lab.web, err = start("web", "--db", db); err != nil {
		return 0, err
	}
	defer lab.web.kill()
	options := chromedp.DefaultExecAllocatorOptions[:]
	// It is the same browser without windows, and takes less than half the time.
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	browser, cancel := chromedp.NewContext(allocator)
	defer cancel()
	if err := chromedp.Do(browser); err != nil {
		return 0, fmt.Errorf("chromium: %w", err)
	}
	lab.browser = browser
	return m.Run(), nil
}

func build() (string, error) {
	if *useExe != "" {
		return filepath.Abs(*useExe)
	}
	path := filepath.Join(lab.dir, "enumerate")
	cmd := exec.Command("go", "build", "-C", "../../..", "-trimpath", "-o", path, "./cmd/enumerate")
	cmd.Env = append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=0") // like the release
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// download gets axe-core with npm, and returns its source.
func download() (string, error) {
	dir := filepath.Join(lab.dir, "npm")
	for _, file := range []string{"package.json", "package-lock.json"} {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o644); err != nil {
			return "", err
		}
	}
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm, for axe-core: %w\n%s", err, out)
	}
	source, err := os.ReadFile(filepath.Join(dir, "node_modules/axe-core/axe.min.js"))
	return string(source), err
}

func run(args ...string) error {
	if out, err := exec.Command(lab.program, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("enumerate %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// A process is the program at work, with the page that it shows.
type process struct {
	cmd *exec.Cmd
	url string // ends in a slash

	mu     sync.Mutex
	said   strings.Builder // to standard error
	exited chan struct{}
	err    error // once it has exited
}

// start starts the program and waits until it has printed the address of its page to standard output or standard error.
func start(args ...string) (*process, error) {
	p := &process{cmd: exec.Command(lab.program, args...), exited: make(chan struct{})}
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	found := make(chan string, 2)
	var read sync.WaitGroup
	for i, pipe := range []func() (r interface{ Read([]byte) (int, error) }, err error){
		func() (interface{ Read([]byte) (int, error) }, error) { return p.cmd.StdoutPipe() },
		func() (interface{ Read([]byte) (int, error) }, error) { return p.cmd.StderrPipe() },
	} {
		r, err := pipe()
		if err != nil {
			return nil, err
		}
		read.Go(func() {
			for lines := bufio.NewScanner(r); lines.Scan(); {
				line := lines.Text()
				if i == 1 {
					p.mu.Lock()
					p.said.WriteString(line + "\n")
					p.mu.Unlock()
				}
				if _, url, ok := strings.Cut(" "+line, " http://"); ok {
					select {
					case found <- "http://" + url:
					default:
					}
				}
			}
		})
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		read.Wait()
		p.err = p.cmd.Wait()
		close(p.exited)
	}()
	select {
	case p.url = <-found:
		return p, nil
	case <-p.exited:
		return nil, fmt.Errorf("enumerate %s: %v\n%s", strings.Join(args, " "), p.err, p.stderr())
	}
}

func (p *process) stderr() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.said.String()
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.exited
}
