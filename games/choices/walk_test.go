package choices

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
)

func with(t testing.TB, set string) *enum.Ruleset {
	t.Helper()
	r, err := enum.Find([]*enum.Ruleset{New()}, strings.TrimSuffix("choices:"+set, ":"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func walked(t testing.TB, set string, players int) enum.Totals {
	t.Helper()
	s, err := with(t, set).Methods[0].Space(players, enum.Means{})
	if err != nil {
		t.Fatal(err)
	}
	totals, err := enum.Count(context.Background(), s, 1)
	if err != nil {
		t.Fatalf("choices:%s, %d players: %v", set, players, err)
	}
	return totals
}

// TestClassesAgreeWithTheEncyclopedia compares numbers of classes with sequences of the OEIS, small sizes by a walk
// and larger ones by formula.
func TestClassesAgreeWithTheEncyclopedia(t *testing.T) {
	const mostWalked = 40_000 // classes
	for _, c := range []struct {
		set, sequence string
		first         int
		classes       string
	}{
		{"picks=1", "A001373", 2, "1 2 6 13 40 100 291 797 2273 6389 18264 51916 148666 425529"},
		{"picks=1,self=yes", "A001372", 1, "1 3 7 19 47 130 343 951 2615"},
		{"picks=2,order=no", "A329228", 3, "1 6 79 1499 35317 967255 29949217"},
		{"picks=3,order=no", "A329228", 4, "1 13 1499 257290 56150820 14971125930"},
		{"picks=4,order=no", "A329228", 5, "1 40 35317 56150820 111359017198"},
		{"picks=2,order=no,self=yes", "A003286", 2, "1 7 66 916 16816 373630 9727010 289374391 9677492899 359305262944 14663732271505"},
		{"picks=3,order=no,self=yes", "A005535", 3, "1 19 916 91212 12888450 2411213698 575737451509 171049953499862"},
		{"picks=4,order=no,self=yes", "A259471", 4, "1 47 16816 12888450 14334255100 22080097881081"},
	} {
		for i, want := range strings.Fields(c.classes) {
			players := c.first + i
			s, err := with(t, c.set).Space(players)
			if err != nil {
				t.Fatal(err)
			}
			classes := s.Classes()
			if classes.String() != want {
				t.Errorf("choices:%s, %d players: %v classes by formula, want %s (%s)", c.set, players, classes, want, c.sequence)
			}
			if classes.Cmp(big.NewInt(mostWalked)) > 0 || players > 13 {
				continue
			}
			if got := walked(t, c.set, players).All().Classes.String(); got != want {
				t.Errorf("choices:%s, %d players: the walk visits %s classes, want %s (%s)", c.set, players, got, want, c.sequence)
			}
		}
	}
}

func TestWalksVisitOneGameOfEveryOrbit(t *testing.T) {
	const most = 8000 // labelled games
	yesNo := []string{"no", "yes"}
	for picks := 1; picks <= mostPicks; picks++ {
		for _, order := range yesNo {
			for _, self := range yesNo {
				for _, repeat := range yesNo {
					set := fmt.Sprintf("picks=%d,order=%s,self=%s,repeat=%s", picks, order, self, repeat)
					r := with(t, set)
					for players := r.Sizes.First; ; players++ {
						s, err := r.Space(players)
						if err != nil {
							t.Fatal(err)
						}
						if s.Games().Cmp(big.NewInt(most)) > 0 {
							break
						}
						compareOrbits(t, r, s, bruteForce(players, picks, order == "yes", self == "yes", repeat == "yes"))
						if players == 6 {
							break
						}
					}
				}
			}
		}
	}
}

// compareOrbits checks that the list of a space has exactly one game of each orbit, with the right orbit size.
func compareOrbits(t *testing.T, r *enum.Ruleset, s enum.Space, orbits map[string]*int) {
	t.Helper()
	if games := s.Games(); games.Cmp(big.NewInt(int64(len(orbits)))) != 0 {
		t.Fatalf("%s: %v labelled games by formula, brute force finds %d", s.Fingerprint(), games, len(orbits))
	}
	size := 0
	for player := range strings.FieldsSeq(firstKey(orbits)) {
		_ = player
		size++
	}
	list, err := r.Lister(size)
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[*int]string)
	err = enum.List(context.Background(), s, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		code := c.Game()
		orbit, ok := orbits[code]
		switch {
		case !ok:
			t.Errorf("%s: the walk lists %s, which is no labelled game", s.Fingerprint(), code)
		case listed[orbit] != "":
			t.Errorf("%s: the walk lists %s and %s, which are one class", s.Fingerprint(), listed[orbit], code)
		case enum.Orbit(s, c.Automorphisms).Cmp(big.NewInt(int64(*orbit))) != 0:
			t.Errorf("%s: the class of %s has %d automorphisms, and an orbit of %d games", s.Fingerprint(), code, c.Automorphisms, *orbit)
		}
		listed[orbit] = code
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	classes := make(map[*int]bool)
	for _, orbit := range orbits {
		classes[orbit] = true
	}
	if len(listed) != len(classes) || s.Classes().Cmp(big.NewInt(int64(len(classes)))) != 0 {
		t.Errorf("%s: the walk lists %d classes, the formula has %v, brute force %d", s.Fingerprint(), len(listed), s.Classes(), len(classes))
	}
}

func firstKey(m map[string]*int) string {
	for key := range m {
		return key
	}
	return ""
}

// bruteForce returns, for the code of every labelled game, a pointer to the number of games in its orbit. All games of
// an orbit have the same pointer.
func bruteForce(players, picks int, order, self, repeat bool) map[string]*int {
	var rows [][]string // for each player, all choices
	letters := "ABCDEFGH"[:players]
	normal := func(choice string) string {
		bytes := []byte(choice)
		if !order {
			slices.Sort(bytes)
		}
		return string(bytes)
	}
	for _, own := range letters {
		var words []string
		var grow func(word string)
		grow = func(word string) {
			if len(word) == picks {
				if normal(word) == word {
					words = append(words, word)
				}
				return
			}
			for _, v := range letters {
				if v == own && !self || strings.ContainsRune(word, v) && !repeat {
					continue
				}
				grow(word + string(v))
			}
		}
		grow("")
		rows = append(rows, words)
	}

	var permutations []string
	var permute func(done string)
	permute = func(done string) {
		if len(done) == players {
			permutations = append(permutations, done)
		}
		for _, v := range letters {
			if !strings.ContainsRune(done, v) {
				permute(done + string(v))
			}
		}
	}
	permute("")

	orbits := make(map[string]*int)
	var all func(words []string)
	all = func(words []string) {
		if len(words) < players {
			for _, word := range rows[len(words)] {
				all(append(words, word))
			}
			return
		}
		code := strings.Join(words, " ")
		if orbits[code] != nil {
			return
		}
		size := new(int)
		for _, p := range permutations {
			image := make([]string, players)
			for player, word := range words {
				moved := strings.Map(func(v rune) rune { return rune(p[v-'A']) }, word)
				image[p[player]-'A'] = normal(moved)
			}
			if key := strings.Join(image, " "); orbits[key] == nil {
				orbits[key] = size
				*size++
			}
		}
	}
	all(nil)
	return orbits
}

func TestCanonicalFormsAreTheListedGames(t *testing.T) {
	for _, c := range []struct {
		set     string
		players int
	}{{"picks=1,self=yes", 6}, {"picks=2", 4}, {"picks=2,order=no", 5}, {"picks=3,order=no,repeat=yes", 3}, {"picks=4,repeat=yes", 2}} {
		r := with(t, c.set)
		s, err := r.Space(c.players)
		if err != nil {
			t.Fatal(err)
		}
		list, err := r.Lister(c.players)
		if err != nil {
			t.Fatal(err)
		}
		err = enum.List(context.Background(), s, list, enum.Part{}, enum.AnyVerdict, func(class enum.Class) bool {
			for g, err := range r.Read(strings.NewReader(class.Game())) {
				if err != nil {
					t.Fatal(err)
				}
				turn := make([]int, c.players) // the relabeling of every player to the next one
				for p := range turn {
					turn[p] = (p + 1) % c.players
				}
				moved := g.(game).relabeled(turn)
				form, err := r.Classify(context.Background(), moved)
				if err != nil || form.Game != class.Game() || !form.Automorphisms.IsUint64() || form.Automorphisms.Uint64() != class.Automorphisms {
					t.Errorf("choices:%s: the class of %v is %s with %v automorphisms, %v; want %s, %d", c.set, moved, form.Game, form.Automorphisms, err, class.Game(), class.Automorphisms)
				}
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestManyTwinsTakeNoTime classifies games with up to 5 * 10^13 automorphisms; a search that followed all orders of
// twins would not end. In the last game 13 pairs of players pick each other.
func TestManyTwinsTakeNoTime(t *testing.T) {
	for _, c := range []struct{ set, game, automorphisms string }{
		{"picks=1,self=yes", "A B C D E F G H I J K L M", "6227020800"},
		{"picks=1", "B A A A A A A A A A A A A", "39916800"},
		{"picks=2,order=no", "BC AC AB AB AB AB AB AB AB AB AB AB", "725760"},
		{"picks=1", "B A D C F E H G J I L K N M P O R Q T S V U X W Z Y", "51011754393600"},
	} {
		r := with(t, c.set)
		for g, err := range r.Read(strings.NewReader(c.game)) {
			if err != nil {
				t.Fatal(err)
			}
			form, err := r.Classify(context.Background(), g)
			if err != nil || form.Automorphisms.String() != c.automorphisms {
				t.Errorf("choices:%s: %s has %v automorphisms, %v; want %s", c.set, c.game, form.Automorphisms, err, c.automorphisms)
			}
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	for _, c := range []struct {
		set     string
		players int
	}{{"", 6}, {"", 7}, {"picks=2,order=no", 7}, {"picks=1", 13}} {
		b.Run(fmt.Sprintf("%s,n=%d", c.set, c.players), func(b *testing.B) {
			classes := 0.0
			for b.Loop() {
				number, _ := walked(b, c.set, c.players).All().Classes.Float64()
				classes += number
			}
			b.ReportMetric(classes/b.Elapsed().Seconds(), "classes/s")
		})
	}
}
