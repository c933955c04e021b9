package partizan

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"enumerate/internal/pace"
	"enumerate/internal/text"
)

func parse(t *testing.T, a *Arena, text string) Value {
	t.Helper()
	v, err := a.Parse(t.Context(), text)
	if err != nil {
		t.Fatalf("parse(%q): %v", text, err)
	}
	return v
}

func TestParseReadsWhatStringWrites(t *testing.T) {
	a, b := NewArena(), NewArena()
	check := func(v Value) {
		t.Helper()
		text := a.String(v)
		if got := parse(t, a, text); got != v {
			t.Errorf("parse(%s) = %s, and not the same value", text, a.String(got))
		}
		if got := b.String(parse(t, b, text)); got != text {
			t.Errorf("%s is %s in another arena", text, got)
		}
	}
	values := born(a, 3)
	for _, v := range values {
		check(v)
	}
	const seed = 5
	r := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		check(a.Add(values[r.IntN(len(values))], values[r.IntN(100)]))
		check(a.plain(plain{dyadic(r.IntN(9)-4) * one / 4, int32(r.IntN(9)) - 4, int32(r.IntN(5))}))
		check(randomTree(r, 5, 3).value(a))
	}
}

func TestTextsOfValues(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{" 1/2 ", "1/2"}, {"4/8", "1/2"}, {"-0", "0"}, {"007", "7"},
		{"1^3*2", "1↑3*2"}, {"vv*", "⇓*"}, {"v3", "↓3"}, {"1 ↑ *", "1↑*"}, {"*1", "*"}, {"*0", "0"}, {"↑0", "0"}, {"↑2", "⇑"},
		{"-1↑", "-1↑"}, {"2-1↑", "1↓"}, {"2--1↑", "3↓"}, {"-↑*", "↓*"}, {"-(1↑)", "-1↓"}, {"1 + -1", "0"}, {"1+-1", "{2|0}"}, {"1±1*", "{2*|*}"},
		{"+-(1*)", "±(1*)"}, {"±{2|1}", "±{2|1}"}, {"{{3|1}|{-1|-3}}", "±{3|1}"}, {"{0|{0|-2}}", "{0|{0|-2}}"}, {"3 - {0|{0|-2}}", "{{5|3}|3}"},
		{"{2|-1}", "{2|-1}"}, {"{ 2 |\n-1 }", "{2|-1}"}, {"{{0,1|2}|3}", "2"}, {"{1,{2|0},*|}", "2"}, {"{*,1/2|{0|-1},-1/2}", "{1/2|-1/2,{0|-1}}"},
		{"{*2,*3|*}", "0"}, {"{(1+1)|(0)}", "{2|0}"},
		{"up", "↑"}, {"2 down + up*", "2*"}, {"tiny 2", "{0|{0|-2}}"}, {"miny(2)", "{{2|0}|0}"}, {"tiny {1|0}", "{0|{0|{0|-1}}}"}, {"tiny 1 + miny 1", "0"},
		{"0.75", "3/4"}, {"-.5", "-1/2"}, {"3.0", "3"}, {"1.250*", "5/4*"}, {"+-.5", "±1/2"}, {".000003814697265625", "1/262144"},
		{"{2||1|0}", "{2|{1|0}}"}, {"{2||1|0} + *2", "{2*2|{1*2|*2}}"}, {"{1|||0||-1|-2}", "{1|{0|{-1|-2}}}"}, {"{3|2||1|0}", "{{3|2}|{1|0}}"}, {"{0||0|-2}", "{0|{0|-2}}"},
		{"{3,4|2||1,*2|0}", "{{4|2}|{1|0}}"}, {"{||1|0}", "0"}, {"{0||}", "1"}, {"{|}", "0"}, {"{||}", "0"}, {"{4||1}", "{4|1}"}, {"{0|||||}", "1"}, {"{{3|2||1}|0}", "{{{3|2}|1}|0}"},
		{"{ 2 || 1 | 0 }", "{2|{1|0}}"}, {"{2‖1∣0}", "{2|{1|0}}"}, {"{1∣‖0||-1|-2}", "{1|{0|{-1|-2}}}"}, {"{3||2|1|||0}", "{{3|{2|1}}|0}"}, {"{4|3||2|||1||0|-1}", "{{{4|3}|2}|{1|{0|-1}}}"},
		{"Tiny(2)", "{0|{0|-2}}"}, {"TINY 2 + Miny(2)", "0"}, {"Up", "↑"}, {"2 Down", "2↓"}, {"tiny({1|0})", "{0|{0|{0|-1}}}"},
		{"-(1/2)", "-1/2"}, {"-{2|1}", "{-1|-2}"}, {"+1", "1"}, {"+ 1", "1"}, {"+1 - +2", "-1"}, {"{+1|-1}", "±1"}, {"(+1)", "1"}, {"1 / 2", "1/2"}, {"1 /2 + 1/ 2", "1"}, {"-3 / 4*", "-3/4*"},
		{"\u22123/4", "-3/4"}, {"1 \u2212 2", "-1"}, {"{1|\u22121}", "±1"}, {"+\u22121", "±1"}, {"2 – 1", "1"}, {"∗2", "*2"}, {"1∗", "1*"},
		{"±(1,{2|0})", "{1,{2|0}|-1,{0|-2}}"}, {"+-(1,{2|0})", "{1,{2|0}|-1,{0|-2}}"}, {"± 1", "±1"}, {"±(1)", "±1"}, {"±(3, 2)", "±3"}, {"1 + ±1", "{2|0}"}, {"- ±1", "±1"}, {"+±1", "±1"}, {"±(-1)", "0"},
	} {
		a := NewArena()
		if got := a.String(parse(t, a, test.text)); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
	}
}

