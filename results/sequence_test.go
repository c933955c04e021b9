package results

import (
	"fmt"
	"strings"
	"testing"

	"enumerate/enum"
)

func chess() *enum.Ruleset {
	return &enum.Ruleset{Name: "chess", Size: "moves", Summary: "a queen and a king", Group: "nothing, 1", Akin: "A000001 (the like)"}
}

// sequence returns a sequence of chess whose terms were all found by one method, with the same checks.
func sequence(column, method string, checks enum.Checks, terms map[int]string) *Sequence {
	s := &Sequence{ruleset: chess(), column: column, terms: make(map[int]string), methods: make(map[string][]int)}
	for n := range 100 {
		if term := terms[n]; term != "" {
			s.add(n, term, []string{method}, checks)
		}
	}
	return s
}

func TestABFileHasALineForEachTermBeforeAGap(t *testing.T) {
	all := enum.Checks{Games: enum.Checked, Classes: enum.Checked}
	for _, c := range []struct{ column, want string }{
		{"games", `# Number of labelled games of chess, where n is the number of moves.
# The game: a queen and a king. Group of relabelings: nothing, 1.
# Computed by enumerate: every number is from a finished run. Runs are checked by all known formulas.
3 8
4 1296
`},
		{"classes", `# Number of games of chess up to relabeling, where n is the number of moves.
# The game: a queen and a king. Group of relabelings: nothing, 1.
# Computed by enumerate: every number is from a finished run, or from the formula for the number of classes if no run counts classes. Runs are checked by all known formulas.
3 8
4 1296
`},
		{"in-check-games", `# Number of labelled games of chess with the verdict in-check, where n is the number of moves.
# The game: a queen and a king. Group of relabelings: nothing, 1.
# Computed by enumerate: every number is from a finished run. Runs are checked by all known formulas.
3 8
4 1296
`},
		{"won-classes", `# Number of games of chess with the verdict won up to relabeling, where n is the number of moves.
# The game: a queen and a king. Group of relabelings: nothing, 1.
# Computed by enumerate: every number is from a finished run. Runs are checked by all known formulas.
3 8
4 1296
`},
	} {
		s := sequence(c.column, "walk", all, map[int]string{10: "70000", 4: "1296", 3: "8"})
		var out, stderr strings.Builder
		const remark = "the terms end before n = 5, which is unknown, although n = 10 is known\n"
		if err := s.Write(&out, &stderr, "bfile"); err != nil || out.String() != c.want || stderr.String() != remark {
			t.Errorf("%s: the b-file is\n%s%v, %s, want\n%s", c.column, &out, err, &stderr, c.want)
		}
		if err := s.Write(full{}, &stderr, "bfile"); err != errFull {
			t.Errorf("%s: writing to a full disk returns %v", c.column, err)
		}
		if err := s.Write(full{}, &stderr, "oeis"); err != errFull {
			t.Errorf("%s: writing an entry to a full disk returns %v", c.column, err)
		}
	}
}

func TestAnEntryHasTheTermsBeforeTheFirstGap(t *testing.T) {
	long := make(map[int]string) // terms of 24 characters, 26 with a comma and a space
	for n := 1; n <= 12; n++ {
		long[n] = fmt.Sprintf("%024d", n)
	}
	for _, c := range []struct {
		claim                  string
		terms                  map[int]string
		data, offset, keywords string
		remarks                string
	}{
		{"all terms", map[int]string{3: "8", 4: "60", 5: "2084", 6: "89630"}, "8, 60, 2084, 89630", "3,1", "nonn,more", ""},
		{"the second offset is the position of the first term above 1", map[int]string{0: "0", 1: "1", 2: "1", 3: "2", 4: "10"}, "0, 1, 1, 2, 10", "0,4", "nonn,more", ""},
		{"a term of several digits counts as above 1", map[int]string{2: "0", 3: "10", 4: "2", 5: "3"}, "0, 10, 2, 3", "2,2", "nonn,more", ""},
		{"the second offset is 1 if no term is above 1", map[int]string{2: "0", 3: "1", 4: "0", 5: "1"}, "0, 1, 0, 1", "2,1", "nonn,more", ""},
		{"terms after a gap are left out", map[int]string{3: "8", 4: "60", 5: "7", 6: "6", 8: "9"}, "8, 60, 7, 6", "3,1", "nonn,more", "the terms end before n = 7, which is unknown, although n = 8 is known\n"},
		{"fewer than four terms", map[int]string{3: "8", 4: "60", 5: "2084"}, "8, 60, 2084", "3,1", "nonn,more", "too few terms (3): the encyclopedia asks for at least 4\n"},
		{"more terms than an entry shows", long, strings.Join([]string{long[1], long[2], long[3], long[4], long[5], long[6], long[7], long[8], long[9], long[10]}, ", "), "1,1", "nonn",
			"DATA has the first 10 of 12 terms, the most that an entry shows; --format bfile prints all\n"},
		{"shorter terms after a term that is too long are left out too", map[int]string{1: "5", 2: strings.Repeat("9", 258), 3: "6", 4: "7"}, "5", "1,1", "nonn",
			"DATA has the first 1 of 4 terms, the most that an entry shows; --format bfile prints all\n"},
		{"a line of the maximum length", map[int]string{1: "5", 2: strings.Repeat("9", 257), 3: "6", 4: "7"}, "5, " + strings.Repeat("9", 257), "1,1", "nonn",
			"DATA has the first 2 of 4 terms, the most that an entry shows; --format bfile prints all\n"},
	} {
		want := "NAME: Number of labelled games of chess, where n is the number of moves.\nDATA: " + c.data + "\nOFFSET: " + c.offset +
			"\nCOMMENTS: The game: a queen and a king. Group of relabelings: nothing, 1.\nCOMMENTS: "
		var out, stderr strings.Builder
		err := sequence("games", "walk", enum.Checks{}, c.terms).Write(&out, &stderr, "oeis")
		if err != nil || !strings.HasPrefix(out.String(), want) || !strings.HasSuffix(out.String(), "\nKEYWORD: "+c.keywords+"\n") || stderr.String() != c.remarks {
			t.Errorf("%s: the entry is\n%s%v, remarks %q; want\n%s...\nKEYWORD: %s\n%q", c.claim, &out, err, &stderr, want, c.keywords, c.remarks)
		}
	}
}

