// Package fleet has many machines do one run: a coordinator, who has the database, and workers,
// who come and go.
//
// [Serve] is the coordinator. It derives what is to do from the database, gives each worker
// batches of shards as it wants them, stores what comes back, and by whom, and has a second one do
// some of it again. [Worker.Work] does batches, and repeats what it has found until it is told that it is stored.
//
// The database is the only truth, and what the coordinator remembers besides can be lost: who was
// given what, until when. A message is never evidence by itself: a result counts only from whom it was asked of,
// and a confirmation only from who was told to check. Messages may be lost, late, repeated and in
// another order; that costs time, and no total. docs/guide/machines.md says what is promised, and what not.
//
// Coordinator and worker are machines without goroutines, network, clock and disk: what they do follows
// from what they are told. In earnest a loop of one goroutine, with NATS and a clock, tells them; tests tell them in
// virtual time, in an order that a seed decides: one of as many machines as a run may have (simulation_test.go), and one of
// every fault (simulator_test.go).
//
// The files, in the order to read them: message.go (what is sent), coordinator.go (what it takes and
// answers), register.go (what is done of the run, by whom, and who is believed), ledger.go (how that is stored),
// scheduler.go (who does what), hand.go (a worker), mailbox.go, service.go (the coordinator's loop), worker.go (a worker's),
// server.go (the NATS server, and who may do what on it), cluster.go (servers that others run), url.go, board.go (the status over HTTP).
package fleet
