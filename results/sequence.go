package results

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"enumerate/data"
	"enumerate/enum"
)

// A Sequence is a column of a ruleset's numbers: one term for each size. It can be written for the On-Line Encyclopedia
// of Integer Sequences, as a b-file (a line "n term" for each term) or as the fields of a new entry.
type Sequence struct {
	ruleset    *enum.Ruleset
	column     string           // games, classes, VERDICT-games or VERDICT-classes
	terms      map[int]string   // by size
	methods    map[string][]int // by method: the sizes whose terms this method has found
	games      []int            // the sizes at which the sum of the games was checked
	classes    []int            // the sizes at which the number of classes was checked against the formula
	formula    []int            // the sizes whose term is the formula's number of classes
	tableSizes []int            // the sizes whose terms are from a table, not from a run
	source     string           // where the table of these terms is from
}

// add adds the term of size n. For the comments of the OEIS entry, it also records which methods found the term and
// what was checked.
func (s *Sequence) add(n int, term string, methods []string, checks enum.Checks) {
	s.terms[n] = term
	if s.column == "classes" && checks.Classes == enum.ByFormula { // a formula found the term, and no method did
		s.formula = append(s.formula, n)
		methods = nil
	}
	for _, m := range methods {
		s.methods[m] = append(s.methods[m], n)
	}
	if checks.Games == enum.Checked {
		s.games = append(s.games, n)
	}
	if checks.Classes == enum.Checked {
		s.classes = append(s.classes, n)
	}
}

func (s *Sequence) name() string {
	verdict, of := "", s.column
	if i := strings.LastIndex(of, "-"); i >= 0 {
		verdict, of = " with the verdict "+of[:i], of[i+1:]
	}
	what, up := "labelled games", ""
	if of == "classes" {
		what, up = "games", " up to relabeling"
	}
	return fmt.Sprintf("Number of %s of %s%s%s, where n is the number of %s.", what, s.ruleset.Name, verdict, up, s.ruleset.Size)
}

func (s *Sequence) definition() string {
	return fmt.Sprintf("The game: %s. Group of relabelings: %s.", s.ruleset.Summary, s.ruleset.Group)
}

// BFileName returns the name of the b-file of a column of a ruleset.
func BFileName(ruleset, column string) string {
	return strings.TrimSuffix(data.FileName(ruleset+"-"+column), ".csv") + ".txt"
}

// span returns the first size that has a term, and the first size after it that has none, or the same size twice if
// there are no terms.
func (s *Sequence) span() (first, end int) {
	if len(s.terms) > 0 {
		first = slices.Min(slices.Collect(maps.Keys(s.terms)))
	}
	for end = first; s.terms[end] != ""; end++ {
	}
	return first, end
}

// BFile returns the terms before the first unknown term as a b-file. The comments at its head depend on the column
// alone, so that the file changes only if its terms do.
func (s *Sequence) BFile() string {
	origin := "every number is from a finished run"
	if s.column == "classes" {
		origin += ", or from the formula for the number of classes if no run counts classes"
	}
	text := "# " + s.name() + "\n# " + s.definition() + "\n# Computed by enumerate: " + origin + ". Runs are checked by all known formulas.\n"
	for n, end := s.span(); n < end; n++ {
		text += fmt.Sprintf("%d %s\n", n, s.terms[n])
	}
	return text
}

// Write writes the terms before the first unknown term, in the format "bfile" or "oeis" (the fields of a new entry). It
// writes to stderr which known terms are left out and which are from a table.
func (s *Sequence) Write(out, stderr io.Writer, format string) error {
	first, end := s.span() // all terms from first to end-1 are known
	if first == end {
		return fmt.Errorf("no finished run counts the %s", strings.ReplaceAll(s.column, "-", " "))
	}
	if last := slices.Max(slices.Collect(maps.Keys(s.terms))); last >= end {
		fmt.Fprintf(stderr, "the terms end before n = %d, which is unknown, although n = %d is known\n", end, last)
	}
	if kept := within(s.tableSizes, first, end); kept != "" {
		fmt.Fprintf(stderr, "the terms of n = %s are from the %s\n", kept, s.source)
	}
	if format == "oeis" {
		return s.writeEntry(out, stderr, first, end)
	}
	_, err := io.WriteString(out, s.BFile())
	return err
}

// The encyclopedia's style sheet asks for about three lines of data, and for four terms.
const (
	maxData  = 260 // characters, including commas and blanks
	minTerms = 4
)

