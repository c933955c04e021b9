package jump

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games/jump/race"
)

// parse reads the only game of a text, with the rules of a preset.
func parse(t interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}, preset, text string) game {
	t.Helper()
	r, err := newSettings(given{"preset": preset})
	if err != nil {
		t.Fatal(err)
	}
	for found, err := range r.read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		return found.(game)
	}
	t.Fatalf("%q has no game", text)
	return game{}
}

func written(t testing.TB, a single.Answer, format string) string {
	t.Helper()
	var b strings.Builder
	if err := single.Write(&b, a, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	sampleC    = "1 9/3/4 1 3 2 2 1 2 1 0/0 0/0 1/0 2"
	sampleNone = "1 6/3/3 2 1 0 1 0/0 0/0 1/0 2"
	sampleB    = "3 4/2/1 2 2 3/3 3 1 2/1 2 2 0/0 3/1 2"
)

func TestSamplesHaveTheirAnswers(t *testing.T) {
	for _, c := range []struct{ preset, text, table, json string }{
		{"assignment", sampleC, "C 3\n", `{"verdict":"C","round":3}` + "\n"},
		{"assignment", sampleNone, "none\n", `{"verdict":"none","round":null}` + "\n"},
		{"assignment", sampleB, "B 4\n", `{"verdict":"B","round":4}` + "\n"},
		{"document", sampleB, "B 2\n", `{"verdict":"B","round":2}` + "\n"},
		{"document", "1 5/2/0 0 2 1 0/0 2/0 3", "A 1\n", `{"verdict":"A","round":1}` + "\n"},
		{"assignment", "1 2/2/1 7/0 0/0 1", "B 0\n", `{"verdict":"B","round":0}` + "\n"},
	} {
		g := parse(t, c.preset, c.text)
		found, err := g.Solve(context.Background(), single.How{})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		for _, answer := range []single.Answer{found, newWinner(g.byKeys())} {
			if table, object := written(t, answer, "table"), written(t, answer, "json"); table != c.table || object != c.json {
				t.Errorf("%s of %s is %q, %q, want %q, %q", c.preset, c.text, table, object, c.table, c.json)
			}
		}
	}
}

// official returns a sample of the assignment in a form that this package reads; see testdata/assignment.
func official(t *testing.T, number int) (input, answer string) {
	t.Helper()
	read := func(ending string) string {
		text, err := os.ReadFile(fmt.Sprintf("testdata/assignment/%d%s", number, ending))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	answer = strings.Join(strings.Fields(read(".out")), " ")
	if number < 5 {
		return read(".in"), answer
	}

	const rows, columns = 1000, 1000
	lengths := make(map[[2]int]int)
	for line := range strings.Lines(read(".tiles")) {
		var row, column, length int
		if _, err := fmt.Sscan(line, &row, &column, &length); err != nil {
			t.Fatal(err)
		}
		lengths[[2]int{row, column}] = length
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d\n11\n", rows, columns)
	for row := range rows {
		for column := range columns {
			fmt.Fprintf(&b, "%d ", lengths[[2]int{row, column}])
		}
		b.WriteString("\n")
	}
	b.WriteString("232 83\n0 498\n548 790\n886 240\n201 603\n289 166\n849 696\n31 78\n996 513\n323 309\n783 17\n")
	return b.String(), answer
}

// TestOfficialSamplesHaveTheirAnswers solves the samples of the assignment by several rules. The field right says for
// which samples the result must be the assignment's answer. The samples exclude order=landed and move=diamond, but not
// tie=inherit, which gives the right answers for the four samples with which it is tried.
func TestOfficialSamplesHaveTheirAnswers(t *testing.T) {
	for _, c := range []struct {
		preset string
		right  []bool
	}{
		{"", []bool{true, true, true, true, true}},
		{"tie=inherit", []bool{true, true, true, true}},
		{"order=landed", []bool{false, true, false, true}},
		{"move=diamond", []bool{true, true, false, false}},
	} {
		values := given{}
		if name, value, set := strings.Cut(c.preset, "="); set {
			values[name] = value
		}
		r, err := newSettings(values)
		if err != nil {
			t.Fatal(err)
		}
		for i, right := range c.right {
			input, want := official(t, i+1)
			want = strings.Replace(want, "SEM VENCEDORES", "none", 1)
			for g, err := range r.read(strings.NewReader(input)) {
				if err != nil {
					t.Fatal(err)
				}
				found, err := g.(game).Solve(context.Background(), single.How{})
				if err != nil {
					t.Fatal(err)
				}
				if got := strings.TrimSpace(written(t, found, "table")); (got == want) != right {
					t.Errorf("sample %d by %q: %s, the answer is %s, want them equal: %t", i+1, c.preset, got, want, right)
				}
			}
		}
	}
}

func TestExplanationsShowKeysAndPaths(t *testing.T) {
	for _, c := range []struct{ preset, text, table, json string }{
		{"assignment", sampleC,
			"C 3\n" +
				"A  rounds: 3  lengths: 2  path: 0,0 0,4 0,6 0,8\n" +
				"B  rounds: 4  lengths: 1  path: 0,1 0,2 0,5 0,6 0,8\n" +
				"C  rounds: 3  lengths: 1  path: 0,2 0,5 0,6 0,8\n",
			`{"verdict":"C","round":3,"players":[` +
				`{"player":"A","rounds":3,"lengths":[2],"path":[[0,0],[0,4],[0,6],[0,8]]},` +
				`{"player":"B","rounds":4,"lengths":[1],"path":[[0,1],[0,2],[0,5],[0,6],[0,8]]},` +
				`{"player":"C","rounds":3,"lengths":[1],"path":[[0,2],[0,5],[0,6],[0,8]]}]}` + "\n"},
		{"document", sampleC,
			"C 3\n" +
				"A  rounds: 3  lengths: 2 4  path: 0,0 0,4 0,6 0,8\n" +
				"B  rounds: 4  lengths: 1 3 1  path: 0,1 0,2 0,5 0,6 0,8\n" +
				"C  rounds: 3  lengths: 1 3  path: 0,2 0,5 0,6 0,8\n",
			`{"verdict":"C","round":3,"players":[` +
				`{"player":"A","rounds":3,"lengths":[2,4],"path":[[0,0],[0,4],[0,6],[0,8]]},` +
				`{"player":"B","rounds":4,"lengths":[1,3,1],"path":[[0,1],[0,2],[0,5],[0,6],[0,8]]},` +
				`{"player":"C","rounds":3,"lengths":[1,3],"path":[[0,2],[0,5],[0,6],[0,8]]}]}` + "\n"},
		{"assignment", "1 3/2/1 0 0/0 0/0 2", "B 0\nA  rounds: none\nB  rounds: 0  path: 0,2\n",
			`{"verdict":"B","round":0,"players":[{"player":"A","rounds":null},{"player":"B","rounds":0,"lengths":[],"path":[[0,2]]}]}` + "\n"},
	} {
		answer, err := New().Questions[1].Ask(context.Background(), parse(t, c.preset, c.text), single.How{})
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, answer, "table"); got != c.table {
			t.Errorf("%s of %s is explained by\n%swant\n%s", c.preset, c.text, got, c.table)
		}
		if got := written(t, answer, "json"); got != c.json {
			t.Errorf("%s of %s is explained by\n%swant\n%s", c.preset, c.text, got, c.json)
		}
	}
}

// TestExplanationsFitTheWinner explains random games. The least key among the routes must be that of the winner.
func TestExplanationsFitTheWinner(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, 1_000_000)
		d := newSampler(s)
		d.draw(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		answer, err := game{d.board, d.starts, s.settings.rules}.explain(context.Background(), maxExplained)
		if err != nil {
			t.Fatal(err)
		}
		e := answer.(explanation)
		least := race.None
		for player, route := range e.Players {
			if route.Rounds != nil && (least < 0 || route.less(e.Players[least])) {
				least = player
			}
		}
		want := none
		if least >= 0 {
			want = fmt.Sprintf("%s %d", playerName(least), *e.Players[least].Rounds)
		}
		if e.winner.String() != want {
			t.Fatalf("%v wins, the routes are %v", e.winner, e.Players)
		}
		for _, a := range []single.Answer{e, e.winner} {
			var b bytes.Buffer
			if err := single.Write(&b, a, "json"); err != nil || !json.Valid(b.Bytes()) || strings.Count(b.String(), "\n") != 1 {
				t.Fatalf("%q is not one line of JSON, %v", b.String(), err)
			}
		}
	})
}

