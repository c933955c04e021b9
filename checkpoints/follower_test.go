package checkpoints

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/games/wonderwall"
)

func TestAFollowerSeesWhatIsNotFinished(t *testing.T) {
	s := newStore(t)
	reader, err := OpenReadOnly(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	f := Follow(reader, spaceOf)
	defer f.Close()
	read := func() []Unfinished {
		t.Helper()
		list, err := f.Read()
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if list := read(); len(list) != 0 {
		t.Errorf("in an empty database there are %v", list)
	}
	covered := 0.0
	for part := range uint64(4) {
		result := walkPart(t, resume(t, s, space(t)), enum.Part{Res: part, Mod: 4})
		if part == 3 {
			break
		}
		list := read()
		if len(list) != 1 || list[0].Key != key || list[0].Share <= covered || list[0].Share >= 1 {
			t.Fatalf("after part %d it sees %+v", part, list)
		}
		share := float64(result.Totals.Covered.Uint64()) / float64(result.Totals.Whole.Uint64())
		if got := list[0].Share - covered; math.Abs(got-share) > 1e-9 {
			t.Errorf("part %d is a share of %v, want %v", part, got, share)
		}
		covered = list[0].Share
		if again := read(); &again[0] != &list[0] {
			t.Error("what has not changed is read again")
		}
	}
	if list := read(); len(list) != 0 {
		t.Errorf("when it is finished it sees %+v", list)
	}
	sampling, err := wonderwall.New().Sampling(players, 3, 200)
	if err != nil {
		t.Fatal(err)
	}
	sample, err := s.Sample(sampling)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sample.Draw(t.Context(), 1, nil); err != nil {
		t.Fatal(err)
	}
	if list := read(); len(list) != 1 || list[0].Share != -1 || list[0].Trials.Uint64() != 200 {
		t.Errorf("of a sample it sees %+v", list)
	}
}

func TestAFollowerSeesDamageAndWhatItDoesNotKnow(t *testing.T) {
	s := newStore(t)
	var run uint64
	inject(t, s, func(tx *db.Tx) error {
		for _, ruleset := range []string{"wonderwall", "chess"} {
			h := newHeader(key, space(t), now())
			h.Ruleset = ruleset
			data, err := json.Marshal(h)
			if err != nil {
				return err
			}
			if run, err = tx.CreateRun(data); err != nil {
				return err
			}
			if ruleset == "wonderwall" {
				if err := tx.PutShard(run, 0, []byte("no tally")); err != nil {
					return err
				}
			}
		}
		return nil
	})
	list, err := Follow(s, spaceOf).Read()
	if err != nil || len(list) != 2 || list[0].Damage == nil || list[1].Damage != nil || list[1].Share != -1 {
		t.Errorf("it sees %+v, %v", list, err)
	}
}

func TestLayersBesideADatabaseAreListed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	if list, err := LayersBeside(path); err != nil || list != nil {
		t.Errorf("without any: %v, %v", list, err)
	}
	dir := filepath.Join(path+".layers", "wonderwall-11-count")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{"a.layer": 100, "b.000001.run": 23} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(dir+".lock", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	list, err := LayersBeside(path)
	if err != nil || len(list) != 1 || list[0].Name != "wonderwall-11-count" || list[0].Files != 2 || list[0].Bytes != 123 || list[0].Latest.IsZero() {
		t.Errorf("it lists %+v, %v", list, err)
	}
}
