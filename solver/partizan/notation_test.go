package partizan

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The tests write values in the notation that String writes, and more:
//
//	^ ^^ ^3  v vv v3  +-1    ASCII for ↑ ⇑ ↑3, ↓ ⇓ ↓3 and ±1
//	{2|1||0}                 {{2|1}|0}: the longest bar splits first
//	{2|-1} - (↑ + 1/2*)      sums with signs and parentheses between terms
//
// A minus sign between terms applies to all of the term after it, as in 2 - 1↑ = 1↓. At the
// beginning of a term it applies to the first symbol, as in -1↑ = -1 + ↑. +- is always ±.

// maxDepth is how deep braces and parentheses may be nested in a text.
const maxDepth = 1000

// parse reads a value. The error is a fault, or that of the context.
func (a *Arena) parse(ctx context.Context, text string) (Value, error) {
	p := parser{arena: a, text: text}
	v, wrong := Zero, error(nil)
	err := a.Do(ctx, func() {
		if v, wrong = p.sum(); wrong == nil && p.rest() != "" {
			wrong = p.unwanted("want a sign, or the end")
		}
	})
	switch {
	case errors.Is(err, ErrRange):
		return Zero, p.fault(p.start, err.Error())
	case err != nil:
		return Zero, err
	case wrong != nil:
		return Zero, wrong
	}
	return v, nil
}

type parser struct {
	arena *Arena
	text  string
	at    int // what is read of it, in bytes
	start int // of the symbol or brace that was read last
	depth int
}

// sum reads terms with signs between them. A sign between terms is about all of the term
// after it.
func (p *parser) sum() (Value, error) {
	v, err := p.term()
	for err == nil {
		start := p.blank()
		negate := p.take("-")
		if !negate && !p.take("+") {
			return v, nil
		}
		var w Value
		if w, err = p.term(); err == nil {
			if p.start = start; negate {
				w = p.arena.Negate(w)
			}
			v = p.arena.Add(v, w)
		}
	}
	return Zero, err
}

// term reads symbols that stand next to each other and adds them. A number may only come
// first. A minus sign before it all is about the first symbol.
func (p *parser) term() (Value, error) {
	p.blank()
	negate := !p.ahead("-_") && p.take("-")
	v, ok, err := p.symbol(true)
	if err == nil && !ok {
		err = p.unwanted("want a value")
	}
	if err == nil && negate {
		v = p.arena.Negate(v)
	}
	for err == nil && ok {
		var w Value
		if w, ok, err = p.symbol(false); ok {
			v = p.arena.Add(v, w)
		}
	}
	return v, err
}

// symbol reads one, if there is one.
func (p *parser) symbol(number bool) (v Value, ok bool, err error) {
	p.blank()
	p.start = p.at
	rest := p.rest()
	switch {
	case rest == "":
		return Zero, false, nil
	case number && isDigit(rest[0]):
		v, err = p.number()
	case p.take("*"):
		var k int64
		if k, err = p.count(1, maxStar, "a nimber"); err == nil {
			v = p.arena.Star(int(k))
		}
	case p.take("{"):
		v, err = p.nested(p.braces)
	case p.take("("):
		v, err = p.nested(p.parentheses)
	case p.take("±"), p.take("+-"):
		if v, err = p.operand(); err == nil {
			v = p.arena.Make([]Value{v}, []Value{p.arena.Negate(v)})
		}
	case p.take("+_"):
		v, err = p.tiny()
	case p.take("-_"):
		if v, err = p.tiny(); err == nil {
			v = p.arena.Negate(v)
		}
	default:
		return p.arrows()
	}
	return v, err == nil, err
}

// arrows reads a multiple of up.
func (p *parser) arrows() (v Value, ok bool, err error) {
	for _, arrow := range []struct {
		text string
		n    int64
	}{
		{"⇑", 2}, {"⇓", -2}, {"^^", 2}, {"vv", -2}, {"↑", 1}, {"↓", -1}, {"^", 1}, {"v", -1},
	} {
		if !p.take(arrow.text) {
			continue
		}
		n := int64(1)
		if arrow.n == 1 || arrow.n == -1 {
			if n, err = p.count(1, maxUps, "a multiple of up"); err != nil {
				return Zero, false, err
			}
		}
		return p.arena.plain(plain{ups: int32(n * arrow.n)}), true, nil
	}
	return Zero, false, nil
}

// number reads an integer or a fraction, without a sign.
func (p *parser) number() (Value, error) {
	num, err := p.count(0, maxInteger<<maxExponent, "a number")
	if err != nil {
		return Zero, err
	}
	exp, den := 0, int64(1)
	if p.take("/") {
		start := p.at
		if den, err = p.count(0, 1<<maxExponent, "a denominator"); err != nil {
			return Zero, err
		}
		for exp < maxExponent && 1<<exp < den {
			exp++
		}
		if start == p.at || 1<<exp != den {
			return Zero, p.fault(start, fmt.Sprintf("a denominator must be a power of two up to 2^%d", maxExponent))
		}
	}
	return p.arena.Dyadic(num, exp), nil
}

