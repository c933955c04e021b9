package svg

import (
	"fmt"
	"io"
)

// WriteFormat writes the picture as SVG, so that it is an answer to whoever asks for one.
func (c *Canvas) WriteFormat(w io.Writer, format string) error {
	if format != "svg" {
		return fmt.Errorf("there is no picture %q; there is: svg", format)
	}
	_, err := w.Write(c.SVG())
	return err
}