// inSlashes writes a value without the outer braces, in Conway's notation, in which a bar with more strokes separates
// the outer options: 3|2||1 is {{3|2}|1}. It also returns the number of strokes of the longest bar.
func inSlashes(a *Arena, v Value) (text string, bars int) {
	name, named := writer{a, make(map[Value]string)}.name(v)
	if named {
		return name, 0
	}
	left, leftBars := sideInSlashes(a, a.Left(v))
	right, rightBars := sideInSlashes(a, a.Right(v))
	bars = max(leftBars, rightBars) + 1
	return left + strings.Repeat("|", bars) + right, bars
}

// sideInSlashes writes the options of one side in the same notation as inSlashes.
func sideInSlashes(a *Arena, options []Value) (text string, bars int) {
	if len(options) == 1 {
		return inSlashes(a, options[0])
	}
	var texts []string
	for _, v := range options {
		text, bars := inSlashes(a, v)
		if bars > 0 {
			text = "{" + text + "}"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ","), 0
}

func TestSlashesMeanBraces(t *testing.T) {
	a := NewArena()
	r := rand.New(rand.NewPCG(6, 0))
	longest := 0
	check := func(v Value) {
		t.Helper()
		text, bars := inSlashes(a, v)
		if bars > 0 {
			text = "{" + text + "}"
		}
		longest = max(longest, bars)
		if got := parse(t, a, text); got != v {
			t.Errorf("%s is %s, want %s", text, a.String(got), a.String(v))
		}
	}
	for _, v := range born(a, 3) {
		check(v)
	}
	for range 500 {
		check(randomTree(r, 6, 2).value(a))
	}
	if longest < 3 {
		t.Errorf("the longest bar has %d strokes, want more", longest)
	}
}

func TestFaultsSayWhere(t *testing.T) {
	deep := strings.Repeat("(", maxDepth+1)
	for _, test := range []struct{ text, want string }{
		{"", "line 1, column 1: the text ends; expected a value"},
		{"{1", "line 1, column 3: the text ends; expected a comma or |"},
		{"{1|", "line 1, column 4: the text ends; expected a value"},
		{"{1}", `line 1, column 3: "}" is not allowed here; expected a comma or |`},
		{"{1 2|}", `line 1, column 4: "2" is not allowed here; expected a comma or |`},
		{"{1|,}", `line 1, column 4: "," is not allowed here; expected a value`},
		{"1 2", `line 1, column 3: "2" is not allowed here; expected a sign, or the end`},
		{"↑é", `line 1, column 2: "é" is not allowed here; expected a sign, or the end`},
		{"1\n+ x", `line 2, column 3: "x" is not allowed here; expected a value`},
		{"↑⇓\n⇑±é", `line 2, column 3: "é" is not allowed here; expected a number, { or (`},
		{"⇓ +\xff\u2003x", `line 1, column 4: "\xff" is not allowed here; expected a value`},
		{"{↑|⇓|⇓}", "line 1, column 5: two readings are possible, as {…||…|…} and as {…|…||…}: make one bar longer"},
		{"{2||1||0}", "line 1, column 6: two readings are possible, as {…|||…||…} and as {…||…|||…}: make one bar longer"},
		{"{1|2|3||4}", "line 1, column 5: two readings are possible, as {…||…|…} and as {…|…||…}: make one bar longer"},
		{"{2| |1}", "line 1, column 5: two readings are possible, as {…||…|…} and as {…|…||…}: make one bar longer"},
		{"{2||1|0", "line 1, column 8: the text ends; expected a comma, | or }"},
		{"2||1|0", "line 1, column 2: a bar stands outside of braces; put them around the game, as in {2|1} or {2||1|0}"},
		{"({1|0} | 1)", "line 1, column 8: a bar stands outside of braces; put them around the game, as in {2|1} or {2||1|0}"},
		{"±()", `line 1, column 3: ")" is not allowed here; expected a value`},
		{"±(1,)", `line 1, column 5: ")" is not allowed here; expected a value`},
		{"±(1;2)", `line 1, column 4: ";" is not allowed here; expected a comma or )`},
		{"++1", `line 1, column 2: "+" is not allowed here; expected a value`},
		{"1 / -2", "line 1, column 5: a denominator must be a power of two up to 2^32"},
		{"\xff", `line 1, column 1: "\xff" is not allowed here; expected a value`},
		{"(1", "line 1, column 3: the text ends; expected a sign or )"},
		{"±↑", `line 1, column 2: "↑" is not allowed here; expected a number, { or (`},
		{"1/3", "line 1, column 3: a denominator must be a power of two up to 2^32"},
		{"1/", "line 1, column 3: a denominator must be a power of two up to 2^32"},
		{"1/0", "line 1, column 3: a denominator must be a power of two up to 2^32"},
		{"1/8589934592", `line 1, column 3: "8589934592" is not a valid denominator; expected a number from 0 to 4,294,967,296`},
		{"*9999999999999999999999", `line 1, column 2: "9999999999999999999999" is not a valid nimber; expected a number from 0 to 1,023`},
		{"↑99999", `line 1, column 2: "99999" is not a valid multiple of up; expected a number from 0 to 4,096`},
		{"1 + 268435456", "line 1, column 5: " + ErrRange.Error()},
		{"1 + 268435455", "line 1, column 3: " + ErrRange.Error()},
		{"* + {0|{0|1/4294967296}}", "line 1, column 8: " + ErrRange.Error()},
		{".3", "line 1, column 2: expected 1 to 18 decimals of a fraction whose denominator is a power of two, such as .75 for 3/4"},
		{"1.", "line 1, column 3: expected 1 to 18 decimals of a fraction whose denominator is a power of two, such as .75 for 3/4"},
		{"0.0000000000000000000", "line 1, column 3: expected 1 to 18 decimals of a fraction whose denominator is a power of two, such as .75 for 3/4"},
		{"268435456.5", "line 1, column 1: " + ErrRange.Error()},
		{"tiny", "line 1, column 5: the text ends; expected a number, { or ("},
		{deep, "line 1, column 1001: braces are nested more than 1000 deep"},
	} {
		a := NewArena()
		v, err := a.Parse(t.Context(), test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("parse(%.40q) = %v, %v, want %s", test.text, v, err, test.want)
		}
		if _, ok := err.(text.Error); !ok {
			t.Errorf("parse(%.40q): the error is a %T, want a text.Error", test.text, err)
		}
	}
}

func TestLongSumsEndWithTheContext(t *testing.T) {
	var terms []string
	for i := range 40 {
		terms = append(terms, "{"+strings.Repeat("9", i%4+1)+"|{"+strings.Repeat("7", i%5+1)+"|-"+strings.Repeat("8", i%7+1)+"}}")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	a := NewArena()
	watch := pace.Start(t)
	_, err := a.Parse(ctx, strings.Join(terms, "+"))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("parse = %v, want %v", err, context.DeadlineExceeded)
	}
	if late := watch.Stop() - 20*time.Millisecond; late > time.Second {
		t.Errorf("parse returned %v late", late)
	}
	if got := a.String(parse(t, a, "±1 + ±1 + ↑")); got != "↑" {
		t.Errorf("afterwards ±1 + ±1 + ↑ = %s, want ↑", got)
	}
	if err := a.Do(ctx, func() { t.Error("Do ran f though the context had ended") }); err == nil {
		t.Errorf("Do = nil, want %v", ctx.Err())
	}
}

func TestOtherPanicsPass(t *testing.T) {
	defer func() {
		if p := recover(); p != "other" {
			t.Errorf("recovered %v, want other", p)
		}
	}()
	_ = NewArena().Do(t.Context(), func() { panic("other") })
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"{2|-1} - (↑ + 1/2*)", "{0|{0|-2}}±{1*|vv3}*4", "{{{1|2}|{3|4}}|5}", "-1/2↑3*2", "{,|}", "{2||1|0}", "{1|||0||-1|-2}", "±(1,{2|0})", "1 / 2 \u2212 +1", "{0|{0|{0|1/65536}}}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, input string) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		a := NewArena()
		v, err := a.Parse(ctx, input)
		var fault text.Error
		if err != nil && !errors.As(err, &fault) && !errors.Is(err, ctx.Err()) {
			t.Fatalf("parse(%q): %v is neither a text.Error nor the context's", input, err)
		}
		if err != nil || len(a.forms) > 1000 {
			return
		}
		written := a.String(v)
		if got := parse(t, a, written); got != v {
			t.Fatalf("%q is %s, which reads as %s", input, written, a.String(got))
		}
	})
}
