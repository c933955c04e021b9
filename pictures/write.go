package pictures

import (
	"enumerate/cli/verb"
	"enumerate/estimate"
	"enumerate/internal/file"
	"enumerate/pictures/svg"
)

// Write writes a picture into a file, whole or not at all. [verb.CheckPicture] has checked its name.
func Write(path verb.FileName, c *svg.Canvas) error {
	return file.Replace(string(path), c.SVG())
}

// Plot draws a curve into a file.
func Plot(path verb.FileName, c estimate.Curve) error {
	picture, err := Curve(c)
	if err != nil {
		return err
	}
	return Write(path, picture)
}
