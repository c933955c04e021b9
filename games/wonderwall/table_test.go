package wonderwall

import (
	"fmt"
	"strings"

	"enumerate/games/wonderwall/text"
)

func parseTable(written string) (Table, error) {
	var found []Table
	for table, err := range text.ReadTables(strings.NewReader(written)) {
		if err != nil {
			return Table{}, err
		}
		found = append(found, Table{Table: table})
	}
	if len(found) != 1 {
		return Table{}, fmt.Errorf("%d games, want 1", len(found))
	}
	return found[0], nil
}
