package questions

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"enumerate/enum/single"
	"enumerate/solver/betweenness/orders"
)

func (t table) count(ctx context.Context, _ single.How) (single.Answer, error) {
	solutions, err := orders.Count(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	return single.Contents{
		Lines: func(w *bufio.Writer) { fmt.Fprintln(w, solutions) },
		Value: func() any { return single.Object{{Key: "solutions", Value: solutions.String()}} },
	}, nil
}

// all returns an answer that writes all solutions of the game. They are found while they are written, because there may
// be too many to keep; see orders.All.
func (t table) all(ctx context.Context, how single.How) (single.Answer, error) {
	writeAll := func(writeOne func(w io.Writer, names []string) error) func(io.Writer) error {
		return func(w io.Writer) error {
			for order, err := range orders.All(ctx, t.Game) {
				if err != nil {
					return err
				}
				if err := writeOne(w, t.NamesOf(order)); err != nil {
					return err
				}
			}
			return nil
		}
	}
	writeLine := func(w io.Writer, names []string) error {
		_, err := fmt.Fprintln(w, strings.Join(single.Words(names), " "))
		return err
	}
	writeObject := func(w io.Writer, names []string) error {
		return json.NewEncoder(w).Encode(struct {
			Game  int      `json:"game"`
			Order []string `json:"order"`
		}{how.Game, names})
	}
	return single.Contents{Others: []single.Format{{Name: single.TableFormat, Write: writeAll(writeLine)}, {Name: single.JSONFormat, Write: writeAll(writeObject)}}}, nil
}
