package verb

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestPicturesAreWhatTheirNamesSay draws by the names of files, in a program that writes PNG and in
// one that does not.
func TestPicturesAreWhatTheirNamesSay(t *testing.T) {
	same := func(w io.Writer) io.Writer { return w }
	for _, c := range []struct{ path, want string }{
		{"curve.svg", "svg"}, {"a.b/curve.PNG", "png"}, {"curve.pdf", ""}, {"curve", ""}, {".svg/curve", ""}, {"", ""},
	} {
		p := &Program{PNG: same}
		if err := p.CheckPicture("plot", FileName(c.path)); (err == nil) != (c.want != "") || err != nil && !errors.As(err, new(UsageError)) {
			t.Errorf("CheckPicture(%q) = %v, want %q", c.path, err, c.want)
		}
		if err := new(Program).CheckPicture("plot", FileName(c.path)); (err == nil) != (c.want == "svg") {
			t.Errorf("without PNG: CheckPicture(%q) = %v", c.path, err)
		}
		if c.want == "" {
			continue
		}
		path := filepath.Join(t.TempDir(), filepath.Base(c.path))
		err := p.WritePicture(FileName(path), func(w io.Writer, format string) error {
			_, err := io.WriteString(w, format)
			return err
		})
		if got, _ := os.ReadFile(path); err != nil || string(got) != c.want {
			t.Errorf("WritePicture(%q) writes %q, %v, want %q", c.path, got, err, c.want)
		}
	}
}
