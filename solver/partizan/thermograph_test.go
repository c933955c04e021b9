package partizan

import "testing"

// A cooler cools games by the definition: {GL cooled - t | GR cooled + t}, until that is
// infinitesimally near a number, which it stays at. It tries all t that are multiples of
// 1/32.
type cooler struct {
	a      *Arena
	frozen map[Value]point // where each value freezes
}

const degree = one / 32

func (c cooler) cooled(v Value, t dyadic) Value {
	if f := c.freezes(v); t > f.t {
		return c.a.number(f.x)
	}
	return c.cooling(v, t)
}

func (c cooler) cooling(v Value, t dyadic) Value {
	if f := &c.a.forms[v]; f.isNumber() {
		return v
	}
	var options [2][]Value
	for side, tax := range []dyadic{-t, t} {
		for _, o := range c.a.options(v, side) {
			options[side] = append(options[side], c.a.Add(c.cooled(o, t), c.a.number(tax)))
		}
	}
	return c.a.Make(options[left], options[right])
}

func (c cooler) freezes(v Value) point {
	if p, ok := c.frozen[v]; ok {
		return p
	}
	for t := dyadic(0); ; t += degree {
		if l, r := c.a.Stops(c.cooling(v, t)); l == r {
			p := point{t, c.a.forms[l].plain.number}
			c.frozen[v] = p
			return p
		}
	}
}

func TestTemperatureIsWhereCoolingEnds(t *testing.T) {
	a := NewArena()
	c := cooler{a, make(map[Value]point)}
	for i, v := range born(a, 3) {
		if testing.Short() && i%16 != 0 {
			continue
		}
		want := c.freezes(v)
		if got := a.Mean(v); got != a.number(want.x) {
			t.Errorf("Mean(%s) = %s, want %v", a.String(v), a.String(got), want.x)
		}
		if _, exp, ok := a.Number(v); ok {
			want.t = -one >> exp
		}
		if got := a.Temperature(v); got != a.number(want.t) {
			t.Errorf("Temperature(%s) = %s, want %v", a.String(v), a.String(got), want.t)
		}
	}
}

func TestFamousTemperatures(t *testing.T) {
	for _, test := range []struct{ game, mean, temperature string }{
		{"0", "0", "-1"}, {"-7", "-7", "-1"}, {"3/4", "3/4", "-1/4"}, {"*", "0", "0"}, {"1↑3*2", "1", "0"}, {"+_2", "0", "0"},
		{"±1", "0", "1"}, {"{2|-1}", "1/2", "3/2"}, {"{1|0}", "1/2", "1/2"}, {"{7|5||1}", "7/2", "5/2"}, {"{5||3|-3}", "3", "2"}, {"{4||1|0}", "9/4", "7/4"},
		{"±{2|1}", "0", "3/2"}, {"{3||1|-9}", "1", "2"}, {"{1,{3|0}|-1}", "0", "1"}, {"{3|0}", "3/2", "3/2"}, {"{2|2↑}", "2", "0"},
		{"{1073741/32768|0}", "1073741/65536", "1073741/65536"},
	} {
		a := NewArena()
		v := parse(t, a, test.game)
		if got := a.String(a.Mean(v)); got != test.mean {
			t.Errorf("Mean(%s) = %s, want %s", test.game, got, test.mean)
		}
		if got := a.String(a.Temperature(v)); got != test.temperature {
			t.Errorf("Temperature(%s) = %s, want %s", test.game, got, test.temperature)
		}
	}
	a := NewArena()
	v := a.Make([]Value{a.Dyadic(1, MaxExponent)}, []Value{Zero})
	if err := a.Do(t.Context(), func() { a.Mean(v) }); err != ErrRange {
		t.Errorf("Do = %v, want %v", err, ErrRange)
	}
}
