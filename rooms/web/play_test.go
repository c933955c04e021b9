package web

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games"
	rules "enumerate/games/wonderwall"
	"enumerate/rooms/positions"
	"enumerate/rooms/simulate"
)

// follow asks for an address and follows redirects. It returns the last address and its answer.
func follow(t *testing.T, h http.Handler, at string) (address string, w *httptest.ResponseRecorder) {
	t.Helper()
	for range 5 {
		w = ask(h, at, nil)
		if w.Code != http.StatusSeeOther {
			return at, w
		}
		at = w.Header().Get("Location")
	}
	t.Fatalf("%s leads on and on", at)
	return "", nil
}

// first returns what the first group of an expression matches in a page, unescaped.
func first(page, expression string) string {
	if match := regexp.MustCompile(expression).FindStringSubmatch(page); match != nil {
		return html.UnescapeString(match[1])
	}
	return ""
}

func with(address, key, value string) string {
	return address + "&" + url.Values{key: {value}}.Encode()
}

// A referee finds the winner of a position by trying all play, and keeps the winners it has found.
type referee map[string]int

func (f referee) winner(p playing.Position) int {
	moves := p.Moves()
	if len(moves) == 0 {
		winner, _ := p.Ending()
		return winner
	}
	key := fmt.Sprint(p.Side(), " ", p)
	winner, ok := f[key]
	if !ok {
		winner = playing.Right - p.Side()
		for _, move := range moves {
			if f.winner(move) == p.Side() {
				winner = p.Side()
				break
			}
		}
		f[key] = winner
	}
	return winner
}

// inTurns yields the rulesets whose games two sides play in turns, and whether a test can find the best move by trying
// all continuations. It cannot do so for the race game jump, in which moves can go on for ever.
func inTurns(t *testing.T) iter.Seq2[*enum.Ruleset, bool] {
	return func(yield func(*enum.Ruleset, bool) bool) {
		for _, r := range games.All() {
			race := r.Name == "jump"
			if race {
				var err error
				r, err = enum.Find(games.All(), "jump:players=2,rows=1,values=1..3")
				if err != nil {
					t.Fatal(err)
				}
			}
			if r.Position != nil && !yield(r, !race) {
				return
			}
		}
	}
}

// beginning returns the first position of the game in a text.
func beginning(t *testing.T, r *enum.Ruleset, text string) playing.Position {
	t.Helper()
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		p, err := positions.Begin(r, game)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	t.Fatalf("%q is no game of %s", text, r.Name)
	return nil
}

// TestTheSolverWinsWheneverItCan plays random games to the end against the solver. If the solver can win in some
// position, it must win the game. What the page says of each move must agree with the result of trying all
// continuations.
func TestTheSolverWinsWheneverItCan(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	random := rand.New(rand.NewPCG(17, 1))
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	for r, exhaustible := range inTurns(t) {
		won, compared := 0, 0
		for round := range rounds {
			var text strings.Builder
			family := generated(r)[0]
			size := 4 + round%2
			game, err := family.Generate(size, sampling.GameSource(uint64(round), size, 0))
			if err != nil {
				t.Fatal(err)
			}
			if err := single.Write(&text, game, family.Formats[0]); err != nil {
				t.Fatal(err)
			}
			you, human := "first", playing.Left
			if round%2 == 1 {
				you, human = "second", playing.Right
			}
			p := beginning(t, r, text.String())
			f := make(referee)
			best := func(p playing.Position) int {
				if exhaustible {
					return f.winner(p)
				}
				winner, _ := p.Ending()
				if len(p.Moves()) > 0 {
					_, winner, _ = p.Best(context.Background())
				}
				return winner
			}
			lost := best(p) == playing.Right-human // by the human, from then on
			at := local("/play", url.Values{"ruleset": {r.Name}, "game": {text.String()}, "you": {you}, "values": {"yes"}}.Encode())
			for range 100 {
				address, w := follow(t, h, at)
				if w.Code != http.StatusOK {
					t.Fatalf("%s: %d %s", at, w.Code, w.Body)
				}
				page := w.Body.String()
				made, err := numbers(first(address, `moves=([0-9.]*)`), "moves", mostMoves)
				if err != nil {
					t.Fatal(err)
				}
				p = beginning(t, r, text.String())
				for _, move := range made {
					p = p.Moves()[move]
				}
				if shown := first(page, `id="position">([^<]*)<`); shown != p.String() {
					t.Fatalf("%s shows %q, want %v", address, shown, p)
				}
				moves := p.Moves()
				if ending := first(page, `<h1 id="now"[^>]*>([^<]*)<`); len(moves) == 0 {
					winner, _ := p.Ending()
					said := map[int]string{human: "You win.", playing.Right - human: "You lose.", playing.NoSide: "Nobody wins."}[winner]
					if ending != said {
						t.Errorf("%s: the game ends with %q, want %q", address, ending, said)
					}
					if lost && winner == human {
						t.Errorf("%s: the solver could win, and lost", address)
					}
					if winner != human {
						won++
					}
					break
				}
				if p.Side() != human {
					t.Fatalf("%s: it is the turn of %d", address, p.Side())
				}
				buttons := regexp.MustCompile(`name="move" value="(\d+)" class="(\w*)"><span class="code to">([^<]*)<`).FindAllStringSubmatch(page, -1)
				if len(buttons) != len(moves) {
					t.Fatalf("%s: %d moves, want %d", address, len(buttons), len(moves))
				}
				for i, move := range moves {
					want := map[int]string{human: "wins", playing.Right - human: "loses", playing.NoSide: "draws"}[best(move)]
					if b := buttons[i]; b[1] != strconv.Itoa(i+1) || b[2] != want || html.UnescapeString(b[3]) != move.String() {
						t.Errorf("%s: move %v, want %d %s %v", address, b[1:], i+1, want, move)
					}
					compared++
				}
				choice := random.IntN(len(moves))
				lost = lost || best(moves[choice]) == playing.Right-human
				typed := moves[choice].String()
				if _, err := strconv.Atoi(typed); err == nil || repeats(moves, choice) || random.IntN(2) == 0 {
					typed = strconv.Itoa(choice + 1) // which is meant by a number
				}
				at = with(address, "move", typed)
			}
		}
		if won == 0 || compared == 0 {
			t.Errorf("%s: the solver won %d of %d games, %d moves were compared", r.Name, won, rounds, compared)
		}
	}
}

