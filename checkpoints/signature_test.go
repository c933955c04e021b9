package checkpoints

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"testing"

	"golang.org/x/crypto/ssh"

	"enumerate/db"
	"enumerate/enum"
)

// TestASignatureCoversTheWholeRun signs a part of a served run, and then changes the run. A change by the program
// must remove the signature. A change directly in the database must make it invalid.
func TestASignatureCoversTheWholeRun(t *testing.T) {
	right, signer := tallies(t, space(t)), newSigner(t)
	for claim, c := range map[string]struct {
		change func(s *Store)
		signed string // the signer, if valid
		err    error
	}{
		"nothing": {func(*Store) {}, signer.Key(), nil},
		"a walk of what is there": {func(s *Store) {
			walkPart(t, resume(t, s, space(t)), enum.Part{Res: 0, Mod: 62})
		}, signer.Key(), nil},
		"a walk": {func(s *Store) {
			walkPart(t, resume(t, s, space(t)), enum.Part{Res: 30, Mod: 62})
		}, "", nil},
		"a merge": {func(s *Store) {
			other := newStore(t)
			walkPart(t, other.NewRun(key, space(t)), enum.Part{Res: 30, Mod: 62})
			if _, err := mergeAll(s, other); err != nil {
				t.Fatal(err)
			}
		}, "", nil},
		"a merge of what is there": {func(s *Store) {
			other := newStore(t)
			walkPart(t, other.NewRun(key, space(t)), enum.Part{Res: 0, Mod: 62})
			if merged, err := mergeAll(s, other); err != nil || len(merged) != 1 || merged[0].Duplicates == 0 || merged[0].Additions > 0 {
				t.Fatal(merged, err)
			}
		}, signer.Key(), nil},
		"a merge of nothing": {func(s *Store) {
			if merged, err := mergeAll(s, newStore(t)); err != nil || len(merged) > 0 {
				t.Fatal(merged, err)
			}
		}, signer.Key(), nil},
		"a shard of a worker":            {func(s *Store) { serve(t, s, "cleo", right[30]) }, "", nil},
		"another contributor of a shard": {func(s *Store) { replace(t, s, 3, Provenance{2, 0}) }, "", ErrSignature},
		"another who confirmed it":       {func(s *Store) { replace(t, s, 3, Provenance{1, 2}) }, "", ErrSignature},
		"another name of the contributor": {func(s *Store) {
			inject(t, s, func(tx *db.Tx) error { return tx.PutContributor(1, 1, []byte(`{"host":"x"}`)) })
		}, "", ErrSignature},
		"one more contributor": {func(s *Store) {
			inject(t, s, func(tx *db.Tx) error { _, err := tx.AddContributor(1, []byte(`{"host":"x"}`)); return err })
		}, "", ErrSignature},
		"a shard less": {func(s *Store) { inject(t, s, func(tx *db.Tx) error { return tx.DeleteShard(1, 3) }) }, "", ErrSignature},
	} {
		s := newStore(t)
		serve(t, s, "ann", right[:10]...)
		serve(t, s, "ben", right[8:20]...)
		_, err := Audit{Space: spaceOf, Sign: signer, OnSign: func(uint64, Key) {}, Fault: func(err error) { t.Error(err) }, Remark: func(text string) { t.Error(text) }}.
			Check(context.Background(), s.Path())
		if err != nil {
			t.Fatal(err)
		}
		c.change(s)
		if by, err := runs(t, s)[0].SignedBy(); by != c.signed || !errors.Is(err, c.err) {
			t.Errorf("%s: signed by %q, %v; want %q, %v", claim, by, err, c.signed, c.err)
		}
	}
}

func newSigner(t testing.TB) *Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ParseSigner(pem.EncodeToMemory(block))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// signedRun signs the oldest stored run, and returns it as r with the signature.
func signedRun(t testing.TB, s *Store, r *Run) *Run {
	t.Helper()
	all, err := s.match(func(Header) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	signed, err := s.storeChecks(all[0], nil, newSigner(t))
	if err == nil && signed {
		all, err = s.match(func(Header) bool { return true })
	}
	if err != nil || !signed || all[0].header.Signature == "" {
		t.Fatalf("the run is signed: %t, %v", signed, err)
	}
	return &Run{snapshot: snapshot{id: r.id, header: all[0].header, space: r.space, contents: all[0].contents, at: all[0].at}, store: s}
}

// replace changes the contributors of a stored shard of run 1.
func replace(t testing.TB, s *Store, id uint64, who Provenance) {
	t.Helper()
	inject(t, s, func(tx *db.Tx) error {
		data, _, err := tx.Shard(1, id)
		return errors.Join(err, tx.ReplaceShard(1, id, payload(data).withProvenance(who)))
	})
}
