package partizan

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"enumerate/internal/text"
)

const maxDepth = 1000

// mostDecimals is the largest number of decimal places: 10^18 fits a machine word.
const mostDecimals = 18

// Parse reads a value in the notation that [Arena.String] writes, and more:
//
//	^ ^^ ^3  v vv v3  +-1    ASCII for ↑ ⇑ ↑3, ↓ ⇓ ↓3 and ±1; up and down for ↑ and ↓
//	{2||1|0}  {1|||0||2|-2}  {2|{1|0}}, {1|{0|{2|-2}}}: the longest bar divides first
//	±(1,{2|0})               {1,{2|0}|-1,{0|-2}}
//	tiny 2  Miny({1|0})      {0|{0|-2}}, and the negative of {0|{0|-{1|0}}}
//	0.75  .5  1 / 2  +1      3/4, 1/2, 1/2, 1
//	{2|-1} - (↑ + 1/2*)      sums with signs and parentheses between terms
//
// A minus sign between terms applies to the whole term after it, as in 2 - 1↑ = 1↓. At the beginning of a term it
// applies only to the first symbol, as in -1↑ = -1 + ↑. The characters +- always mean ±.
//
// Parse also reads the typographic forms of ASCII characters: the minus sign U+2212 and the en dash
// for -, ∗ for *, ∣ for |, ‖ for ||.
//
// The error is a text.Error, or that of the context.
func (a *Arena) Parse(ctx context.Context, s string) (v Value, err error) {
	p := parser{arena: a, rest: text.Whole(s)}
	err = a.Do(ctx, func() {
		v = p.sum()
		if p.rest.Text != "" {
			p.reportUnexpected("expected a sign, or the end")
		}
	})
	if errors.Is(err, ErrRange) {
		err = p.start.Errorf("%v", err)
	}
	if err != nil {
		v = Zero
	}
	return v, err
}

// A parser reads a value. It reports errors by interrupting the arena, with a panic that [Arena.Do] catches.
type parser struct {
	arena *Arena
	rest  text.Word // the remaining text
	start text.Word // the text from the latest symbol or brace on, for errors
	depth int       // the nesting of braces and parentheses

	openBraces int // the number of open braces
}

// sum reads terms with signs between them. A sign applies to the whole term after it.
func (p *parser) sum() Value {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth+1 {
		p.fail(p.start, "braces are nested more than %d deep", maxDepth)
	}

	v := p.term()
	for {
		start := p.blank()
		negate := p.minus()
		if !negate && !p.take("+") {
			return v
		}

		w := p.term()
		p.start = start // if the sum is out of range, the error is at the sign
		if negate {
			w = p.arena.Negate(w)
		}
		v = p.arena.Add(v, w)
	}
}

// term reads symbols next to each other, which are added, such as 1/2↑*. Only the first symbol may be a number. A minus
// sign before the term applies only to the first symbol.
func (p *parser) term() Value {
	negate := p.leadingMinus()
	v, ok := p.number()
	if !ok {
		v, ok = p.symbol()
	}
	if !ok {
		p.reportUnexpected("expected a value")
	}
	if negate {
		v = p.arena.Negate(v)
	}

	for {
		w, ok := p.symbol()
		if !ok {
			return v
		}
		v = p.arena.Add(v, w)
	}
}

// leadingMinus reads an optional sign at the beginning of a term, and reports whether it is a minus. It does not read
// the characters +-, which mean ±; p.symbol does.
func (p *parser) leadingMinus() bool {
	p.blank()
	if p.minus() {
		return true
	}
	if !p.plusMinusAhead() && p.take("+") {
		p.blank()
	}
	return false
}

func (p *parser) minus() bool { return p.take("-") || p.take("\u2212") || p.take("–") }

func (p *parser) plusMinusAhead() bool {
	return p.ahead("±") || p.ahead("+-") || p.ahead("+\u2212") || p.ahead("+–")
}

// plusMinus skips ± or +-, and reports whether one was there.
func (p *parser) plusMinus() bool {
	if !p.plusMinusAhead() {
		return false
	}
	return p.take("±") || p.take("+") && p.minus()
}

