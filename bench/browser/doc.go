// Package browser tests the page with a real browser: the program is built, its server started
// on a database of its own, and chromium driven through what people do with it.
//
//	cd bench/browser && go test .
//	cd bench/browser && go test . -shots DIR -rapid=false
//
// It is a module of its own, so that nobody else downloads what drives the browser. It takes
// chromium, and npm for axe-core, whose rules of accessibility the pages are held to.
//
// Nothing here knows which pages there are: they are those that links and forms lead to from
// the front page. Tests of what one page alone can do are named after it.
package browser
