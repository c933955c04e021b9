package cli

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/text"
)

// A flag means the same thing on every command that has it, so each is defined
// here once.

// rulesets are those that the program has, the default first.
type rulesets []*enum.Ruleset

// game is the ruleset that --game names, with its parameters set.
type game struct {
	*enum.Ruleset
	rulesets rulesets
	offers   []offer // flags of the command that not every ruleset has
}

func (g *game) String() string {
	if g.Ruleset == nil {
		return ""
	}
	return g.Name
}

func (g *game) Type() string { return "RULESET" }

func (g *game) Set(text string) error {
	text, err := withFiles(text)
	if err == nil {
		var found *enum.Ruleset
		if found, err = enum.Find(g.rulesets, text); err == nil {
			g.Ruleset = found
		}
	}
	return err
}

// withFiles puts the content of a file in place of each value @FILE.
func withFiles(text string) (string, error) {
	name, settings, set := strings.Cut(text, ":")
	if !set {
		return text, nil
	}
	parts := strings.Split(settings, ",")
	for i, part := range parts {
		key, path, fromFile := strings.Cut(part, "=@")
		if !fromFile {
			continue
		}
		content, err := readSetting(path)
		if err != nil {
			return "", err
		}
		if strings.Contains(string(content), ",") {
			return "", fmt.Errorf("%s: there is a comma in it, which no value may have", path)
		}
		parts[i] = key + "=" + string(content)
	}
	return name + ":" + strings.Join(parts, ","), nil
}

// readSetting reads the file of a value. It may be one that does not end.
func readSetting(path string) ([]byte, error) {
	const most = 64 << 20
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	content, err := io.ReadAll(io.LimitReader(in, most+1))
	if len(content) > most {
		return nil, fmt.Errorf("%s: a value has at most %s", path, humanize.IBytes(most))
	}
	return content, err
}

func addGame(cmd *cobra.Command, g *game, all rulesets) {
	*g = game{Ruleset: all[0], rulesets: all}
	cmd.Flags().Var(g, "game", "the ruleset, such as jump:players=2; enumerate games lists them")
	_ = cmd.RegisterFlagCompletionFunc("game", func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
		return all.completions(word), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	})
}

// completions returns what a word may become that is the beginning of a ruleset's name, or
// of one with parameters.
func (all rulesets) completions(word string) (list []string) {
	name, settings, set := strings.Cut(word, ":")
	for _, r := range all {
		switch {
		case !set:
			list = append(list, r.Name)
		case r.Name == name:
			before, last := name+":", settings
			if comma := strings.LastIndexByte(settings, ','); comma >= 0 {
				before, last = before+settings[:comma+1], settings[comma+1:]
			}
			parameter, _, valued := strings.Cut(last, "=")
			for _, p := range r.Parameters {
				switch {
				case !valued && !strings.Contains(","+settings, ","+p.Name+"="):
					list = append(list, before+p.Name+"=")
				case valued && p.Name == parameter && strings.Contains(p.Values, "|"):
					for value := range strings.SplitSeq(p.Values, "|") {
						list = append(list, before+p.Name+"="+value)
					}
				}
			}
		}
	}
	return list
}

// complete has a shell complete the values of a flag.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

// names returns the names of methods.
func names(methods []enum.Method) (list []string) {
	for _, m := range methods {
		list = append(list, m.Name)
	}
	return list
}

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

func (s *sizes) Set(value string) error {
	first, last, ok := text.Range(value, 1, math.MaxInt)
	if !ok {
		return fmt.Errorf("want a size such as 6 or a range of sizes such as 3..8")
	}
	*s = sizes{first, last}
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
	complete(cmd, "method", methods)
}

// leastMemory is what some verbs need in any case.
const leastMemory = 64 << 20

// memory is a number of bytes, --memory.
type memory struct {
	bytes int64
	text  string // as it was given
}

func (m *memory) String() string { return m.text }
func (m *memory) Type() string   { return "SIZE" }

func (m *memory) Set(text string) error {
	bytes, err := humanize.ParseBytes(text)
	if err != nil || bytes < leastMemory || bytes > math.MaxInt64/2 {
		return fmt.Errorf("want a size from 64MiB on, such as 500MB or 4GiB")
	}
	*m = memory{int64(bytes), text}
	return nil
}

// usualMemory is 4 GiB or, if that is less, half of what the machine or the container has.
var usualMemory = sync.OnceValue(func() memory {
	usual := memory{4 << 30, "4GiB"}
	for _, there := range []memlimit.Provider{memlimit.FromCgroup, memlimit.FromSystem} {
		if bytes, err := there(); err == nil && bytes > 0 && bytes/2 < uint64(usual.bytes) {
			half := max(bytes/2, leastMemory)
			usual = memory{int64(half), humanize.IBytes(half)}
		}
	}
	return usual
})

// layers is how many of the bytes those layers of a count may have that do not go to files.
func (m memory) layers() int64 { return m.bytes / 4 * 3 }

func addWorkers(cmd *cobra.Command, workers *int, defaultWorkers int) {
	cmd.Flags().IntVar(workers, "workers", defaultWorkers, "how many work at once; the result does not depend on it")
}

