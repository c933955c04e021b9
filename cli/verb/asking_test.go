package verb

import (
	"os"
	"strings"
	"testing"
)

// ask runs the verb ask with the ruleset chess. Arguments are separated by spaces; a | stands for a space within one.
func ask(t *testing.T, stdin, args string) outcome {
	t.Helper()
	list := strings.Fields(args)
	for i := range list {
		list[i] = strings.ReplaceAll(list[i], "|", " ")
	}
	return enumerate(t, stdin, append([]string{"ask", "--game", "chess"}, list...)...)
}

func TestQuestionsAreAsked(t *testing.T) {
	inOwnDirectory(t)
	write(t, "games.txt", "e4\n\nd4\n")
	write(t, "bad.txt", "e4\ncheck\nd4\n")
	write(t, "answers.txt", "yes")
	for _, c := range []struct {
		claim, stdin, args string
		code               int
		stdout, stderr     string
	}{
		{"the first question by default", "", "e4", 0, "game of the argument: table: e4 by \"\", core \"\"\n", ""},
		{"another format", "", "--format json e4", 0, "game of the argument: json: e4 by \"\", core \"\"\n", ""},
		{"an algorithm and a core", "", "--algorithm clever --core any e4", 0, "game of the argument: table: e4 by \"clever\", core \"any\"\n", ""},
		{"the reasoning", "", "--algorithm odd --trace e4", 0, "game of the argument: suppose []\ntable: e4 by \"odd\", core \"\"\n", ""},
		{"reasoning that begins with an assumption", "", "--algorithm clever --trace --suppose A,B e4", 0, "game of the argument: suppose [\"A\" \"B\"]\ntable: e4 by \"clever\", core \"\"\n", ""},
		{"flags set to false", "", "--trace=false --mend=false e4", 0, "game of the argument: table: e4 by \"\", core \"\"\n", ""},
		{"games from a file", "", "games.txt", 0, "game of games.txt: table: e4 by \"\", core \"\"\ngame of games.txt: table: d4 by \"\", core \"\"\n", ""},
		{"a game from standard input", "e4\n", "", 0, "game of standard input: table: e4 by \"\", core \"\"\n", ""},
		{"standard input named by -", "e4\n", "-", 0, "game of standard input: table: e4 by \"\", core \"\"\n", ""},
		{"a game that cannot be read", "", "bad.txt", 1, "game of bad.txt: table: e4 by \"\", core \"\"\ngame of bad.txt: table: d4 by \"\", core \"\"\n",
			"enumerate: bad.txt: \"check\" is no move\nenumerate: bad.txt: it has to be one word\nenumerate: bad.txt: 1 failed\n"},
		{"a word that is corrected", "", "kween", 0, "game of the argument: table: kween by \"\", core \"\"\n", "enumerate: the argument: \"kween\" is taken for \"queen\"\n"},
		{"a question with a flag", "", "--mend e4", 0, "game: e4 <nil> \n", ""},
		{"a question with a number", "", "--modulo 1000000007 e4", 0, "table: e4 1000000007 \n", ""},
		{"a question with a file", "", "--against answers.txt e4", 0, "table: e4 <nil> yes\n", ""},
		{"a question with - as its file", "no", "--against - e4", 0, "table: e4 <nil> no\n", ""},
		{"a question that writes a file", "", "--proof proof.txt e4", 0, "table: e4 <nil> \n", ""},
		{"answers instead of games", "", "--verify games.txt", 0, "answer of games.txt: table: e4 <nil> \nanswer of games.txt: table: d4 <nil> \n", ""},
		{"answers from standard input", "e4", "--verify -", 0, "answer of standard input: table: e4 <nil> \n", ""},

		{"a question about one game, given two", "", "--mend games.txt", 1, "", "enumerate: games.txt: several games found; give one\n"},
		{"a question about one game, given none", "\n", "--mend", 1, "", "enumerate: standard input: no game found: write one, or name a file with games\n"},
		{"a question about one game that cannot be read", "check", "--mend", 1, "", "enumerate: standard input: \"check\" is no move\nenumerate: standard input: it has to be one word\n"},
		{"a false answer", "", "--mend wrong", 3, "game: wrong\n", "enumerate: the argument: a check failed: it is not true\n"},
		{"a false answer from a file", "", "--against answers.txt wrong", 3, "table: wrong\n", "enumerate: answers.txt: a check failed: it is not true\n"},
		{"faults in a file", "", "--against answers.txt fault", 1, "", "enumerate: answers.txt: line 1, column 1: a fault\nenumerate: answers.txt: line 2: another one\n"},
		{"a game that is too large", "", "--mend large", 1, "", "enumerate: the argument: too large\n"},
		{"no such file", "", "--against none.txt e4", 1, "", "enumerate: none.txt: cannot open it: no such file or directory\n"},
		{"no such file of answers to verify", "", "--verify none.txt", 1, "", "enumerate: none.txt: cannot open it: no such file or directory\n"},
		{"no such file of games", "", "none/check", 1, "", "enumerate: none/check: cannot open it: no such file or directory\n"},
		{"no such file for a question about one game", "", "--mend none/check", 1, "", "enumerate: none/check: cannot open it: no such file or directory\n"},
		{"a proof that cannot be written", "", "--proof none/proof.txt e4", 1, "", "enumerate: none/proof.txt: cannot create it: no such file or directory; name a file in a directory that exists\n"},

		{"two questions", "", "--mend --modulo 7 e4", 2, "", "enumerate: --mend and --modulo do not go together; leave out one\n"},
		{"flags are named in the order of the command line", "", "--modulo 7 --mend e4", 2, "", "enumerate: --modulo and --mend do not go together; leave out one\n"},
		{"an algorithm with another question", "", "--algorithm clever --mend e4", 2, "", "enumerate: --algorithm and --mend do not go together; leave out one\n"},
		{"an unknown algorithm", "", "--algorithm best e4", 2, "", "enumerate: --algorithm best: expected one of plain, clever, odd\n"},
		{"an unknown core", "", "--core large e4", 2, "", "enumerate: --core large: expected one of small, any\n"},
		{"an algorithm without reasoning", "", "--trace e4", 2, "", "enumerate: --trace needs an algorithm that prints its reasoning: choose one with --algorithm: clever, odd\n"},
		{"an assumption without --trace", "", "--suppose A,B e4", 2, "", "enumerate: --suppose goes with --trace, and takes two players, such as --suppose A,B\n"},
		{"an assumption with one player", "", "--algorithm clever --trace --suppose A e4", 2, "", "enumerate: --suppose goes with --trace, and takes two players, such as --suppose A,B\n"},
		{"a format of another question", "", "--format xml e4", 2, "", "enumerate: --format xml: for chess, expected one of table, json\n"},
		{"a format that this question lacks", "", "--modulo 7 --format json e4", 2, "", "enumerate: --format json: for chess --modulo, expected one of table, xml\n"},
		{"--format for a question that has only one format", "", "--mend --format table e4", 2, "", "enumerate: --mend has its own format; leave out --format\n"},
		{"a number that is not numeric", "", "--modulo x e4", 2, "", "enumerate: --modulo x: expected a whole number from 1, such as 1000000007\n"},
		{"a number that is too small", "", "--modulo 0 e4", 2, "", "enumerate: --modulo 0: expected a whole number from 1, such as 1000000007\n"},
		{"a proof to standard output", "", "--proof - e4", 2, "", "enumerate: --proof -: name a file, because standard output has the answer\n"},
		{"both the game and the file from standard input", "e4", "--against -", 2, "", "enumerate: --against -: name a file, because standard input has the game\n"},
		{"both named by -", "e4", "--against - -", 2, "", "enumerate: --against -: name a file, because standard input has the game\n"},
		{"games with a question that reads answers", "", "--verify games.txt e4", 2, "", "enumerate: --verify FILE reads answers from FILE, and takes no games: leave out e4\n"},
		{"a question of another ruleset", "", "--game draughts --mend e4", 2, "", "enumerate: draughts has no --mend; leave it out\n"},
	} {
		got := ask(t, c.stdin, c.args)
		if got.code != c.code || got.stdout != c.stdout || got.stderr != c.stderr {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q; want %d, %q, %q", c.claim, got.code, got.stdout, got.stderr, c.code, c.stdout, c.stderr)
		}
	}
	if proof, err := os.ReadFile("proof.txt"); string(proof) != "lrat: e4 <nil> \n" {
		t.Errorf("the proof is %q, %v", proof, err)
	}
}

