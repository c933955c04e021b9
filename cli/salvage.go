package cli

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

// salvage copies the sound records of a damaged database to a new database. It prints each fault of the old database
// and the state of each run in the new one.
func salvage(p *verb.Program, path, into string, stdout io.Writer) error {
	out := bufio.NewWriter(stdout)
	faults := 0
	runs, err := checkpoints.Salvage(path, into, p.Spaces(nil), func(err error) {
		faults++
		fmt.Fprintf(out, "fault: %s\n", text.Printable(err.Error()))
	})
	if err != nil {
		return cmp.Or(err, out.Flush()) // flush even after an error: the faults found before it must be printed
	}
	shards := uint64(0)
	for _, r := range runs {
		shards += r.Shards
		fmt.Fprintf(out, "run %d, a %v: %s copied to run %d, %s\n", r.From, r.Key, rows.Counted(r.Shards, "shard", "shards"), r.ID, salvagedState(r))
	}
	fmt.Fprintf(out, "%s: %s, %s, %s in %s\n", into, rows.Counted(len(runs), "run", "runs"),
		rows.Counted(shards, "shard", "shards"), rows.Counted(faults, "fault", "faults"), path)
	if err := out.Flush(); err != nil || faults == 0 {
		return err
	}
	return fmt.Errorf("%s: %w", path, verb.ErrCheck)
}

func salvagedState(r checkpoints.Salvaged) string {
	switch {
	case r.Finished:
		return "complete"
	case r.Missing.Shards > 0:
		return fmt.Sprintf("missing %v", r.Missing)
	}
	return "unfinished"
}