func (r route) less(s route) bool {
	if *r.Rounds != *s.Rounds {
		return *r.Rounds < *s.Rounds
	}
	for i, length := range r.Lengths {
		if length != s.Lengths[i] {
			return length < s.Lengths[i]
		}
	}
	return false
}

func TestExplanationsHaveALimit(t *testing.T) {
	g := parse(t, "assignment", sampleC) // the paths have 4, 5 and 4 tiles, 13 together
	if _, err := g.explain(t.Context(), 13); err != nil {
		t.Errorf("13 tiles, of at most 13: %v", err)
	}
	const want = "the paths of the players have more than 12 tiles together, too many to explain: use solve without --explain"
	if _, err := g.explain(t.Context(), 12); err == nil || err.Error() != want {
		t.Errorf("13 tiles, of at most 12: %v, want %s", err, want)
	}
}

// TestGamesAreReadByTheRulesAskedFor checks also the rule for ties, which makes no difference to the generated games of
// one player.
func TestGamesAreReadByTheRulesAskedFor(t *testing.T) {
	want := race.Rules{Move: race.Diamond, Tie: race.Inherit}
	if got := parse(t, "document", sampleB).Rules; got != want {
		t.Errorf("a game is read by the rules %v, want %v", got, want)
	}
}

// TestAlgorithmsAgree compares the search with the keys of all tiles, on random boards of up to 64 tiles.
func TestAlgorithmsAgree(t *testing.T) {
	for _, rules := range allRules() {
		t.Run(fmt.Sprint(rules), rapid.MakeCheck(func(t *rapid.T) {
			g := game{Board: race.Board{Rows: rapid.IntRange(1, 12).Draw(t, "rows")}, Rules: rules}
			g.Board.Columns = rapid.IntRange(1, maxTiles/g.Board.Rows).Draw(t, "columns")
			random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			most := rapid.SampledFrom([]int32{1, 2, 3, 5, 9, 30, race.MaxLength - 1}).Draw(t, "most")
			for range g.Board.Rows * g.Board.Columns {
				g.Board.Lengths = append(g.Board.Lengths, random.Int32N(most+1))
			}
			for range rapid.IntRange(0, 6).Draw(t, "players") {
				g.Starts = append(g.Starts, random.Int32N(int32(len(g.Board.Lengths))))
			}
			answer, err := g.Solve(context.Background(), single.How{})
			if want := newWinner(g.byKeys()); err != nil || fmt.Sprint(answer) != fmt.Sprint(want) {
				t.Fatalf("%v: the answer is %v, %v, by the keys %v", g, answer, err, want)
			}
		}))
	}
}

