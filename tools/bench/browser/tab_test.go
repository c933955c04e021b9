package browser

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A tab is a tab of the browser, in its own profile. The test fails if a page logs an error (also a violation of the
// Content-Security-Policy), throws an exception, opens a dialog, or contacts another host.
type tab struct {
	*testing.T
	ctx  context.Context
	host string

	mu     sync.Mutex
	at     string // the address that is visited
	faults []string
	// refused is set while the server is expected to answer with an error, which the console tells.
	refused bool
}

func newTab(t *testing.T, site string) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(lab.browser, chromedp.WithNewBrowserContext())
	at, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{T: t, ctx: ctx, host: at.Host}
	t.Cleanup(func() {
		cancel()
		b.mu.Lock()
		defer b.mu.Unlock()
		often := make(map[string]int)
		for _, fault := range b.faults {
			if often[fault]++; often[fault] == 1 {
				defer func() { b.Errorf("%s (%d times)", fault, often[fault]) }()
			}
		}
	})
	if err := chromedp.Listen(ctx, b.saw); err != nil {
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	call(b, cdplog.Enable, cdp.Empty{})
	b.screen(desk, light)
	return b
}

// saw records a fault if an event of the browser shows one.
func (b *tab) saw(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			for _, arg := range e.Args {
				b.fault("console: %s %s", arg.Description, arg.Value)
			}
		}
	case *runtime.EventExceptionThrown:
		b.fault("exception: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
	case *cdplog.EventEntryAdded:
		told := b.isRefused() && e.Entry.Source == cdplog.EntrySourceNetwork
		if (e.Entry.Level == cdplog.EntryLevelError || e.Entry.Level == cdplog.EntryLevelWarning) && !told {
			b.fault("console: %s: %s (%s)", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if to, err := url.Parse(e.Request.URL); err != nil || to.Scheme != "http" || to.Host != b.host {
			b.fault("request elsewhere: %s", e.Request.URL)
		}
	case *page.EventJavascriptDialogOpening:
		b.fault("dialog: %s", e.Message)
		go func() { _, _ = chromedp.Call(b.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{}) }()
	}
}

// fault makes the test fail at the end.
func (b *tab) fault(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = append(b.faults, fmt.Sprintf("%.200s: %.1000s", b.at, fmt.Sprintf(format, args...)))
}

func (b *tab) isRefused() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.refused
}

type screen struct {
	name          string
	width, height int64
	mobile        bool
}

var (
	desk  = screen{"desk", 1280, 800, false}
	phone = screen{"phone", 380, 800, true}
)

type theme string

const light, dark theme = "light", "dark"

func (b *tab) screen(s screen, t theme) {
	b.Helper()
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: s.width, Height: s.height, DeviceScaleFactor: 1, Mobile: s.mobile})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: string(t)}}})
}

func (b *tab) noScript() {
	b.Helper()
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

func (b *tab) visit(url string, status int64) {
	b.Helper()
	b.expect(url, status >= 400)
	b.arrives(status, chromedp.Navigate(url))
}

// expect says where the tab is next, and whether the server will refuse that.
func (b *tab) expect(at string, refused bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at, b.refused = at, refused
}

// arrives waits for the page to which an action leads, and fails if its status is another.
func (b *tab) arrives(status int64, action chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	response, err := chromedp.RunResponse(ctx, action)
	if err != nil {
		b.Fatalf("%s: %v", b.at, err)
	}
	if response == nil || response.Status != status {
		says := eval[string](b, "document.body.innerText")
		b.Fatalf("%s: status %v, want %d; the page says %.500q", b.at, response, status, says)
	}
}

// poll returns when a condition holds. It has no time limit: go test's -timeout ends the test and prints where it
// waited.
func poll(condition func() bool) {
	for !condition() {
		time.Sleep(20 * time.Millisecond)
	}
}

// until waits until a condition in JavaScript is true on the page, which may lead to another one meanwhile.
func (b *tab) until(condition string) {
	b.Helper()
	poll(func() bool { return b.holds(condition) })
}

// holds reports whether a condition in JavaScript is true on the page. If the browser leaves the page while it evaluates
// the condition, the evaluation fails, and holds returns false.
func (b *tab) holds(condition string) bool {
	b.Helper()
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`(async () => Boolean(await (`+condition+`)))()`, chromedp.EvalAwaitPromise))
	if err == nil {
		return value
	}
	if !isPageLeft(err) {
		b.Fatalf("%s: %v\n%.200s", b.at, err, condition)
	}
	return false
}

// isPageLeft reports whether an error of the browser says that the page of a script was replaced by another one. The
// protocol has one code, -32000, for most errors, so only the message tells them apart.
func isPageLeft(err error) bool {
	for _, message := range []string{
		"Inspected target navigated or closed",
		"Execution context was destroyed",
		"Cannot find context with specified id",
		"Cannot find default execution context",
	} {
		if strings.Contains(err.Error(), message) {
			return true
		}
	}
	return false
}

// do runs the steps one after the other, when the page is loaded. Until then, a page may scroll to the fragment of its
// address, and a click could miss its element. If the page replaces an element after a step has found it, do repeats
// the step.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	for _, step := range steps {
		b.until(`document.readyState === "complete"`)
		err := chromedp.Do(ctx, step)
		for err != nil && strings.Contains(err.Error(), "Could not find node with given id") {
			err = chromedp.Do(ctx, step)
		}
		if err != nil {
			b.Fatalf("%s: %v", b.at, err)
		}
	}
}

// eval returns the value of an expression in the page. If it is a promise, eval waits for the promised value.
func eval[T any](b *tab, script string) T {
	b.Helper()
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatalf("%s: %v\n%.200s", b.at, err, script)
	}
	return value
}

func call[P, R any](b *tab, cmd cdp.Command[P, R], params P) R {
	b.Helper()
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	result, err := chromedp.Call(ctx, cmd, params)
	if err != nil {
		b.Fatalf("%s: %s: %v", b.at, cmd.Method, err)
	}
	return result
}

// shoot keeps a picture of the page if -shots is set.
func (b *tab) shoot(name string) {
	b.Helper()
	if *shots == "" {
		return
	}
	size := eval[[]float64](b, "[innerWidth, Math.min(document.documentElement.scrollHeight, 4000)]")
	picture := call(b, page.CaptureScreenshot, page.CaptureScreenshotParams{
		CaptureBeyondViewport: new(true),
		Clip:                  &page.Viewport{Width: size[0], Height: size[1], Scale: 1},
	})
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture.Data, 0o644); err != nil {
		b.Fatal(err)
	}
}