// operand reads what stands behind ± and +_.
func (p *parser) operand() (Value, error) {
	if rest := p.rest(); rest != "" && (isDigit(rest[0]) || rest[0] == '{' || rest[0] == '(') {
		v, _, err := p.symbol(true)
		return v, err
	}
	return Zero, p.unwanted("want a number, { or (")
}

// tiny reads x and returns {0 | {0 | -x}}.
func (p *parser) tiny() (Value, error) {
	x, err := p.operand()
	if err != nil {
		return Zero, err
	}
	threat := p.arena.Make([]Value{Zero}, []Value{p.arena.Negate(x)})
	return p.arena.Make([]Value{Zero}, []Value{threat}), nil
}

// nested reads what begins with a brace or a parenthesis.
func (p *parser) nested(read func(start int) (Value, error)) (Value, error) {
	if p.depth == maxDepth {
		return Zero, p.fault(p.start, fmt.Sprintf("braces are nested more than %d deep", maxDepth))
	}
	p.depth++
	defer func() { p.depth-- }()
	return read(p.start)
}

func (p *parser) parentheses(int) (Value, error) {
	v, err := p.sum()
	if err == nil && !p.take(")") {
		err = p.unwanted("want a sign or )")
	}
	return v, err
}

// braces reads lists of values with bars between them, and the brace that closes them.
func (p *parser) braces(start int) (Value, error) {
	var game slashed
	for {
		list, err := p.list()
		if err != nil {
			return Zero, err
		}
		game.lists = append(game.lists, list)
		at := p.blank()
		bars := 0
		for p.at < len(p.text) && p.text[p.at] == '|' {
			p.at++
			bars++
		}
		if bars == 0 {
			break
		}
		game.bars = append(game.bars, bar{bars, at})
	}
	switch {
	case !p.take("}"):
		return Zero, p.unwanted("want a comma, | or }")
	case len(game.bars) == 0:
		return Zero, p.fault(p.at-1, "braces without a bar, want {…|…}")
	}
	p.start = start
	return p.game(game)
}

// list reads values with commas between them, or nothing.
func (p *parser) list() ([]Value, error) {
	p.blank()
	if p.ahead("|") || p.ahead("}") {
		return nil, nil
	}
	var values []Value
	for {
		v, err := p.sum()
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		if p.blank(); !p.take(",") {
			return values, nil
		}
	}
}

// A slashed game has one list more than bars: a|b||c|||d is {{{a|b}|c}|d}.
type slashed struct {
	lists [][]Value
	bars  []bar
}

type bar struct{ length, at int }

// game splits a game at its longest bar. A side with bars of its own is one option.
func (p *parser) game(g slashed) (Value, error) {
	longest := 0
	for i, b := range g.bars {
		if b.length > g.bars[longest].length {
			longest = i
		}
	}
	for i, b := range g.bars {
		if i != longest && b.length == g.bars[longest].length {
			return Zero, p.fault(b.at, "two longest bars, want one, or braces within")
		}
	}
	lefts, err := p.side(slashed{g.lists[:longest+1], g.bars[:longest]})
	if err != nil {
		return Zero, err
	}
	rights, err := p.side(slashed{g.lists[longest+1:], g.bars[longest+1:]})
	if err != nil {
		return Zero, err
	}
	return p.arena.Make(lefts, rights), nil
}

func (p *parser) side(g slashed) ([]Value, error) {
	if len(g.bars) == 0 {
		return g.lists[0], nil
	}
	v, err := p.game(g)
	return []Value{v}, err
}

// count reads digits, or returns without if there are none.
func (p *parser) count(without, most int64, what string) (int64, error) {
	start := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
	if start == p.at {
		return without, nil
	}
	n, err := strconv.ParseInt(p.text[start:p.at], 10, 64)
	if err != nil || n > most {
		return 0, p.fault(start, fmt.Sprintf("%s is too large, want at most %d", what, most))
	}
	return n, nil
}

func (p *parser) rest() string { return p.text[p.at:] }

func (p *parser) ahead(s string) bool { return strings.HasPrefix(p.rest(), s) }

func (p *parser) take(s string) bool {
	if !p.ahead(s) {
		return false
	}
	p.at += len(s)
	return true
}

// blank skips blanks and ends of lines and returns where the next symbol is.
func (p *parser) blank() int {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.at
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// unwanted is the fault of what comes next.
func (p *parser) unwanted(want string) fault {
	p.blank()
	if p.rest() == "" {
		return p.fault(p.at, "the text ends, "+want)
	}
	_, size := utf8.DecodeRuneInString(p.rest())
	return p.fault(p.at, fmt.Sprintf("%q is not expected here, %s", p.text[p.at:p.at+size], want))
}

func (p *parser) fault(at int, problem string) fault {
	before := p.text[:at]
	return fault{1 + strings.Count(before, "\n"), at - strings.LastIndexByte(before, '\n'), problem}
}

// A fault is what is wrong with a text, and where: the line, and the column in bytes, both
// from 1.
type fault struct {
	line, column int
	problem      string
}

func (f fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.line, f.column, f.problem)
}
