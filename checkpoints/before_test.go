package checkpoints

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum"
)

// unpacked returns the path of an unpacked copy of a database in testdata, which an older program wrote.
func unpacked(t testing.TB, name string) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name+".db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "before.db")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rerunAll audits a database, computing all shards again, and returns the messages.
func rerunAll(t testing.TB, path string) (reports []string) {
	t.Helper()
	tell := func(text string) { reports = append(reports, strings.ReplaceAll(text, path, "")) }
	_, err := Audit{Space: spaceOf, Rerun: Rerun{Share: 1, Workers: 2}, Fault: func(err error) { tell(err.Error()) }, Remark: tell,
		OnRerun: func(run uint64, k Key, c Check) { tell(fmt.Sprintf("run %d, a %v: %d of %d", run, k, c.Shards, c.Of)) },
	}.Check(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return reports
}

// TestADatabaseFromBeforeShardsHadContributors opens a database of an older program, whose shards did not name their
// contributors. The program at commit 0015aeb wrote it with these commands, and signed it with its own key:
//
//	enumerate --n 4..5
//	enumerate --n 5 --method count
//	enumerate sample --n 6 --trials 20000 --resume
//
// A served walk of n = 6 was interrupted. The coordinator had computed shards 0 to 11, worker ann 10 to 24, and worker
// ben 30 to 39. Ben had confirmed ann's shards 15 to 17 and contradicted her shard 20. Worker cleo was banned.
func TestADatabaseFromBeforeShardsHadContributors(t *testing.T) {
	const signer = "SHA256:awgRZt3+xtmbLaPvNXNuY72L+Zun3XOQkc9638a0VDA"
	path := unpacked(t, "before-shards-had-contributors")
	before := rerunAll(t, path)
	want := []string{
		"run 1, a walk of wonderwall n=4: 1 of 1", "run 2, a walk of wonderwall n=5: 7 of 7", "run 3, a count of wonderwall n=5: 3 of 3",
		"run 4, a sample of wonderwall n=6 seed 1: 200 of 200", "run 5, a walk of wonderwall n=6: 15 of 15",
		"run 6, a walk of wonderwall n=6, shard 20: results contradict each other, as stored and recomputed: 2493 solvable classes with |Aut| = 1 in one, 0 in the other",
		"run 8, a walk of wonderwall n=6: 12 of 12",
	}
	for i := range want {
		if i >= len(before) || !strings.HasPrefix(before[i], want[i]) {
			t.Fatalf("the audit says %q, want %q", before, want)
		}
	}
	s := openStore(t, path)
	s.contributor = Contributor{Host: "new", Version: "2"}
	var got []string
	for _, r := range runs(t, s) {
		if key, err := r.SignedBy(); err != nil || key != signer && r.Shards > 0 {
			t.Errorf("run %d is signed by %q, %v", r.ID, key, err)
		}
		got = append(got, fmt.Sprintf("%v: %s", r.Key, contributorsOf(r)))
	}
	want = []string{
		"walk of wonderwall n=4: vm 1, unknown 0", "walk of wonderwall n=5: vm 7, unknown 0", "count of wonderwall n=5: vm 3, unknown 0",
		"sample of wonderwall n=6 seed 1: vm 200, unknown 0", "walk of wonderwall n=6: alpha 15, unknown 0", "walk of wonderwall n=6: beta 14, unknown 0",
		"walk of wonderwall n=6: vm 12, unknown 0", "walk of wonderwall n=6: unknown 0",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("it holds %q, want %q", got, want)
	}

	var remarks []string
	s.Remark = func(text string) { remarks = append(remarks, text) }
	if sum, err := resume(t, s, space(t)).Sum(enum.Part{}); err != nil || sum.Shards != 12 {
		t.Errorf("resumed, it has %d shards, %v; expected 12", sum.Shards, err)
	}
	if len(remarks) != 1 || !strings.HasPrefix(remarks[0], "a development version stored shards of a walk of wonderwall n=6 by 2 workers in separate runs; ") {
		t.Errorf("it says %q", remarks)
	}
}

// TestADatabaseFromBeforeRunsHadContributors opens a database of a program whose runs did not list any contributors.
// The program at commit cf35e18 wrote it with these commands:
//
//	enumerate --n 4..5
//	enumerate --n 6 --shard 0/2
//	enumerate count --n 6 --shard 0/3
//	enumerate sample --n 6 --trials 20000 --resume
//
// If the walk, the count or the sample gets another fingerprint, make the database again with that old program, changed
// to the new fingerprint: only runs with the fingerprint of this program can be resumed.
func TestADatabaseFromBeforeRunsHadContributors(t *testing.T) {
	s := openStore(t, unpacked(t, "before-contributors"))
	s.contributor = Contributor{Host: "new", Version: "2"}
	var got []string
	for _, r := range runs(t, s) {
		got = append(got, fmt.Sprintf("%v: %d, %s", r.Key, r.Shards, contributorsOf(r)))
	}
	want := []string{
		"walk of wonderwall n=4: 1, unknown 1", "walk of wonderwall n=5: 7, unknown 7", "walk of wonderwall n=6: 31, unknown 31",
		"count of wonderwall n=6: 2, unknown 2", "sample of wonderwall n=6 seed 1: 200, unknown 200",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("it holds %q, want %q", got, want)
	}

	into := storeOf(t, "new")
	if _, err := mergeAll(into, s); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Store{s, into} {
		result := walkPart(t, resume(t, s, space(t)), enum.Part{})
		if result.Checks != (enum.Checks{Games: "ok", Classes: "ok"}) {
			t.Errorf("Checks = %+v", result.Checks)
		}
		if r := runs(t, s)[2]; contributorsOf(r) != "new 31, unknown 31" || !r.Finished {
			t.Errorf("resumed, it is made by %s, finished: %t", contributorsOf(r), r.Finished)
		}
		var faults []error
		audited, err := Audit{Space: spaceOf, Rerun: Rerun{Share: 0.05, Workers: 2}, Fault: func(err error) { faults = append(faults, err) },
			Remark: func(string) {}}.Check(context.Background(), s.Path())
		if err != nil || faults != nil || audited.Runs != 5 {
			t.Errorf("audit = %+v, %v, %v", audited, faults, err)
		}
	}
}

// TestABegunWalkContinues audits the unfinished walk of 11 players in data/parts, and computes one of its shards again. If the program now divided or counted the games differently, the walk could not be continued.
func TestABegunWalkContinues(t *testing.T) {
	path := unpacked(t, "../../data/parts/wonderwall-11-walk")
	audited, err := Audit{
		Space: spaceOf, Rerun: Rerun{Share: 1e-9, Seed: 11, Workers: 2},
		Fault: func(err error) { t.Error(err) }, Remark: func(text string) { t.Error(text) },
	}.Check(t.Context(), path)
	if err != nil || audited.Runs != 1 || audited.Shards < 13_000 || audited.Rerun != 1 {
		t.Errorf("%+v, %v: expected one run of 13,000 shards and more, one of them recomputed", audited, err)
	}
}

// TestTheFirstShardsOfElevenPlayers checks statements of docs/papers/walk.md about the shards in data/parts of the walk
// of 11 players. The first 27,278 were walked in the order of their numbers. In each of these shards the choices of the
// first two players contradict each other, so none of its classes is solvable. The other shards were walked in the
// spread order, and are a sample that estimates the number of all solvable classes.
func TestTheFirstShardsOfElevenPlayers(t *testing.T) {
	const walkedInOrder = 27_278
	s, err := OpenReadOnly(unpacked(t, "../../data/parts/wonderwall-11-walk"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs, err := s.Runs()
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	text, err := runs[0].Parts()
	if err != nil {
		t.Fatal(err)
	}
	space, err := spaceOf(runs[0].Key)
	if err != nil {
		t.Fatal(err)
	}

	next, stop := iter.Pull(space.Shards())
	defer stop()
	var inOrder, sample float64 // classes
	var solvable float64        // classes of the sample
	shards := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		shards++
		yes, no := classesOf(t, line)
		if shards > walkedInOrder {
			sample += yes + no
			solvable += yes
			continue
		}

		shard, _ := next()
		if !strings.HasPrefix(line, fmt.Sprintf("%d\t", shard.ID)) || yes != 0 {
			t.Fatalf("the line of shard %d is %.60q, and it has %v solvable classes", shard.ID, line, yes)
		}
		if !contradict(shard.Path[0], shard.Path[1]) {
			t.Fatalf("the first two choices of shard %d, %#x, do not contradict each other", shard.ID, shard.Path[:2])
		}
		inOrder += no
	}
	if shards != walkedInOrder+94_879 {
		t.Errorf("there are %d shards, and the documents say 122,157", shards)
	}

	const all, allSolvable = 79_299_584_141_276, 34_490_604_891_081
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"percent of the classes walked in the order of numbers", 100 * inOrder / all, 5.8},
		{"percent of the classes in the sample", 100 * sample / all, 32.2},
		{"percent by which the estimate is too low", 100 - 100*solvable/sample*(all-inOrder)/allSolvable, 0.1},
	} {
		if math.Abs(c.got-c.want) > 0.05 {
			t.Errorf("%s: %v, and docs/papers/walk.md says %v", c.what, c.got, c.want)
		}
	}
}

