package verb

import (
	"errors"
	"testing"
)

func TestPicturesHaveNamesOfPictures(t *testing.T) {
	for path, want := range map[FileName]bool{
		"curve.svg": true, "a.b/curve.SVG": true, "curve.png": false, "curve.pdf": false, "curve": false, ".svg/curve": false, "": false,
	} {
		if err := CheckPicture("plot", path); (err == nil) != want || err != nil && !errors.As(err, new(usageError)) {
			t.Errorf("CheckPicture(%q) = %v", path, err)
		}
	}
}
