package checkpoints

import (
	"bytes"
	"fmt"
	"strings"
)

// Parts returns the shards of a run as text. After comments that name the run and its contributors, it has a line for
// each shard:
//
//	NUMBER TAB VERDICT=KEY:COUNT,KEY:COUNT... VERDICT=... TAB CONTRIBUTOR
//
// The second column is the tally. In a walk, KEY is a number of automorphisms, and COUNT the number of classes with it.
// The last column is the number of the contributor, 0 if unknown. The other columns are the same for all runs with the
// same key and fingerprint.
func (s Summary) Parts() ([]byte, error) {
	if s.Damage != nil {
		return nil, s.Damage
	}

	var b bytes.Buffer
	fmt.Fprintf(&b, "# %v: %d shards; the enumeration %s\n", s.Key, len(s.contents.shards), s.Fingerprint)
	for index, m := range s.contents.contributors.all() {
		fmt.Fprintf(&b, "# contributor %d: %s, %s\n", index, strings.TrimSpace(m.Host+" "+m.Key), m.Version)
	}

	for _, shard := range s.contents.shards {
		tally, _, err := shard.decode(len(s.Verdicts))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%d\t", shard.id)
		for v, verdict := range s.Verdicts {
			b.WriteString(strings.Repeat(" ", min(v, 1)) + verdict + "=")
			for i, bar := range tally.Histogram(v) {
				fmt.Fprintf(&b, "%s%d:%v", strings.Repeat(",", min(i, 1)), bar.Key, bar.Count)
			}
		}
		fmt.Fprintf(&b, "\t%d\n", shard.provenance().Contributor)
	}
	return b.Bytes(), nil
}
