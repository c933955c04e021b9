// Package fleet has many machines do one run: a coordinator, who has the database, and workers,
// who come and go.
//
// [Serve] is the coordinator. It derives what is to do from the database, fills a queue with it,
// stores what the workers say, each in a run of its own (checkpoints.Crew), and has a second one do
// some of it again. [Worker.Work] takes batches from the queue, and repeats what it has found until it
// is told that it is stored. [Simulate] runs the same scheduler in virtual time, to see what a
// fleet would do.
//
// The queue is a JetStream stream of NATS in memory. It may lose, repeat and reorder what it
// likes: a message is never evidence, the stream is new with every start, and what is overdue is
// given away again. So nothing that befalls the queue, or that any worker sends, can spoil a
// total; it can cost time. docs/guide/machines.md says what is promised, and what not.
//
// The files, in the order to read them: message.go (what is sent), scheduler.go (who does what;
// no network, no clock, no disk), coordinator.go, worker.go, server.go (the NATS server, and who
// may do what on it), cluster.go (servers that others run), url.go, board.go (the status over HTTP),
// simulate.go.
package fleet
