package main

import (
	"compress/gzip"
	"encoding/gob"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/canon"
)

// answersOf is the record of one state in a shard of a certificate.
type answersOf struct {
	Choices []uint8
	Hints   []struct {
		Key  string
		Name [canon.MaxFamily]uint8
	}
}

// The shards of a certificate of totals may come from other processes, so a forged shard must not pass. The test forges
// a well-formed shard that claims that a choice leads to a wrong state. Joining the shards must fail, because the
// SHA-256 of the result is not that of the checked certificate.
func TestAForgedShardOfACertificateIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, db := filepath.Join(dir, "eight.gz"), filepath.Join(dir, "eight.db")
	count := func(more ...string) (code int, stderr string) {
		code, _, stderr = run(t, append([]string{"count", "--n", "8", "--certificate", path, "--resume", "--db", db}, more...)...)
		return code, stderr
	}
	if code, stderr := count("--shard", "0/2"); code != 0 {
		t.Fatal(stderr)
	}
	forgeShard(t, filepath.Join(path+".shards", "0.gz"))

	code, stderr := count()
	if code != 3 || !strings.Contains(stderr, "the checked certificate has 007cef3d8588") || !strings.Contains(stderr, path+".shards is damaged or forged") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the certificate is there: %v", err)
	}

	if err := os.RemoveAll(path + ".shards"); err != nil {
		t.Fatal(err)
	}
	if code, stderr := count(); code != 0 || !strings.Contains(stderr, "sha256 007cef3d8588") {
		t.Errorf("made again, exit code %d: %s", code, stderr)
	}
}

// forgeShard changes a shard of a certificate, so that a choice leads to another state.
func forgeShard(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	zipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var identity string
	var all []answersOf
	in := gob.NewDecoder(zipped)
	if err := in.Decode(&identity); err != nil {
		t.Fatal(err)
	}
	for {
		var a answersOf
		if err := in.Decode(&a); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	at := slices.IndexFunc(all, func(a answersOf) bool { return len(a.Hints) > 1 && len(a.Choices) > 1 })
	choices := all[at].Choices
	choices[0] = (choices[0] + 1) % uint8(len(all[at].Hints))

	to, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	zip := gzip.NewWriter(to)
	out := gob.NewEncoder(zip)
	err = out.Encode(identity)
	for _, a := range all {
		err = errors.Join(err, out.Encode(a))
	}
	if err := errors.Join(err, zip.Close(), to.Close()); err != nil {
		t.Fatal(err)
	}
}
