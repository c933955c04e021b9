package games

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games/jump/race"
)

// The tests of this file check that the parameters of a ruleset have their effect on its names, counts and lists, and
// on games that are drawn at random, read, solved, explained and pictured.

// A reference says what the parameters of one ruleset must do to its name, its games and their verdicts. Its functions
// are written from the rules of the games, without the code of the ruleset.
type reference struct {
	values func(*rapid.T) map[string]string // draws values of the parameters
	// shown are the parameters that the name of the ruleset must have if they are not the defaults.
	shown []string
	// games returns the number of labelled games of a size. group returns the order of the group whose orbits are the
	// classes of these games.
	games, group func(values map[string]string, size int) *big.Int
	// fits returns why a game is not one of the given size of the ruleset with these values of its parameters, or "" if
	// it is one. verdict is the verdict that the walk gives the game, or "".
	fits func(values map[string]string, size int, game, verdict string) string
}

func references() map[string]reference {
	heaps := func(otherwise, kind string) reference {
		return reference{
			values: func(t *rapid.T) map[string]string {
				spans := []string{"0", "1", "2", "3", "0..2", "1..3", "0..3", "2..4"}
				if kind == "set" {
					spans = append(spans, "any")
				}
				return drawn(t, map[string][]string{"heaps": spans, "verdict": {"outcome", "grundy"}})
			},
			shown: []string{"heaps", "verdict"},
			games: func(values map[string]string, size int) *big.Int {
				sum := new(big.Int)
				least, most := heapsOf(values, otherwise, size)
				for k := least; k <= most; k++ {
					if kind == "set" {
						sum.Add(sum, new(big.Int).Binomial(int64(size), int64(k)))
					} else {
						sum.Add(sum, power(size, k))
					}
				}
				return sum
			},
			group: func(values map[string]string, size int) *big.Int {
				if kind != "multiset" {
					return big.NewInt(1)
				}
				_, most := heapsOf(values, otherwise, size)
				return factorial(most)
			},
			fits: func(values map[string]string, size int, game, verdict string) string {
				var sticks []string
				if game != "0" {
					sticks = strings.Split(game, ",")
				}
				least, most := heapsOf(values, otherwise, size)
				_, err := strconv.Atoi(verdict)
				switch {
				case len(sticks) < least || len(sticks) > most:
					return fmt.Sprintf("%d heaps, want %d to %d", len(sticks), least, most)
				case verdict != "" && (err == nil) != (values["verdict"] == "grundy"):
					return "verdict " + verdict
				}
				for _, heap := range sticks {
					if n, err := strconv.Atoi(heap); err != nil || n < 1 || n > size {
						return "the heap " + heap
					}
				}
				return ""
			},
		}
	}
	return map[string]reference{
		"nim": heaps("0..3", "multiset"), "greedy": heaps("0..3", "multiset"), "antonim": heaps("any", "set"),
		"tower": heaps("0..3", "stack"), "rotisserie": heaps("0..3", "queue"),
		"col":     {colValues, []string{"colours"}, colGames, colGroup, colFits},
		"nimbers": {nimbersValues, []string{"dag"}, nimbersGames, nimbersGroup, nimbersFits},
		"choices": {choicesValues, nil, choicesGames, choicesGroup, choicesFits},
		"jump":    {jumpValues, []string{"rows", "values", "players"}, jumpGames, jumpGroup, jumpFits},
	}
}

// drawn sets some of the parameters to values drawn from their choices.
func drawn(t *rapid.T, choices map[string][]string) map[string]string {
	values := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(choices)) {
		if rapid.Bool().Draw(t, name+" is set") {
			values[name] = rapid.SampledFrom(choices[name]).Draw(t, name)
		}
	}
	return values
}

