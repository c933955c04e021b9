// Package browser tests the page with a real browser. It builds the program, starts its server on a new database, and
// lets Chromium do what users do.
//
//	cd tools/bench/browser && go test .
//	cd tools/bench/browser && go test . -args -all -shots DIR
//
// It is a separate module, so that users of the program need not download the packages that drive the browser. It needs
// Chromium, and npm to get axe-core, which checks the accessibility of the pages.
//
// The tests find the pages by following links and forms from the front page (crawl_test.go), and check all pages by the
// same rules (page_test.go). What only one page can do is tested in a separate file.
package browser