// repeats reports whether an earlier move has the same text, so that the text means the earlier move.
func repeats(moves []playing.Position, choice int) bool {
	return slices.ContainsFunc(moves[:choice], func(p playing.Position) bool { return p.String() == moves[choice].String() })
}

// TestMovesAreUndone follows the link that takes back a move. It must lead to the position before the user's last move,
// so it also takes back the solver's answer.
func TestMovesAreUndone(t *testing.T) {
	h := testSite(t).handler()
	const game = "/play?ruleset=nim&game=3,5,7"
	for address, after := range map[string]string{
		game:                               "",
		game + "&you=both&moves=3.1":       "moves=3&",
		game + "&you=first&moves=3.13.1.1": "moves=3.13&",
		game + "&you=second&moves=3.13.1":  "moves=3&",
		game + "&you=second&moves=3":       "", // the solver's own
	} {
		_, w := follow(t, h, address)
		back := first(w.Body.String(), `href="([^"]*)" id="back"`)
		if (back == "") != (after == "") || !strings.Contains(back, after) {
			t.Errorf("%s: taking back leads to %q, want %q", address, back, after)
		}
	}
}

func TestMovesAreTypedHintedAndHidden(t *testing.T) {
	h := testSite(t).handler()
	for address, want := range map[string]string{
		"/play?ruleset=greedy&game=3,4&hint=yes":                                         ">The best move is the marked one, which wins.<",
		"/play?ruleset=nim&game=1,1&hint=yes":                                            "The best move is the marked one, but no move wins.",
		"/play?ruleset=nim&game=3,5,7&move=9,9":                                          "“9,9” is not a legal move",
		"/play?ruleset=nim&game=3,5,7&move=5%205%202":                                    "is not a legal move",
		"/play?ruleset=nim&game=3,5,7&move=5%20%203":                                     `<span id="did">The solver took 2 from a heap of 5.</span> Your turn.`,
		"/play?ruleset=col&game=o(o,B(o))&you=both&values=yes":                           "B wins, if all play best",
		"/play?ruleset=col&game=oo&you=both&moves=1.1":                                   ">B wins.</h1>\n<p class=\"sentence\" id=\"how\" role=\"status\">B painted the circle with the broken edge. A cannot move.<",
		"/play?ruleset=jump&game=1 6/3/3 2 1 0 1 0/0 0/0 1/0 2":                          ">Nobody wins.</h1>\n<p class=\"sentence\" id=\"how\" role=\"status\">Nobody can come to the last tile.<",
		"/lookup?ruleset=nim&game=3,5,7":                                                 `<a href="/play?game=3%2C5%2C7&amp;ruleset=nim">Play it</a>`,
		"/play?ruleset=nim:heaps=2&game=3,5&you=both":                                    `name="ruleset" value="nim:heaps=2"`,
		"/play?ruleset=tower&game=" + strings.Repeat("9,", 199) + "300":                  "And 100 more moves, numbered from 201 on",
		"/play?ruleset=rotisserie&you=both&values=yes&game=9" + strings.Repeat(",9", 24): "not known",
	} {
		_, w := follow(t, h, strings.ReplaceAll(address, " ", "%20"))
		if page := w.Body.String(); !strings.Contains(page, want) {
			t.Errorf("%s: %d, without %q:\n%s", address, w.Code, want, page)
		}
	}
	_, w := follow(t, h, "/play?ruleset=nim&game=3,5,7")
	if page, _, _ := strings.Cut(w.Body.String(), `id="form"`); strings.Contains(page, `"wins"`) || strings.Contains(page, `"outcome"`) || strings.Contains(page, "value ") || strings.Contains(page, "<img") {
		t.Errorf("hidden values are on the page:\n%s", page)
	}
}

