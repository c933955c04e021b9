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

// AddJudge adds --judge, which names a judge: a program of the user that gives each game its verdict.
//
// If the verb has --game, the judge decides the games of that ruleset. A verb without --game looks up stored runs of
// any ruleset, and needs the judge that decided the games of a run to interpret it. So for such a verb, the judge
// decides the games of every ruleset that takes a judge.
func AddJudge(cmd *cobra.Command, p *Program, g *Game) {
	var j single.Judge
	format := Format{single.JudgeFormats()[0], single.JudgeFormats()}
	const timeout = time.Minute
	cmd.Flags().Var((*commandLine)(&j.Command), "judge", "the judge: a command such as 'python3 stable.py'")
	cmd.Flags().Var(&format, "judge-format", "format for the judge: "+strings.Join(format.words, ", "))
	Complete(cmd, "judge-format", func() []string { return format.words })
	cmd.Flags().DurationVar(&j.Timeout, "judge-timeout", timeout, "time until a silent judge fails")

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
		if g.WithJudge == nil {
			return Usagef("%s decides its verdicts itself: leave out --judge, or choose --game choices", g.Name)
		}
		judged, err := g.WithJudge(cmd.Context(), j)
		if err != nil {
			return judgeError(cmd.Context(), err)
		}
		g.Ruleset = judged // the rulesets of the program stay without the judge, so that the page of serve does not run it
		return nil
	})
}

type commandLine string

func (c *commandLine) String() string { return string(*c) }
func (c *commandLine) Type() string   { return "COMMAND" }

func (c *commandLine) Set(text string) error {
	*c = commandLine(text)
	return nil
}

// judgeError returns the error to report for a judge that failed. If the context has ended, the judge failed because it
// was stopped.
func judgeError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return Ended(ctx, err)
	}
	return fmt.Errorf("--judge: %w", err)
}

// judgeAll lets a judge decide the games of every ruleset of the program that takes a judge; see AddJudge.
func (p *Program) judgeAll(ctx context.Context, j single.Judge) error {
	for _, r := range p.Rulesets {
		if r.WithJudge == nil {
			continue
		}
		judged, err := r.WithJudge(ctx, j)
		if err != nil {
			return judgeError(ctx, err)
		}
		p.connect(judged)
	}
	return nil
}

// connect lets the program read the stored runs of a ruleset whose games a judge decides. The parameters after the
// colon in the name of such a run identify the judge. To find the ruleset of a run, the program passes the parameters
// to the function With of the ruleset before the colon. The plain ruleset's With knows no judge, so connect gives it
// the With of the judged ruleset.
func (p *Program) connect(judged *enum.Ruleset) {
	plain, _, _ := strings.Cut(judged.Name, ":")
	p.Rulesets = slices.Clone(p.Rulesets) // other users of the list must not see the change
	for i, r := range p.Rulesets {
		if r.Name == plain {
			connected := *r
			connected.With = judged.With
			p.Rulesets[i] = &connected
		}
	}
}