func power(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

func span(text string) (least, most int) {
	first, last, two := strings.Cut(text, "..")
	if !two {
		last = first
	}
	least, _ = strconv.Atoi(first)
	most, _ = strconv.Atoi(last)
	return least, most
}

func setting(values map[string]string, name, otherwise string) string {
	if value, ok := values[name]; ok {
		return value
	}
	return otherwise
}

func heapsOf(values map[string]string, otherwise string, size int) (least, most int) {
	if text := setting(values, "heaps", otherwise); text != "any" {
		return span(text)
	}
	return 0, size
}

func colValues(t *rapid.T) map[string]string {
	return drawn(t, map[string][]string{"colours": {"none", "leaves", "all"}})
}

func colGames(values map[string]string, size int) *big.Int {
	if size == 0 {
		return big.NewInt(1)
	}
	sum := new(big.Int)
	for left := range size {
		sum.Add(sum, new(big.Int).Mul(colGames(values, left), colGames(values, size-1-left)))
	}
	if colours := setting(values, "colours", "none"); colours == "all" || colours == "leaves" && size == 1 {
		sum.Mul(sum, big.NewInt(3))
	}
	return sum
}

func colGroup(_ map[string]string, size int) *big.Int { return power(2, size) }

// colFits returns why a game does not fit the parameters, or ""; see reference.
func colFits(values map[string]string, size int, game, _ string) string {
	if n := strings.Count(game, "o") + strings.Count(game, "B") + strings.Count(game, "R"); n != size {
		return fmt.Sprintf("%d vertices", n)
	}
	colours := setting(values, "colours", "none")
	for i, c := range game {
		leaf := i+1 == len(game) || strings.ContainsRune(",)", rune(game[i+1]))
		if strings.ContainsRune("BR", c) && colours != "all" && (colours == "none" || !leaf) {
			return fmt.Sprintf("the colour %c", c)
		}
	}
	return ""
}

func nimbersValues(t *rapid.T) map[string]string {
	return drawn(t, map[string][]string{
		"dag":   {"all", "complete"},
		"chips": {"ordered", "unordered"},
	})
}

// nimbersGames counts labelled DAGs by Robinson's recurrence.
func nimbersGames(values map[string]string, size int) *big.Int {
	if setting(values, "dag", "all") == "complete" {
		return power(2, size*(size-1)/2)
	}
	sum := new(big.Int)
	for k := 1; k <= size; k++ { // k is the number of vertices to which no arc leads
		term := new(big.Int).Binomial(int64(size), int64(k))
		term.Mul(term, power(2, k*(size-k))).Mul(term, nimbersGames(values, size-k))
		if k%2 == 0 {
			term.Neg(term)
		}
		sum.Add(sum, term)
	}
	if size == 0 {
		sum.SetInt64(1)
	}
	return sum
}

// nimbersGroup returns the order of the group, which permutes the vertices without a chip and, if the chips are
// unordered, the two with a chip. A complete DAG has only the identity.
func nimbersGroup(values map[string]string, size int) *big.Int {
	if setting(values, "dag", "all") == "complete" {
		return big.NewInt(1)
	}
	group := factorial(size - 2)
	if setting(values, "chips", "ordered") == "unordered" {
		group.Lsh(group, 1)
	}
	return group
}

// nimbersFits returns why a game does not fit the parameters, or ""; see reference.
func nimbersFits(values map[string]string, size int, game, verdict string) string {
	vertices, arcs, _ := strings.Cut(game, ".")
	if vertices != strconv.Itoa(size) {
		return vertices + " vertices"
	}
	if verdict == "" {
		return "" // the games of this family need not have the DAG of the parameter
	}
	word := setting(values, "dag", "all")
	for arc := range strings.SplitSeq(arcs, ".") {
		from, to, ok := strings.Cut(arc, "-")
		x, _ := strconv.Atoi(from)
		y, _ := strconv.Atoi(to)
		switch {
		case !ok:
		case word == "complete" && x >= y, word != "complete" && word != "all" && !slices.Contains(strings.Split(word, "."), arc):
			return "the arc " + arc
		}
	}
	return ""
}

func jumpValues(t *rapid.T) map[string]string {
	values := drawn(t, map[string][]string{
		"rows": {"square", "1", "2"}, "values": {"0..1", "0..2", "1..3", "3..3", "0..4"}, "players": {"1", "2", "3"},
		"move": {"straight", "diamond"}, "tie": {"initial", "inherit"}, "preset": {"assignment", "document"},
	})
	if _, ok := values["preset"]; ok { // the preset sets both
		delete(values, "move")
		delete(values, "tie")
	}
	return values
}

func jumpRules(values map[string]string) race.Rules {
	var rules race.Rules
	if values["preset"] == "document" || values["move"] == "diamond" {
		rules.Move = race.Diamond
	}
	if values["preset"] == "document" || values["tie"] == "inherit" {
		rules.Tie = race.Inherit
	}
	return rules
}

func jumpRows(values map[string]string, columns int) int {
	if rows, err := strconv.Atoi(values["rows"]); err == nil {
		return rows
	}
	return columns
}

func jumpGames(values map[string]string, columns int) *big.Int {
	least, most := span(setting(values, "values", "0..2"))
	players, _ := span(setting(values, "players", "1"))
	free := jumpRows(values, columns)*columns - 1
	games := power(most-least+1, free)
	for i := range players {
		games.Mul(games, big.NewInt(int64(max(free-i, 0))))
	}
	return games
}

func jumpGroup(values map[string]string, columns int) *big.Int {
	if jumpRows(values, columns) == columns {
		return big.NewInt(2)
	}
	return big.NewInt(1)
}

// board reads a game of the jump game from a text such as "1 3/2/1 1 0/0 0/0 1": the numbers of rows and columns, the
// number of players, the lengths of each row, and the starts. It returns the board, the starts, and who wins by the
// given rules.
func board(text string, rules race.Rules) (b race.Board, starts []int32, r race.Result, err error) {
	var numbers []int32
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ' ' || c == '/' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return b, nil, r, err
		}
		numbers = append(numbers, int32(n))
	}
	b = race.Board{Rows: int(numbers[0]), Columns: int(numbers[1])}
	tiles := b.Rows * b.Columns
	b.Lengths = numbers[3 : 3+tiles]
	for places := numbers[3+tiles:]; len(places) > 0; places = places[2:] {
		start := places[0]*numbers[1] + places[1]
		if start < 0 || int(start) >= tiles {
			return b, nil, r, fmt.Errorf("a player starts on tile %d of %d", start, tiles)
		}
		starts = append(starts, start)
	}
	var solver race.Solver
	r, err = solver.Solve(context.Background(), b, starts, rules)
	return b, starts, r, err
}

