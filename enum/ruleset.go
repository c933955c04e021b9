package enum

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"enumerate/enum/single"
	"enumerate/internal/lists"
)

// A Ruleset is a game, with all that can be done with it. The fields of the first
// group are required. A field that is nil or empty says that the ruleset does not
// offer that. A Ruleset does not change once it is made.
type Ruleset struct {
	// Name is the name on the command line and in databases: one word without ":", "=" or
	// ",", that no other ruleset has. That of a ruleset whose parameters are set says which;
	// see package kit.
	Name    string
	Summary string // the game, on one line
	Size    string // what the size counts: "players"
	Sizes   Range  // that there are; the functions below refuse others, the engine does not
	Group   string // what relabels the games, and its order: "the players, n!"
	Example string // all arguments, --game too, that show the ruleset within a few seconds
	Akin    string // which sequences of the encyclopedia (OEIS) count what is akin to its classes
	// Space returns the labelled games of one size, for their numbers. The error
	// names the sizes there are.
	Space func(size int) (Space, error)

	// Methods are the ways to exact totals: first the walk, then the counts, the most
	// usual one first.
	Methods []Method
	// Lister returns what visits the classes of one size, one by one, or an error that
	// names the sizes that can be walked.
	Lister func(size int) (Lister, error)
	// Sampler returns a function that makes samplers of one size, each with buffers of
	// its own. The error names the sizes there are.
	Sampler func(size int) (func() Sampler, error)

	// Parameters are what can be set. With returns the ruleset with some set, by name,
	// and the others as by default. Its error says what is wrong with which value, and
	// what would be right. Settings that have the same games in all sizes have the same
	// Name; but a game that is read has the rules that were set.
	Parameters []Parameter
	With       func(values map[string]string) (*Ruleset, error)

	// Expansion is what is proved of the share of the first verdict in large sizes.
	Expansion *Expansion

	// Games is what can be done with one game.
	single.Games
	// Values returns the values that occur among the games of a size, in a fixed order,
	// where games have values that are more than a verdict.
	Values func(ctx context.Context, size int) ([]ValueCount, error)
}

// An Expansion is the share of the first verdict among the labelled games of size n, for large n.
type Expansion struct {
	// Terms returns the coefficients of n^0, n^-1, ... and n^-terms, up to O of the next power,
	// for terms from 1 to Most.
	Terms func(ctx context.Context, terms int) ([]*big.Rat, error)
	Most  int
}

// Walked returns the sizes that can be walked: those of the first method.
func (r *Ruleset) Walked() Range {
	if len(r.Methods) == 0 {
		return Range{First: 1}
	}
	return r.Methods[0].Sizes
}

// Method returns the method of that name, or an error that names those there are.
func (r *Ruleset) Method(name string) (*Method, error) {
	if i := slices.IndexFunc(r.Methods, func(m Method) bool { return m.Name == name }); i >= 0 {
		return &r.Methods[i], nil
	}
	names := lists.Map(r.Methods, func(m Method) string { return m.Name })
	return nil, fmt.Errorf("%s: %w", r.Name, single.Unknown("method", name, names))
}

// Independent groups methods: those of one group share code, and those of different groups share none. Groups, and
// the methods of each, have the order of the list.
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

// FindClasses returns the methods of a list that find how many classes have each verdict.
func (r *Ruleset) FindClasses(methods []string) []string {
	return slices.DeleteFunc(slices.Clone(methods), func(name string) bool {
		m, err := r.Method(name)
		return err == nil && m.GamesOnly
	})
}

// Sampling returns the sampling of the first trials of a seed, for a ruleset that has a
// Sampler.
func (r *Ruleset) Sampling(size int, seed, trials uint64) (Sampling, error) {
	space, err := r.Space(size)
	if err != nil {
		return Sampling{}, err
	}
	sampler, err := r.Sampler(size)
	if err != nil {
		return Sampling{}, err
	}
	s := Sampling{Ruleset: r.Name, Method: Sample, Size: size, Seed: seed, Trials: trials}
	return Trials(s, 0, space.Verdicts(), func() Trial {
		sampler := sampler()
		return func(ctx context.Context, _ uint64, random *rand.Rand) (int, uint64, Work, error) {
			verdict, work, err := sampler.Sample(ctx, random)
			return verdict, trialKey, work, err
		}
	}), nil
}

// Find returns the ruleset of a name such as "jump" or "jump:players=2,tie=inherit", with
// these parameters set. An error says which part of the name is wrong, and what there is.
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
			return nil, fmt.Errorf("the ruleset %s has no parameters to set, such as %q", plain, settings)
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

