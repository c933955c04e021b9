package judge

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// asJSON writes games as JSON, an object a line:
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
			lines = append(lines, ",["[min(1-min(p, 1), 1):]...)
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

// header returns the verdicts that the first line names, or nil.
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

// answer returns the verdict in a line, and the game that it names, or nil.
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