// jumpFits returns why a game does not fit the parameters, or ""; see reference.
func jumpFits(values map[string]string, columns int, game, verdict string) string {
	b, starts, result, err := board(game, jumpRules(values))
	if err != nil {
		return err.Error()
	}
	least, most := span(setting(values, "values", "0..2"))
	off := b.Lengths[:b.Goal()]
	switch {
	case b.Rows != jumpRows(values, columns) || b.Columns != columns:
		return fmt.Sprintf("%d rows of %d", b.Rows, b.Columns)
	case fmt.Sprint(len(starts)) != setting(values, "players", "1"):
		return fmt.Sprintf("%d players", len(starts))
	case len(off) > 0 && (int(slices.Min(off)) < least || int(slices.Max(off)) > most):
		return fmt.Sprintf("lengths %v", off)
	case verdict != "" && verdict != strings.Fields(winnerText(result))[0]:
		return fmt.Sprintf("%s wins, want %s", verdict, winnerText(result))
	}
	return ""
}

func winnerText(r race.Result) string {
	if r.Winner == race.None {
		return "none"
	}
	return fmt.Sprintf("%c %d", 'A'+r.Winner, r.Round)
}

func TestSettingsThatAreGivenAreUsed(t *testing.T) {
	wants := references()
	for _, plain := range All() {
		if plain.Parameters == nil {
			continue
		}
		want, ok := wants[plain.Name]
		if !ok {
			t.Errorf("this test does not know what the settings of %s mean", plain.Name)
			continue
		}
		t.Run(plain.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				values := want.values(t)
				r, err := plain.With(values)
				if err != nil {
					t.Fatalf("With(%v): %v", values, err)
				}
				checkName(t, plain, r, want, values)
				largest := min(r.Sizes.Last, r.Sizes.First+4)
				size := rapid.IntRange(r.Sizes.First, largest).Draw(t, "size")
				checkGames(t, r, want, values, size)
				checkMade(t, plain, r, want, values, size)
			})
		})
	}
}