func TestUnplayableGamesAreRefusedWithAReason(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	players := make([]string, mostLined+1)
	for i := range players {
		players[i] = fmt.Sprintf("%d:%d %d", i, (i+1)%len(players), (i+2)%len(players))
	}
	const nim, line = "ruleset=nim&game=3,5,7", "ruleset=wonderwall&game=BC+CD+DA+AB"
	for query, want := range map[string]string{
		"ruleset=nim&game=1000000000000000000":                                    "422 this game of nim is too large to be played in turns: choose a smaller game",
		"ruleset=col&game=" + strings.Repeat("o", 1001):                           "422 this game of col is too large",
		"ruleset=jump&game=1+65/1/" + strings.Repeat("0+", 64) + "0/0+0":          "422 this game of jump is too large",
		"ruleset=nim&game=" + strings.Repeat("1,", mostLink) + "1":                "422 the game is too long",
		"ruleset=wonderwall&game=" + url.QueryEscape(strings.Join(players, "\n")): "422 201 players are too many for a line, which has at most 200",
		"ruleset=nim&game=3,x":                                                    "422 line 1, column 3: ",
		"ruleset=nim&game=":                                                       "422 no game found",
		"ruleset=nim&game=1%0A2":                                                  "422 several games found; give one",
		"ruleset=choices&game=4":                                                  "404 choices is not played on this page",
		"ruleset=spies&game=13":                                                   "422 the board is too large",
		"ruleset=spies&game=4&placed=17":                                          "422 cell 17 does not exist: expected a number from 1 to 16",
		"ruleset=spies&game=4&placed=2.2":                                         "422 two pieces are on cell 2",
		"ruleset=spies&game=4&placed=0":                                           "422 is not a number of the pieces",
		"ruleset=spies&game=4&ask=more":                                           "422 ask &#34;more&#34;: expected hint or solution",
		"ruleset=chess":                                                           "422 unknown ruleset",
		nim + "&moves=0":                                                          "422 &#34;0&#34; is not a number of the moves",
		nim + "&moves=1.-1":                                                       "422 is not a number of the moves",
		nim + "&moves=1.99999999999999999999":                                     "422 is not a number of the moves",
		nim + "&moves=1.99":                                                       "422 move 2 in the address has the number 99, but only 12 moves are possible",
		nim + "&moves=" + strings.Repeat("1.", mostMoves) + "1":                   "422 the address has 1,001 moves: expected at most 1,000",
		nim + "&you=third":                                                        "422 you &#34;third&#34;: expected first, second or both",
		nim + "&move=%3Cscript%3Ealert(1)%3C/script%3E":                           "422 &lt;script&gt;alert(1)&lt;/script&gt;",
		line + "&order=1.2.3":                                                     "422 the order must name each player from 1 to 4 once",
		line + "&order=1.2.3.3":                                                   "422 the order must name each player from 1 to 4 once",
		line + "&order=1.2.3.5":                                                   "422 the order must name each player from 1 to 4 once",
		line + "&order=a":                                                         "422 is not a number of the players",
		line + "&earlier=5":                                                       "422 player &#34;5&#34;: expected a number from 1 to ",
		line + "&later=x":                                                         "422 player &#34;x&#34;: expected a number from 1 to ",
		line + "&ask=why":                                                         "422 ask &#34;why&#34;: expected hint or solution",
		"ruleset=wonderwall&game=%22%3Cb%3E%22:A+B%0AA:B+%22%3Cb%3E%22%0AB:A+%22%3Cb%3E%22": "200 &lt;b&gt;",
	} {
		w := ask(h, "/play?"+query, nil)
		status, words, _ := strings.Cut(want, " ")
		if page := w.Body.String(); strconv.Itoa(w.Code) != status || !strings.Contains(page, words) || strings.Contains(page, "<script>") || strings.Contains(page, "<b>") {
			t.Errorf("%.80s: %d, want %q:\n%s", query, w.Code, want, page)
		}
	}
	long := ask(h, "/play", url.Values{"ruleset": {"nim"}, "game": {strings.Repeat("1,", 100_000) + "1"}})
	if long.Code != 422 || !strings.Contains(long.Body.String(), "the game is too long") {
		t.Errorf("a long position is answered with %d", long.Code)
	}
	typed := ask(h, "/play", url.Values{"ruleset": {"nim"}, "game": {"3 5 7"}, "you": {"second"}})
	if at := typed.Header().Get("Location"); typed.Code != 303 || at != "/play?game=3+5+7&ruleset=nim&seed=1&you=second" {
		t.Errorf("a typed position leads to %d %q", typed.Code, at)
	}
}

// TestRandomGamesArePlayed asks for a random game of every family.
func TestRandomGamesArePlayed(t *testing.T) {
	s := testSite(t)
	*s.Limits = productLimits // some of these games take longer than any limit, and have a board all the same
	h := s.handler()
	for _, r := range games.All() {
		if !played(r) {
			continue
		}
		for _, family := range generated(r) {
			at := local("/play/random", url.Values{"ruleset": {r.Name}, "family": {family.Name}, "size": {"6"}, "seed": {"1"}}.Encode())
			address, w := follow(t, h, at)
			if page := w.Body.String(); w.Code == 200 && (!strings.HasPrefix(address, "/play?") || !strings.Contains(page, `id="board"`)) || w.Code != 200 && !strings.Contains(page, `role="alert"`) {
				t.Errorf("%s leads to %s: %d", at, address, w.Code)
			}
		}
		if len(generated(r)) == 0 {
			continue // pieces are placed on boards that are not drawn at random
		}
		if w := ask(h, local("/play/random", url.Values{"ruleset": {r.Name}, "family": {generated(r)[0].Name}, "size": {"x"}}.Encode()), nil); w.Code != 422 {
			t.Errorf("%s: a size that is none is answered with %d", r.Name, w.Code)
		}
	}
}

// TestALineIsJudgedAsItStands tries all orders of the players of two solvable and two unsolvable games. The page must
// judge each player, and the line, as the test does by the definition.
func TestALineIsJudgedAsItStands(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	for _, c := range []struct {
		code     string
		solvable bool
	}{{"BC CD BA BA", true}, {"BC DA BA BA", false}, {"BC CA AB", false}, {"BC DF BA BE DF DB", true}} {
		choices := strings.Fields(c.code)
		solved := 0
		for order := range permutations(len(choices)) {
			place := make([]int, len(order))
			for i, p := range order {
				place[p] = i
			}
			var want []string
			for p, choice := range choices {
				wall, ninja := place[choice[0]-'A'], place[choice[1]-'A']
				right := place[p] < wall && wall < ninja || ninja < wall && wall < place[p]
				want = append(want, map[bool]string{true: "right", false: "wrong"}[right])
			}
			wrong := strings.Count(strings.Join(want, " "), "wrong")
			if wrong == 0 {
				solved++
			}
			if testing.Short() && len(order) > 4 && order[0] > 0 {
				continue
			}
			address := local("/play", url.Values{"ruleset": {"wonderwall"}, "game": {c.code}, "order": {dotted(order)}}.Encode())
			page := ask(h, address, nil).Body.String()
			var got []string
			for _, row := range regexp.MustCompile(`<tr data-player="\d+"[^>]* class="(\w+)"`).FindAllStringSubmatch(page, -1) {
				got = append(got, row[1])
			}
			marks := make([]string, len(order)) // of the names on the line, which are in its order
			for i, item := range regexp.MustCompile(`<li data-player="\d+"[^>]* class="(\w+)"`).FindAllStringSubmatch(page, len(order)) {
				marks[order[i]] = item[1]
			}
			said := first(page, `id="verdict" data-wrong="(\d+)"`)
			if !slices.Equal(got, want) || !slices.Equal(marks, want) || said != strconv.Itoa(wrong) || (wrong == 0) != strings.Contains(page, "Solved: everybody is content.") {
				t.Fatalf("%s: rows %v, names %v, %s wrong, want %v", address, got, marks, said, want)
			}
		}
		if (solved > 0) != c.solvable {
			t.Fatalf("%s has %d solutions", c.code, solved)
		}
		address := local("/play", url.Values{"ruleset": {"wonderwall"}, "game": {c.code}}.Encode())
		_, w := follow(t, h, with(address, "ask", "solution"))
		if page := w.Body.String(); c.solvable != strings.Contains(page, `data-wrong="0"`) || c.solvable == strings.Contains(page, "This game has no solution.") {
			t.Errorf("%s: its solution is not shown:\n%s", c.code, page)
		}
	}
}

