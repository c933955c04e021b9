package db

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// holder returns the id of a process that has locked f, or 0 if the system does not tell, as for a process in another
// container.
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
	for range lockReads { // one reading may miss the lock
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

// lockReads is the number of attempts to find a lock in /proc/locks, the list of all locks. Linux passes this file in
// pieces. If other locks come and go between two pieces, a lock may be missing in both.
const lockReads = 20

// holderIn returns the id of a process that has locked a file, or 0. locks is the text of /proc/locks, and inode is ":"
// with the inode number of the file. The text has one line for each lock, such as
//
//	1: FLOCK  ADVISORY  WRITE 4711 08:01:1572866 0 EOF
//
// Here 4711 is the process, 08:01 the device and 1572866 the inode. A process that waits for a lock has "->" before
// FLOCK. holderIn ignores the device, which some file systems report differently in calls of stat.
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