// checkName checks that the name of a ruleset has its parameters, and that Find finds the ruleset by the name.
func checkName(t *rapid.T, plain, r *enum.Ruleset, want reference, values map[string]string) {
	for _, p := range plain.Parameters {
		value, set := values[p.Name]
		shown := strings.Contains(","+strings.TrimPrefix(r.Name, plain.Name+":")+",", ","+p.Name+"="+value+",")
		if slices.Contains(want.shown, p.Name) && shown != (set && value != p.Default) {
			t.Fatalf("with %v its name is %s", values, r.Name)
		}
	}
	var all []string
	for name, value := range values {
		all = append(all, name+"="+value)
	}
	texts := []string{r.Name}
	if all != nil {
		texts = append(texts, plain.Name+":"+strings.Join(all, ","))
	}
	for _, text := range texts {
		if found, err := enum.Find(All(), text); err != nil || found.Name != r.Name || found.Sizes != r.Sizes || found.Walked() != r.Walked() {
			t.Fatalf("Find(%q) = %v, %v, want %s", text, found, err, r.Name)
		}
	}
}

// checkGames checks the numbers of games, the groups and the lists of a size against `want`.
func checkGames(t *rapid.T, r *enum.Ruleset, want reference, values map[string]string, size int) {
	s, err := r.Space(size)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Methods {
		of, err := m.Space(size, enum.Means{Workers: 1})
		if err != nil {
			continue
		}
		games, group := want.games(values, size), want.group(values, size)
		if of.Games().Cmp(games) != 0 || of.Group().Cmp(group) != 0 || !slices.Equal(of.Verdicts(), s.Verdicts()) || !strings.HasPrefix(of.Fingerprint(), r.Name+" ") {
			t.Fatalf("%v, size %d, %s: %v games, a group of %v, the verdicts %v, %q; want %v and %v", values, size, m.Name, of.Games(), of.Group(), of.Verdicts(), of.Fingerprint(), games, group)
		}
	}
	if !r.Walked().Contains(size) || s.Games().Cmp(big.NewInt(20_000)) > 0 {
		return
	}
	list, err := r.Lister(size)
	if err != nil {
		t.Fatal(err)
	}
	listed := new(big.Int)
	err = enum.List(context.Background(), s, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		listed.Add(listed, enum.Orbit(s, c.Automorphisms))
		verdict := s.Verdicts()[c.Verdict]
		if wrong := want.fits(values, size, c.Game(), verdict); wrong != "" {
			t.Fatalf("%v, size %d: the class of %s, %s: %s", values, size, c.Game(), verdict, wrong)
		}
		return true
	})
	if err != nil || listed.Cmp(s.Games()) != 0 {
		t.Fatalf("%v, size %d: %v games are listed, %v, want %v", values, size, listed, err, s.Games())
	}
}

// checkMade makes a random game with the ruleset r, which has the given values of its parameters, and checks that the
// game follows them. It also reads the game again from its text. If the parameters make no difference to a game that is
// read, then r must say the same about it as the ruleset `plain`, which has the default values.
func checkMade(t *rapid.T, plain, r *enum.Ruleset, want reference, values map[string]string, size int) {
	at := slices.IndexFunc(r.Families, func(f single.Family) bool { return f.Name == "random" })
	made, err := r.Families[at].Generate(size, sampling.GameSource(rapid.Uint64().Draw(t, "seed"), size, 0))
	if err != nil {
		t.Fatal(err)
	}
	formats := r.Families[at].Formats
	text := strings.TrimSpace(written(t, made, formats[len(formats)-1]))
	if wrong := want.fits(values, size, text, ""); wrong != "" {
		t.Fatalf("%v, size %d: the random game %s: %s", values, size, text, wrong)
	}
	if plain.Name == "choices" { // its parameters determine how a game is read
		return
	}
	if plain.Name != "jump" { // the parameters make no difference to a game that is read
		if got, same := everyVerb(t, r, text), everyVerb(t, plain, text); got != same {
			t.Fatalf("%v: of %s it says %s, without settings %s", values, text, got, same)
		}
		return
	}
	checkRace(t, r, values, text)
	explain := r.Questions[1]
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		read, err1 := explain.Ask(context.Background(), game, single.How{})
		madeUp, err2 := explain.Ask(context.Background(), made.(single.Game), single.How{})
		if err1 != nil || err2 != nil || written(t, read, "table") != written(t, madeUp, "table") {
			t.Fatalf("%v: of %s it says %v, %v, of the game that was made %v, %v", values, text, read, err1, madeUp, err2)
		}
	}
}

