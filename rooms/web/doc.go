// Package web is the web site of the command enumerate web: a user looks up games, plays games, and looks at results
// and at runs. A run is the count of all games of one size, stored in a database. Users on other machines need a token,
// which is part of the address.
//
//	server, err := web.Open("127.0.0.1:0", web.Site{Rulesets: games.All()})
//	fmt.Println(server.URL())
//	err = server.Run(ctx)
//
// Data flows one way: a page reads, computes what a request asks for, and changes nothing.
//
//	browser --request--> server.go: connections, and how long they may take
//	                     gate.go: host or token, origin
//	                     request.go: form, number of requests, deadline
//	                       |
//	                       v
//	                     a page: a type with its own file, such as lookupPage in lookup.go
//	                       |                      |                          |
//	                       v                      v                          v
//	                enum.Ruleset           checkpoints.Store          fleet.Board
//	                one game, in work.go   runs, under way            the run that is
//	                and its bounds         or done, read only         served with the page
//	                       |                      |                          |
//	                       +----------------------+--------------------------+
//	                                              v
//	browser <--HTML, JSON, SVG-- show.go: one layout, one stylesheet
//
// Each page is a type that owns its fields: an unexported field is used only in the file that declares it, as a test
// checks. The type pageBase has what all pages use: the Site that is shown, the layout, the limits of time, the
// processors.
//
//	site            pages.go     the pages and the order of the navigation
//	gate            gate.go      who may see the site
//	router          request.go   the handler of an address, within its limits; streams of events
//	layout          show.go      how a page, a file and an error are shown
//	processors      work.go      computations, each bounded in time
//	gameReader      game.go      the game of a request, with its ruleset and its address; public_table.go: which cells of a sheet an address contains
//	generator       random.go    random games and puzzles
//	gamePage        gamepage.go  what pages with games have in common: the form and the game in the address
//	answerer        parts.go     the answers about a game, a part each
//	cellForm        cells.go     the form with a cell for each choice
//	fault, remarks  fault.go     errors with a status; faults of the program
//
// Only a simulation of running players (live.go) outlives a request: it lasts as long as someone watches it.
//
// An address names its page:
//
//	frontPage     front.go      /                 what the game is
//	lookupPage    lookup.go     /lookup           the answers about a game, and each as JSON
//	playPage      play.go       /play             turnsPage, turns.go: against the solver; linePage, line.go: players in order
//	simulatePage  simulate.go   /simulate         players who run; liveSimulations, live.go: and are watched and dragged
//	numbersPage   numbers.go    /numbers          the tables; shipped.go: those of the program
//	classesPage   classes.go    /numbers/classes  lists of classes, with filters
//	runsPage      runs.go       /runs             runs that are not finished; follower, follow.go: in a database
//	documentsPage documents.go  /documents        documents and claims
//	formulaPage   formula.go    /formula          a formula as a game
//	phonePage     reach.go      /phone            how others reach the page; reach.go opens a browser, too
//
// The command web, and the site that is served together with a run, are in verb.go. The command can also copy the site
// for use without a server: export.go makes the copy, and alone.go makes its links relative, so that they work in any
// folder of a web host.
//
// In a copy a service worker, alone/worker.js, answers. If the answer is not a file of the copy, the worker asks the
// program of package offline, which has the handlers of this package compiled for a browser (GOOS=js). There the files
// that look at stored runs or documents are left out, and alone_js.go replaces them.
//
// Every page works without script. Script and style are separate files, and a strict Content-Security-Policy allows no
// others, so that what a user types is always text and never markup.
//
// To add a page, write a type with a method that returns its page, and a template, and name the type in newSite and
// listPages (pages.go). A page that reads games has a gamePage. Call compute (work.go) for everything that takes more
// than a moment.
package web
