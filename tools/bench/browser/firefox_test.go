package browser

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/net/websocket"
)

// A fox is a window of Firefox, which is driven by the protocol WebDriver BiDi.
type fox struct {
	*testing.T
	socket  *websocket.Conn
	context string // of the window
	number  int    // of the last command
	faults  []string
}

// A reply is what Firefox sends: the result of a command, or an event.
type reply struct {
	ID      int
	Type    string
	Error   string
	Message string
	Method  string
	Params  struct{ Level, Text string }
	Result  json.RawMessage
}

func newFox(t *testing.T) *fox {
	t.Helper()
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		t.Skip("needs firefox-esr")
	}
	cmd := exec.Command(program, "--headless", "--no-remote", "--profile", t.TempDir(), "--remote-debugging-port=0", "--remote-allow-origins=http://localhost")
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := ""
	lines := bufio.NewScanner(out)
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "WebDriver BiDi listening on ")
	}
	go func() {
		for lines.Scan() { // so that Firefox can write on
		}
	}()
	f := &fox{T: t}
	f.socket, err = websocket.Dial(address+"/session", "", "http://localhost")
	if err != nil {
		t.Fatalf("firefox at %q: %v", address, err)
	}
	f.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	var tree struct{ Contexts []struct{ Context string } }
	f.call("browsingContext.getTree", map[string]any{}, &tree)
	f.context = tree.Contexts[0].Context
	return f
}

// call sends a command to Firefox, and waits for its result.
func (f *fox) call(method string, params map[string]any, result any) {
	f.Helper()
	f.number++
	if err := websocket.JSON.Send(f.socket, map[string]any{"id": f.number, "method": method, "params": params}); err != nil {
		f.Fatal(err)
	}
	for {
		var got reply
		if err := websocket.JSON.Receive(f.socket, &got); err != nil {
			f.Fatal(err)
		}
		if got.Method == "log.entryAdded" && (got.Params.Level == "error" || got.Params.Level == "warn") {
			f.faults = append(f.faults, got.Params.Text)
		}
		if got.ID != f.number {
			continue
		}
		if got.Type == "error" {
			f.Fatalf("%s: %s: %s", method, got.Error, got.Message)
		}
		if result != nil {
			if err := json.Unmarshal(got.Result, result); err != nil {
				f.Fatal(err)
			}
		}
		return
	}
}

func (f *fox) visit(address string, width int) {
	f.Helper()
	f.call("browsingContext.setViewport", map[string]any{"context": f.context, "viewport": map[string]any{"width": width, "height": 800}}, nil)
	f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": address, "wait": "complete"}, nil)
}

// text runs a script on the page, and returns its value as a text.
func (f *fox) text(script string) string {
	f.Helper()
	var got struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.call("script.evaluate", map[string]any{"expression": "(async () => String(await (" + script + ")))()", "target": map[string]any{"context": f.context}, "awaitPromise": true}, &got)
	if got.Type != "success" {
		f.Fatalf("%s: %s", script, got.ExceptionDetails.Text)
	}
	return got.Result.Value
}

func (f *fox) until(what string) {
	f.Helper()
	poll(func() bool { return f.text("Boolean("+what+")") == "true" })
}

// press presses a key. WebDriver names a key by its character, and a key without one, such as Enter, by a private code
// point.
func (f *fox) press(key string) {
	f.Helper()
	f.call("input.performActions", map[string]any{"context": f.context, "actions": []any{map[string]any{
		"type": "key", "id": "keys", "actions": []any{map[string]any{"type": "keyDown", "value": key}, map[string]any{"type": "keyUp", "value": key}},
	}}}, nil)
}

const (
	foxTab   = "\ue004"
	foxEnter = "\ue007"
)

// axe returns the faults that axe-core finds on the page, one on each line.
func (f *fox) axe() string {
	f.Helper()
	f.call("script.evaluate", map[string]any{"expression": lab.axe, "target": map[string]any{"context": f.context}, "awaitPromise": false}, nil)
	return f.text(`axe.run({preload: false, resultTypes: ["violations"]}).then(r => r.violations.map(v => v.id + ": " + v.nodes[0].html.slice(0, 200)).join("\n"))`)
}

// No page of the menu may log an error or have a fault that axe-core finds in Firefox, on a desktop screen and on a
// phone. Then the test plays the demonstration, a game of nim with the keyboard alone, and a puzzle by following its
// hints.
func TestFirefox(t *testing.T) {
	f := newFox(t)
	pages := []string{"", "lookup", "lookup?ruleset=nim&game=3%2C5%2C7", "play?ruleset=col&level=2&seed=1", "simulate", "numbers", "documents", "formula", "runs"}
	for _, width := range []int{1280, 390} {
		for _, at := range pages {
			f.visit(lab.web.url+at, width)
			if out := f.text(stickingOut + ".join()"); out != "" {
				t.Errorf("%s at %d px: %s sticks out", at, width, out)
			}
			if faults := f.axe(); faults != "" {
				t.Errorf("%s at %d px: %s", at, width, faults)
			}
		}
	}

	f.visit(lab.web.url, 1280)
	f.text(`document.getElementById("solve").click()`)
	f.until(`document.getElementById("solve").textContent === "Put them back"`)

	f.visit(lab.web.url+"play?"+url.Values{"ruleset": {"nim"}, "game": {"2,3"}, "you": {"first"}, "solver": {"random"}, "seed": {"1"}}.Encode(), 1280)
	const onBoard = `document.activeElement.matches(".board a")`
	for range 2 * mostStops {
		if f.text(onBoard) == "true" {
			break
		}
		f.press(foxTab)
	}
	f.turns(func() bool { return f.text(onBoard) == "true" })
	if over := f.text(`document.getElementById("now").innerText`); !strings.HasSuffix(over, ".") {
		t.Errorf("the game ends with %q, and the focus on %s", over, f.text("document.activeElement.outerHTML.slice(0, 100)"))
	}

	f.visit(lab.web.url+"play?ruleset=wonderwall&level=1&seed=1", 390)
	f.text(`document.getElementById("ask-hint").focus()`)
	f.turns(func() bool {
		return f.text(`document.getElementById("verdict").innerText.startsWith("Solved")`) == "false"
	})

	if f.faults != nil {
		t.Errorf("pages log %q", f.faults)
	}
	_ = f.socket.Close()
}

// turns presses Enter, and waits for the board that follows, as long as the function while returns true.
func (f *fox) turns(while func() bool) {
	f.Helper()
	for moves := 0; while(); moves++ {
		if moves == 40 {
			f.Fatal("the game does not end")
		}
		f.text(`document.getElementById("board").dataset.old = "yes"`)
		f.press(foxEnter)
		f.until(`document.getElementById("board")?.dataset.old === undefined`)
	}
}
