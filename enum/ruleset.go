package enum

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"time"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/internal/lists"
)

// A Ruleset is a kind of game with all operations that the program needs. The fields up to Space are required; others
// are empty or nil if the ruleset does not offer the operation. If a size is impossible, functions return an error that
// names the possible sizes. A Ruleset does not change after it is made.
type Ruleset struct {
	// Name is the name on the command line and in databases: one word without ":", "=" or ",". Settings of parameters
	// are part of the name; see package kit.
	Name    string
	Summary string // one line
	Size    string // what the size counts: "players"
	Sizes   Range  // the sizes that exist; nothing but the functions below enforces it
	Group   string // the relabelings, and the order of their group: "the players, n!"
	Example string // arguments, with --game, of a command that shows the ruleset in a few seconds
	// Space returns the labelled games of a size, without the means to walk them.
	Space func(size int) (Space, error)

	// Methods are the ways to exact totals: the walk, then the counts, the most usual first.
	Methods []Method
	Lister  func(size int) (Lister, error)
	// Sampler returns a function that makes samplers of a size, each with its own buffers.
	Sampler func(size int) (func() Sampler, error)
	// Values returns the values that occur among the games of a size, in a fixed order, if games have values besides
	// verdicts.
	Values func(ctx context.Context, size int) ([]playing.ValueCount, error)
	// Expansion returns an asymptotic expansion of the share of games with the first verdict among all labelled games
	// of size n, as n grows: the coefficients of n^0, n^-1, ..., n^-terms. terms is from 1 to MostTerms.
	Expansion func(ctx context.Context, terms int) ([]*big.Rat, error)
	MostTerms int
	// Akin names sequences of the OEIS that are related to the numbers of classes.
	Akin string

	// Parameters are what a user can set in the ruleset. With returns the ruleset with some of them set, by name.
	// Equivalent settings, with the same games in all sizes, give rulesets of the same Name. Such rulesets share stored
	// results, but each writes games with its own settings.
	Parameters []Parameter
	With       func(values map[string]string) (*Ruleset, error)

	// WithJudge returns the ruleset whose verdicts a program of the user, the judge, computes. The program becomes part
	// of the name.
	WithJudge func(ctx context.Context, j single.Judge) (*Ruleset, error)

	single.Games
}

// Walked returns the sizes that can be walked.
func (r *Ruleset) Walked() Range {
	if len(r.Methods) == 0 {
		return Range{First: 1}
	}
	return r.Methods[0].Sizes
}

// Method returns the method with a name, or an error that lists the methods.
func (r *Ruleset) Method(name string) (*Method, error) {
	if i := slices.IndexFunc(r.Methods, func(m Method) bool { return m.Name == name }); i >= 0 {
		return &r.Methods[i], nil
	}
	names := lists.Map(r.Methods, func(m Method) string { return m.Name })
	return nil, fmt.Errorf("%s: %w", r.Name, single.Unknown("method", name, names))
}

// Independent groups methods by the code that they run (see Method.SharesCode), in the order of the list.
func (r *Ruleset) Independent(methods []string) (groups [][]string) {
	groupOf := make(map[string]int) // by the method whose code is shared
	for _, name := range methods {
		code := name
		if m, err := r.Method(name); err == nil && m.SharesCode != "" {
			code = m.SharesCode
		}
		group, begun := groupOf[code]
		if !begun {
			group = len(groups)
			groupOf[code], groups = group, append(groups, nil)
		}
		groups[group] = append(groups[group], name)
	}
	return groups
}

// FindClasses returns those methods that count the classes of each verdict.
func (r *Ruleset) FindClasses(methods []string) []string {
	return slices.DeleteFunc(slices.Clone(methods), func(name string) bool {
		m, err := r.Method(name)
		return err == nil && m.GamesOnly
	})
}

// Find returns the ruleset with a name from a list, with the settings in the name, such as
// "jump:players=2,tie=inherit".
func Find(rulesets []*Ruleset, name string) (*Ruleset, error) {
	plain, settings, set := strings.Cut(name, ":")
	var names []string
	for _, r := range rulesets {
		switch {
		case r.Name != plain:
			names = append(names, r.Name)
		case !set:
			return r, nil
		case r.With == nil:
			return nil, fmt.Errorf("the ruleset %s has no parameters: leave out %q", plain, ":"+settings)
		default:
			values, err := Settings(settings, r.Parameters)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", plain, err)
			}
			return r.With(values)
		}
	}
	return nil, single.Unknown("ruleset", plain, names)
}

