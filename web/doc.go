// Package web is the page: a user with a browser looks up games, plays them, and looks at
// results and at runs, on this machine or on one that shows them its token.
//
//	server, err := web.Open("127.0.0.1:0", web.Site{Rulesets: games.All()})
//	fmt.Println(server.URL())
//	err = server.Run(ctx)
//
// Data flows one way. A page reads, computes what a request asks for, and changes nothing:
//
//	browser --request--> server.go: connections, and how long they may take
//	                     request.go: host or token, origin, form, number at once, deadline
//	                       |
//	                       v
//	                     one of pages(): a file each, such as lookup.go and templates/lookup.html
//	                       |                      |                          |
//	                       v                      v                          v
//	                enum.Ruleset           checkpoints.Store          fleet.Board
//	                one game, in work.go   runs, under way            the run that is
//	                and its bounds         or done, read only         served with the page
//	                       |                      |                          |
//	                       +----------------------+--------------------------+
//	                                              v
//	browser <--HTML, JSON, SVG-- show.go: one layout, one stylesheet; events.go: what moves
//
// One thing lives longer than a request: players who run (live.go), for as long as they are watched.
//
// An address names the file of its handler. In this order the files tell how a page comes to be:
//
//	server.go, request.go   a connection and a request, and what either may take
//	pages.go, show.go       the pages there are; how a page, a file and an error are shown
//	work.go, events.go      a computation bounded in time; a stream of events
//	game.go, random.go      what pages with games share: the form, the game in the address
//	kept.go                 which part of a sheet addresses, links and files contain
//	front.go                /          what the game is
//	lookup.go, parts.go     /lookup    what is known of a game, a part each, and the parts as JSON; cells.go: its form
//	play.go                 /play      turns.go: against the solver; line.go: players in order
//	simulate.go             /simulate  players who run; live.go: and are watched and dragged
//	results.go              /results   the tables; shipped.go: those of the program; classes.go: lists
//	watch.go                /watch     runs that are not finished
//	sources.go              /sources   documents and claims
//	reach.go                /phone     how others reach the page, and a browser that opens
//	verb.go                 the verb web, and the page of a run that is served
//	export.go, alone.go     a copy that needs no server: files, and links that lead from anywhere
//
// In such a copy alone/worker.js, a service worker, answers in place of the server. What is no file it asks the
// program of package offline for: these handlers, compiled for a browser. There GOOS is js: files that look at
// stored runs or documents are left out, and alone_js.go says what is in their place.
//
// A page works without script. Script and style are files of their own, and a strict
// Content-Security-Policy allows no others; what a user types is text, never markup.
//
// To add a page, write its file with a method of site that returns a page, and its template,
// and name it in pages (pages.go). A page on which games are read is a gamePage (game.go). What
// takes more than a moment goes through compute (work.go).
package web
