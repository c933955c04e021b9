// Package browser tests the page with a real browser: the program is built, its server started
// on a database of its own, and chromium driven through what people do with it.
//
//	cd tools/bench/browser && go test .
//	cd tools/bench/browser && go test . -args -all -shots DIR
//
// It is a module of its own, so that no one else downloads what drives the browser. It takes
// chromium, and npm for axe-core, whose rules of accessibility the pages are held to.
//
// Which pages there are is not written here: they are those that links and forms lead to from
// the front page (crawl_test.go), each of which is held to the same rules (page_test.go). What
// one page alone can do has a file of its own, such as line_test.go.
package browser