// classesOf returns how many solvable and unsolvable classes a line of a file of parts has. For each verdict the line
// has a list of entries: a number of automorphisms, a colon, and the number of classes with that many automorphisms.
//
//	305318	solvable=1:90,2:6 unsolvable=1:12	1
func classesOf(t *testing.T, line string) (solvable, unsolvable float64) {
	t.Helper()
	_, tallies, _ := strings.Cut(line, "\t")
	tallies, _, _ = strings.Cut(tallies, "\t")
	for tally := range strings.FieldsSeq(tallies) {
		verdict, list, _ := strings.Cut(tally, "=")
		for entry := range strings.SplitSeq(list, ",") {
			if entry == "" {
				continue
			}

			_, count, _ := strings.Cut(entry, ":")
			classes, err := strconv.ParseFloat(count, 64)
			if err != nil {
				t.Fatalf("%.60q: %v", line, err)
			}
			if verdict == "solvable" {
				solvable += classes
			} else {
				unsolvable += classes
			}
		}
	}
	return solvable, unsolvable
}

// contradict reports whether no order of the players satisfies the choices of both player 0 (first) and player 1
// (second). The low four bits of a choice are the wonderwall, who must stand between the player and the ninja; the high
// four bits are the ninja.
func contradict(first, second byte) bool {
	stands := func(order []byte, player, choice byte) bool {
		p, w, n := slices.Index(order, player), slices.Index(order, choice&15), slices.Index(order, choice>>4)
		return p < w && w < n || n < w && w < p
	}
	players := []byte{0, 1, first & 15, first >> 4, second & 15, second >> 4}
	slices.Sort(players)
	players = slices.Compact(players)
	satisfied := false
	var permute func(k int)
	permute = func(k int) {
		if k == len(players) {
			satisfied = satisfied || stands(players, 0, first) && stands(players, 1, second)
			return
		}
		for i := k; i < len(players); i++ {
			players[k], players[i] = players[i], players[k]
			permute(k + 1)
			players[k], players[i] = players[i], players[k]
		}
	}
	permute(0)
	return !satisfied
}
