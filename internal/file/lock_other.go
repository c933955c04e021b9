//go:build !windows && (!unix || aix || solaris)

package file

import "os"

const removeOpen = true

// tryLock fails: these systems have locks of a process, not of an open file, and nothing
// is removed.
func tryLock(*os.File) bool { return false }

func keepLock(*os.File) *os.File { return nil }
