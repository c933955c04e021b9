package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"enumerate/db"
	"enumerate/enum"
)

// lyingAlways is a space whose walker swaps the verdicts of games in every shard.
type lyingAlways struct{ enum.Space }

func (l lyingAlways) Walker() enum.Walker { return lyingAlwaysWalker{l.Space.Walker()} }

type lyingAlwaysWalker struct{ enum.Walker }

func (l lyingAlwaysWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	return lyingWalker{l.Walker, shard.ID}.Walk(ctx, shard, tally)
}

// closing is a space that counts how often it is closed.
type closing struct {
	enum.Space
	closed *int
	err    error
}

func (c closing) Close() error {
	*c.closed++
	return c.err
}

// TestOffersAreCheckedAgainstTheirSpaces calls Validate and Verify on right and wrong offers (databases to be merged).
// Validate checks whether the totals of a run are possible. Only Verify can find wrong shards in a run with possible
// totals. In the expected errors, PATH stands for the path of the database.
func TestOffersAreCheckedAgainstTheirSpaces(t *testing.T) {
	honest := smallSpace(t)
	half := enum.Part{Res: 0, Mod: 2}
	walked := func(space enum.Space, part enum.Part) func(testing.TB, *Store) {
		return func(t testing.TB, s *Store) { walkAs(t, s, small, space, part) }
	}
	unknown := errors.New("this program has no such size")
	closed := 0
	const run, refused = "PATH: run 1, a walk of wonderwall n=5", "PATH: run 1, a walk of wonderwall n=5, is not merged: "
	for _, c := range []struct {
		claim              string
		make               func(testing.TB, *Store)
		space              enum.Space // nil if the program has none
		validated          string     // the error, or its beginning
		verified           string
		validKind, verKind error
	}{
		{"a part", walked(honest, half), honest, "", "", nil, nil},
		{"a part whose first shard is the only wrong one", walked(lying{honest, 2}, half), honest, "", run + ", shard 2: results contradict each other, as stored and recomputed: ", nil, ErrContradiction},
		{"shards that are all wrong", walked(lyingAlways{honest}, half), honest, "", "and 3 more faults", nil, ErrContradiction},
		{"two shards that are wrong", walked(lying{lying{honest, 2}, 4}, half), honest, "", "; and 1 more faults", nil, ErrContradiction},
		{"another version of the method", walked(renamed{honest}, half), honest, "", run + `, cannot be recomputed: it was made by another version of the method (fingerprint "another version", this program's is "`, nil, ErrFingerprint},
		{"a size that this program does not have", walked(honest, half), nil, refused + "a result proves itself wrong: this program has no such size",
			run + ", cannot be recomputed: this program has no such size", ErrProof, unknown},
		{"other verdicts", walked(honest, half), titled{honest}, refused + "a result proves itself wrong: its verdicts are ", run + ", cannot be recomputed: a result proves itself wrong: its verdicts are ", ErrProof, ErrProof},
		{"a shard that there is not", func(t testing.TB, s *Store) {
			walkAs(t, s, small, honest, half)
			putShard(t, s, 1, 7, encodeNothing(t))
		}, honest, refused, run + ": a result proves itself wrong: 1 of its shards do not exist, such as shard 7: a complete run has 7 shards", ErrProof, ErrProof},
		{"a finished run without all its shards", func(t testing.TB, s *Store) {
			walkAs(t, s, small, honest, half)
			declare(t, s, 1)
		}, honest, refused + "a result proves itself wrong: ", "", ErrProof, nil},
		{"a signature of something else", func(t testing.TB, s *Store) {
			walkAs(t, s, small, honest, half)
			rewrite(t, s, func(h *Header) { h.Signature = "?" })
		}, honest, refused + "the signature is not base64", "", ErrSignature, nil},
		{"a run without shards", func(t testing.TB, s *Store) {
			inject(t, s, func(tx *db.Tx) error { _, err := createRun(tx, newHeader(small, honest, now())); return err })
		}, honest, "", "", nil, nil},
		{"a space that cannot be closed", walked(honest, half), closing{honest, &closed, unknown}, "", "this program has no such size", nil, unknown},
	} {
		s := newStore(t)
		c.make(t, s)
		offer, err := s.Offer()
		if err != nil {
			t.Fatal(err)
		}
		of := func(Key) (enum.Space, error) {
			if c.space == nil {
				return nil, unknown
			}
			return c.space, nil
		}
		for _, check := range []struct {
			name, want string
			err, kind  error
		}{
			{"Validate", c.validated, offer.Validate(of, func(remark string) { t.Error(remark) }), c.validKind},
			{"Verify", c.verified, offer.Verify(t.Context(), of, Rerun{Share: 1, Seed: 5, Workers: 1}), c.verKind},
		} {
			message := ""
			if check.err != nil {
				message = strings.ReplaceAll(check.err.Error(), s.Path(), "PATH")
			}
			if (message == "") != (check.want == "") || !strings.Contains(message, check.want) || strings.Contains(message, "more faults") != strings.Contains(check.want, "more faults") || check.kind != nil && !errors.Is(check.err, check.kind) {
				t.Errorf("%s: %s = %q, want %q", c.claim, check.name, message, check.want)
			}
		}
		stored := uint64(len(runs(t, s)[0].contents.shards))
		if got, verified := offer.checks[1]; verified != (c.verified == "" && stored > 0) || verified && (got.Shards != stored || got.Of != stored || got.Seed != 5) {
			t.Errorf("%s: the check is %+v", c.claim, got)
		}
	}
	if closed != 1 {
		t.Errorf("the space that was walked is closed %d times", closed)
	}
}