func TestErrorsOfSolvingWritingAndDrawing(t *testing.T) {
	small, large := parse(t, "assignment", "1 1/1/0/0 0"), game{race.Board{Rows: 1, Columns: 65, Lengths: make([]int32, 65)}, []int32{0}, race.Rules{}}
	solve := func(g game, how single.How) error {
		_, err := g.Solve(context.Background(), how)
		return err
	}
	_, random := New().Families[0].Generate(1, nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{solve(small, single.How{Algorithm: "luck"}), `unknown algorithm "luck"; choose one of: layers, document`},
		{solve(small, single.How{Algorithm: "document"}), "the algorithm document needs other rules: choose --game jump:preset=document"},
		{single.Write(io.Discard, small, "xml"), `unknown format "xml"; choose one of: contest, line`},
		{single.Write(io.Discard, winner{}, "xml"), `unknown format "xml"; choose one of: table, json`},
		{single.Write(io.Discard, explanation{}, "xml"), `unknown format "xml"; choose one of: table, json`},
		{drawn(small, io.Discard, "dot"), `unknown format "dot"; choose one of: svg, bare`},
		{drawn(large, io.Discard, "svg"), "1 by 65 tiles are too many to draw: choose a board of at most 40 by 40"},
		{random, "n = 1 is too small for jump: expected 2 to 1,024 columns"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}

func TestPlayersHaveLettersThenNumbers(t *testing.T) {
	for player, want := range map[int]string{0: "A", 25: "Z", 26: "P27", 999: "P1000"} {
		if got := playerName(player); got != want {
			t.Errorf("playerName(%d) = %q, want %q", player, got, want)
		}
	}
}

func TestPicturesAreWellFormed(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{sampleC, []string{
			"<title>Jump game, 1 x 9 tiles, 3 players: C wins in round 3, and jumps first from 0,2 to 0,5</title>",
			"<desc>winner: C 3  path: 0,2 0,5 0,6 0,8</desc>", ">the winner&#39;s first jump</text>", ">C</text>",
		}},
		{sampleNone, []string{": no winner, nobody can come to the last tile</title>", ">a tile that a player can reach</text>"}},
		{"1 2/5/2147483647 0/0 0/0 0/0 0/0 0/0 0", []string{"nobody can come", ">2147483647</text>", ">A B C …</text>"}},
		{"1 1/1/0/0 0", []string{"1 player: A wins in round 0, on the last tile from the start</title>", "<desc>winner: A 0  path: 0,0</desc>"}},
	} {
		var b bytes.Buffer
		if err := drawn(parse(t, "assignment", c.text), &b, "svg"); err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("the picture of %s has no %q", c.text, want)
			}
		}
		for d := xml.NewDecoder(&b); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("the picture of %s is not XML: %v", c.text, err)
				break
			}
		}
	}
}

func TestRandomGamesAreOfTheRuleset(t *testing.T) {
	r := with(t, given{"rows": "3", "values": "5..7", "players": "4", "preset": "document"})
	made, err := r.random(6, sampling.GameSource(1, 6, 0))
	if err != nil {
		t.Fatal(err)
	}
	again, err := r.random(6, sampling.GameSource(1, 6, 0))
	if err != nil || fmt.Sprint(made) != fmt.Sprint(again) {
		t.Errorf("random makes %v, then %v, %v", made, again, err)
	}
	g := made.(game)
	if !valid(g) || g.Board.Rows != 3 || g.Board.Columns != 6 || len(g.Starts) != 4 || g.Rules != r.rules {
		t.Errorf("random = %v, want 3 rows of 6 and 4 players", g)
	}
	for _, length := range g.Board.Lengths[:g.Board.Goal()] {
		if length < 5 || length > 7 {
			t.Errorf("random makes a length of %d, expected 5 to 7", length)
		}
	}
}
