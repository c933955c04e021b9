package pictures

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"enumerate/cli/verb"
	"enumerate/pictures/svg"
)

// TestPicturesAreWhatTheirNamesSay draws into files.
func TestPicturesAreWhatTheirNamesSay(t *testing.T) {
	for name, begins := range map[string]string{"curve.svg": "<svg ", "curve.PNG": "\x89PNG", "a.png.SVG": "<svg "} {
		path := filepath.Join(t.TempDir(), name)
		err := Write(t.Context(), verb.FileName(path), &svg.Canvas{Title: "A picture"})
		if got, _ := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, []byte(begins)) {
			t.Errorf("Write(%q) writes %.20q, %v, want %q", name, got, err, begins)
		}
	}
	path := filepath.Join(t.TempDir(), "curve.pdf")
	err := Write(t.Context(), verb.FileName(path), new(svg.Canvas))
	if _, there := os.Stat(path); err == nil || there == nil {
		t.Errorf("Write(curve.pdf) = %v, %v", err, there)
	}
}

// failing is a writer that fails.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

func TestPicturesThatCannotBeWrittenAreErrors(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	full := errors.New("full")
	for _, format := range []string{"svg", "png"} {
		if err := Encode(t.Context(), failing{full}, new(svg.Canvas), format); !errors.Is(err, full) {
			t.Errorf("Encode(%s) = %v, want %v", format, err, full)
		}
		var b bytes.Buffer
		if err := Encode(ended, &b, new(svg.Canvas), format); err != context.Canceled || b.Len() > 0 {
			t.Errorf("Encode(%s) of an end = %v and %d bytes", format, err, b.Len())
		}
	}
}
