package verb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/enum/single"
)

// AddJudge adds --judge, the program that judges games. If the command has a game, --judge applies to the ruleset of
// that game. Otherwise it applies to all rulesets that take a judge, because their stored runs are looked up, and a stored
// run of such a ruleset names the judge.
func AddJudge(cmd *cobra.Command, p *Program, g *Game) {
	var j single.Judge
	format := Format{single.JudgeFormats()[0], single.JudgeFormats()}
	const timeout = time.Minute
	cmd.Flags().Var((*commandLine)(&j.Command), "judge", "the program that gives each game its verdict, such as 'python3 stable.py'")
	cmd.Flags().Var(&format, "judge-format", "how the judge reads and writes games: "+strings.Join(format.words, ", "))
	Complete(cmd, "judge-format", func() []string { return format.words })
	cmd.Flags().DurationVar(&j.Timeout, "judge-timeout", timeout, "how long the judge may neither read nor write")

	check(cmd, func() error {
		if !cmd.Flags().Changed("judge") {
			for _, flag := range []string{"judge-format", "judge-timeout"} {
				if cmd.Flags().Changed(flag) {
					return Usagef("--%s goes with --judge, the program that it is for", flag)
				}
			}
			return nil
		}
		if j.Timeout <= 0 {
			return Usagef("--judge-timeout %v: expected more than 0", j.Timeout)
		}
		j.Format = format.Value
		if g == nil {
			return p.judgeAll(cmd.Context(), j)
		}
		if g.Judged == nil {
			return Usagef("%s decides its verdicts itself: leave out --judge, or choose --game choices", g.Name)
		}
		judged, err := g.Judged(cmd.Context(), j)
		if err != nil {
			return judgeError(cmd.Context(), err)
		}
		g.Ruleset = judged // not the whole program: the page of serve must not run it
		return nil
	})
}

// commandLine is a program and its arguments, --judge.
type commandLine string

func (c *commandLine) String() string { return string(*c) }
func (c *commandLine) Type() string   { return "COMMAND" }

func (c *commandLine) Set(text string) error {
	*c = commandLine(text)
	return nil
}

// judgeless reports whether a help omits a flag because it is about a judge, which the ruleset of --game does not
// take. A verb without --game shows such flags in the long help.
func judgeless(cmd *cobra.Command, flag string, short bool) bool {
	if flag != "judge" && !strings.HasPrefix(flag, "judge-") {
		return false
	}
	game, has := gameOf(cmd)
	if has {
		return game.Judged == nil
	}
	return short
}

// judgeError is the error of a program that cannot judge, unless the context has ended.
func judgeError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return Ended(ctx, err)
	}
	return fmt.Errorf("--judge: %w", err)
}

// judgeAll connects the program to every ruleset that takes a judge.
func (p *Program) judgeAll(ctx context.Context, j single.Judge) error {
	for _, r := range p.Rulesets {
		if r.Judged == nil {
			continue
		}
		judged, err := r.Judged(ctx, j)
		if err != nil {
			return judgeError(ctx, err)
		}
		p.connect(judged)
	}
	return nil
}

// connect makes the program's ruleset set parameters like the judged one, so that a stored run with the program's
// name finds it.
func (p *Program) connect(judged *enum.Ruleset) {
	plain, _, _ := strings.Cut(judged.Name, ":")
	p.Rulesets = slices.Clone(p.Rulesets)
	for i, r := range p.Rulesets {
		if r.Name == plain {
			connected := *r
			connected.With = judged.With
			p.Rulesets[i] = &connected
		}
	}
}