// checkWorkers keeps the number within what a machine may have.
func checkWorkers(workers int) error {
	const most = 4096
	if workers < 1 || workers > most {
		return usagef("--workers %d: want a number from 1 to %d", workers, most)
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
		return usagef("--trials %d: want a number from 1 to %d", trials, uint64(most))
	}
	return nil
}

func addEstimates(cmd *cobra.Command, path *fileName) {
	cmd.Flags().Var(path, "estimates", "published figures, in CSV")
}

// wholeNumber is a flag that takes a whole number, not negative.
type wholeNumber uint64

func (n *wholeNumber) String() string { return strconv.FormatUint(uint64(*n), 10) }
func (n *wholeNumber) Type() string   { return "N" }

func (n *wholeNumber) Set(text string) error {
	x, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*n = wholeNumber(x)
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
		return fmt.Errorf("want a whole number from 1, such as 1000000007")
	}
	return nil
}

// addNumber adds a flag of that type, with a default.
func addNumber(cmd *cobra.Command, x *uint64, name string, value uint64, usage string) {
	*x = value
	cmd.Flags().Var((*wholeNumber)(x), name, usage)
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
		return fmt.Errorf("want the name of a file")
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
func openStore(path fileName, open func(string) (*checkpoints.Store, error), stderr io.Writer) (*checkpoints.Store, error) {
	name, err := storePath(path)
	if err != nil {
		return nil, err
	}
	return openNamed(name, open, stderr)
}

// openNamed opens a database, and says so if a power cut has left it torn, or runs of it are mended
// or joined.
func openNamed(path string, open func(string) (*checkpoints.Store, error), stderr io.Writer) (*checkpoints.Store, error) {
	store, err := open(path)
	if err != nil {
		return nil, err
	}
	if store.Torn() != nil {
		fmt.Fprintln(stderr, text.Printable(store.Torn().Error()))
	}
	store.Remark = func(remark string) { fmt.Fprintln(stderr, text.Printable(store.Path()+": "+remark)) }
	return store, nil
}

var (
	formats    = []string{"table", "json", "csv", "markdown"}
	allFormats = append(slices.Clone(formats), "bfile", "oeis")
)

// A formatFlag is a flag that takes one of some formats, --format.
type formatFlag struct {
	value string
	words []string
}

func (o *formatFlag) String() string { return o.value }
func (o *formatFlag) Type() string   { return "FORMAT" }

func (o *formatFlag) Set(text string) error {
	for _, w := range o.words {
		if w == text {
			o.value = text
			return nil
		}
	}
	return fmt.Errorf("want one of %s", strings.Join(o.words, ", "))
}

func addFormat(cmd *cobra.Command, format *formatFlag, words ...string) {
	*format = formatFlag{words[0], words}
	cmd.Flags().Var(format, "format", "how to print: "+strings.Join(words, ", "))
	complete(cmd, "format", func() []string { return words })
}

// of returns the spaces of the sizes, or of the only one that a ruleset has if none is given.
// Every size is tried before any is worked on, the largest first. A ruleset says by itself
// which sizes there are; that they are within the range it states is checked besides.
func (s sizes) of(r *enum.Ruleset, there enum.Range, space func(size int) (enum.Space, error)) ([]sized, error) {
	if s == (sizes{}) {
		if r.Sizes.First != r.Sizes.Last {
			return nil, usagef("say which size with --n, such as --n 6")
		}
		s = sizes{r.Sizes.First, r.Sizes.First}
	}
	if _, err := space(s.last); err != nil {
		return nil, usageError{err}
	}
	if !there.Contains(s.first) || !there.Contains(s.last) {
		return nil, usagef("%s takes from %d to %d %s here, not %v", r.Name, there.First, there.Last, r.Size, &s)
	}
	var spaces []sized
	for n := s.first; n <= s.last; n++ {
		made, err := space(n)
		if err != nil {
			return nil, usageError{err}
		}
		spaces = append(spaces, sized{made, n})
	}
	return spaces, nil
}

// sized is a space and its size.
type sized struct {
	enum.Space
	n int
}

// spacesBy returns the spaces of sizes as a method of the ruleset sees them.
func spacesBy(r *enum.Ruleset, m *enum.Method, s sizes) ([]sized, error) {
	there := r.Sizes
	if m.Name == enum.Walk {
		there = r.Walked
	}
	return s.of(r, there, func(size int) (enum.Space, error) { return m.Space(size, enum.Means{}) })
}

// walked returns the spaces of sizes that are walked.
func walked(r *enum.Ruleset, s sizes) ([]sized, error) {
	walk, err := r.Method(enum.Walk)
	if err != nil {
		return nil, usageError{err}
	}
	return spacesBy(r, walk, s)
}

// samplings returns the samplings of sizes.
func samplings(r *enum.Ruleset, s sizes, seed, trials uint64) (list []enum.Sampling, err error) {
	spaces, err := s.of(r, r.Sizes, func(size int) (enum.Space, error) { return sampling(r, size, seed, trials) })
	for _, space := range spaces {
		list = append(list, space.Space.(enum.Sampling))
	}
	return list, err
}

// sampling returns the sampling of a size.
func sampling(r *enum.Ruleset, size int, seed, trials uint64) (enum.Sampling, error) {
	if r.Sampler == nil {
		return enum.Sampling{}, usagef("games of %s cannot be drawn at random", r.Name)
	}
	return r.Sampling(size, seed, trials)
}
