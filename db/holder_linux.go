package db

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// holder returns the id of a process that has locked f, or 0 if the system does
// not tell, as it does not for a process of another container.
func holder(f *os.File) int {
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	locks, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0
	}
	// One line per lock, such as
	//
	//	1: FLOCK  ADVISORY  WRITE 4711 08:01:1572866 0 EOF
	//
	// where a process that waits has "->" before FLOCK. The device before the
	// inode is not compared: some file systems show one to stat, another here.
	inode := ":" + strconv.FormatUint(stat.Ino, 10)
	for line := range strings.Lines(string(locks)) {
		field := strings.Fields(line)
		if len(field) < 6 || field[1] != "FLOCK" || !strings.HasSuffix(field[5], inode) {
			continue
		}
		if pid, err := strconv.Atoi(field[4]); err == nil && pid > 0 {
			return pid
		}
	}
	return 0
}
