package simulate

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"enumerate/enum"
)

// The grounds.
const (
	Plane  = "plane"
	Line   = "line"
	Circle = "circle"
	Field  = "field"
)

// The names of rules; see Rules.
const (
	Nearest  = "nearest"
	Distance = "distance"
	Still    = "still"
)

// The orders in which players move.
const (
	Together = "together" // all at once
	Random   = "random"   // one after the other, in another random order each step
)

// A Rule says how players move. DefaultRule has what is not said otherwise.
type Rule struct {
	Name   string  // Nearest, Distance or Still
	Ground string  // Plane, Line, Circle or Field
	Order  string  // Together or Random
	Speed  float64 // how far a player runs in a step, from 0.0001 to 1
	// Gap is what players keep from their wonderwalls, from 0.001 to 0.25. Each keeps a gap of its
	// own, from this one to twice as much, since two who kept the same behind one wonderwall would
	// stand in one place.
	Gap float64
	// Noise is how much of its way a player misses at random, from 0 to 1: each coordinate of
	// a run is off by up to so much of the run's length.
	Noise float64
	Delay int // a player sees where others were this number of steps ago, from 0 to 1000
}

// DefaultRule returns the rule nearest, in the plane, all at once.
func DefaultRule() Rule {
	return Rule{Name: Nearest, Ground: Plane, Order: Together, Speed: 0.02, Gap: 0.05}
}

// A Named is the name of a rule, and where a player goes by it.
type Named struct{ Name, Summary string }

// Rules lists the names of rules, the default first.
func Rules() []Named {
	return []Named{
		{Nearest, "to the nearest place of the safe ray"},
		{Distance, "to the place of the ray that is their gap behind the wonderwall"},
		{Still, "as nearest, but whoever is within half a gap of the ray stands still"},
	}
}

func names() (list []string) {
	for _, rule := range Rules() {
		list = append(list, rule.Name)
	}
	return list
}

// Parameters are what can be set of a rule.
func Parameters() []enum.Parameter {
	d := DefaultRule()
	return []enum.Parameter{
		{Name: "ground", Values: strings.Join([]string{Plane, Line, Circle, Field}, "|"), Default: d.Ground, Summary: "where players move"},
		{Name: "order", Values: Together + "|" + Random, Default: d.Order, Summary: "all at once, or one after the other in random order"},
		{Name: "speed", Values: "0.0001..1", Default: decimal(d.Speed), Summary: "how far a player runs in a step"},
		{Name: "gap", Values: "0.001..0.25", Default: decimal(d.Gap), Summary: "what each keeps from its wonderwall, or up to twice as much"},
		{Name: "noise", Values: "0..1", Default: decimal(d.Noise), Summary: "how much of a run goes astray"},
		{Name: "delay", Values: "0..1000", Default: strconv.Itoa(d.Delay), Summary: "how many steps late a player sees the others"},
	}
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// value returns a parameter as it is set.
func (r Rule) value(parameter string) string {
	switch parameter {
	case "ground":
		return r.Ground
	case "order":
		return r.Order
	case "speed":
		return decimal(r.Speed)
	case "gap":
		return decimal(r.Gap)
	case "noise":
		return decimal(r.Noise)
	}
	return strconv.Itoa(r.Delay)
}

// String returns the rule as ParseRule reads it: its name and what is not as by default.
func (r Rule) String() string { return enum.SettingName(r.Name, Parameters(), r.value) }

// ParseRule reads a rule such as "nearest" or "still:ground=line,delay=3". The error says
// what is wrong, and what would be right.
func ParseRule(text string) (Rule, error) {
	name, settings, set := strings.Cut(text, ":")
	r := DefaultRule()
	switch name {
	case Nearest, Distance, Still:
		r.Name = name
	default:
		return Rule{}, enum.Unknown("rule", name, names())
	}
	if !set {
		return r, nil
	}
	seen := make(map[string]bool)
	for setting := range strings.SplitSeq(settings, ",") {
		parameter, value, ok := strings.Cut(setting, "=")
		if !ok {
			return Rule{}, fmt.Errorf("%q sets nothing; want PARAMETER=VALUE, with a comma between two", setting)
		}
		if seen[parameter] {
			return Rule{}, fmt.Errorf("%s is set twice", parameter)
		}
		seen[parameter] = true
		if err := r.set(parameter, value); err != nil {
			return Rule{}, err
		}
	}
	return r, nil
}

// set sets a parameter.
func (r *Rule) set(parameter, value string) error {
	var known []string
	for _, p := range Parameters() {
		known = append(known, p.Name)
		if p.Name != parameter {
			continue
		}
		if strings.Contains(p.Values, "|") {
			return r.choose(parameter, value, strings.Split(p.Values, "|"))
		}
		from, to, _ := strings.Cut(p.Values, "..")
		least, _ := strconv.ParseFloat(from, 64)
		most, _ := strconv.ParseFloat(to, 64)
		x, err := strconv.ParseFloat(value, 64)
		if err == nil && parameter == "delay" && x != math.Trunc(x) {
			err = errors.New("not whole")
		}
		if err != nil || !(least <= x && x <= most) {
			return fmt.Errorf("%s=%.40s: want a number from %s to %s", parameter, value, from, to)
		}
		switch parameter {
		case "speed":
			r.Speed = x
		case "gap":
			r.Gap = x
		case "noise":
			r.Noise = x
		case "delay":
			r.Delay = int(x)
		}
		return nil
	}
	return enum.Unknown("parameter", parameter, known)
}

// choose sets a parameter that is one of some words.
func (r *Rule) choose(parameter, value string, words []string) error {
	for _, word := range words {
		if word != value {
			continue
		}
		if parameter == "ground" {
			r.Ground = value
		} else {
			r.Order = value
		}
		return nil
	}
	return enum.Unknown(parameter, value, words)
}

// tolerance returns how far a player may be from where it wants to be and still stay.
func (r Rule) tolerance() float64 {
	if r.Name == Still {
		return r.Gap / 2
	}
	return r.Gap / 1000
}

// chance reports whether players move by chance.
func (r Rule) chance() bool { return r.Noise > 0 || r.Order == Random && r.Delay == 0 }