// TestASolutionIsCheckedByTheRuleset compares the page's judgement of all orders with the ruleset's independent check.
// Then it gives two players the same name, so that the ruleset refuses to check; the page must say so, and must not
// call the order solved.
func TestASolutionIsCheckedByTheRuleset(t *testing.T) {
	wonderwall, table := *games.All()[0], func(names ...string) single.Game {
		for game := range games.All()[0].Read(strings.NewReader("BC CD BA BA")) {
			table := game.(rules.Table)
			copy(table.Names, names)
			return table
		}
		return nil
	}
	wonderwall.Read = func(io.Reader) iter.Seq2[single.Game, error] {
		return func(yield func(single.Game, error) bool) { yield(table("A", "A"), nil) }
	}
	s := newSite(Site{Rulesets: []*enum.Ruleset{&wonderwall}}, "")
	page := ""
	for order := range permutations(4) {
		game := table()
		st := standing{simulate.NewJudge(game), game, order}
		var l lineup
		l.judge(st)
		if why, err := s.play.line.confirm(t.Context(), st); err != nil || (why == "") != l.Solved {
			t.Errorf("%v: %d rows are wrong, and the ruleset says %q %v", order, l.Wrong, why, err)
		}
		if l.Solved {
			page = ask(s.handler(), "/play?game=x&order="+dotted(order), nil).Body.String()
		}
	}
	if !strings.Contains(page, "Not known: line 2, column 1: player &#34;A&#34; has a second line") || strings.Contains(page, "Solved") {
		t.Errorf("what the ruleset refuses is shown as\n%s", page)
	}
}

func permutations(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var extend func(order []int) bool
		extend = func(order []int) bool {
			if len(order) == n {
				return yield(slices.Clone(order))
			}
			for p := range n {
				if !slices.Contains(order, p) && !extend(append(order, p)) {
					return false
				}
			}
			return true
		}
		extend(nil)
	}
}

// TestHintsLeadToASolution follows only hints, from 20 random orders. Each hint moves one player to a place where it
// can stay, so six hints must solve a game of six.
func TestHintsLeadToASolution(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	random := rand.New(rand.NewPCG(17, 2))
	for range 20 {
		address := local("/play", url.Values{"ruleset": {"wonderwall"}, "game": {"BC DF BA BE DF DB"}, "order": {dotted(random.Perm(6))}}.Encode())
		for hints := 0; ; hints++ {
			_, w := follow(t, h, with(address, "ask", "hint"))
			page := w.Body.String()
			next := first(page, `<a id="do-hint" href="([^"]*)">Make this move</a>`)
			if next == "" {
				if !strings.Contains(page, "This is a solution.") || !strings.Contains(page, `data-wrong="0"`) {
					t.Errorf("%s: the hints end before a solution", address)
				}
				break
			}
			if hints == 6 {
				t.Fatalf("%s: the hints do not end", address)
			}
			address = next
		}
	}
}

