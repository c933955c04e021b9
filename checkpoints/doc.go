// Package checkpoints stores runs: it resumes, finishes, merges and audits them.
//
// A run is one ruleset, size, method and enumeration version. Each shard is stored with its tally within two seconds
// of being finished, completely or not at all. The sum of a run is not stored and believed: it is computed from the shards and
// proved whenever it is needed. [Store.Run] does everything for one size: resume, walk, sum, prove, compare.
//
// A fresh run is stored next to the earlier runs of its key. When it is finished, it replaces those that agree with it. If a
// run differs, the error is ErrContradiction, and all runs are kept. See [Run.Finish].
//
// Several processes may use a database at the same time, because each locks it only for milliseconds: see package db. During a walk the
// run can be read, merged and audited, and other runs can be walked. Processes that walk the same run share the work: whenever a
// process stores shards, it learns which shards the others have stored, and leaves these out. If two processes compute the same
// shard, the tallies must be equal. If a run is merged into another one during a walk, the walk continues in that run. Methods that keep files next
// to the database are an exception: only one process at a time can run them.
//
// A sample is a run with a seed, whose shards are batches of trials. It is never finished, because trials can always be added; its sum
// is that of its first batches. See [SampleRun]. Samples are no exact results: [Store.ExactRuns] leaves them out, and [Store.Pools]
// sums them.
//
// # Trust
//
// [Store.Merge] accepts shards of another database if they agree with the shards here and the sum passes its proof. A
// database that moves games from one verdict to another passes this. Therefore [Offer.Verify] computes some of its shards again before the merge,
// and [Audit] does so for stored shards. The payload of a shard names its [Contributor], and the header of a run lists each [Check].
// For any content of a database, only printable names are printed, and the memory is proportional to its size.
//
// Results of the workers of a served run (package fleet) are stored in the run itself, together with the contributor that confirmed them. So
// the coordinator knows after a restart which shards are confirmed, and can delete all shards of a worker. It
// does not store disputed results.
//
// # Content of the database
//
// Package db stores payloads without looking into them. The header of a run is a JSON object, see [Header], and so is each contributor, see
// [Contributor]. File payload.go describes the payload of a shard; a finished run has one more, its total.
//
// Databases of development versions are read. Payloads without contributors are those of version 1 of package db's format. The header
// lists their contributors with the number of shards of each, so who computed which shard is known only if there is one
// contributor. Runs without any contributors are older. Shards from the workers of a served run were once stored as one run
// for each worker; these runs can be read, but are never joined with others.
package checkpoints
