//go:build !js

package simulate

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// Space returns the space of a stored simulation, for whoever reads stored runs.
func Space(r *enum.Ruleset, k checkpoints.Key) (enum.Space, error) {
	bad := fmt.Errorf("this program has no method %q", k.Method)
	parts := strings.SplitN(k.Method, ":", 3)
	if len(parts) < 3 || parts[0] != enum.Simulate {
		return nil, bad
	}
	rule, err := ParseRule(parts[2])
	if err != nil {
		return nil, bad
	}
	t := Trials{Ruleset: r, Rule: rule}
	steps, each := strings.CutSuffix(parts[1], ",classes")
	if t.Steps, err = strconv.ParseUint(strings.TrimPrefix(steps, "steps="), 10, 64); err != nil {
		return nil, bad
	}
	if each {
		if t.Classes, err = Classes(context.Background(), r, k.Size); err != nil {
			return nil, err
		}
	}
	if t.method() != k.Method {
		return nil, bad
	}
	return t.Sampling(k.Size, k.Seed, math.MaxUint64)
}