// symbol reads one symbol that is not a number: *, an arrow, ±, tiny or miny, each with what belongs to it, or a game
// in braces or parentheses.
func (p *parser) symbol() (v Value, ok bool) {
	p.start = p.blank()
	switch {
	case p.take("*"), p.take("∗"):
		k, _ := p.digits("nimber", 1, maxStar)
		return p.arena.Star(k), true
	case p.take("{"):
		return p.braces(), true
	case p.take("("):
		v = p.sum()
		if !p.take(")") {
			p.reportUnexpected("expected a sign or )")
		}
		return v, true
	case p.plusMinus():
		return p.switched(), true
	case p.takeName("tiny"):
		return p.tiny(), true
	case p.takeName("miny"):
		return p.arena.Negate(p.tiny()), true
	}

	for _, arrow := range []struct {
		text string
		ups  int
	}{
		{"up", 1}, {"down", -1}, {"⇑", 2}, {"⇓", -2}, {"^^", 2}, {"vv", -2}, {"↑", 1}, {"↓", -1}, {"^", 1}, {"v", -1},
	} {
		// "up" and "down" may have capitals; the letter v may not.
		taken := p.take(arrow.text) || len(arrow.text) > 1 && p.takeName(arrow.text)
		if !taken {
			continue
		}

		times := 1
		isSingle := arrow.ups == 1 || arrow.ups == -1 // a number may follow ↑ but not ⇑
		if isSingle {
			times, _ = p.digits("multiple of up", 1, maxUps)
		}
		return p.arena.plain(plain{ups: int32(times * arrow.ups)}), true
	}
	return Zero, false
}

// switched reads what comes after ±: the options of Left, one value or several in parentheses. The options of Right are
// their negatives.
func (p *parser) switched() Value {
	p.blank()
	var lefts []Value
	if p.take("(") {
		lefts = p.list()
		if len(lefts) == 0 {
			p.reportUnexpected("expected a value")
		}
		p.blank()
		if !p.take(")") {
			p.reportUnexpected("expected a comma or )")
		}
	} else {
		lefts = []Value{p.operand()}
	}

	var rights []Value
	for _, v := range lefts {
		rights = append(rights, p.arena.Negate(v))
	}
	return p.arena.Make(lefts, rights)
}

// tiny reads the value after tiny, G, and returns {0||0|-G}.
func (p *parser) tiny() Value {
	p.blank()
	minusG := p.arena.Negate(p.operand())
	zero := []Value{Zero}
	zeroOrMinusG := p.arena.Make(zero, []Value{minusG}) // {0|-G}
	return p.arena.Make(zero, []Value{zeroOrMinusG})
}

// number reads an optional number without a sign: an integer, a fraction such as 3/4, or a decimal such as .75.
func (p *parser) number() (v Value, ok bool) {
	p.start = p.blank()
	num, ok := p.digits("number", 0, maxInteger<<maxExponent)
	if p.take(".") {
		return p.arena.Add(p.arena.Dyadic(int64(num), 0), p.decimals()), true
	}
	if !ok {
		return Zero, false
	}

	den := 1
	p.blank()
	if p.take("/") {
		p.blank()
		at := p.rest
		den, _ = p.digits("denominator", 0, 1<<maxExponent)
		isPowerOfTwo := den != 0 && den&(den-1) == 0
		if !isPowerOfTwo {
			p.fail(at, "a denominator must be a power of two up to 2^%d", maxExponent)
		}
	}
	return p.arena.Dyadic(int64(num), bits.TrailingZeros64(uint64(den))), true
}

// decimals reads the digits after a decimal point, such as 75 for 3/4.
func (p *parser) decimals() Value {
	digits := p.span("0123456789")
	places := min(len(digits.Text), mostDecimals+1) // the number of decimal places; one too many is enough to report
	part, _ := strconv.Atoi(digits.Text[:places])

	// With k = places, the fraction is part/10^k = (part/5^k)/2^k. Its denominator is a power of two if and only if 5^k
	// divides part.
	for range places {
		if part%5 != 0 {
			places = 0 // its denominator is not a power of two: reported below
			break
		}
		part /= 5
	}
	if places == 0 || places > mostDecimals {
		p.fail(digits, "expected 1 to %d decimals of a fraction whose denominator is a power of two, such as .75 for 3/4", mostDecimals)
	}
	return p.arena.Dyadic(int64(part), places)
}

// operand reads the value after ± or tiny: a number, or a game in braces or parentheses.
func (p *parser) operand() Value {
	begins := p.rest.Text != "" && strings.IndexByte("0123456789.{(", p.rest.Text[0]) >= 0
	if !begins {
		p.reportUnexpected("expected a number, { or (")
	}
	v, ok := p.number()
	if !ok {
		v, _ = p.symbol()
	}
	return v
}

// braces reads the rest of a game in braces, such as {2|1} or {2||1|0}, after the first brace; see conwayGame.
func (p *parser) braces() Value {
	start := p.start
	p.openBraces++

	game := conwayGame{{values: p.list()}}
	for {
		p.blank()
		at := p.rest
		bars := p.bars()
		if bars == 0 {
			break
		}
		game = append(game, part{p.list(), bars, at})
	}
	if len(game) == 1 {
		p.reportUnexpected("expected a comma or |")
	}
	if !p.take("}") {
		p.reportUnexpected("expected a comma, | or }")
	}
	p.openBraces--
	p.start = start // an error of the value is at the opening brace
	return p.divide(game)
}

