package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/file"
)

// writeBFiles writes a b-file for each column of the table into a directory: a line
// for each size, "n number", in the form of the On-Line Encyclopedia of Integer
// Sequences. Sizes that a file has already and the table has not stay; a number that
// contradicts the file's is an error, and no file is written then.
func (t resultTable) writeBFiles(dir string) error {
	contents := make(map[string]string)
	for i, c := range t.columns {
		path := filepath.Join(dir, bFileName(t.game, c.key))
		terms, err := readBFile(path)
		if err != nil {
			return err
		}
		for n, row := range t.rows {
			number := strings.ReplaceAll(row.numbers[i], ",", "")
			if number == unknown {
				continue
			}
			if before, ok := terms[n]; ok && before != number {
				return fmt.Errorf("%s: %w: for n=%d it says %s, the database %s", path, errCheck, n, before, number)
			}
			terms[n] = number
		}
		contents[path] = bFile(terms)
	}
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		if err := file.Replace(path, []byte(contents[path])); err != nil {
			return err
		}
	}
	return nil
}

// bFileName returns the name of a column's file. Colons and spaces are not for names
// of files.
func bFileName(game, column string) string {
	return strings.NewReplacer(":", "-", ",", "-", " ", "-").Replace(game+"-"+column) + ".txt"
}

// bFile returns the lines of a b-file.
func bFile(terms map[int]string) string {
	var text strings.Builder
	for _, n := range slices.Sorted(maps.Keys(terms)) {
		fmt.Fprintf(&text, "%d %s\n", n, terms[n])
	}
	return text.String()
}

// readBFile returns the terms of a b-file, none if there is no file.
func readBFile(path string) (terms map[int]string, err error) {
	terms = make(map[int]string)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return terms, nil
	}
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		first, number, _ := strings.Cut(line, " ")
		n, err := strconv.Atoi(first)
		if _, ok := new(big.Int).SetString(number, 10); err != nil || !ok {
			return nil, fmt.Errorf("%s: line %d: %q is not a size and a number, such as \"4 108\"", path, i+1, line)
		}
		terms[n] = number
	}
	return terms, nil
}

// bFilesPlace returns the directory, which is to be there.
func bFilesPlace(dir fileName) (string, error) {
	info, err := os.Stat(string(dir))
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory", dir)
	}
	return string(dir), err
}
