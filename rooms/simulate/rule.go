package simulate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/internal/lists"
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
	Together = "together" // all at the same time
	Random   = "random"   // one after the other, in a new random order in each step
)

// A Rule says how players move.
type Rule struct {
	Name   string  // Nearest, Distance or Still
	Ground string  // Plane, Line, Circle or Field
	Order  string  // Together or Random
	Speed  float64 // how far a player runs in a step, from 0.0001 to 1
	// Gap is the least distance that players keep from their wonderwalls, from 0.001 to 0.25. Each player has a random
	// gap from Gap to twice as much: two players with the same wonderwall and the same gap would stand in one place.
	Gap float64
	// Noise says how far players go astray, from 0 to 1: each coordinate of the place that a player reaches is off by a
	// random amount, at most Noise times the distance that the player runs in this step.
	Noise float64
	Delay int // steps after which players see where the others were, from 0 to 1000
}

// DefaultRule returns the rule "nearest", in the plane, where all players move at the same time.
func DefaultRule() Rule {
	return Rule{Name: Nearest, Ground: Plane, Order: Together, Speed: 0.02, Gap: 0.05}
}

// A RuleInfo is the name of a rule, and where a player goes by it.
type RuleInfo struct{ Name, Summary string }

// Rules lists the names of rules, the default first.
func Rules() []RuleInfo {
	return []RuleInfo{
		{Nearest, "to the nearest place of the safe ray"},
		{Distance, "to the place of the ray that is a gap behind the wonderwall"},
		{Still, "like nearest, but players within half a gap of the ray stand still"},
	}
}

func names() []string {
	return lists.Map(Rules(), func(rule RuleInfo) string { return rule.Name })
}

type parameter struct {
	enum.Parameter
	at any // points to the field of the Rule
}

// parameters lists the parameters of a rule, each with a pointer to its field of r.
func (r *Rule) parameters() []parameter {
	return []parameter{
		{enum.Parameter{Name: "ground", Values: "plane|line|circle|field", Summary: "where players move"}, &r.Ground},
		{enum.Parameter{Name: "order", Values: "together|random", Summary: "all at once, or one by one"}, &r.Order},
		{enum.Parameter{Name: "speed", Values: "0.0001..1", Summary: "how far a player runs in a step"}, &r.Speed},
		{enum.Parameter{Name: "gap", Values: "0.001..0.25", Summary: "distance from the wonderwall, up to twice this"}, &r.Gap},
		{enum.Parameter{Name: "noise", Values: "0..1", Summary: "largest error of a run, relative to its length"}, &r.Noise},
		{enum.Parameter{Name: "delay", Values: "0..1000", Summary: "steps after which a player sees the others move"}, &r.Delay},
	}
}

// Parameters returns the parameters of rules, with their defaults.
func Parameters() (list []enum.Parameter) {
	for _, p := range new(DefaultRule()).parameters() {
		p.Default = p.value()
		list = append(list, p.Parameter)
	}
	return list
}

// value returns the value of a parameter as the text from which ParseRule reads it.
func (p parameter) value() string {
	switch at := p.at.(type) { // p.at points to the field of the rule
	case *float64:
		return strconv.FormatFloat(*at, 'f', -1, 64)
	case *int:
		return strconv.Itoa(*at)
	default:
		return *at.(*string)
	}
}

// String returns the rule as ParseRule reads it: its name, and the parameters that are not the default.
func (r Rule) String() string {
	values := make(map[string]string)
	for _, p := range r.parameters() {
		values[p.Name] = p.value()
	}
	return kit.SettingName(r.Name, Parameters(), func(name string) string { return values[name] })
}

// ParseRule reads a rule such as "nearest" or "still:ground=line,delay=3".
func ParseRule(text string) (Rule, error) {
	name, settings, set := strings.Cut(text, ":")
	if !slices.Contains(names(), name) {
		return Rule{}, single.Unknown("rule", name, names())
	}

	r := DefaultRule()
	r.Name = name
	if !set {
		return r, nil
	}

	values, err := enum.Settings(settings, Parameters())
	if err != nil {
		return Rule{}, err
	}

	for _, p := range r.parameters() {
		value, ok := values[p.Name]
		if !ok {
			continue
		}
		if err := p.set(value); err != nil {
			return Rule{}, err
		}
	}
	return r, nil
}

// set sets a parameter to a value, or returns an error if the parameter does not allow it. The allowed values,
// p.Values, are words such as "plane|line" or an interval such as "0..1".
func (p parameter) set(value string) error {
	if word, ok := p.at.(*string); ok {
		words := strings.Split(p.Values, "|")
		if !slices.Contains(words, value) {
			return single.Unknown(p.Name, value, words)
		}
		*word = value
		return nil
	}

	from, to, _ := strings.Cut(p.Values, "..")
	least, _ := strconv.ParseFloat(from, 64)
	most, _ := strconv.ParseFloat(to, 64)
	x, err := strconv.ParseFloat(value, 64)

	steps, whole := p.at.(*int)
	inRange := least <= x && x <= most // false for NaN
	if err != nil || !inRange || whole && x != math.Trunc(x) {
		return fmt.Errorf("%s=%.40s: expected a number from %s to %s", p.Name, value, from, to)
	}

	if whole {
		*steps = int(x)
	} else {
		*p.at.(*float64) = x
	}
	return nil
}

// tolerance returns how far a player may be from where it wants to be and still stay.
func (r Rule) tolerance() float64 {
	if r.Name == Still {
		return r.Gap / 2
	}
	return r.Gap / 1000
}

// chance reports whether the moves of players depend on chance, so that a repetition of places proves nothing. With a
// delay, the order makes no difference, because no player sees a move of the same step.
func (r Rule) chance() bool { return r.Noise > 0 || r.Order == Random && r.Delay == 0 }