// Settings reads settings of parameters, such as "players=2,tie=inherit", and returns the values by parameter. It
// checks that the parameters exist, but not the values.
func Settings(written string, parameters []Parameter) (map[string]string, error) {
	names := lists.Map(parameters, func(p Parameter) string { return p.Name })
	values := make(map[string]string)
	for setting := range strings.SplitSeq(written, ",") {
		name, value, ok := strings.Cut(setting, "=")
		switch _, twice := values[name]; {
		case !ok:
			return nil, fmt.Errorf("%q is not a parameter with a value; expected PARAMETER=VALUE, separated by commas", setting)
		case !slices.Contains(names, name):
			return nil, single.Unknown("parameter", name, names)
		case twice:
			return nil, fmt.Errorf("the parameter %s is set twice", name)
		}
		values[name] = value
	}
	return values, nil
}

// A Range is all sizes from First to Last.
type Range struct {
	First int `json:"first"`
	Last  int `json:"last"`
}

// Empty reports whether the range has no sizes.
func (r Range) Empty() bool { return r.First > r.Last }

// Contains reports whether the range has a size.
func (r Range) Contains(size int) bool { return r.First <= size && size <= r.Last }

// Two methods that mean the same in every ruleset.
const (
	Walk   = "walk"   // visits one game of every class, or counts many in bulk
	Sample = "sample" // draws labelled games uniformly at random; Ruleset.Methods does not list it, because it finds no exact numbers
)

// IsSampling reports whether a method runs random trials: [Sample], and methods with a colon between the kind of trial
// and its settings.
func IsSampling(method string) bool { return method == Sample || strings.Contains(method, ":") }

// A Method is a way to the exact totals of a size.
type Method struct {
	Name    string // without a colon; see [IsSampling]
	Summary string // one line
	// SharesCode names another method of the ruleset whose code this method runs to find verdicts or to visit games, or
	// "". Such methods count as one if they agree, because a fault of shared code makes both results wrong in the same
	// way.
	SharesCode string
	// GamesOnly says that the method counts games but not classes.
	GamesOnly bool
	Sizes     Range // that the method can reach
	// Space returns all games of a size, divided into the shards that this method computes. If the Space holds files or
	// much memory, it is also an io.Closer.
	Space func(size int, m Means) (Space, error)
	// Estimate forecasts the time that one core takes for a size, by trying out pieces of the work for about the given
	// processor time. It may be nil.
	Estimate func(ctx context.Context, size int, during time.Duration) (Forecast, error)
	// Layers makes the layers (intermediate results) that are the largest part of the work for a size, without counting
	// any game, to show their size. It reports each to Means.Observe. It may be nil.
	Layers func(ctx context.Context, size int, m Means) error
	// Certify begins a proof of the number of labelled games with the first verdict, which programs that share no code
	// with the method can check. It may be nil.
	Certify func(ctx context.Context, size int) (Certificate, error)
	// Discard removes the files that spaces of a size keep in the directory Means.Dir. It is nil if they keep none.
	Discard func(size int, dir string) error
}

// A Certificate is a proof in shards (pieces), which are made in any order and on any machines. Joined, they are always
// the same file.
type Certificate interface {
	Shards() int
	// Shard writes a shard, from 0. Several goroutines may call it at the same time.
	Shard(ctx context.Context, shard int, to io.Writer) error
	// Join writes the certificate, and returns the number of facts that it states. It reads the shards with the
	// function open, possibly more than once each.
	Join(ctx context.Context, open func(shard int) (io.ReadCloser, error), to io.Writer) (facts int, err error)
}

// Means are the resources of a space, and its ways to report progress. Functions may be nil.
type Means struct {
	// Dir is a directory for layers (intermediate results) that do not fit in memory or should survive an interruption.
	// The space creates it if necessary. If Dir is "", everything stays in memory.
	Dir string
	// Memory is the number of bytes for layers in memory while they are made, or 0 for a default.
	Memory int64
	// Workers is the number of goroutines that make a layer, at least 1.
	Workers int
	// Observe receives the progress of layers, from one goroutine at a time.
	Observe func(LayerProgress)
	// Share receives the finished fraction, from 0 to 1, of a space with a single shard, where the number of finished
	// shards would show no progress. After a resumption, the first call has the fraction that was done before. Several
	// goroutines may call Share at the same time, so the fractions do not always ascend.
	Share  func(share float64)
	Remark func(string) // receives remarks of one line
}

// LayerProgress is the progress of making a layer, an intermediate result of a count.
type LayerProgress struct {
	Of            string // what is counted, in words
	Layer, Layers int    // the number of the layer, from 1, and of the last one
	Share         float64
	States        uint64 // of the layer; before the layer is done, the states in its tables and sorted runs
	Children      uint64 // the partial games that were merged into the states
	MergedStates  uint64 // the states that the final merge has read
	Bytes         int64
	Took          time.Duration
	Done          bool
	Alive, Dead   *big.Int // if done: the partial games that reached a state, and those that died since the layer before
}

// A Parameter is a parameter of a ruleset.
type Parameter struct {
	Name    string `json:"name"`
	Values  string `json:"values"` // possible values, in words or as in "initial|inherit"
	Default string `json:"default"`
	Summary string `json:"summary"` // one line
}
