package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// replaceFile gives a file its content. The content is written aside, to a file
// beside it, which is then renamed: so the file is there whole at any moment, as
// it was or as it is to be. A link stays a link, and a file that exists keeps
// its permissions. What is no regular file, such as a pipe, is written to.
func replaceFile(path string, content []byte) error {
	info, err := os.Stat(path)
	exists := err == nil
	switch {
	case exists && info.IsDir():
		return fmt.Errorf("%s is a directory", path)
	case exists && !info.Mode().IsRegular():
		return os.WriteFile(path, content, 0)
	case exists:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case !os.IsNotExist(err):
		return err
	}
	// A new file gets the permissions that new files get, which os.CreateTemp
	// would not give it.
	const permissions fs.FileMode = 0o666
	aside, err := os.OpenFile(fmt.Sprintf("%s.%016x", path, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		var fault *fs.PathError
		if errors.As(err, &fault) {
			fault.Path = path // and not a name that nobody has heard of
		}
		return err
	}
	defer os.Remove(aside.Name()) // there is nothing to remove once it is renamed
	_, err = aside.Write(content)
	if err == nil && exists {
		err = aside.Chmod(info.Mode())
	}
	if err == nil {
		err = aside.Sync()
	}
	if closed := aside.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(aside.Name(), path)
}
