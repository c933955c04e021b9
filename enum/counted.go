package enum

import (
	"context"
	"math/big"
	"time"
)

// A Counted is a ruleset that reaches the exact totals of a size without walking it,
// by one or several methods. Each makes a Space of its own, so that workers, storage,
// parts, merging and audits serve it as they serve a walk.
type Counted interface {
	Ruleset
	// Methods lists the methods, the most usual one first. "walk" and "sample" are
	// none of them.
	Methods() []Method
	// Counting returns the space of one size under one of the methods, or an error
	// that names the sizes or the methods there are. If the space is a Layered, it
	// is to be closed after use.
	Counting(method string, size int, m Means) (Space, error)
}

// A Method is a way to exact totals.
type Method struct{ Name, Summary string }

// Means are what a count may use.
type Means struct {
	// Dir is a directory of the run's own for what does not fit in memory, or took
	// so long to make that it should survive an interruption. It is created if
	// there is need. "" keeps everything in memory.
	Dir string
	// Memory is how many bytes the layers being made may hold, 0 for a default.
	Memory int64
	// Workers is how many make a layer at once, at least 1.
	Workers int
	// Observe, if not nil, is told how the layers come on, by one goroutine at a
	// time.
	Observe func(LayerProgress)
	// Remark, if not nil, is told what is worth knowing, in one line.
	Remark func(string)
}

// A Keeper is a Space that keeps more on disk than its shards, in the directory of its
// Means, so as to go on after an interruption.
type Keeper interface {
	Space
	// Discard removes it.
	Discard() error
}

// A Layered is a Space whose shards are pieces of the last layer of something that is
// made layer by layer. It makes the layers when the first shard is walked.
type Layered interface {
	Keeper // Discard closes, too
	// Close gives back memory and files. What is in files stays.
	Close() error
	// Layers makes the layers of the largest part of the work, and nothing else.
	Layers(ctx context.Context) error
	// Forecast foretells how many seconds one worker takes for the whole space, and
	// says in words how that is known.
	Forecast(ctx context.Context) (seconds float64, by string, err error)
}

// LayerProgress says how far a layer is.
type LayerProgress struct {
	Of            string // what is counted, in words
	Layer, Layers int    // 1 is the first that is made, Layers the last
	Share         float64
	States        uint64 // that it has; before it is done, that are in tables and runs
	Children      uint64 // that were merged into them
	Merged        uint64 // of the states in tables and runs, by the final merge
	Bytes         int64
	Took          time.Duration
	Done          bool
	Alive, Dead   *big.Int // once done: partial games that lead to its states, and that died on the way from the layer before
}
