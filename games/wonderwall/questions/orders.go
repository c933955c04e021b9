package questions

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/solver/betweenness/orders"
)

// count returns the number of solutions.
func (t table) count(ctx context.Context, _ single.How) (single.Answer, error) {
	solutions, err := orders.Count(ctx, t.Game)
	if err != nil {
		return nil, err
	}
	return kit.AnswerFunc(func(w io.Writer, format string) error {
		return kit.WriteAnswer(w, format, func(w *bufio.Writer) { fmt.Fprintln(w, solutions) }, single.Object{{Key: "solutions", Value: solutions.String()}})
	}), nil
}

// all returns all solutions, in lexicographic order of their rows; see orders.All. It finds them while it writes.
func (t table) all(ctx context.Context, how single.How) (single.Answer, error) {
	return kit.AnswerFunc(func(w io.Writer, format string) error {
		for order, err := range orders.All(ctx, t.Game) {
			if err != nil {
				return err
			}
			names := t.NamesOf(order)
			if format == "json" {
				err = json.NewEncoder(w).Encode(struct {
					Game  int      `json:"game"`
					Order []string `json:"order"`
				}{how.Game, names})
			} else {
				_, err = fmt.Fprintln(w, strings.Join(single.Words(names), " "))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}), nil
}
