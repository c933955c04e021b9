package pictures

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"

	"enumerate/cli/verb"
	"enumerate/estimate"
	"enumerate/internal/file"
	"enumerate/pictures/png"
	"enumerate/pictures/svg"
)

// Encode writes a picture as "svg" or "png". It writes nothing if the context ends first.
func Encode(ctx context.Context, w io.Writer, c *svg.Canvas, format string) error {
	if format == "png" {
		return png.Encode(ctx, w, c)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.WriteFormat(w, format)
}

// Write writes a picture into a file, whole or not at all. Its name, which [verb.CheckPicture] has
// checked, says in which format.
func Write(ctx context.Context, path verb.FileName, c *svg.Canvas) error {
	var picture bytes.Buffer
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(string(path))), ".")
	if err := Encode(ctx, &picture, c, format); err != nil {
		return err
	}
	return file.Replace(string(path), picture.Bytes())
}

// Plot draws a curve into a file.
func Plot(ctx context.Context, path verb.FileName, c estimate.Curve) error {
	picture, err := Curve(c)
	if err != nil {
		return err
	}
	return Write(ctx, path, picture)
}