// A conwayGame is a game in Conway's notation: lists of values separated by bars. The longest bar separates the options
// of Left from those of Right. If there are shorter bars on one side, the lists there are a game in the same notation,
// the only option of this side.
type conwayGame []part

type part struct {
	values []Value
	bars   int       // the number of bars, 0 for the first part
	at     text.Word // the position of the bars
}

// divide returns the value of the game. It fails if several bars are longest, because then there are two
// readings.
func (p *parser) divide(game conwayGame) Value {
	// A game is lists of values separated by bars such as | and ||; the field bars is the length of the bar before a
	// list. longest is the index of the list after the longest bar, and equal that of a list after another bar of this
	// length, or 0.
	longest, equal := 0, 0
	for i := range game {
		switch bars := game[i].bars; {
		case bars > game[longest].bars:
			longest, equal = i, 0
		case i > 0 && bars == game[longest].bars:
			equal = i
		}
	}
	if equal > 0 {
		bar := strings.Repeat("|", game[equal].bars)
		p.fail(game[equal].at, "two readings are possible, as {…%[1]s|…%[1]s…} and as {…%[1]s…%[1]s|…}: make one bar longer", bar)
	}

	right := slices.Clone(game[longest:])
	right[0].bars = 0 // a game begins without a bar
	return p.arena.Make(p.options(game[:longest]), p.options(right))
}

// options returns the options on one side of the longest bar (such as || in {1||2|3}): the values there or, if there
// are shorter bars, the single game that they divide.
func (p *parser) options(side conwayGame) []Value {
	if len(side) == 1 {
		return side[0].values
	}
	return []Value{p.divide(side)}
}

// bars reads a row of bars, and returns their number.
func (p *parser) bars() (count int) {
	for {
		switch {
		case p.take("|"), p.take("∣"):
			count++
		case p.take("‖"):
			count += 2
		default:
			return count
		}
	}
}

func (p *parser) barAhead() bool { return p.ahead("|") || p.ahead("∣") || p.ahead("‖") }

// list reads values with commas between them, perhaps none.
func (p *parser) list() (values []Value) {
	p.blank()
	if p.barAhead() || p.ahead("}") {
		return nil
	}
	for {
		values = append(values, p.sum())
		p.blank()
		if !p.take(",") {
			return values
		}
	}
}

// digits reads a number, or returns `absent` if there are no digits. The name, such as "number", is used in the error
// for a number greater than `most`.
func (p *parser) digits(name string, absent, most int) (n int, ok bool) {
	digits := p.span("0123456789")
	if digits.Text == "" {
		return absent, false
	}
	n, err := digits.Number(name, 0, most)
	if err != nil {
		p.arena.Interrupt(err)
	}
	return n, true
}

// span reads as many characters of a set as come next.
func (p *parser) span(set string) text.Word {
	w := p.rest
	w.Text = w.Text[:len(w.Text)-len(strings.TrimLeft(w.Text, set))]
	p.rest = p.rest.From(len(w.Text))
	return w
}

func (p *parser) ahead(s string) bool { return strings.HasPrefix(p.rest.Text, s) }

// take skips s if the remaining text begins with it.
func (p *parser) take(s string) bool {
	ok := p.ahead(s)
	if ok {
		p.rest = p.rest.From(len(s))
	}
	return ok
}

// takeName is like take, but ignores case.
func (p *parser) takeName(name string) bool {
	ok := len(p.rest.Text) >= len(name) && strings.EqualFold(p.rest.Text[:len(name)], name)
	if ok {
		p.rest = p.rest.From(len(name))
	}
	return ok
}

// blank skips spaces, and returns the remaining text.
func (p *parser) blank() text.Word {
	p.rest = p.rest.TrimLeft()
	return p.rest
}

// reportUnexpected reports that the next symbol is not allowed here. want says what was expected instead.
func (p *parser) reportUnexpected(want string) {
	if p.blank().Text == "" {
		p.fail(p.rest, "the text ends; %s", want)
	}
	if p.barAhead() && p.openBraces == 0 {
		p.fail(p.rest, "a bar stands outside of braces; put them around the game, as in {2|1} or {2||1|0}")
	}
	_, size := utf8.DecodeRuneInString(p.rest.Text)
	p.fail(p.rest, "%q is not allowed here; %s", p.rest.Text[:size], want)
}

// fail panics with an error at a position, which [Arena.Do] returns.
func (p *parser) fail(at text.Word, format string, arguments ...any) {
	p.arena.Interrupt(at.Errorf(format, arguments...))
}
