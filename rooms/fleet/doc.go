// Package fleet computes one run, the count of one size, on many machines: a coordinator, which has the database, and
// workers, which come and go. The run is cut into shards, small independent pieces, and the result of a shard is a
// tally (package enum).
//
// [Serve] is the coordinator. It assigns batches of missing shards to workers, stores the results with their
// contributors, and has a share of the results verified. [Worker.Work] is a worker: it computes batches, and keeps each
// result until the coordinator says that the result is stored.
//
// Package [enumerate/enum] explains contributor, coordinator, assignment, lease, verification and ban. The other words
// of this package:
//
//   - worker: a key that takes part, with the machine behind it
//   - roster: the list of all workers that the coordinator knows
//   - letter: a message to the coordinator, with the key of its sender
//   - beat: the sign of life that a worker sends every two seconds
//   - delivery: a message with results
//   - contributor from elsewhere: one whose results this coordinator has only found in the database
//   - quorum: what confirms a result: an equal result of another worker, or one of the coordinator
//   - dispute: a shard for which two workers have different results, until the coordinator has computed it
//   - probation: the first shards of a new worker. Their results are only compared with known results, and not stored.
//     The probation ends when all results agree.
//
// The database is the only truth; everything else that the coordinator knows may be lost. A message is never evidence
// by itself: a result counts only if its shard was assigned to the worker that sends the result, and it confirms
// another result only if the worker was assigned to verify that result. Lost, late, repeated and reordered messages
// cost time, but the total stays right. docs/guide/machines.md says what is promised, and what is not.
//
// Coordinator and worker are state machines without goroutines, network, clock and disk: what they do follows only from
// the calls of their methods, so a test can repeat it. When a run is served, a loop of one goroutine calls these
// methods. Tests call them in virtual time, in an order that a seed decides: simulation_test.go with as many machines
// as a run may have, and simulator_test.go with every kind of fault.
//
// The files, in reading order:
//
//   - message.go: the messages
//   - coordinator.go: takes messages and answers them
//   - roster.go: the workers: keys, cores, pace, probation, bans
//   - contributors.go: the contributors, by number
//   - register.go: the state of every shard, its contributors, disputes, and the sum
//   - ledger.go: stores the changes of the register in the database
//   - local.go: what the coordinator computes itself
//   - checks.go: chooses which results are verified, and the verifier
//   - schedule.go, pass.go: assignments and leases; passes over all shards
//   - bans.go: bans workers, and discards their results
//   - intake.go: takes results to the register, answers them, and tells the other types the outcome
//   - status.go, board.go: how far the run is, and an HTTP handler that shows it
//   - mailbox.go, service.go: the messages that wait, and the coordinator's loop
//   - client.go, worker.go: a worker, and its loop
//   - server.go, cluster.go, url.go: the NATS server and who may do what on it, servers that others run, the join URL
//
// Each type of the coordinator owns its fields: owners_test.go fails if another file uses them. A type calls only the
// types above it in this list, and the coordinator calls every type. The type worker has an embedded part for each type
// that keeps something about workers.
package fleet
