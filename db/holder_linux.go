package db

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// holder returns the id of a process that has locked f, or 0 if the system does not tell,
// for example because the process is in another container.
func holder(f *os.File) int {
	info, err := f.Stat()
	if err != nil {
		return 0
	}

	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}

	inode := ":" + strconv.FormatUint(stat.Ino, 10)
	for range lockReads {
		locks, err := os.ReadFile("/proc/locks")
		if err != nil {
			return 0
		}
		if pid := holderIn(string(locks), inode); pid > 0 {
			return pid
		}
	}
	return 0
}

// lockReads is the number of attempts to find a lock in /proc/locks. Linux passes this file to a reader in pieces. If other locks come and
// go between two pieces, a lock may be missing in both.
const lockReads = 20

// holderIn finds a process that has locked a file in the text of /proc/locks, or returns 0. The text has one line for
// each lock, such as
//
//	1: FLOCK  ADVISORY  WRITE 4711 08:01:1572866 0 EOF
//
// with "->" before FLOCK for a waiting process. The device is ignored, because some file systems report different devices
// to stat and here.
func holderIn(locks, inode string) int {
	for line := range strings.Lines(locks) {
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
