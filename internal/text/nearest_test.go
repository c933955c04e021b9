package text

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestNearestIsTheNameThatWasMeant(t *testing.T) {
	names := []string{"Ann", "Ben", "Cy", "Ann Lee", "Maximilian", "P60", "P61", "日本人", "A"}
	for _, test := range []struct{ word, want string }{
		{"Ben,", "Ben"}, {"ben", "Ben"}, {" (Ben) ", "Ben"}, {"Bne", "Ben"}, {"Benn", "Ben"}, {"Be", "Ben"},
		{"Den", "Ben"}, {"cy.", "Cy"}, {"Ann\u00a0Lee", "Ann Lee"}, {"AnnLee", "Ann Lee"}, {"Maxmillian", "Maximilian"}, {"日木人", "日本人"}, {"a", "A"},
		{"Zoe", ""}, {"Bo", ""}, {"B", ""}, {"P62", ""}, {"", ""}, {"...", ""}, {strings.Repeat("Ben", 30), ""},
	} {
		if got, found := Nearest(test.word, names); got != test.want && found || found != (test.want != "") {
			t.Errorf("Nearest(%q) = %q, %v, want %q", test.word, got, found, test.want)
		}
	}
}

func TestUTF16InputIsOneError(t *testing.T) {
	for _, in := range []string{"\xff\xfeA\x00,\x00", "\xfe\xff\x00A\x00,", "\xff\xfe"} {
		s := NewScanner(iotest.OneByteReader(strings.NewReader(in)))
		for range 2 {
			if _, err := s.Line(80); err != errUTF16 {
				t.Errorf("%q: %v", in, err)
			}
		}
	}
	s := NewScanner(iotest.OneByteReader(strings.NewReader("PK\x03\x04\x14\x00")))
	if _, err := s.Line(80); err != errZip {
		t.Errorf("an archive: %v", err)
	}
	for _, in := range []string{"P", "PK", "PK\x03", "PKa\x03\x04", "\xff", "\xfea", "\ufffd\xff\xfe"} {
		s := NewScanner(strings.NewReader(in))
		if line, err := s.Line(80); line.Text != in {
			t.Errorf("%q: %q, %v", in, line.Text, err)
		}
		if _, err := s.Line(80); err != io.EOF {
			t.Errorf("%q: %v at its end", in, err)
		}
	}
}
