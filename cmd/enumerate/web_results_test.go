package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"enumerate/cli/verb"
	"enumerate/games"
	"enumerate/rooms/web"
)

func TestThePageGivesWhatResultsAndClassesPrint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	verb := func(args string) []byte {
		var out, remarks bytes.Buffer
		if code := program().Main(strings.Fields(args), strings.NewReader(""), &out, &remarks); code != verb.ExitDone {
			t.Fatalf("%s: exit code %d: %s", args, code, &remarks)
		}
		return out.Bytes()
	}
	for _, args := range []string{"--n 3..6", "count --n 4..5", "--game nim --n 1..5", "--game jump:players=2 --n 2", "sample --n 5 --trials 1000"} {
		verb(args + " --resume --quiet --db " + path)
	}
	server, err := web.Open("127.0.0.1:0", web.Site{Rulesets: games.All(), Database: path})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Run(ctx) }()
	defer func() { end(); <-ended }()
	compare := func(at string, query url.Values, want []byte) {
		answer, err := http.Get(server.URL() + at + "?" + query.Encode())
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		got, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK || !bytes.Equal(got, want) {
			t.Errorf("%s %v: %s, %v\n%s\nthe verb prints\n%s", at, query, answer.Status, err, got, want)
		}
	}
	for _, ruleset := range []string{"wonderwall", "nim", "jump:players=2"} {
		results := "results --db " + path + " --game " + ruleset
		query := url.Values{"ruleset": {ruleset}}
		compare("numbers/table.json", query, verb(results+" --format json"))
		compare("numbers/table.csv", query, verb(results+" --format csv"))
		for _, column := range []string{"games", "classes"} {
			compare("numbers/bfile.txt", url.Values{"ruleset": {ruleset}, "column": {column}}, verb(results+" --format bfile --column "+column))
		}
	}
	compare("numbers/bfile.txt", url.Values{"column": {"solvable-classes"}}, verb("results --db "+path+" --format bfile --column solvable-classes"))
	compare("numbers/classes.json", url.Values{"n": {"5"}}, verb("classes --n 5 --format json"))
	compare("numbers/classes.json", url.Values{"n": {"4"}, "verdict": {"solvable"}}, verb("classes --n 4 --verdict solvable --format json"))
	compare("numbers/classes.json", url.Values{"ruleset": {"nimbers"}, "n": {"4"}}, verb("classes --game nimbers --n 4 --format json"))
}
