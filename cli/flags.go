package cli

import (
	"fmt"
	"math"
	"math/big"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
)

// A flag means the same thing on every command that has it, so each is defined
// here once.

// sizes is a range of sizes, --n.
type sizes struct{ first, last int }

func (s *sizes) String() string {
	switch {
	case *s == sizes{}:
		return ""
	case s.first == s.last:
		return strconv.Itoa(s.first)
	}
	return fmt.Sprintf("%d..%d", s.first, s.last)
}

func (s *sizes) Type() string { return "N|N..M" }

func (s *sizes) Set(text string) error {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	a, err1 := strconv.Atoi(first)
	b, err2 := strconv.Atoi(last)
	if err1 != nil || err2 != nil || a < 1 || a > b {
		return fmt.Errorf("it takes a size such as 6 or a range of sizes such as 3..8")
	}
	*s = sizes{a, b}
	return nil
}

func addSizes(cmd *cobra.Command, s *sizes) {
	cmd.Flags().Var(s, "n", "size of the games, or a range of sizes")
}

// contain reports whether a size is one of them.
func (s *sizes) contain(n int) bool { return s.first <= n && n <= s.last }

// partFlag is a part of a walk, --shard.
type partFlag struct{ enum.Part }

func (p *partFlag) String() string {
	if p.Whole() {
		return ""
	}
	return p.Part.String()
}

func (p *partFlag) Type() string { return "RES/MOD" }

func (p *partFlag) Set(text string) (err error) {
	p.Part, err = enum.ParsePart(text)
	return err
}

func addPart(cmd *cobra.Command, p *partFlag) {
	cmd.Flags().Var(p, "shard", "only the shards whose number leaves RES modulo MOD")
}

// addMethod adds --method. Which methods there are depends on the ruleset.
func addMethod(cmd *cobra.Command, method *string, methods func() []string, usage string) {
	cmd.Flags().StringVar(method, "method", *method, usage)
	_ = cmd.RegisterFlagCompletionFunc("method", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return methods(), cobra.ShellCompDirectiveNoFileComp
	})
}

// memory is a number of bytes, --memory.
type memory struct {
	bytes int64
	text  string // as it was given
}

func (m *memory) String() string { return m.text }
func (m *memory) Type() string   { return "SIZE" }

func (m *memory) Set(text string) error {
	const least = 64 << 20 // what a count needs in any case
	bytes, err := humanize.ParseBytes(text)
	if err != nil || bytes < least || bytes > math.MaxInt64/2 {
		return fmt.Errorf("it takes a size from 64MiB on, such as 500MB or 4GiB")
	}
	*m = memory{int64(bytes), text}
	return nil
}

// limit has the garbage collector work harder before much more memory is used.
func (m memory) limit() { debug.SetMemoryLimit(m.bytes + m.bytes/4) }

func addMemory(cmd *cobra.Command, m *memory) {
	*m = memory{4 << 30, "4GiB"}
	cmd.Flags().Var(m, "memory", "how much the layers of a count may hold before they go to files")
}

func addWorkers(cmd *cobra.Command, workers *int, defaultWorkers int) {
	cmd.Flags().IntVar(workers, "workers", defaultWorkers, "how many work at once; the result does not depend on it")
}

// checkWorkers keeps the number within what a machine may have.
func checkWorkers(workers int) error {
	const most = 4096
	if workers < 1 || workers > most {
		return usagef("--workers %d: it takes a number from 1 to %d", workers, most)
	}
	return nil
}

func addTrials(cmd *cobra.Command, trials, seed *uint64) {
	addNumber(cmd, trials, "trials", 10_000, "how many games of each size")
	addNumber(cmd, seed, "seed", 1, "decides which games")
}

// checkTrials keeps the number within what floating point numbers tell apart.
func checkTrials(trials uint64) error {
	const most = 1 << 53
	if trials < 1 || trials > most {
		return usagef("--trials %d: it takes a number from 1 to %d", trials, uint64(most))
	}
	return nil
}

func addEstimates(cmd *cobra.Command, path *fileName) {
	cmd.Flags().Var(path, "estimates", "published figures, in CSV")
}

// number is a flag that takes a whole number, not negative.
type number uint64

func (n *number) String() string { return strconv.FormatUint(uint64(*n), 10) }
func (n *number) Type() string   { return "N" }