func (s *Sequence) writeEntry(out, stderr io.Writer, first, end int) error {
	var shown []string
	length, whole := 0, true
	offset := 0 // the number of the first term above 1, counted from 1; 0 if no term is
	for n := first; n < end; n++ {
		term := s.terms[n]
		if offset == 0 && term > "1" {
			offset = n - first + 1
		}
		whole = whole && length+len(term) <= maxData
		if whole {
			shown = append(shown, term)
			length += len(term) + len(", ")
		}
	}
	// An entry that shows all known terms asks for more.
	keywords := "nonn"
	if whole {
		keywords += ",more"
	} else {
		fmt.Fprintf(stderr, "DATA has the first %d of %d terms, the most that an entry shows; --format bfile prints all\n", len(shown), end-first)
	}
	if end-first < minTerms {
		fmt.Fprintf(stderr, "too few terms (%d): the encyclopedia asks for at least %d\n", end-first, minTerms)
	}
	akin := ""
	if strings.HasSuffix(s.column, "classes") && s.ruleset.Akin != "" {
		akin = "CROSSREFS: Cf. " + s.ruleset.Akin + ".\n"
	}
	_, err := fmt.Fprintf(out, "NAME: %s\nDATA: %s\nOFFSET: %d,%d\nCOMMENTS: %s\nCOMMENTS: %s\n%sKEYWORD: %s\n",
		s.name(), strings.Join(shown, ", "), first, max(offset, 1), s.definition(), s.provenance(first, end), akin, keywords)
	return err
}

// provenance says for the encyclopedia which methods found the terms from first to end-1, and how they were checked.
func (s *Sequence) provenance(first, end int) string {
	var found, names []string
	for _, m := range SortMethods(slices.Collect(maps.Keys(s.methods))) {
		if sizes := within(s.methods[m], first, end); sizes != "" {
			found, names = append(found, " "+m+" (n = "+sizes+")"), append(names, m)
		}
	}
	text := "Computed by the program enumerate, by the method" + strings.Join(found, "")
	switch {
	case len(found) == 0:
		text = "Computed by the program enumerate"
	case len(found) > 1:
		text = "Computed by the program enumerate, by the methods" + strings.Join(found, ",") + ", which agree"
	}
	var shared []string
	for _, group := range s.ruleset.Independent(names) {
		for _, m := range group[1:] {
			shared = append(shared, m+" shares the code of "+group[0])
		}
	}
	if shared != nil {
		text += " (" + strings.Join(shared, ", ") + ")"
	}
	if sizes := within(s.formula, first, end); sizes != "" {
		text += ", by the formula for the number of classes (n = " + sizes + ")"
	}
	var checks []string
	if sizes := within(s.games, first, end); sizes != "" {
		checks = append(checks, "the games of all verdicts sum to the number of labelled games (n = "+sizes+")")
	}
	if sizes := within(s.classes, first, end); sizes != "" {
		checks = append(checks, "the number of classes agrees with the formula for it (n = "+sizes+")")
	}
	proofs := make(map[string][]int)
	for n := first; n < end; n++ {
		kind := data.ProofOf(s.ruleset.Name, n, s.column, s.terms[n]).Kind()
		proofs[kind] = append(proofs[kind], n)
	}
	if sizes := proofs["proved"]; sizes != nil {
		checks = append(checks, "proved in Coq (n = "+ranges(sizes)+")")
	}
	if sizes := proofs["certified"]; sizes != nil {
		checks = append(checks, "certified by a checker that is proved in Coq (n = "+ranges(sizes)+")")
	}
	if checks != nil {
		text += "; checked: " + strings.Join(checks, ", ")
	}
	return text + "."
}

// within formats those of the sizes that are from first to end-1, or returns "" if there are none.
func within(sizes []int, first, end int) string {
	return ranges(slices.DeleteFunc(slices.Clone(sizes), func(n int) bool { return n < first || n >= end }))
}

// ranges formats sizes as "3..8, 10".
func ranges(sizes []int) string {
	sizes = slices.Compact(slices.Sorted(slices.Values(sizes)))
	var list []string
	for i := 0; i < len(sizes); {
		last := i
		for last+1 < len(sizes) && sizes[last+1] == sizes[last]+1 {
			last++
		}
		if last == i {
			list = append(list, strconv.Itoa(sizes[i]))
		} else {
			list = append(list, fmt.Sprintf("%d..%d", sizes[i], sizes[last]))
		}
		i = last + 1
	}
	return strings.Join(list, ", ")
}
