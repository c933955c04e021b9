package proofs

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games/wonderwall/count"
	"enumerate/internal/golden"
)

// made makes the certificate for n players, and its shards (pieces).
func made(t testing.TB, n int) (c enum.Certificate, shards [][]byte) {
	t.Helper()
	c, err := count.Methods()[0].Certify(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	shards = make([][]byte, c.Shards())
	for shard := range slices.Backward(shards) { // their order does not matter
		var file bytes.Buffer
		if err := c.Shard(t.Context(), shard, &file); err != nil {
			t.Fatal(err)
		}
		shards[shard] = file.Bytes()
	}
	return c, shards
}

func join(ctx context.Context, c enum.Certificate, shards [][]byte) ([]byte, error) {
	var text bytes.Buffer
	_, err := c.Join(ctx, func(shard int) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(shards[shard])), nil }, &text)
	return text.Bytes(), err
}

func written(t testing.TB, n int) []byte {
	t.Helper()
	c, shards := made(t, n)
	text, err := join(t.Context(), c, shards)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestShippedCertificatesMatchTheProgram makes the certificates for 4 to 8 players again.
func TestShippedCertificatesMatchTheProgram(t *testing.T) {
	for n := 4; n <= 8; n++ {
		f, err := os.Open(filepath.Join("certificates", fmt.Sprintf("%d.txt.gz", n)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		zip, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		shipped, err := io.ReadAll(zip)
		if err != nil {
			t.Fatal(err)
		}
		if got := written(t, n); !bytes.Equal(got, shipped) {
			t.Errorf("%s is not what is written: enumerate count --n %d --certificate rooms/proofs/%s", f.Name(), n, f.Name())
		}
	}
}

// TestProvedNumbersHaveTheirTheoremOrCertificate reads data/proofs.csv. For each number that is called proved, a
// theorem in this folder must state it, and the shipped certificate must have the listed hash. For each number that is
// called certified, README.md must say when its certificate was checked.
func TestProvedNumbersHaveTheirTheoremOrCertificate(t *testing.T) {
	var theorems, readme strings.Builder
	for _, name := range []string{"Theorems.v", "Eight.v"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		theorems.Write(text)
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme.Write(text)
	proved, certified := 0, 0
	functions := map[string]string{"games": "all_games", "classes": "all_classes", "solvable-games": "solvable", "solvable-classes": "solvable_classes"}
	for _, row := range data.Totals("wonderwall").Rows {
		for _, column := range slices.Sorted(maps.Keys(functions)) {
			number := golden.Total("wonderwall", row.N, column)
			p := data.ProofOf("wonderwall", row.N, column, number)
			if other := data.ProofOf("wonderwall", row.N, column, number+"0"); other.Kind() != "" {
				t.Errorf("n = %d: %s0 is %s", row.N, number, other.Kind())
			}
			if p.Kind() == "proved" {
				shipped, err := os.ReadFile(filepath.Join("certificates", fmt.Sprintf("%d.txt.gz", row.N)))
				if err != nil {
					t.Fatal(err)
				}
				if hash := fmt.Sprintf("%x", sha256.Sum256(shipped)); hash != p.Certificate {
					t.Errorf("the certificate of n = %d has the hash %s, data/proofs.csv %s", row.N, hash, p.Certificate)
				}
			}
			if p.Kind() == "certified" {
				certified++
				if !strings.Contains(readme.String(), p.Certificate) {
					t.Errorf("README.md does not say of the certificate %s of n = %d when it was checked", p.Certificate, row.N)
				}
			}
			// All games need no certificate, and are in no table of proofs.
			if all := !strings.HasPrefix(column, "solvable"); p.Kind() == "proved" || all && row.N > 3 {
				proved++
				name := fmt.Sprintf("%s_%d", functions[column], row.N)
				if want := fmt.Sprintf("Theorem %s : %s %d = %s%%N.", name, functions[column], row.N, number); !strings.Contains(theorems.String(), want) || !all && p.Theorem != name {
					t.Errorf("no theorem says %q", want)
				}
			}
		}
	}
	if proved != 10+2*8 || certified != 3 {
		t.Errorf("%d numbers are proved and %d certified, want 26 and 3", proved, certified)
	}
}

// A choice is a wonderwall and a ninja.
type choice struct{ w, b int }

// lines returns all orders of n players, as places of the players.
func lines(n int) (all [][]int) {
	if n == 0 {
		return [][]int{nil}
	}
	for _, rest := range lines(n - 1) {
		for at := range n {
			line := []int{}
			for _, place := range rest {
				if place >= at {
					place++
				}
				line = append(line, place)
			}
			all = append(all, append(line, at))
		}
	}
	return all
}

// satisfies returns the lines in which a player has its choice.
func satisfies(lines [][]int, p int, c choice) (satisfied [][]int) {
	for _, l := range lines {
		if (l[p] < l[c.w]) == (l[c.w] < l[c.b]) {
			satisfied = append(satisfied, l)
		}
	}
	return satisfied
}

// choices returns the possible choices of player p.
func choices(n, p int) (list []choice) {
	for w := range n {
		for b := range n {
			if w != p && b != p && w != b {
				list = append(list, choice{w, b})
			}
		}
	}
	return list
}

// completions counts how many choices of the players below k leave a line.
func completions(lines [][]int, n, k int) int {
	if len(lines) == 0 || k == 0 {
		return min(len(lines), 1)
	}
	sum := 0
	for _, c := range choices(n, k-1) {
		sum += completions(satisfies(lines, k-1, c), n, k-1)
	}
	return sum
}

// TestFactsAreTrueAndFollowFromThoseBefore checks small certificates line by line. A state is the set of orders that
// satisfy the choices of some players. A fact says how many completions a state has: choices of the other players that
// leave at least one order. The test counts them by trying all orders. For each choice of the next player, a hint names
// the earlier fact about the next state, which must have the right number of completions.
func TestFactsAreTrueAndFollowFromThoseBefore(t *testing.T) {
	for n, want := range map[int]int{3: 0, 4: 108, 5: 30480} {
		all := lines(n)
		var facts []int
		forgotten := make(map[int]bool)
		for line := range strings.Lines(string(written(t, n))) {
			words := strings.Fields(line)
			k, err := strconv.Atoi(words[1])
			if err != nil {
				t.Fatalf("n = %d: %s: %v", n, line, err)
			}
			if words[0] == "D" {
				forgotten[k] = true
				continue
			}
			m, err := strconv.Atoi(words[2])
			if err != nil {
				t.Fatalf("n = %d: %s: %v", n, line, err)
			}
			var left [][]int // lines that the state allows
			for _, l := range all {
				if slices.ContainsFunc(words[3:3+m], func(closure string) bool { return allows(t, closure, n, l) }) {
					left = append(left, l)
				}
			}
			value := completions(left, n, k)
			if words[0] == "S" {
				var seen []int
				hints := words[3+m:]
				for _, c := range choices(n, k-1) {
					child := completions(satisfies(left, k-1, c), n, k-1)
					if len(satisfies(left, k-1, c)) == 0 {
						continue
					}
					if len(hints) == 0 {
						t.Fatalf("n = %d: %s: too few hints", n, line)
					}
					got := 0
					if ago, same := strings.CutPrefix(hints[0], "="); same {
						a, err := strconv.Atoi(ago)
						if err != nil || a >= len(seen) {
							t.Fatalf("n = %d: %s: %s", n, line, hints[0])
						}
						got, hints = seen[len(seen)-1-a], hints[1:]
					} else {
						i, err := strconv.Atoi(hints[0])
						if err != nil || i < 1 || i > len(facts) || forgotten[i] {
							t.Fatalf("n = %d: %s: %s is no fact that is known", n, line, hints[0])
						}
						got, hints = facts[i-1], hints[2:]
					}
					if got != child {
						t.Errorf("n = %d: %s: after %v there are %d completions, the hint names a fact with %d", n, line, c, child, got)
					}
					seen = append(seen, got)
				}
				if len(hints) > 0 {
					t.Errorf("n = %d: %s: hints are left", n, line)
				}
			}
			facts = append(facts, value)
		}
		if got := facts[len(facts)-1]; got != want {
			t.Errorf("n = %d: the last fact has %d completions, want %d", n, got, want)
		}
	}
}

// allows reports whether a line extends a closure or its reverse.
func allows(t *testing.T, closure string, n int, line []int) bool {
	forth, back := true, true
	width := len(closure) / n
	for x := range n {
		row, err := strconv.ParseUint(closure[x*width:(x+1)*width], 16, 64)
		if err != nil || row>>x&1 == 0 {
			t.Fatalf("%s is no closure: %v", closure, err)
		}
		for y := range n {
			if x != y && row>>y&1 == 1 {
				forth, back = forth && line[x] < line[y], back && line[x] > line[y]
			}
		}
	}
	return forth || back
}

// TestACertificateEndsWithItsContext makes the layers of a certificate, one of its shards (pieces), and the whole under
// a context that has ended.
func TestACertificateEndsWithItsContext(t *testing.T) {
	c, shards := made(t, 8)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := count.Methods()[0].Certify(ctx, 8); err != context.Canceled {
		t.Errorf("its layers: %v, want %v", err, context.Canceled)
	}
	if err := c.Shard(ctx, 0, io.Discard); err != context.Canceled {
		t.Errorf("a shard: %v, want %v", err, context.Canceled)
	}
	if _, err := join(ctx, c, shards); err != context.Canceled {
		t.Errorf("joined: %v, want %v", err, context.Canceled)
	}
}

// TestADamagedShardFileIsNamed joins the shards of a certificate, one missing, cut, changed or from another
// certificate. The error must name it and say what to do.
func TestADamagedShardFileIsNamed(t *testing.T) {
	_, good := made(t, 8)
	_, other := made(t, 7)
	if len(good) < 2 {
		t.Fatalf("%d shards", len(good))
	}
	tests := []struct {
		name string
		file []byte
		want string
	}{
		{"another one", good[0], `shard 1 is damaged: it begins with "shard 0 of 2 of a certificate of 8 players"; expected "shard 1 of 2 of a certificate of 8 players"; remove its file`},
		{"one of another size", other[0], `of 7 players"; expected`},
		{"nothing", nil, "shard 1 is damaged: EOF; remove its file and run again with --resume"},
		{"half of it", good[1][:len(good[1])/2], "unexpected EOF"},
		{"no gzip", []byte("B 3 1 126e, and so on"), "invalid header"},
		{"one with another sum", append(slices.Clone(good[1][:len(good[1])-5]), 0, 0, 0, 0, 0), "invalid checksum"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, _ := made(t, 8)
			text, err := join(t.Context(), c, [][]byte{good[0], test.file})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
			if len(text) > 0 {
				t.Errorf("%d bytes are written", len(text))
			}
		})
	}
}

// FuzzShards joins changed shards. The join may succeed or fail, but must end.
func FuzzShards(f *testing.F) {
	_, shards := made(f, 5)
	zip, err := gzip.NewReader(bytes.NewReader(shards[0]))
	if err != nil {
		f.Fatal(err)
	}
	plain, err := io.ReadAll(zip)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(plain)
	f.Fuzz(func(t *testing.T, plain []byte) {
		var file bytes.Buffer
		zip := gzip.NewWriter(&file)
		_, _ = zip.Write(plain)
		_ = zip.Close()
		c, err := count.Methods()[0].Certify(t.Context(), 5)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := join(t.Context(), c, [][]byte{file.Bytes()}); err == nil && len(text) == 0 {
			t.Error("nothing is written")
		}
	})
}

func FuzzScan(f *testing.F) {
	f.Add(written(f, 5))
	f.Add([]byte("B 3 1 126e\nD 1\nD 1\n"))
	f.Add([]byte("S 99999999999999999999\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if c, err := scan(bytes.NewReader(text)); err == nil && (c.N < 0 || len(text) == 0) {
			t.Errorf("%+v", c)
		}
	})
}