func TestAnEntryOfNoTermsIsRefused(t *testing.T) {
	var out strings.Builder
	err := sequence("won-games", "walk", enum.Checks{}, nil).Write(&out, &out, "oeis")
	if err == nil || err.Error() != "no finished run counts the won games" || out.Len() > 0 {
		t.Errorf("Write returns %v and prints %q", err, &out)
	}
}

func TestAnEntryNamesSequencesThatAreAkinToClasses(t *testing.T) {
	for column, want := range map[string]string{"classes": "\nCROSSREFS: Cf. A000001 (the like).\nKEYWORD", "won-classes": "\nCROSSREFS: Cf. A000001 (the like).\nKEYWORD", "games": "", "won-games": ""} {
		s := sequence(column, "walk", enum.Checks{}, map[int]string{3: "8"})
		var out, stderr strings.Builder
		if err := s.Write(&out, &stderr, "oeis"); err != nil || strings.Contains(out.String(), "CROSSREFS") != (want != "") || !strings.Contains(out.String(), want) {
			t.Errorf("%s: the entry is\n%s%v, want %q in it", column, &out, err, want)
		}
		s.ruleset.Akin = ""
		out.Reset()
		if err := s.Write(&out, &stderr, "oeis"); err != nil || strings.Contains(out.String(), "CROSSREFS") {
			t.Errorf("%s: without a related sequence, the entry is\n%s%v", column, &out, err)
		}
	}
}

func TestProvenanceNamesTheMethodsOfTerms(t *testing.T) {
	type found struct {
		n       int
		methods string
		checks  enum.Checks
	}
	checked := enum.Checks{Games: enum.Checked, Classes: enum.Checked}
	for _, c := range []struct {
		claim, column string
		found         []found
		first, end    int
		want          string
	}{
		{"one method", "games", []found{{3, "walk", enum.Checks{}}, {4, "walk", enum.Checks{}}}, 3, 5, "Computed by the program enumerate, by the method walk (n = 3..4)."},
		{"several methods", "games", []found{{3, "count", enum.Checks{}}, {3, "walk", enum.Checks{}}, {5, "count", enum.Checks{}}}, 3, 6,
			"Computed by the program enumerate, by the methods walk (n = 3), count (n = 3, 5), which agree."},
		{"only sizes in the printed range are named", "games", []found{{2, "walk", checked}, {3, "count", checked}, {5, "walk", checked}, {6, "walk", checked}}, 3, 6,
			"Computed by the program enumerate, by the methods walk (n = 5), count (n = 3), which agree; checked: the games of all verdicts sum to the number of labelled games (n = 3, 5), the number of classes agrees with the formula for it (n = 3, 5)."},
		{"a method with no size in the range is left out", "games", []found{{3, "count", enum.Checks{}}, {6, "walk", enum.Checks{}}}, 3, 4, "Computed by the program enumerate, by the method count (n = 3)."},
		{"only games are checked", "games", []found{{3, "walk", enum.Checks{Games: enum.Checked, Classes: "not checked"}}}, 3, 4,
			"Computed by the program enumerate, by the method walk (n = 3); checked: the games of all verdicts sum to the number of labelled games (n = 3)."},
		{"classes from a formula", "classes", []found{{3, "count", enum.Checks{Games: enum.Checked, Classes: enum.ByFormula}}}, 3, 4,
			"Computed by the program enumerate, by the formula for the number of classes (n = 3); checked: the games of all verdicts sum to the number of labelled games (n = 3)."},
		{"classes from a formula and a method", "classes", []found{{3, "walk", enum.Checks{}}, {4, "count", enum.Checks{Classes: enum.ByFormula}}}, 3, 5,
			"Computed by the program enumerate, by the method walk (n = 3), by the formula for the number of classes (n = 4)."},
		{"the formula does not apply to the classes of a verdict", "won-classes", []found{{3, "count", enum.Checks{Classes: enum.ByFormula}}}, 3, 4, "Computed by the program enumerate, by the method count (n = 3)."},
	} {
		s := sequence(c.column, "", enum.Checks{}, nil)
		for _, f := range c.found {
			s.add(f.n, "1", []string{f.methods}, f.checks)
		}
		if got := s.provenance(c.first, c.end); got != c.want {
			t.Errorf("%s: %q, want %q", c.claim, got, c.want)
		}
	}
}

func TestRangesOfSizes(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		want  string
	}{
		{nil, ""}, {[]int{3}, "3"}, {[]int{3, 4}, "3..4"}, {[]int{5, 3, 4, 8, 3}, "3..5, 8"}, {[]int{1, 3, 5, 6}, "1, 3, 5..6"},
	} {
		if got := ranges(c.sizes); got != c.want {
			t.Errorf("ranges(%v) = %q, want %q", c.sizes, got, c.want)
		}
	}
}

func TestBFilesHaveNamesThatFilesCanHave(t *testing.T) {
	if got := BFileName("jump:players=2,tie=inherit", "first-classes"); got != "jump-players=2-tie=inherit-first-classes.txt" {
		t.Errorf("BFileName = %q", got)
	}
}