// TestPuzzlesCanBeSolved opens puzzles of several levels. The same address must always lead to the same game, and
// different addresses to different games.
func TestPuzzlesCanBeSolved(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	games := make(map[string]string)
	for _, level := range []int{1, 3, 9, mostLevel} {
		for number := 1; number <= 3; number++ {
			address := fmt.Sprintf("/play?ruleset=wonderwall&level=%d&seed=7&number=%d", level, number)
			page := ask(h, address, nil).Body.String()
			game := first(page, `(?s)<textarea id="game"[^>]*>(.*?)</textarea>`)
			if again := ask(h, address, nil).Body.String(); again != page || game == "" || games[game] != "" {
				t.Errorf("%s: the same game twice, or another the second time: %q %s", address, game, games[game])
			}
			games[game] = address
			if n := strings.Count(page, `data-player="`); n != 2*(level+3) {
				t.Errorf("%s: %d players and rows", address, n)
			}
			if _, w := follow(t, h, with(address, "ask", "solution")); !strings.Contains(w.Body.String(), `data-wrong="0"`) {
				t.Errorf("%s has no solution", address)
			}
			if next := first(page, `href="([^"]*)" id="next"`); !strings.Contains(next, fmt.Sprintf("level=%d&number=%d&", level, number+1)) {
				t.Errorf("%s is followed by %s", address, next)
			}
			if moved, _ := follow(t, h, with(address, "later", "1")); !strings.Contains(moved, "made=1") || strings.Contains(moved, "game=") {
				t.Errorf("%s: a move leads to %s", address, moved)
			}
		}
	}
	for number := range 10 {
		for seed := range 2 {
			address := fmt.Sprintf("/play?ruleset=wonderwall&seed=%d&number=%d", seed+1, number+1)
			if wrong, err := strconv.Atoi(first(ask(h, address, nil).Body.String(), `data-wrong="(.*?)"`)); err != nil || wrong < 2 {
				t.Errorf("%s begins with %d who are not content (%v)", address, wrong, err)
			}
		}
	}
	if _, w := follow(t, h, "/play"); !strings.Contains(w.Body.String(), `id="puzzle"`) || !strings.Contains(w.Body.String(), `id="players"`) {
		t.Error("there is no puzzle at the beginning")
	}
	for _, level := range []string{"0", "13", "9999999", "x"} {
		page := ask(h, "/play?ruleset=wonderwall&level="+level, nil).Body.String()
		if want := fmt.Sprintf(": expected a whole number from 1 to %d", mostLevel); !strings.Contains(page, want) {
			t.Errorf("level %s: there is no %q", level, want)
		}
	}
	for _, number := range []string{"0", "1000001", "9223372036854775807", "9223372036854775808", "x"} {
		if page := ask(h, "/play?ruleset=wonderwall&number="+number, nil).Body.String(); !strings.Contains(page, ": expected a whole number from 1 to 1,000,000") {
			t.Errorf("number %s: %.900s", number, page)
		}
	}
	last := ask(h, fmt.Sprintf("/play?ruleset=wonderwall&seed=%d&number=%d", math.MaxInt, mostNumber), nil)
	if page := last.Body.String(); last.Code != http.StatusOK || first(page, `href="([^"]*)" id="next"`) != "" || !strings.Contains(page, "Puzzle 1000000 of level 1") {
		t.Errorf("the last puzzle: %d %.900s", last.Code, page)
	}
	if at, _ := follow(t, h, "/play?ruleset=wonderwall&later=1&made=9223372036854775807"); strings.Contains(at, "made=-") {
		t.Errorf("so many moves are followed by %s", at)
	}
	for range 20 { // drawn by no seed
		at, _ := follow(t, h, "/play/random?ruleset=wonderwall&family=random&size=6")
		if _, w := follow(t, h, with(at, "ask", "solution")); !strings.Contains(w.Body.String(), `data-wrong="0"`) {
			t.Errorf("%s was drawn, and has no solution", at)
		}
	}
	if w := ask(h, "/play/random?ruleset=wonderwall&family=trap&size=1", nil); w.Code != 422 || !strings.Contains(w.Body.String(), "can be solved, or won by the first player") {
		t.Errorf("a game without a solution is drawn: %d", w.Code)
	}
}

// TestASeriesOfPuzzlesIsNewUnlessALinkNamesIt opens addresses several times each. Without a seed or a game, they must
// redirect to a new series with a random seed; otherwise everyone must get the same puzzles.
func TestASeriesOfPuzzlesIsNewUnlessALinkNamesIt(t *testing.T) {
	h := testSite(t).handler()
	for _, c := range []struct {
		claim, address string
		isNew          bool
	}{
		{"the page of the menu", "/play", true},
		{"the tab of a ruleset", "/play?ruleset=nim", true},
		{"a new series of a level", "/play/new?ruleset=nim&level=3&solver=random", true},
		{"a link to a series", "/play?ruleset=nim&level=3&seed=8", false},
		{"a link to a game", "/play?ruleset=nim&game=1,2", false},
	} {
		seeds := make(map[string]bool)
		for range 5 {
			w := ask(h, c.address, nil)
			if (w.Code == http.StatusSeeOther) != c.isNew {
				t.Errorf("%s: status %d", c.claim, w.Code)
				continue
			}
			at := must(url.Parse(w.Header().Get("Location")))
			seeds[at.Query().Get("seed")] = true
			for key, want := range must(url.Parse(c.address)).Query() {
				if got := at.Query()[key]; c.isNew && !slices.Equal(got, want) {
					t.Errorf("%s: %s is %q, want %q", c.claim, key, got, want)
				}
			}
		}
		if c.isNew && len(seeds) < 2 {
			t.Errorf("%s: always the seed %v", c.claim, seeds)
		}
	}
	if w := ask(h, "/play/new?ruleset=nim&seed=7", nil); w.Code < 400 {
		t.Errorf("a new series with a seed: status %d", w.Code)
	}
}

func TestAShownSolutionIsNotCalledSolved(t *testing.T) {
	h := testSite(t).handler()
	at, w := follow(t, h, "/play?ruleset=wonderwall&level=2&seed=7&ask=solution")
	if page := w.Body.String(); !strings.Contains(page, "This is a solution: everybody is content.") || strings.Contains(page, "Solved:") {
		t.Errorf("%s: %.2000s", at, page)
	}
	for _, there := range []string{"later", "earlier"} {
		at, w = follow(t, h, with(at, there, "1"))
		if !strings.Contains(at, "shown=yes") || strings.Contains(w.Body.String(), "Solved:") {
			t.Errorf("%s after the solution: %s", there, at)
		}
	}
}

// TestTheStrengthOfTheSolverIsASwitch follows the switch next to the board, which must keep the game and the moves.
func TestTheStrengthOfTheSolverIsASwitch(t *testing.T) {
	h := testSite(t).handler()
	page := ask(h, "/play?ruleset=nim&game=3,5,7&moves=1.1&solver=random", nil).Body.String()
	links := regexp.MustCompile(`<a href="([^"]*)" id="solver-(\w+)"( aria-current="true")?>`).FindAllStringSubmatch(page, -1)
	if len(links) != 3 {
		t.Fatalf("the switch has %d positions", len(links))
	}
	for _, link := range links {
		to := must(url.Parse(html.UnescapeString(link[1]))).Query()
		if want := map[string]string{"perfect": "", "sometimes": "sometimes", "random": "random"}[link[2]]; to.Get("solver") != want || to.Get("moves") != "1.1" || to.Get("game") != "3,5,7" {
			t.Errorf("%s leads to %s", link[2], link[1])
		}
		if (link[3] != "") != (link[2] == "random") {
			t.Errorf("%s is marked: %v", link[2], link[3] != "")
		}
	}
}

