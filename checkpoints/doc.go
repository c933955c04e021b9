// Package checkpoints stores runs: it resumes, finishes, merges and audits them.
//
// Terms, besides those of package enum:
//
//   - proved: a sum of shards is proved if it passes the check of its method (see enum.Prove)
//   - key: what identifies a computation: ruleset, size, method and, for a sample, seed
//   - payload: what the database holds for a shard, a contributor or a total
//   - finished: a run is finished if all its shards are stored and their proved sum is stored as its total
//   - damaged: a run is damaged if one of its records has a wrong checksum or cannot be decoded
//
// # Runs
//
// A run is one ruleset, size, method and fingerprint. Each shard is stored with its tally within two seconds of being
// finished, completely or not at all. The sum of a run is computed from its shards and proved whenever it is needed; a
// stored total is never believed. [Store.Run] does everything for one size: resume, walk, sum, prove, compare.
//
// A fresh run is stored next to the earlier runs of its key. When it is finished, it replaces the runs that agree with
// it. If a run differs, the error is ErrContradiction, and all runs are kept.
//
// Several processes may use a database at the same time: see package db. Processes that walk the same run share the
// work: whenever a process stores shards, it learns which shards the others have stored, and leaves these out. If two
// processes compute the same shard, the tallies must be equal. If a run is merged into another one during a walk, the
// walk continues in that run. A method that keeps files next to the database can run in one process at a time only.
//
// A sample is a run with a seed, whose shards are batches of trials. It is never finished, because trials can always be
// added, and its sum is that of the batches before the first missing one. See [SampleRun] and [Store.Pools].
//
// # Trust
//
// [Store.Merge] accepts shards of another database if they agree with the shards here and the sum passes its proof. A
// malicious database that moves games from one verdict to another passes both tests. Therefore [Offer.Verify] computes
// some of its shards again before the merge, and [Audit] computes stored shards again. The payload of a shard names its
// [Contributor], and the header of a run lists each [Check]. Only printable names are printed, and reading a database
// takes memory in proportion to its size.
//
// A served run is one whose shards a coordinator distributes to workers on other machines; see package fleet. The run
// stores the contributor that confirmed each result, so a restarted coordinator knows the confirmed shards, and can
// delete all shards of a worker.
//
// # Content of the database
//
// The header of a run is a JSON object, see [Header], and so is each contributor, see [Contributor]. File payload.go
// describes the payload of a shard, and of the total.
//
// Databases of development versions can be read. In version 1 of package db's format, the header listed the
// contributors with the number of shards of each, so the contributor of a shard is known only if there was just one.
// Older runs have no contributors. Development versions also stored the shards of a served run as one run for each
// worker; these runs are never merged with others.
package checkpoints
