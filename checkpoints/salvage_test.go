package checkpoints

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"enumerate/db"
	"enumerate/enum"
)

// TestSalvagedRunsAreResumed overwrites each page of a database with zeros in turn, and resumes what is salvaged.
func TestSalvagedRunsAreResumed(t *testing.T) {
	dir := t.TempDir()
	h, whole := recordHistory(t, dir)
	sound := h.files[len(h.files)-1]
	resumed, headers := 0, 0 // files, and those whose header is lost
	for page := range len(sound) / diskPage {
		damaged, into := filepath.Join(dir, fmt.Sprint(page, "-bad.db")), filepath.Join(dir, fmt.Sprint(page, "-new.db"))
		data := bytes.Clone(sound)
		clear(data[page*diskPage : (page+1)*diskPage])
		if err := os.WriteFile(damaged, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var faults []string
		runs, err := Salvage(damaged, into, spaceOf, func(err error) { faults = append(faults, err.Error()) })
		if err != nil {
			t.Errorf("page %d: %v, %q", page, err, faults)
			continue
		}
		if strings.Contains(strings.Join(faults, "\n"), "its header is damaged; an earlier header is used") {
			headers++
		}
		if len(runs) != 1 || runs[0].Shards+runs[0].Missing.Shards != whole.Shards || runs[0].Finished == (runs[0].Missing.Shards > 0) && len(faults) == 0 {
			t.Errorf("page %d: %+v, %q", page, runs, faults)
		}
		if err := db.Check(into, nil); err != nil {
			t.Error(err)
		}
		result := walkPart(t, resume(t, openStore(t, into), space(t)), enum.Part{})
		if got, want := fmt.Sprint(result.Totals), fmt.Sprint(whole.Totals); got != want {
			t.Errorf("page %d: resumed: %s, want %s", page, got, want)
		}
		if _, err := Salvage(damaged, into, spaceOf, func(error) {}); !errors.Is(err, fs.ErrExist) {
			t.Errorf("salvaged into a file that is there: %v", err)
		}
		resumed++
	}
	if resumed < 10 || headers != 1 {
		t.Errorf("%d files are resumed, %d have lost the header", resumed, headers)
	}
}

// TestSalvageNeedsTheHeader calls older, which replaces a lost header by an old version of it. It must choose one only
// if all old versions belong to the same run; otherwise the salvaged shards could be those of another run.
func TestSalvageNeedsTheHeader(t *testing.T) {
	one, err := newHeader(key, space(t), time.Now()).encode()
	if err != nil {
		t.Fatal(err)
	}
	later, err := newHeader(key, space(t), time.Now().Add(time.Hour)).encode()
	if err != nil {
		t.Fatal(err)
	}
	other, err := newHeader(key, renamed{space(t)}, time.Now()).encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		headers [][]byte
		found   bool
	}{{nil, false}, {[][]byte{one}, true}, {[][]byte{one, later}, true}, {[][]byte{one, other}, false}, {[][]byte{[]byte("x"), one}, false}} {
		if found := outdatedHeader(c.headers) != nil; found != c.found {
			t.Errorf("%q: found: %t", c.headers, found)
		}
	}
}