// TestTheSolverErrsBySeed plays against the weaker solvers. With the same seed they must make the same move, so that an
// address always leads to the same position; with 30 seeds, different moves. The solver of full strength (the empty
// name) must always make the same.
func TestTheSolverErrsBySeed(t *testing.T) {
	h := testSite(t).handler()
	for _, strength := range []string{"random", "sometimes", ""} {
		replies := make(map[string]bool)
		for seed := range 30 {
			address := fmt.Sprintf("/play?ruleset=nim&game=3,5,7&solver=%s&seed=%d&move=1", strength, seed+1)
			at, _ := follow(t, h, address)
			if again, _ := follow(t, h, address); again != at {
				t.Errorf("%s leads to %s and %s", address, at, again)
			}
			replies[first(at, `moves=([0-9.]*)`)] = true
		}
		if (strength == "") != (len(replies) == 1) {
			t.Errorf("%q: %d replies of 30 seeds", strength, len(replies))
		}
	}
}

func TestPlayersMoveByButtons(t *testing.T) {
	h := testSite(t).handler()
	for move, want := range map[string]string{
		"earlier=3": "1.3.2.4", "later=3": "1.2.4.3", "earlier=1": "1.2.3.4", "later=4": "1.2.3.4",
	} {
		w := ask(h, "/play?ruleset=wonderwall&game=BC+CD+BA+BA&order=1.2.3.4&"+move, nil)
		if at := w.Header().Get("Location"); w.Code != 303 || first(at, `order=([0-9.]*)`) != want {
			t.Errorf("%s leads to %d %s, want %s", move, w.Code, at, want)
		}
	}
}

// TestPlayersMoveToAPlace moves players of a long line to a place given by its number. A short line must have no such
// form.
func TestPlayersMoveToAPlace(t *testing.T) {
	h := testSite(t).handler()
	const game = "BC CD DE EF FG GH HI IA AB"
	line := "/play?" + url.Values{"ruleset": {"wonderwall"}, "game": {game}, "order": {"1.2.3.4.5.6.7.8.9"}}.Encode()
	for move, want := range map[string]string{
		"put=yes&who=2&to=9": "1.3.4.5.6.7.8.9.2", "put=yes&who=9&to=1": "9.1.2.3.4.5.6.7.8", "put=yes&who=5&to=3": "1.2.5.3.4.6.7.8.9", "put=yes&who=5&to=5": "1.2.3.4.5.6.7.8.9",
	} {
		w := ask(h, line+"&"+move, nil)
		if at := w.Header().Get("Location"); w.Code != 303 || first(at, `order=([0-9.]*)`) != want || first(at, `made=([0-9]*)`) != "1" {
			t.Errorf("%s leads to %d %s, want the order %s", move, w.Code, at, want)
		}
	}
	for move, want := range map[string]string{
		"put=yes&who=10&to=1": "player &#34;10&#34;: expected", "put=yes&who=x&to=1": "player &#34;x&#34;: expected",
		"put=yes&who=1&to=0": ": expected a whole number from 1 to 9", "put=yes&who=1&to=10": ": expected a whole number from 1 to 9", "put=yes&who=1": ": expected a whole number",
	} {
		if w := ask(h, line+"&"+move, nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, want 422 and %q", move, w.Code, want)
		}
	}
	const form = `id="far"`
	if page := ask(h, line, nil).Body.String(); !strings.Contains(page, form) {
		t.Errorf("a line of 9 players has no form for a place")
	}
	if page := ask(h, "/play?ruleset=wonderwall&game=BC+CD+BA+BA", nil).Body.String(); strings.Contains(page, form) {
		t.Errorf("a line of 4 players has a form for a place")
	}
}

// TestTheBarOfALongLineSaysHowManyAreContent opens a line of nine players. The bar that moves a player is always on the
// screen, so it must also say how many players are content. Without a bar, the sentence must stand below the line.
func TestTheBarOfALongLineSaysHowManyAreContent(t *testing.T) {
	h := testSite(t).handler()
	const long, short = "/play?ruleset=wonderwall&game=BC+CD+DE+EF+FG+GH+HI+IA+AB", "/play?ruleset=wonderwall&game=BC+CD+BA+BA"
	for at, want := range map[string]string{
		long: "7 of 9", long + "&order=1.3.2.4.5.6.7.8.9&made=1": "5 of 9", short: "",
	} {
		page := ask(h, at, nil).Body.String()
		if strings.Count(page, `id="verdict"`) != 1 {
			t.Fatalf("%s: %d verdicts", at, strings.Count(page, `id="verdict"`))
		}
		line, _, _ := strings.Cut(page, "</form>")
		_, bar, within := strings.Cut(line, `id="far"`)
		if said := first(bar, `id="verdict"[^>]*>([^<]*)<`); within != (at != short) || within && !strings.HasPrefix(said, want) {
			t.Errorf("%s: the bar is there: %v, and says %q, want %q", at, within, said, want)
		}
	}
}

// TestTheLineOfALargeGameIsWithinTheBudgetOfAPage plays games of 80 players. To be small enough, their page has a
// single link with the whole game. The buttons, which send the game from a form, must each lead to a page.
func TestTheLineOfALargeGameIsWithinTheBudgetOfAPage(t *testing.T) {
	h := testSite(t).handler()
	for name, game := range largeGames() {
		w := ask(h, address("/play", "ruleset", "wonderwall", "game", game), nil)
		page := w.Body.String()
		if w.Code != http.StatusOK || strings.Count(page, "<li data-player=") != 80 || !strings.Contains(page, `id="permalink"`) {
			t.Fatalf("%s: %d, without a line of 80 players or a link: %.2000s", name, w.Code, page)
		}
		if len(page) > mostPage {
			t.Errorf("%s: the page takes %d bytes, want at most %d", name, len(page), mostPage)
		}
		if links := regexp.MustCompile(`href="[^"]{500,}"`).FindAllString(page, -1); len(links) != 1 {
			t.Errorf("%s: %d links have the whole game, want 1: %.100q", name, len(links), links)
		}

		buttons := regexp.MustCompile(`<button form="game-form" formmethod="get"(?: formaction="([^"]*)")?`).FindAllStringSubmatch(page, -1)
		var leads []string
		for _, button := range buttons {
			at := cmp.Or(button[1], "/play")
			leads = append(leads, at)
			if w := ask(h, address(at, "ruleset", "wonderwall", "game", game), nil); w.Code != http.StatusOK {
				t.Errorf("%s: a button leads to %s: %d %.200s", name, at, w.Code, w.Body)
			}
		}
		if want := []string{"/play", "/lookup"}; !slices.Equal(leads, want) {
			t.Errorf("%s: the buttons lead to %q, want %q", name, leads, want)
		}
	}
}

