package pictures

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"enumerate/cli/verb"
	"enumerate/internal/svg"
)

func TestAPictureIsWrittenWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "curve.svg")
	err := Write(verb.FileName(path), &svg.Canvas{Title: "A picture"})
	if got, _ := os.ReadFile(path); err != nil || !bytes.HasPrefix(got, []byte("<svg ")) || !bytes.HasSuffix(got, []byte("</svg>\n")) {
		t.Errorf("Write writes %q, %v", got, err)
	}
}