func TestArgumentsAreAFileOrGames(t *testing.T) {
	inOwnDirectory(t)
	write(t, "e4", "d4\n")
	write(t, "b", "d4\n")
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	const table = ": table: "
	game := func(from string, moves ...string) (text string) {
		for _, m := range moves {
			text += "game of " + from + table + m + " by \"\", core \"\"\n"
		}
		return text
	}
	for _, c := range []struct {
		claim, args    string
		code           int
		stdout, stderr string
	}{
		{"a file whose name is also a game", "e4", 0, game("e4", "d4"), ""},
		{"a game, because no such file exists", "e5", 0, game("the argument", "e5"), ""},
		{"one game per argument", "e5 d5 c5", 0, game("the arguments", "e5", "d5", "c5"), ""},
		{"arguments with spaces are lines", "e5| d5", 0, game("the arguments", "e5", "d5"), ""},
		{"a file and a game", "e5 check b", 2, "", "enumerate: ask reads one file: leave out the other arguments\n"},
		{"standard input and another argument", "- check", 2, "", "enumerate: ask reads one file: leave out the other arguments\n"},
		{"several arguments that are not games", "check check", 1, "", "enumerate: the arguments: \"check check\" is no move\nenumerate: the arguments: it has to be one word\nenumerate: the arguments: 1 failed\n"},
		{"a path that does not exist", "none/check", 1, "", "enumerate: none/check: cannot open it: no such file or directory\n"},
		{"a file name that does not exist", "check.txt", 1, "", "enumerate: check.txt: cannot open it: no such file or directory\n"},
		{"a word that is neither a file nor a game", "check", 1, "", "enumerate: \"check\" is neither a file nor a game of chess: \"check\" is no move\n"},
		{"words that are not a game", "check|mate", 1, "", "enumerate: the argument: \"check mate\" is no move\nenumerate: the argument: it has to be one word\nenumerate: the argument: 1 failed\n"},
		{"a blank argument", "|", 1, "", "enumerate: an empty argument is neither a file nor a game: name a file, or write a game\n"},
	} {
		got := ask(t, "", c.args)
		if got.code != c.code || got.stdout != c.stdout || got.stderr != c.stderr {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q; want %d, %q, %q", c.claim, got.code, got.stdout, got.stderr, c.code, c.stdout, c.stderr)
		}
	}
}

func TestExampleFilesAreEmbedded(t *testing.T) {
	inOwnDirectory(t)
	for name, exists := range map[FileName]bool{"data/examples/four.txt": true, "data/examples/none.txt": false, "examples/four.txt": false} {
		in, called, err := name.Open(nil)
		if (err == nil) != exists || called != string(name) {
			t.Errorf("Open(%s): name %q, error %v", name, called, err)
		}
		if err == nil {
			in.Close()
		}
	}
	if err := os.MkdirAll("data/examples", 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, "data/examples/four.txt", "own\n")
	in, _, err := FileName("data/examples/four.txt").Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text := make([]byte, 4)
	if _, err := in.Read(text); err != nil || string(text) != "own\n" {
		t.Errorf("reading the user's own file gives %q, %v", text, err)
	}
}
