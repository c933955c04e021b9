package enumerate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A sleeper is a function of a test that may call time.Sleep because real time has to pass in it; reason says why.
// In a bubble of testing/synctest sleeping takes no real time, so calls there do not count.
type sleeper struct {
	file, function string
	calls          int
	reason         string
}

// sleepers lists the tests that sleep. All other tests wait for conditions, with package internal/eventually.
var sleepers = []sleeper{
	{"tools/bench/browser/export_test.go", "TestACopyAnswersOffline", 1, "waits longer than browsers keep an idle service worker alive; only with -all"},
	{"tools/bench/browser/line_test.go", "TestLineByTouch", 1, "a swipe takes time: browsers treat a faster one as a fling"},
	{"tools/bench/browser/main_test.go", "prepared", 1, "the browser still writes files for a moment after it has ended; leftover files are not a failure"},
	{"tools/bench/browser/simulate_test.go", "TestNamesOfPlayersWhoRunDoNotCollide", 1, "looks at moving players several times"},
	{"tools/bench/browser/simulate_test.go", "TestPlayersRun", 1, "only the passing of time can show that nothing happens while the simulation is paused"},
	{"tools/bench/browser/simulate_test.go", "tab.settle", 1, "a value is at rest if it stays the same for a while"},
	{"tools/bench/browser/tab_test.go", "poll", 1, "polls a page; this module cannot import internal/eventually"},
	{"tools/bench/soak/fault_test.go", "disturbed.second", 1, "a second process starts at a random moment of the first; no result depends on the moment"},
	{"checkpoints/shared_test.go", "TestAChangeSeesAllThatIsStored", 1, "leaves the lock free between two transactions, so that a process that polls for it can get it"},
	{"cmd/enumerate/fleet_unix_test.go", "process.freeze", 1, "the fault under test is a process that stands still for a certain time"},
	{"cmd/enumerate/fleet_unix_test.go", "proxy.hold", 1, "the fault under test is a connection that delays bytes for a certain time"},
	{"db/process_test.go", "TestTransactionsWaitForOtherProcesses", 1, "another process holds the lock for a while, so that Open has to wait; nothing shows that it waits"},
	{"internal/layers/process_unix_test.go", "TestKilledBuildsKeepFinishedLayers", 1, "kills a process at a random moment of a layer; no result depends on the moment"},
}

// bubbles lists, for each file, functions that are called only inside a bubble of testing/synctest, but are declared
// outside. So sleepsIn, which finds calls of time.Sleep, cannot see that they run in a bubble.
var bubbles = map[string][]string{
	"checkpoints/checkpoints_test.go": {"pause.Walk"},
	"cli/verb/input_test.go":          {"typist.Read"},
	"cli/verb/shown_test.go":          {"sleeper.Sample"},
}

// bubbleHelpers lists functions that run a function literal inside a bubble.
var bubbleHelpers = []string{"inVirtualTime", "inService"}

// A test that sleeps for a fixed time is slow, and may fail on a busy machine, so tests have to wait for conditions
// instead.
func TestTestsWaitForConditionsInsteadOfTime(t *testing.T) {
	allowed := make(map[[2]string]sleeper)
	for _, s := range sleepers {
		if s.reason == "" || s.calls == 0 {
			t.Errorf("%s: %s: expected a number of calls and a reason", s.file, s.function)
		}
		allowed[[2]string{s.file, s.function}] = s
	}

	found := make(map[[2]string]int)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != "." && strings.HasPrefix(entry.Name(), ".") {
			return fs.SkipDir
		}
		path = filepath.ToSlash(path)
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		for function, calls := range sleepsIn(t, path) {
			if !slices.Contains(bubbles[path], function) {
				found[[2]string{path, function}] = calls
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}

	for place, calls := range found {
		if want := allowed[place].calls; calls != want {
			t.Errorf("%s: %s calls time.Sleep %d times outside of a bubble, want %d: wait for a condition, or add the function to the table in sleep_test.go", place[0], place[1], calls, want)
		}
	}
	for place := range allowed {
		if found[place] == 0 {
			t.Errorf("%s: %s no longer calls time.Sleep: remove it from the table in sleep_test.go", place[0], place[1])
		}
	}
	if len(found) == 0 {
		t.Error("no call of time.Sleep found: this test is broken")
	}
}

// sleepsIn counts the calls of time.Sleep in each function of a file, outside of bubbles. A method is named
// TYPE.METHOD.
func sleepsIn(t *testing.T, path string) map[string]int {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}

	calls := make(map[string]int)
	for _, declaration := range file.Decls {
		name := "the declarations"
		if function, ok := declaration.(*ast.FuncDecl); ok {
			name = nameOf(function)
		}
		ast.Inspect(declaration, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if ok && startsBubble(call.Fun) {
				return false
			}
			if ok && isSelector(call.Fun, "time", "Sleep") {
				calls[name]++
			}
			return true
		})
	}
	return calls
}

func nameOf(function *ast.FuncDecl) string {
	if function.Recv == nil {
		return function.Name.Name
	}
	receiver := function.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	if name, ok := receiver.(*ast.Ident); ok {
		return name.Name + "." + function.Name.Name
	}
	return function.Name.Name
}

// startsBubble reports whether the called function e runs a function literal in a bubble of testing/synctest.
func startsBubble(e ast.Expr) bool {
	if name, ok := e.(*ast.Ident); ok {
		return slices.Contains(bubbleHelpers, name.Name)
	}
	return isSelector(e, "synctest", "Test")
}

func isSelector(e ast.Expr, pkg, name string) bool {
	selector, ok := e.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != name {
		return false
	}
	left, ok := selector.X.(*ast.Ident)
	return ok && left.Name == pkg
}
