package cli

import (
	"fmt"
	"io"

	"enumerate/cli/verb"
)

// mostKeys is how many bytes a file of keys may have.
const mostKeys = 1 << 20

// readKeys reads a file of keys.
func readKeys[T any](path verb.FileName, parse func([]byte) (T, error)) (keys T, err error) {
	f, err := verb.OpenFile(string(path))
	if err != nil {
		return keys, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostKeys+1))
	if err != nil {
		return keys, err
	}
	if len(data) > mostKeys {
		return keys, fmt.Errorf("%s: too large for a file of keys, which has at most 1 MiB", path)
	}
	parsed, err := parse(data)
	if err != nil {
		return keys, fmt.Errorf("%s: %w", path, err)
	}
	return parsed, nil
}
