package judge

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// asJSON converts the codes of games to JSON, with one object on each line:
//
//	{"game":"BC DA BA BA","n":4,"picks":[[1,2],[3,0],[1,0],[1,0]]}
func asJSON(games []byte) []byte {
	var lines []byte
	for game := range bytes.Lines(games) {
		game = bytes.TrimSuffix(game, []byte("\n"))
		players := bytes.Fields(game)
		lines = append(lines, `{"game":"`...)
		lines = append(lines, game...)
		lines = append(lines, `","n":`...)
		lines = strconv.AppendInt(lines, int64(len(players)), 10)
		lines = append(lines, `,"picks":[`...)

		for p, picks := range players {
			if p > 0 {
				lines = append(lines, ',')
			}
			lines = append(lines, '[')
			for i, letter := range picks {
				if i > 0 {
					lines = append(lines, ',')
				}
				lines = strconv.AppendInt(lines, int64(letter-'A'), 10)
			}
			lines = append(lines, ']')
		}

		lines = append(lines, "]}\n"...)
	}
	return lines
}

// header returns the names of the verdicts in the first line of a judge's output: words, or in JSON {"verdicts":[...]}.
// It returns nil if the line is not of this form.
func (j *Judge) header(line []byte) (names []string) {
	if !j.json {
		for _, name := range bytes.Fields(line) {
			names = append(names, string(name))
		}
		return names
	}
	var header struct{ Verdicts []string }
	if json.Unmarshal(line, &header) != nil {
		return nil
	}
	return header.Verdicts
}

// answer parses a line of a judge's output: "verdict" or "verdict game", or in JSON an object with these two fields.
// The game is empty if the line does not repeat it.
func (j *Judge) answer(line []byte) (verdict string, game []byte) {
	if !j.json {
		word, rest, _ := bytes.Cut(line, []byte(" "))
		return string(word), bytes.TrimSpace(rest)
	}
	var answer struct{ Verdict, Game string }
	if json.Unmarshal(line, &answer) != nil {
		return "", nil
	}
	return answer.Verdict, []byte(answer.Game)
}