type slow struct {
	side int
	over bool
}

func (slow) Solve(context.Context, single.How) (single.Answer, error) { return nil, nil }
func (slow) String() string                                           { return "slow" }
func (p slow) Side() int                                              { return p.side }
func (p slow) Moves() []playing.Position {
	if p.over {
		return nil
	}
	return []playing.Position{slow{1 - p.side, false}, slow{1 - p.side, true}}
}
func (slow) Best(ctx context.Context) (int, int, error) { <-ctx.Done(); return 0, 0, ctx.Err() }
func (slow) Value(context.Context) (string, error)      { return "", nil }
func (p slow) Ending() (int, string)                    { return 1 - p.side, "" }
func (slow) Board() playing.Board                       { return playing.Board{} }

// TestAMoveThatTakesTooLongIsUnknown plays against a solver that never finds a move, in virtual time. The user must be
// able to make the solver's move and continue.
func TestAMoveThatTakesTooLongIsUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(Site{Rulesets: []*enum.Ruleset{{
			Name: "slow",
			Games: single.Games{
				Reading: single.Reading{Read: func(r io.Reader) iter.Seq2[single.Game, error] {
					return func(yield func(single.Game, error) bool) { yield(slow{}, nil) }
				}},
				Position: func(single.Game) (playing.Position, bool) { return slow{}, true },
			},
		}}}, "")
		*s.Limits = productLimits
		h := s.handler()
		begin := time.Now()
		page := ask(h, "/play?ruleset=slow&game=x&you=second&values=yes", nil).Body.String()
		for _, want := range []string{"Slow against the solver. The solver does not move.", "the limit of 2s is exceeded", "The winner is not known", "not known: the limit of 500ms is exceeded", `name="move" value="2" class="wins"`} {
			if !strings.Contains(page, want) {
				t.Errorf("without %q:\n%s", want, page)
			}
		}
		if took := time.Since(begin); took > requestTime {
			t.Errorf("the page took %v", took)
		}
		if w := ask(h, "/play?ruleset=slow&game=x&you=second&move=2", nil); w.Code != 303 || !strings.Contains(w.Header().Get("Location"), "moves=2") {
			t.Errorf("a move for the solver leads to %d %s", w.Code, w.Header().Get("Location"))
		}
	})
}

// FuzzPlay sends arbitrary text as game, moves and orders. No answer may be an internal error, or contain the text as
// markup.
func FuzzPlay(f *testing.F) {
	for _, r := range games.All() {
		f.Add(r.Name, "3,5,7", "3.1", "first", "2")
	}
	f.Add("jump:players=2,rows=3", "2 2/1/1 1/1 0/0 0", "1", "second", "0,0")
	f.Add("col", "o(o,B(o))", "", "both", "o(o,B(B))")
	f.Add("wonderwall", "BC DA BA BA", "4.3.2.1", "hint", "4")
	for _, name := range hostile() {
		f.Add("wonderwall", name, name, name, name)
	}
	h := newSite(Site{Rulesets: games.All(), Remark: func(text string) { f.Error(text) }}, "").handler()
	f.Fuzz(func(t *testing.T, ruleset, game, made, how, move string) {
		if len(ruleset) > 60 || len(game) > 100 || len(made) > 100 {
			t.Skip("a fuzzer of short inputs finds more; TestUnplayableGamesAreRefusedWithAReason has long ones")
		}
		for _, query := range []url.Values{
			{"ruleset": {ruleset}, "game": {game}, "moves": {made}, "you": {how}, "move": {move}},
			{"ruleset": {ruleset}, "game": {game}, "moves": {made}, "you": {how}, "values": {move}},
			{"ruleset": {ruleset}, "game": {game}, "order": {made}, "ask": {how}},
			{"ruleset": {ruleset}, "game": {game}, "order": {made}, "later": {move}},
		} {
			w := ask(h, local("/play", query.Encode()), nil)
			if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
				t.Errorf("%v: %d %s", query, w.Code, w.Body)
			}
			noMarkupOf(t, fmt.Sprint(query), w.Body.String())
		}
	})
}

// TestMovesAreMadeOnTheBoard opens random games of every ruleset that two sides play in turns. The board must have a
// link for each possible move, named by the position to which the move leads.
func TestMovesAreMadeOnTheBoard(t *testing.T) {
	h := testSite(t).handler()
	for r := range inTurns(t) {
		for seed := range uint64(5) {
			var text strings.Builder
			game, err := generated(r)[0].Generate(5, sampling.GameSource(seed, 5, 0))
			if err != nil {
				t.Fatal(err)
			}
			if err := single.Write(&text, game, generated(r)[0].Formats[0]); err != nil {
				t.Fatal(err)
			}
			address := local("/play", url.Values{"ruleset": {r.Name}, "game": {text.String()}, "you": {"both"}}.Encode())
			page := ask(h, address, nil).Body.String()
			board, _, _ := strings.Cut(page, `id="position"`)
			moves := beginning(t, r, text.String()).Moves()
			made := make(map[string]bool)
			for _, link := range regexp.MustCompile(`<a href="([^"]*)" class="" aria-label="(?:[^":]*: )?Move to ([^"]*)">`).FindAllStringSubmatch(board, -1) {
				move, err := strconv.Atoi(first(link[1], `move=(\d+)`))
				if err != nil || move > len(moves) || moves[move-1].String() != html.UnescapeString(link[2]) {
					t.Errorf("%s: %q makes the move %d", address, link[2], move)
				}
				made[link[2]] = true
			}
			for _, m := range moves {
				if !made[html.EscapeString(m.String())] {
					t.Errorf("%s: %v is not on the board", address, m)
				}
			}
		}
	}
}

