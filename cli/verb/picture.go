package verb

import (
	"path/filepath"
	"strings"
)

// CheckPicture refuses the file of a flag that no picture can be drawn into.
func CheckPicture(flag string, path FileName) error {
	if !strings.EqualFold(filepath.Ext(string(path)), ".svg") {
		return Usagef("--%s: %q is no name for a plot: want one that ends in .svg", flag, path)
	}
	return nil
}
