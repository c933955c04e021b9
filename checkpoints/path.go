package checkpoints

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
)

// DefaultPath returns where the database is unless the user says otherwise: the
// environment variable ENUMERATE_DB, or enumerate/enumerate.db below the user's
// directory for state, by the XDG base directory specification
// ($XDG_STATE_HOME, ~/.local/state), on Windows below %LocalAppData%.
func DefaultPath() (string, error) {
	if path := os.Getenv("ENUMERATE_DB"); path != "" {
		return path, nil
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) { // others are to be ignored
		return filepath.Join(state, "enumerate", "enumerate.db"), nil
	}
	if runtime.GOOS == "windows" {
		if local := os.Getenv("LocalAppData"); local != "" {
			return filepath.Join(local, "enumerate", "enumerate.db"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("there is no home directory for the database: say where it is with --db PATH or ENUMERATE_DB")
	}
	return filepath.Join(home, ".local", "state", "enumerate", "enumerate.db"), nil
}
