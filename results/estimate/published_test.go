package estimate

import (
	"os"
	"strings"
	"testing"
)

func TestReadPublishedReadsTheFiguresOfThePaper(t *testing.T) {
	file, err := os.Open("../../data/published-estimates.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	figures, err := ReadPublished(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(figures); got != 89 {
		t.Errorf("%d figures, want 89", got)
	}
	for i, p := range figures {
		trials := uint64(10_000)
		if p.Size == 92 {
			trials = 1528 // the experiment ended there
		}
		if p.Size != 4+i || p.Trials != trials {
			t.Errorf("figure %d is of %d trials of n=%d, want %d of n=%d", i, p.Trials, p.Size, trials, 4+i)
		}
	}
	if got, want := figures[2], (Published{6, 10_000, 0.2228, 2}); got != want || got.Successes() != 2228 {
		t.Errorf("n=6 is %+v, %d successes, want %+v, 2228", got, got.Successes(), want)
	}
}

func TestReadPublishedSaysWhatIsWrongAndWhere(t *testing.T) {
	const head = "n,trials,proportion,unaccounted\n"
	for _, c := range []struct{ text, want string }{
		{"", `line 1, column 1: the line "n,trials,proportion,unaccounted" is missing`},
		{"# only a comment\n", `line 1, column 1: the line "n,trials,proportion,unaccounted" is missing`},
		{"n,trials\n", `line 1, column 1: "n,trials"; expected the columns n,trials,proportion,unaccounted`},
		{"# comment\n4,10000,0.1,0\n", `line 2, column 1: "4,10000,0.1,0"; expected the columns n,trials,proportion,unaccounted`},
		{head + "4,10000,0.1\n", "line 2, column 9: 3 fields; expected n,trials,proportion,unaccounted"},
		{head + "4,10000,0.1,0,0\n", "line 2, column 15: 5 fields; expected n,trials,proportion,unaccounted"},
		{head + "four,10000,0.1,0\n", `line 2, column 1: "four" is not a valid size; expected a number from 1 to 9,007,199,254,740,992`},
		{head + "0,10000,0.1,0\n", `line 2, column 1: "0" is not a valid size; expected a number from 1 to 9,007,199,254,740,992`},
		{head + "\n4,0,0.1,0\n", `line 3, column 3: "0" is not a valid number of trials; expected a number from 1 to 9,007,199,254,740,992`},
		{head + "4,1e4,0.1,0\n", `line 2, column 3: "1e4" is not a valid number of trials; expected a number from 1 to 9,007,199,254,740,992`},
		{head + "4,10000,1.1,0\n", `line 2, column 9: "1.1" is not a proportion; expected a number from 0 to 1`},
		{head + "4,10000,NaN,0\n", `line 2, column 9: "NaN" is not a proportion; expected a number from 0 to 1`},
		{head + "4,10000,10%,0\n", `line 2, column 9: "10%" is not a proportion; expected a number from 0 to 1`},
		{head + "4,10000,0.1,-1\n", `line 2, column 13: "-1" is not a valid number of trials; expected a number from 0 to 9,007,199,254,740,992`},
		{head + "4,10000,0.9,1001\n", "line 2, column 13: 1001 trials unaccounted for, but only 1000 of 10000 are not successes"},
		{head + "5,10000,0.1,0\n5,10000,0.1,0\n", "line 3, column 1: size 5 after size 5; expected ascending sizes"},
		{"\ufeff" + head + "4,10000,ü,0\n", `line 2, column 9: "ü" is not a proportion; expected a number from 0 to 1`},
		{head + "é,ü,0.1,\xff,日本\n", "line 2, column 11: 5 fields; expected n,trials,proportion,unaccounted"},
		{head + "é,\"ü,\n", "line 2, column 6: extraneous or missing \" in quoted-field"},
		{head + "\"4\",\"1é\",0.1,0\r\n", `line 2, column 5: "1é" is not a valid number of trials; expected a number from 1 to 9,007,199,254,740,992`},
		{head + "#" + strings.Repeat("é", 40_000), "line 2, column 1: a line of more than 65,536 bytes; expected shorter lines"},
		{head + "5,10000,\"0.1,0\n", "line 2, column 15: extraneous or missing \" in quoted-field"},
	} {
		if figures, err := ReadPublished(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("ReadPublished(%q) = %v, %v, want %s", c.text, figures, err, c.want)
		}
	}
}

func FuzzReadPublished(f *testing.F) {
	for _, seed := range []string{
		"", "# c\nn,trials,proportion,unaccounted\n4,10000,0.0870,0\n6,10000,0.2228,2\n",
		"n,trials,proportion,unaccounted\n1,1,1,0\n2,9007199254740992,0.5,1\n", "n,trials,proportion,unaccounted\n4,10\n", "\"\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		figures, err := ReadPublished(strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") || figures != nil {
				t.Errorf("ReadPublished(%q) = %v, %v, want a line", text, figures, err)
			}
			return
		}
		for _, p := range figures {
			if p.Size < 1 || p.Trials < 1 || p.Successes()+p.UnaccountedTrials > p.Trials {
				t.Errorf("ReadPublished(%q) has the figure %+v", text, p)
			}
			if low, high := Wilson(p.Successes(), p.Trials); !(0 <= low && low <= high && high <= 1) {
				t.Errorf("Wilson(%d, %d) = %v, %v", p.Successes(), p.Trials, low, high)
			}
		}
	})
}
