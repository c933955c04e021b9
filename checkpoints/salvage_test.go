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

	"enumerate/db"
	"enumerate/enum"
)

// Whatever page is lost, what is salvaged is resumed to the totals of a run that nothing befell,
// or the file says that its header is lost.
func TestSalvagedRunsAreResumed(t *testing.T) {
	dir := t.TempDir()
	h, whole := recordHistory(t, dir)
	sound := h.files[len(h.files)-1]
	resumed, headers := 0, 0
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
			if _, made := os.Lstat(into); !errors.Is(err, db.ErrCorrupt) || !errors.Is(made, fs.ErrNotExist) ||
				len(faults) == 0 || !strings.Contains(faults[len(faults)-1], "its header is damaged") {
				t.Errorf("page %d: %v, %q", page, err, faults)
			}
			headers++
			continue
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
