package db_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"enumerate/db"
)

// A run is begun, interrupted, resumed and finished.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "counts", "chess.db")

	// The file and its directory are created.
	d, err := db.Open(path, db.Options{})
	if err != nil {
		log.Fatal(err)
	}

	// A run begins with a header that says what is counted.
	var run uint64
	err = d.Update(func(tx *db.Tx) (err error) {
		run, err = tx.CreateRun([]byte("chess to ply 4"))
		return err
	})
	if err != nil {
		log.Fatal(err)
	}

	// Each shard is stored when it is finished.
	err = d.Update(func(tx *db.Tx) error { return tx.PutShard(run, 2, []byte("98812")) })
	if err != nil {
		log.Fatal(err)
	}

	// Other processes may use the file while it is open.
	other, err := db.Open(path, db.Options{ReadOnly: true})
	if err != nil {
		log.Fatal(err)
	}
	err = other.View(func(tx *db.Tx) error {
		payload, _, err := tx.Shard(run, 2)
		fmt.Printf("stored: %s\n", payload)
		return err
	})
	if err := errors.Join(err, other.Close()); err != nil {
		log.Fatal(err)
	}

	// If the program is interrupted now, this shard is not recomputed.
	if err := d.Close(); err != nil {
		log.Fatal(err)
	}
	d, err = db.Open(path, db.Options{})
	if err != nil {
		log.Fatal(err)
	}
	err = d.Update(func(tx *db.Tx) error {
		for shard := range uint64(3) {
			if _, ok, err := tx.Shard(run, shard); err != nil || ok {
				if err != nil {
					return err
				}
				fmt.Println("shard", shard, "is there")
				continue
			}
			if err := tx.PutShard(run, shard, []byte("98469")); err != nil {
				return err
			}
		}
		return tx.PutTotal(run, []byte("295750"))
	})
	if err != nil {
		log.Fatal(err)
	}

	// Everything can be listed.
	err = d.View(func(tx *db.Tx) error {
		return tx.Runs(func(run uint64, header []byte) error {
			total, _, err := tx.Total(run)
			if err != nil {
				return err
			}
			fmt.Printf("run %d: %s: %s\n", run, header, total)
			return tx.Shards(run, func(shard uint64, payload []byte) error {
				fmt.Printf("shard %d: %s\n", shard, payload)
				return nil
			})
		})
	})
	if err != nil {
		log.Fatal(err)
	}

	// Another payload for a stored shard is a conflict, so a wrong computation is noticed.
	err = d.Update(func(tx *db.Tx) error { return tx.PutShard(run, 2, []byte("0")) })
	fmt.Println("conflict:", errors.Is(err, db.ErrConflict))

	// Check the whole file.
	if err := d.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("check:", db.Check(path, func(err error) { fmt.Println(err) }))

	// Output:
	// stored: 98812
	// shard 2 is there
	// run 1: chess to ply 4: 295750
	// shard 0: 98469
	// shard 1: 98469
	// shard 2: 98812
	// conflict: true
	// check: <nil>
}
