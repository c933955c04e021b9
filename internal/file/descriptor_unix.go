//go:build unix

package file

import (
	"os"
	"syscall"
)

// duplicate duplicates an open file of this process. The original and the duplicate share a position.
func duplicate(number int, name string) (*os.File, error) {
	fd, err := syscall.Dup(number)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), name), nil
}
