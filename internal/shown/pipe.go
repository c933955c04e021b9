package shown

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// stagesOf cuts a line into the commands of a pipe, and each into words. Single quotes keep
// blanks, and there is nothing else of a shell.
func stagesOf(line string) (stages [][]string, err error) {
	stages = [][]string{nil}
	rest := line
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		last := &stages[len(stages)-1]
		switch rest[0] {
		case '|':
			stages, rest = append(stages, nil), rest[1:]
		case '\'':
			word, after, closed := strings.Cut(rest[1:], "'")
			if !closed {
				return nil, fmt.Errorf("%s: a quotation mark is not closed", line)
			}
			*last, rest = append(*last, word), after
		default:
			end := strings.IndexAny(rest+" ", " |'")
			*last, rest = append(*last, rest[:end]), rest[end:]
		}
	}
	for _, words := range stages {
		if len(words) == 0 || words[0] == "printf" && len(words) != 2 {
			return nil, fmt.Errorf("%s: a command is missing, or what it prints", line)
		}
	}
	return stages, nil
}

// sequence is what seq prints from one number to another.
func sequence(words []string) ([]byte, error) {
	if len(words) != 2 {
		return nil, errors.New("seq: want the first number and the last")
	}
	first, err := strconv.Atoi(words[0])
	if err != nil {
		return nil, err
	}
	last, err := strconv.Atoi(words[1])
	var b []byte
	for n := first; n <= last; n++ {
		b = append(strconv.AppendInt(b, int64(n), 10), '\n')
	}
	return b, err
}
