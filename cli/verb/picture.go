package verb

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"enumerate/internal/file"
)

// CheckPicture refuses the file of a flag that no picture can be drawn into.
func (p *Program) CheckPicture(flag string, path FileName) error {
	switch extension := strings.ToLower(filepath.Ext(string(path))); {
	case extension != ".svg" && extension != ".png":
		return Usagef("--%s: %q is no name for a plot: want one that ends in .svg or .png", flag, path)
	case extension == ".png" && p.PNG == nil:
		return Usagef("--%s: this program writes no PNG: want a name that ends in .svg", flag)
	}
	return nil
}

// WritePicture draws a picture into a file, whole or not at all. Its name says in which format.
func (p *Program) WritePicture(path FileName, draw func(w io.Writer, format string) error) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(string(path))), ".")
	var picture bytes.Buffer
	if err := draw(p.Painter(&picture, format), format); err != nil {
		return err
	}
	return file.Replace(string(path), picture.Bytes())
}

// Painter returns the writer that a picture of a format is to be written to.
func (p *Program) Painter(w io.Writer, format string) io.Writer {
	if format == "png" && p.PNG != nil {
		return p.PNG(w)
	}
	return w
}
