package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// split splits a command into words at blanks. Single quotes protect every character between them. Between double
// quotes, \" is a quote and \\ is a backslash.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quoted := false, false
	quote := rune(0)
	endWord := func() error {
		if !inWord {
			return nil
		}
		if !quoted && isShellSign(word.String()) {
			return fmt.Errorf("%s is for a shell, and no shell reads the command: name a shell script, or put %s in quotes", word.String(), word.String())
		}
		words = append(words, word.String())
		word.Reset()
		inWord, quoted = false, false
		return nil
	}

	runes := []rune(command)
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		escaped := quote == '"' && c == '\\' && i+1 < len(runes) && strings.ContainsRune(`"\`, runes[i+1])
		switch {
		case escaped:
			i++
			word.WriteRune(runes[i])
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote = c
			inWord, quoted = true, true
		case c == ' ' || c == '\t' || c == '\n':
			if err := endWord(); err != nil {
				return nil, err
			}
		default:
			word.WriteRune(c)
			inWord = true
		}
	}

	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is not closed: close it", quote)
	}
	if err := endWord(); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, errors.New("an empty command: name a program, such as 'python3 stable.py'")
	}
	return words, nil
}

func isShellSign(word string) bool {
	return slices.Contains([]string{"|", "||", "|&", "&", "&&", ";", "<", ">", ">>", ">&2", "2>", "2>&1"}, word)
}

type namedFile struct {
	path    string
	sum     string // SHA-256
	size    int64
	modTime time.Time
}

// filesOf returns the regular files among the words of the judge's command. Their contents are a part of its rule. A
// program without a slash is left out, because it is found in $PATH.
func filesOf(words []string) ([]namedFile, error) {
	var files []namedFile
	for i, word := range words {
		if i == 0 && filepath.Base(word) == word {
			continue
		}

		info, err := os.Stat(word)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}

		file, err := read(word)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// read returns a file's path, checksum, size and time of change.
func read(path string) (namedFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return namedFile{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return namedFile{}, err
	}

	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return namedFile{}, err
	}
	return namedFile{path, hex.EncodeToString(hash.Sum(nil)), info.Size(), info.ModTime()}, nil
}

// unchanged returns an error if a file of the judge's command has changed since New read it: the judge may then follow
// another rule. It compares the contents only if the size or the time of change differs.
func (j *Judge) unchanged() error {
	for _, was := range j.files {
		info, err := os.Stat(was.path)
		if err == nil && info.Size() == was.size && info.ModTime().Equal(was.modTime) {
			continue
		}
		now, err := read(was.path)
		if err != nil || now.sum != was.sum {
			return fmt.Errorf("%s has changed while it judged: run the same command again, which begins a run of the new rule", was.path)
		}
	}
	return nil
}

var notInName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// identity returns the part of the judge's name that distinguishes rules: a label, and digits of a hash of the command,
// its files and its verdicts, such as "stable.py-0123456789abcdef". Files count by their contents, so stored results of
// a judge are not continued after its program has changed.
func (j *Judge) identity() string {
	// The label is the name of the first file of the rule, or of the program if the command names no file.
	label := filepath.Base(j.words[0])
	sums := make(map[string]string) // the checksums by path
	for i, f := range j.files {
		sums[f.path] = f.sum
		if i == 0 {
			label = filepath.Base(f.path)
		}
	}

	hash := sha256.New()
	fmt.Fprintf(hash, "judge 1 json=%t verdicts=%q\n", j.json, j.Verdicts) // 1 is the version of this format
	for _, word := range j.words {
		if sum, ok := sums[word]; ok {
			fmt.Fprintf(hash, "file %s\n", sum)
		} else {
			fmt.Fprintf(hash, "word %q\n", word)
		}
	}

	const longestLabel = 40
	label = notInName.ReplaceAllString(label, "_")
	return fmt.Sprintf("%.*s-%x", longestLabel, label, hash.Sum(nil)[:8])
}
