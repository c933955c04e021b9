// Package checkpoints keeps runs: which one this is, which of its shards are
// done, how to resume it, join it with others and audit it.
//
// A run is one ruleset, size, method and enumeration version. Its shards are
// stored as they finish, each with its tally, within two seconds and each whole
// or not at all. What a run sums to is never believed but summed again from its shards, and
// proved, whenever it is asked for. [Store.Run] does all that one size needs: resume, walk,
// sum, prove, compare.
//
// A fresh run stands beside the runs of the same kind that are stored already.
// When it is finished it takes their place, provided that they agree; if they do
// not, that is ErrContradiction, and all of them are kept. See [Run.Finish].
//
// Several processes may use one database at once, each holding it for milliseconds: see package
// db. While a run is walked it can be read, merged and audited, and others can be walked.
// Processes that walk the same run share the work: each learns of what the others have stored
// when it stores something itself, and leaves that out. Where two did the same shards the
// tallies must be equal, and the later process goes on elsewhere. If a run is taken over
// or replaced while it is walked, the walk goes on in the run that has its shards now. Methods
// that keep files beside the database are the exception: one process at a time makes those.
//
// A sample is a run too, of one seed, whose shards are batches of trials. It is
// never finished: more trials can be added at any time, and its sum is that of
// its first batches. See [SampleRun]. Samples say nothing exact, and meet
// no other runs: [Store.ExactRuns] leaves them out, [Store.Pools] sums them.
//
// # Who is believed
//
// Shards of another database are believed when [Store.Merge] has compared them with those that
// are there, and in the end proved, which a part that moves games from one verdict to the other
// passes. [Offer.Verify] does some of its shards again before, and an [Audit] those that are
// stored. Each shard's record says who made it ([Contributor]), and a run's header who has found shards again
// ([Check]). Whatever a database says, nothing of it is printed that cannot be, and it takes
// memory in proportion to its size.
//
// What workers of a served run say (package fleet) goes into the run itself. A shard's record says too who has confirmed it;
// so it is known after a restart, and all that a worker has made can be deleted. What two workers say otherwise of a shard is
// not stored.
//
// # What the database holds
//
// Package db stores records without knowing what they mean. A run's header is a
// JSON object, see [Header], and so is a contributor's record, see [Contributor]. A shard's payload is
//
//	2 bytes   0, 0
//	uvarint   the number of the contributor who made it, 0 if that is not known
//	uvarint   the number of the contributor who has confirmed it, 0 for nobody
//	uvarint   how long one worker walked it, in nanoseconds
//	rest      its tally, see enum.Tally.MarshalBinary
//
// and a finished run's total, the sums over its shards, has the last two. So had shards before their records said who made
// them (version 1 of package db's format), and they are read: a tally has more than 0 verdicts, so none of them begins with 0, 0.
// Their contributors are those that the header lists, with the number of shards of each: who made which is known where
// that is one, and as long as all are there. Runs that have neither were stored before runs had contributors.
// What such a program stored of the workers of a served run is a run for each, which package fleet takes over.
package checkpoints
