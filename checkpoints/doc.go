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
// A sample is a run too, of one seed, whose shards are batches of trials. It is
// never finished: more trials can be added at any time, and its sum is that of
// its first batches. See [SampleRun]. Samples say nothing exact, and meet
// no other runs: [Store.Proved] leaves them out, [Store.Pools] sums them.
//
// # What the database holds
//
// Package db stores records without knowing what they mean. A run's header is a
// JSON object, see [Header]. A shard's payload is
//
//	uvarint   how long one worker walked it, in nanoseconds
//	rest      its tally, see enum.Tally.MarshalBinary
//
// and a finished run's total has the same form: the sums over its shards.
package checkpoints