func TestADamagedDatabaseIsNotOffered(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{Res: 0, Mod: 2})
	putShard(t, s, 1, 3, []byte("rubbish"))
	offer, err := s.Offer()
	if offer != nil || !errors.Is(err, errRecord) || !strings.HasPrefix(err.Error(), s.Path()+": run 1, shard 3: not a record of this program: ") || !strings.HasSuffix(err.Error(), "; "+restoreAdvice) {
		t.Errorf("Offer = %v, %v", offer, err)
	}
}

func TestForeignRunsAreLeftOutOfAnOffer(t *testing.T) {
	rulesets := []*enum.Ruleset{{
		Name:    small.Ruleset,
		Methods: []enum.Method{{Name: small.Method, Space: func(int, enum.Means) (enum.Space, error) { return smallSpace(t), nil }}},
	}}
	spaceOf := Spaces(rulesets, nil)
	tournaments := Key{Ruleset: "tournaments", Size: 5, Method: enum.Walk}

	from := newStore(t)
	walkAs(t, from, tournaments, smallSpace(t), enum.Part{})
	walkAs(t, from, small, smallSpace(t), enum.Part{Res: 0, Mod: 7})
	walkAs(t, from, smallGuess, smallSpace(t), enum.Part{})
	offer, err := from.Offer()
	if err != nil {
		t.Fatal(err)
	}

	var remarks []string
	if err := offer.Validate(spaceOf, func(remark string) { remarks = append(remarks, remark) }); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`run 1, a walk of tournaments n=5, is left out: this program has no ruleset "tournaments"`,
		`run 3, a guess of wonderwall n=5, is left out: this program has no method "guess"`,
	}
	if !slices.Equal(remarks, want) {
		t.Errorf("Validate remarks %q, want %q", remarks, want)
	}
	if offer.Foreign() {
		t.Error("an offer with a run of this program is foreign")
	}
	if err := offer.Verify(t.Context(), spaceOf, Rerun{Share: 1, Workers: 1}); err != nil {
		t.Error(err)
	}
	into := newStore(t)
	merged, err := into.Merge(spaceOf, offer)
	if err != nil || len(merged) != 1 || merged[0].From != 2 || merged[0].Additions != 1 {
		t.Errorf("Merge = %+v, %v, want the shard of run 2", merged, err)
	}
	if merged, kept := runs(t, into), runs(t, from); len(merged) != 1 || merged[0].Key != small || len(kept) != 3 {
		t.Errorf("the databases have %d and %d runs, want 1 and 3", len(merged), len(kept))
	}

	alone := newStore(t)
	walkAs(t, alone, tournaments, smallSpace(t), enum.Part{})
	for _, c := range []struct {
		store *Store
		want  bool
	}{{alone, true}, {newStore(t), false}} {
		offer, err := c.store.Offer()
		if err != nil {
			t.Fatal(err)
		}
		if err := offer.Validate(spaceOf, func(string) {}); err != nil || offer.Foreign() != c.want {
			t.Errorf("Validate = %v; the offer is foreign: %t, want %t", err, offer.Foreign(), c.want)
		}
	}
}

func encodeNothing(t testing.TB) payload {
	t.Helper()
	data, err := encodeTally(enum.NewTally(2), 0)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestAVerifiedShareIsPrinted recomputes a random share of the shards that a database offers for a merge. The function
// Begin must be called with the size of this share, and the function Shard once for each shard of the share.
func TestAVerifiedShareIsPrinted(t *testing.T) {
	s := newStore(t)
	walkAs(t, s, small, smallSpace(t), enum.Part{})
	offer, err := s.Offer()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		share  float64
		picked uint64
	}{{1, 7}, {0.5, 4}, {1. / 7, 1}, {1e-9, 1}, {0, 1}} {
		var begun []string
		shards := uint64(0)
		q := Rerun{Share: c.share, Seed: 1, Workers: 1,
			Begin: func(run string, shards uint64) { begun = append(begun, fmt.Sprintf("%s: %d", run, shards)) },
			Shard: func(enum.Result) { shards++ }}
		if err := offer.Verify(t.Context(), spaceOf, q); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%s: run 1, a walk of wonderwall n=5: %d", s.Path(), c.picked); len(begun) != 1 || begun[0] != want || shards != c.picked {
			t.Errorf("of a share of %v: %q, then %d shards; want %q", c.share, begun, shards, want)
		}
		if check := offer.checks[1]; check.Shards != c.picked || check.Of != 7 || check.Time.IsZero() {
			t.Errorf("of a share of %v: %+v", c.share, check)
		}
	}
}