func (n *number) Set(text string) error {
	x, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("it takes a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*n = number(x)
	return nil
}

// modulus is a flag that takes a whole number of any size, at least 1.
type modulus struct{ big.Int }

func (m *modulus) String() string {
	if m.Sign() == 0 {
		return ""
	}
	return m.Int.String()
}

func (m *modulus) Type() string { return "P" }

func (m *modulus) Set(text string) error {
	if _, ok := m.SetString(text, 10); !ok || m.Sign() < 1 {
		return fmt.Errorf("it takes a whole number from 1, such as 1000000007")
	}
	return nil
}

// addNumber adds a flag of that type, with a default.
func addNumber(cmd *cobra.Command, x *uint64, name string, value uint64, usage string) {
	*x = value
	cmd.Flags().Var((*number)(x), name, usage)
}

func addQuiet(cmd *cobra.Command, quiet *bool) {
	cmd.Flags().BoolVarP(quiet, "quiet", "q", false, "no progress and no remarks")
}

// A fileName is the name of a file. An empty one is most often a variable of a script
// that is not set.
type fileName string

func (f *fileName) String() string { return string(*f) }
func (f *fileName) Type() string   { return "FILE" }

func (f *fileName) Set(text string) error {
	if text == "" {
		return fmt.Errorf("it takes the name of a file")
	}
	*f = fileName(text)
	return nil
}

func addDB(cmd *cobra.Command, path *fileName) {
	cmd.Flags().Var(path, "db", "the database (default $ENUMERATE_DB, or enumerate/enumerate.db in the user's state directory)")
}

// storePath returns the database that --db names, or the default one.
func storePath(path fileName) (string, error) {
	if path != "" {
		return string(path), nil
	}
	return checkpoints.DefaultPath()
}

// openStore opens it.
func openStore(path fileName, open func(string) (*checkpoints.Store, error)) (*checkpoints.Store, error) {
	name, err := storePath(path)
	if err != nil {
		return nil, err
	}
	return open(name)
}

// oneOf is a flag that takes one of some words.
type oneOf struct {
	value string
	words []string
}

func (o *oneOf) String() string { return o.value }
func (o *oneOf) Type() string   { return strings.Join(o.words, "|") }

func (o *oneOf) Set(text string) error {
	for _, w := range o.words {
		if w == text {
			o.value = text
			return nil
		}
	}
	return fmt.Errorf("it takes one of %s", strings.Join(o.words, ", "))
}

func addFormat(cmd *cobra.Command, format *oneOf, words ...string) {
	*format = oneOf{words[0], words}
	cmd.Flags().Var(format, "format", "how to print")
	_ = cmd.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	})
}

// spacesOf returns the spaces of all sizes of a range. Every size is tried
// before any is worked on.
func spacesOf(game string, s sizes) ([]sized, error) {
	ruleset, err := games.Named(game)
	if err != nil {
		return nil, usageError{err}
	}
	return eachSize(ruleset, s, ruleset.Space)
}

// eachSize returns the spaces of all sizes of a range, each as spaceOf returns it.
func eachSize(ruleset enum.Ruleset, s sizes, spaceOf func(size int) (enum.Space, error)) ([]sized, error) {
	s, err := sizesOf(ruleset, s)
	if err != nil {
		return nil, err
	}
	if _, err := spaceOf(s.last); err != nil { // before thousands below it are made
		return nil, usageError{err}
	}
	var spaces []sized
	for n := s.first; n <= s.last; n++ {
		space, err := spaceOf(n)
		if err != nil {
			return nil, usageError{err}
		}
		spaces = append(spaces, sized{n, space})
	}
	return spaces, nil
}

// exactOfSizes is spacesOf for a method that reaches exact totals, one that the ruleset
// has.
func exactOfSizes(game, method string, s sizes) ([]sized, error) {
	if method == checkpoints.Walk {
		return walkablesOf(game, s)
	}
	ruleset, err := games.Named(game)
	if err != nil {
		return nil, usageError{err}
	}
	return eachSize(ruleset, s, func(size int) (enum.Space, error) {
		return countedBy(checkpoints.Key{Ruleset: game, Size: size, Method: method}, enum.Means{})
	})
}

// countsOf returns the names of a ruleset's counts, the most usual one first.
func countsOf(ruleset enum.Ruleset) (names []string) {
	if counted, ok := ruleset.(enum.Counted); ok {
		for _, m := range counted.Methods() {
			names = append(names, m.Name)
		}
	}
	return names
}

// countedBy returns the space of a key under one of the ruleset's counts, or nil if
// its method is none of them.
func countedBy(k checkpoints.Key, m enum.Means) (enum.Space, error) {
	ruleset, err := games.Named(k.Ruleset)
	if err != nil {
		return nil, err
	}
	counted, ok := ruleset.(enum.Counted)
	if !ok || !slices.Contains(countsOf(ruleset), k.Method) {
		return nil, nil
	}
	return counted.Counting(k.Method, k.Size, m)
}

// walkablesOf is spacesOf for a walk.
func walkablesOf(game string, s sizes) ([]sized, error) {
	spaces, err := spacesOf(game, s)
	if err != nil {
		return nil, err
	}
	for _, s := range spaces {
		if err := enum.Walkable(s.space); err != nil {
			return nil, usageError{err}
		}
	}
	return spaces, nil
}

// sampledOf is spacesOf for samples.
func sampledOf(game string, s sizes) ([]sized, error) {
	spaces, err := spacesOf(game, s)
	if err != nil {
		return nil, err
	}
	for _, s := range spaces {
		if _, err := drawn(game, s.space); err != nil {
			return nil, usageError{err}
		}
	}
	return spaces, nil
}

// drawn returns a space whose games can be drawn at random.
func drawn(game string, s enum.Space) (enum.Sampled, error) {
	sampled, ok := s.(enum.Sampled)
	if !ok {
		return nil, fmt.Errorf("games of %s cannot be drawn at random", game)
	}
	return sampled, nil
}

// sized is a space and its size. It is no space itself: that would hide what more a
// space can do.
type sized struct {
	n     int
	space enum.Space
}

// sampling returns the sampling of a sized space that can be sampled.
func (s sized) sampling(game string, seed, trials uint64) enum.Sampling {
	sampled, err := drawn(game, s.space)
	if err != nil {
		panic(err) // see sampledOf
	}
	return enum.Sampling{Ruleset: game, Size: s.n, Of: sampled, Seed: seed, Trials: trials}
}