type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func written(t failer, a single.Answer, format string) string {
	t.Helper()
	var b strings.Builder
	if err := single.Write(&b, a, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// everyVerb returns everything that a ruleset says about a game: answers, explanation and picture.
func everyVerb(t failer, r *enum.Ruleset, text string) string {
	t.Helper()
	var b bytes.Buffer
	for game, err := range r.Read(strings.NewReader(text + "\n")) {
		if err != nil {
			t.Fatalf("%s: Read(%q): %v", r.Name, text, err)
		}
		say := func(a single.Answer, err error) {
			for _, format := range r.Questions[0].Formats {
				if err != nil {
					fmt.Fprintln(&b, err)
					break
				}
				err = single.Write(&b, a, format)
			}
		}
		for _, a := range r.Questions[0].Algorithms {
			say(game.Solve(context.Background(), single.How{Algorithm: a.Name}))
		}
		for _, q := range r.Questions {
			if q.Name == single.Explain {
				say(q.Ask(context.Background(), game, single.How{}))
			}
		}
		for _, q := range r.Drawings {
			if q.Name != "draw" {
				continue
			}
			if err := q.Write(context.Background(), &b, game, single.How{}, q.Formats[0]); err != nil {
				fmt.Fprintln(&b, err)
			}
		}
	}
	return b.String()
}

// checkRace compares everything that a ruleset says about a board of the jump game with package race, called with the
// rules that the parameters set.
func checkRace(t failer, r *enum.Ruleset, values map[string]string, text string) {
	t.Helper()
	rules := jumpRules(values)
	b, starts, result, err := board(text, rules)
	if err != nil {
		t.Fatal(err)
	}
	want := winnerText(result)
	read := 0
	for game, err := range r.Read(strings.NewReader(text)) {
		read++
		if err != nil {
			t.Fatalf("Read(%q): %v", text, err)
		}
		for _, a := range r.Questions[0].Algorithms {
			if a.Name == "document" {
				continue // this algorithm plays by other rules and sometimes loses by these: see package jump
			}
			answer, err := game.Solve(context.Background(), single.How{Algorithm: a.Name})
			if err != nil {
				t.Fatalf("%s: Solve by %s: %v", text, a.Name, err)
			}
			if got := written(t, answer, "table"); got != want+"\n" {
				t.Fatalf("%v, %s: by %s %q, want %s", values, text, a.Name, got, want)
			}
		}
		answer, err := r.Questions[1].Ask(context.Background(), game, single.How{})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(written(t, answer, "table"), "\n")
		if lines[0] != want || len(lines) != len(starts)+2 {
			t.Fatalf("%v, %s: it is explained by %q, want %s", values, text, lines, want)
		}
		for player, start := range starts {
			if wrong := explained(b, start, rules, lines[player+1]); wrong != "" {
				t.Fatalf("%v, %s: player %c is explained by %q: %s", values, text, 'A'+player, lines[player+1], wrong)
			}
		}
		caption := "no winner"
		if result.Winner != race.None {
			caption = fmt.Sprintf("%c wins in round %d", 'A'+result.Winner, result.Round)
		}
		var picture strings.Builder
		if err := r.Drawings[0].Write(context.Background(), &picture, game, single.How{}, "svg"); err != nil || !strings.Contains(picture.String(), ": "+caption+",") {
			t.Fatalf("%v, %s: the picture does not say %q, %v", values, text, caption, err)
		}
	}
	if read != 1 {
		t.Fatalf("Read(%q) yields %d games", text, read)
	}
}

// explained returns what is wrong with the line of an explanation about a player who begins on the tile `start`. The
// line must have the number of rounds that the player needs to reach the goal without other players, and the lengths of
// the jumps that break ties: all jumps except the last one, or all except the first one if order=landed. If ties go by
// the initial order, only one of these jumps breaks ties, and the line must have only its length.
func explained(b race.Board, start int32, rules race.Rules, line string) string {
	var solver race.Solver
	alone, err := solver.Solve(context.Background(), b, []int32{start}, rules)
	if err != nil {
		return err.Error()
	}
	if alone.Winner == race.None {
		if !strings.HasSuffix(line, "rounds: none") {
			return "expected no rounds"
		}
		return ""
	}
	lengths := max(alone.Round-1, 0)
	if rules.Tie == race.Initial {
		lengths = min(lengths, 1)
	}
	_, key, _ := strings.Cut(line, "lengths: ")
	key, _, _ = strings.Cut(key, "path:")
	if !strings.Contains(line, fmt.Sprintf("rounds: %d ", alone.Round)) || len(strings.Fields(key)) != lengths {
		return fmt.Sprintf("want %d rounds and %d lengths", alone.Round, lengths)
	}
	return ""
}

// TestBoardsAreSolvedByTheRulesThatAreSet solves random boards with every combination of the parameters of the jump
// game. The parameters for size, lengths and players restrict only the games that are counted: a board that is read may
// have others.
func TestBoardsAreSolvedByTheRulesThatAreSet(t *testing.T) {
	boards := 10
	if testing.Short() {
		boards = 4
	}
	random := rand.New(rand.NewPCG(1, 0))
	plain := named(t, "jump")
	sets := []map[string]string{{}}
	for _, parameter := range []struct {
		name    string
		choices []string
	}{
		{"rows", []string{"square", "1", "2"}}, {"values", []string{"0..1", "0..4", "3..3"}}, {"players", []string{"1", "2"}},
		{"move", []string{"straight", "diamond"}}, {"tie", []string{"initial", "inherit"}}, {"preset", []string{"assignment", "document"}},
	} {
		for _, values := range slices.Clone(sets) {
			for _, choice := range parameter.choices {
				more := maps.Clone(values)
				more[parameter.name] = choice
				sets = append(sets, more)
			}
		}
	}
	tried := 0
	for _, values := range sets {
		r, err := plain.With(values)
		if preset, ok := values["preset"]; ok {
			rules := jumpRules(map[string]string{"preset": preset})
			agrees := setting(values, "move", rules.Move.String()) == rules.Move.String() && setting(values, "tie", rules.Tie.String()) == rules.Tie.String()
			if (err == nil) != agrees {
				t.Fatalf("With(%v): %v", values, err)
			}
			if !agrees {
				continue
			}
		}
		if err != nil {
			t.Fatalf("With(%v): %v", values, err)
		}
		tried++
		for range boards {
			checkRace(t, r, values, randomBoard(random))
		}
	}
	if want := 4 * 4 * 3 * (3*3 + 2*4); tried != want {
		t.Errorf("%d combinations were tried, want %d", tried, want)
	}
	// Ties make no difference in the spaces of one player, but they make a difference on this board.
	values := map[string]string{"preset": "document"}
	r := named(t, "jump:preset=document")
	const text = "1 5/2/1 1 2 2 0/0 3/0 0"
	if checkRace(t, r, values, text); !strings.HasPrefix(everyVerb(t, r, text), "B 3\n") {
		t.Errorf("%s is %s, want B 3", text, everyVerb(t, r, text))
	}
}

func randomBoard(random *rand.Rand) string {
	rows, columns, players := 1+random.IntN(3), 1+random.IntN(6), 1+random.IntN(4)
	text := fmt.Sprintf("%d %d/%d", rows, columns, players)
	for range rows {
		text += "/"
		for range columns {
			text += fmt.Sprintf("%d ", random.IntN(5))
		}
	}
	for range players {
		text += fmt.Sprintf("/%d %d", random.IntN(rows), random.IntN(columns))
	}
	return text
}