// Settings reads written settings of parameters, PARAMETER=VALUE with commas between them.
func Settings(written string, parameters []Parameter) (map[string]string, error) {
	names := lists.Map(parameters, func(p Parameter) string { return p.Name })
	values := make(map[string]string)
	for setting := range strings.SplitSeq(written, ",") {
		name, value, ok := strings.Cut(setting, "=")
		switch _, twice := values[name]; {
		case !ok:
			return nil, fmt.Errorf("%q sets no parameter; want PARAMETER=VALUE, with a comma between two", setting)
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

// Empty reports whether there is no size in the range.
func (r Range) Empty() bool { return r.First > r.Last }

// Contains reports whether a size is in the range.
func (r Range) Contains(size int) bool { return r.First <= size && size <= r.Last }

// In says the range in words, such as "with 2 to 4 columns", by the name of one and of
// several of what sizes count.
func (r Range) In(one, several string) string {
	switch {
	case r.Empty():
		return "with no number of " + several
	case r.Last == 1:
		return "with 1 " + one
	case r.First == r.Last:
		return fmt.Sprintf("with %d %s", r.First, several)
	}
	return fmt.Sprintf("with %d to %d %s", r.First, r.Last, several)
}

// The names of two methods that mean the same in every ruleset.
const (
	Walk   = "walk"   // visits one game of every class, or counts many at once
	Sample = "sample" // draws labelled games uniformly at random; no ruleset lists it, because it finds no exact numbers
)

// A Method is a way to the exact totals of a size. Workers, storage, parts, merging and
// audits serve all of them alike, by their spaces.
type Method struct {
	Name    string
	Summary string // on one line
	// SharesCode names the method of the ruleset whose code this method runs too, to find verdicts or to visit
	// games. A fault of that code makes both wrong in the same way, so the two count as one method. It is empty
	// if the method has such code of its own. See [Ruleset.Independent].
	SharesCode string
	// GamesOnly says that the method finds how many games have each verdict, and not how many classes.
	GamesOnly bool
	// Sizes are those that it reaches, where there is memory and time enough: the functions
	// below refuse others.
	Sizes Range
	// Space returns the space of one size as the method sees it, or an error that names
	// the sizes that it reaches. A space that holds files or much memory is an io.Closer.
	Space func(size int, m Means) (Space, error)
	// Estimate forecasts how long one core takes for a whole size, from probes that take
	// about so much processor time, or as much as they need. Nil if that is not known.
	Estimate func(ctx context.Context, size int, during time.Duration) (Forecast, error)
	// Layers makes the layers of the largest part of the work, tells Means.Observe of each,
	// and does nothing else. Nil if the method makes no layers.
	Layers func(ctx context.Context, size int, m Means) error
	// Certify begins a proof of how many labelled games of a size have the first verdict, for
	// checkers that share no code with the method. Nil if there is none.
	Certify func(ctx context.Context, size int) (Certificate, error)
	// Discard removes what the spaces of a size keep in the directory of their Means. Nil
	// if they keep nothing.
	Discard func(size int, dir string) error
}

// A Certificate is made by shards, in any order and on any machine, and then joined. It is the
// same each time.
type Certificate interface {
	Shards() int
	// Shard makes one of the shards, from 0, and writes it. Several goroutines may make some at once.
	Shard(ctx context.Context, shard int, to io.Writer) error
	// Join writes the certificate, once, and returns how many facts it states. Open opens a shard;
	// each may be opened more than once.
	Join(ctx context.Context, open func(shard int) (io.ReadCloser, error), to io.Writer) (facts int, err error)
}

// Means are what a space may use.
type Means struct {
	// Dir is a directory of the run's own for what does not fit in memory, or took so
	// long to make that it should survive an interruption. It is made when it is needed.
	// "" keeps everything in memory.
	Dir string
	// Memory is how many bytes the layers being made may hold, 0 for a default.
	Memory int64
	// Workers is how many make a layer at once, at least 1.
	Workers int
	// Observe, if not nil, is told how far the layers are, by one goroutine at a time.
	Observe func(LayerProgress)
	// Share, if not nil, is told how far a space with one shard is that is made at one go,
	// such as a kit.Direct: which share of the work is done, 0 to 1, as far as that is known
	// beforehand. What an earlier run has left is told first. Several goroutines may tell
	// at once, and not always in order.
	Share func(share float64)
	// Remark, if not nil, is told what is worth knowing, in one line.
	Remark func(string)
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

// A Parameter is one of a ruleset's parameters.
type Parameter struct {
	Name    string `json:"name"`
	Values  string `json:"values"` // that it takes, in words or as in "initial|inherit"
	Default string `json:"default"`
	Summary string `json:"summary"` // on one line
}

// A ValueCount says how often a value occurs among the games of a size.
type ValueCount struct {
	Value   string // in standard notation; a Grundy value as a number from 0
	Verdict string // of the space, that follows from it
	Games   *big.Int
	Classes *big.Int
	First   string // a game of the first class that has the value
}
