//go:build unix

package file

import (
	"os"
	"syscall"
)

// duplicate returns an open file of this process by its number. It shares the place in the file.
func duplicate(number int, name string) (*os.File, error) {
	fd, err := syscall.Dup(number)
	if err != nil {
		return nil, err
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), name), nil
}
