package checkpoints

import (
	"bytes"
	"fmt"
	"strings"
)

// Parts returns the shards of a run as text, for whoever does some of them again: comments that say what
// run it is and who has made it, and a line for each shard,
//
//	NUMBER TAB VERDICT=KEY:COUNT,KEY:COUNT... VERDICT=... TAB MAKER
//
// its tally and the number of who made it, 0 if that is not known. The first two columns depend on the
// fingerprint alone. The error is that of a damaged run.
func (s Summary) Parts() ([]byte, error) {
	if s.Damage != nil {
		return nil, s.Damage
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %v: %d shards; the enumeration %s\n", s.Key, len(s.stored.shards), s.Fingerprint)
	for index, m := range s.stored.contributors.all() {
		fmt.Fprintf(&b, "# contributor %d: %s, %s\n", index, strings.TrimSpace(m.Host+" "+m.Key), m.Version)
	}
	for _, shard := range s.stored.shards {
		tally, _, err := shard.decode(len(s.Verdicts))
		if err != nil {
			return nil, err
		}
		who, _, _, _ := shard.split() // it was read
		fmt.Fprintf(&b, "%d\t", shard.id)
		for v, verdict := range s.Verdicts {
			b.WriteString(strings.Repeat(" ", min(v, 1)) + verdict + "=")
			for i, bar := range tally.Histogram(v) {
				fmt.Fprintf(&b, "%s%d:%v", strings.Repeat(",", min(i, 1)), bar.Key, bar.Count)
			}
		}
		fmt.Fprintf(&b, "\t%d\n", who.Contributor)
	}
	return b.Bytes(), nil
}
