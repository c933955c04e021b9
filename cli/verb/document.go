package verb

import (
	"fmt"
	"os"
)

// ReadDocument reads a file that is to be written again: not a pipe or a device, whose end may
// never come.
func ReadDocument(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	return os.ReadFile(path)
}
