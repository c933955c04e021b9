package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games"
	"enumerate/rooms/web"
)

func TestThePageAnswersWhatTheVerbsPrint(t *testing.T) {
	server, err := web.Open("127.0.0.1:0", web.Site{Rulesets: games.All(), Database: "none.db"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Run(ctx) }()
	defer func() { end(); <-ended }()

	type question struct{ ruleset, game string }
	questions := []question{
		{"wonderwall", "BC DA BA BA"}, {"wonderwall", "BC CD BA BA CD"}, {"wonderwall", "player,wonderwall,ninja\nÄnn,<b>,\"x,y\"\n<b>,Änn,\"x,y\"\n\"x,y\",<b>,Änn\n"},
		{"spies", "8"}, {"spies", "3 5 8 4 1 7 2 6"}, {"spies", "1 2 3 4"},
		{"jump:players=2,tie=inherit", "3 3/2/1 1 1/1 1 1/1 1 0/0 0/0 1"},
		{"nimbers:chips=unordered", "4.1-3.2-4"}, {"nimbers", "4 2\n1 3\n2 4"}, {"nim", "0"}, {"col", "o(o,B(o)) + R"},
	}
	for _, r := range games.All() {
		for _, f := range r.Families {
			if f.Generate == nil {
				continue
			}
			for size := range 8 {
				made, err := f.Generate(size, sampling.GameSource(7, size, 0))
				if err != nil {
					continue // there is no such size
				}
				var text bytes.Buffer
				if err := single.Write(&text, made, f.Formats[0]); err != nil {
					t.Fatal(err)
				}
				if text.Len() < 300 { // large games are left out: their best repair depends on the time
					questions = append(questions, question{r.Name, text.String()})
				}
			}
		}
	}
	asked := 0
	for _, q := range questions {
		plain, err := enum.Find(games.All(), q.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		for part, args := range map[string]string{"solve": "solve", "explain": "solve --explain", "repair": "solve --repair", "class": "class"} {
			var want, remarks bytes.Buffer
			code := program().Main(append(strings.Fields(args), "--format", "json", "--game", q.ruleset, "-"), strings.NewReader(q.game), &want, &remarks)
			answer, err := http.PostForm(server.URL()+"lookup/"+part+".json", url.Values{"ruleset": {q.ruleset}, "game": {q.game}})
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			if (code == verb.ExitDone) != (answer.StatusCode == http.StatusOK) {
				t.Errorf("%s %q: %s: exit code %d and %q, status %d and %s", q.ruleset, q.game, args, code, remarks.String(), answer.StatusCode, got)
			}
			if code != verb.ExitDone {
				continue
			}
			asked++
			if !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%s %q: %s prints\n%s\nthe page answers\n%s", plain.Name, q.game, args, want.Bytes(), got)
			}
		}
	}
	if asked < 150 {
		t.Errorf("%d answers compared, want more", asked)
	}
}
