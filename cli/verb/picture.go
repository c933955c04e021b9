package verb

import (
	"path/filepath"
	"strings"
)

// CheckPicture refuses the file of a flag that no picture can be drawn into.
func CheckPicture(flag string, path FileName) error {
	if extension := strings.ToLower(filepath.Ext(string(path))); extension != ".svg" && extension != ".png" {
		return Usagef("--%s: %q is no name for a plot: want one that ends in .svg or .png", flag, path)
	}
	return nil
}