// TestABoardExplainsTheSideTheControlsAndTheGoal opens boards of several games. Each row has an address, and how often
// each text must be on the page above its form.
func TestABoardExplainsTheSideTheControlsAndTheGoal(t *testing.T) {
	h := testSite(t).handler()
	for address, want := range map[string]map[string]int{
		"ruleset=col&game=o(o,B(o))":             {"You are blue. Press a circle with a blue edge": 1, "if an arrow leads from it to a blue one": 1, "loses.": 1, `"cell round lefts"`: 2, `"cell left round"`: 1, `"cell round"`: 1},
		"ruleset=col&game=oo&you=second&moves=1": {"You are red.": 1, `"cell left round last"`: 1, `"cell round rights"`: 1},
		"ruleset=nimbers&game=3.1-2.1-3.2-3":     {"Push either chip": 1, "loses.": 1, `"cell left token"`: 1, `"cell right token"`: 1, `"cell lefts token"`: 2, `"cell rights token"`: 1},
		"ruleset=jump&game=1 6/2/3 2 1 2 1 0/0 0/0 1": {
			"You are A, the blue disk. Press a blue tile": 1, "straight up, down, left or right": 1, "wins.": 1, `"cell token left"`: 1, `"cell token"`: 1, `"cell tile lefts"`: 1, `"cell flag"`: 1, `"cell tile goal"`: 1,
		},
		"ruleset=nim&game=2,3":                                        {"Press a stick": 1, "wins.": 1, `class="" aria-label="Move to`: 5},
		"ruleset=rotisserie&game=2,3":                                 {"goes to the back": 1, `class="" aria-label="Move to`: 2},
		"ruleset=tower&game=2,3":                                      {"Only the top heap": 1, `class="" aria-label="Move to`: 3},
		"ruleset=antonim&game=2,3":                                    {"Of equal heaps one stays": 1},
		"ruleset=nim&game=2,3&hint=yes":                               {`class=" best" aria-label="Move to 2,2"`: 1, ` best"`: 1},
		"ruleset=nim&game=2,3&values=yes":                             {`class="wins" aria-label="Move to 2,2"`: 1, `class="loses" aria-label`: 4, "with ✓ wins": 1, `class="worth" dy=".35em">✓<`: 1, ">✗<": 4, "best": 1, "You can win.": 1},
		"ruleset=nim&game=1,1&values=yes":                             {"best": 0, "The solver can win.": 1}, // of moves that lose none is the best
		"ruleset=nim&game=3,5,7&moves=6.1":                            {"Nim against the solver": 0, " Your turn.</h1>": 1, `id="strength"`: 1, "The solver took": 1, `id="position"`: 1, " last\"": 0},
		"ruleset=nim:heaps=1&level=1&moves=1":                         {">You win.</h1>": 1, "You took the last stick. The solver cannot move.": 1, `class="board small over"`: 1, `"cell stick"`: 2, ` last"`: 0, "The next game": 1},
		"ruleset=nim&game=1,1&moves=1.1":                              {">You lose.</h1>": 1, "The solver took the last stick. You cannot move.": 1, `class="button main" href="/play?game=1%2C1&amp;ruleset=nim&amp;seed=1&amp;you=first" id="restart"`: 1},
		"ruleset=nimbers&game=3.1-2.1-3.2-3&moves=1":                  {"The solver pushed the blue chip from 2 to 3.": 1, `"cell round last"`: 1},
		"ruleset=col&game=ooo&moves=1":                                {"The solver painted the circle with the broken edge.": 1, `"cell right round last"`: 1},
		"ruleset=jump:players=2&you=both&level=1&moves=1":             {"jumped to the tile with the broken edge.": 1, ` last"`: 1},
		"ruleset=jump:preset=document&game=1 6/2/3 2 1 2 1 0/0 0/0 1": {"as many steps as the number on your tile": 1},
		"ruleset=nim&game=30":                                         {"Take sticks": 0, "take sticks from one of the heaps; the player who cannot move loses.<": 1},
		"ruleset=nim&game=3,5,7&moves=6.11":                           {"<h1": 1},
	} {
		_, w := follow(t, h, "/play?"+strings.ReplaceAll(address, " ", "%20"))
		board, _, _ := strings.Cut(w.Body.String(), `id="form"`)
		for words, times := range want {
			if n := strings.Count(board, words); n != times {
				t.Errorf("%s: %q is there %d times, want %d:\n%s", address, words, n, times, board)
			}
		}
	}
}

// TestABoardKeepsItsSize makes the first possible move again and again. The drawing must stay as large as at the
// beginning, so that nothing on the page jumps.
func TestABoardKeepsItsSize(t *testing.T) {
	h := testSite(t).handler()
	for _, game := range []string{"ruleset=nim&game=3,5,7", "ruleset=tower&game=2,3", "ruleset=rotisserie&game=2,3", "ruleset=col&game=ooo"} {
		size := ""
		for moves := "1"; len(moves) < 12; moves += ".1" {
			w := ask(h, "/play?you=both&"+game+"&moves="+moves, nil)
			box := first(w.Body.String(), `class="board[^"]*" viewBox="([^"]*)"`)
			if w.Code != 200 || box == "" {
				break
			}
			if size != "" && box != size {
				t.Errorf("%s after the moves %s: the drawing is %s, at first %s", game, moves, box, size)
			}
			size = box
		}
		if size == "" {
			t.Errorf("%s has no board", game)
		}
	}
}
