//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// Ctrl-C must end the verb class within a second, and keep the answers that are printed. The program looks for the
// canonical form of a second game, which takes many seconds, or waits for more input.
func TestCtrlCEndsClassifying(t *testing.T) {
	const easy = "BC CD BA BA\n\n"
	hard := easy + alike(20_000)
	for _, c := range []struct {
		name  string
		input string
	}{
		{"hard", hard},
		{"waiting", easy},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := command(t, "class")
			ignoreEarlySignals(t, cmd)
			typed, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer typed.Close()
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// A pipe is too small for the second game. So when all of it is written, the program is reading it.
			if _, err := io.WriteString(typed, c.input); err != nil {
				t.Fatal(err)
			}
			if c.name != "waiting" {
				typed.Close()
			}
			lines := bufio.NewReader(stdout)
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			endsWithCtrlC(t, cmd, lines, &stderr, func() bool { return true })
		})
	}
}

// alike returns a random game in which each player is chosen once as wonderwall and once as ninja. Such a game is hard
// to classify: all players look alike to refinement, but no automorphism helps.
func alike(players int) string {
	random := rand.New(rand.NewPCG(1, 2))
	wonderwalls, ninjas := random.Perm(players), random.Perm(players)
	for p := 0; p < players; p++ {
		q := random.IntN(players)
		switch {
		case wonderwalls[p] == p:
			wonderwalls[p], wonderwalls[q] = wonderwalls[q], wonderwalls[p]
		case ninjas[p] == p || ninjas[p] == wonderwalls[p]:
			ninjas[p], ninjas[q] = ninjas[q], ninjas[p]
		default:
			continue
		}
		p = -1 // until nothing is wrong
	}
	var b strings.Builder
	for p := range players {
		fmt.Fprintf(&b, "P%d: P%d P%d\n", p+1, wonderwalls[p]+1, ninjas[p]+1)
	}
	return b.String()
}
