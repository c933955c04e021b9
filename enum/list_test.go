package enum_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
)

func TestListRowsPrintsTheClassesThatAreAskedFor(t *testing.T) {
	for _, c := range []struct {
		claim   string
		verdict int
		minAut  uint64
		want    []string
	}{
		{"every class", enum.AnyVerdict, 1, []string{
			"0000  orbit 1  aut 4  white  black: 0",
			"0001  orbit 4  aut 1  white  black: 1",
			"0011  orbit 4  aut 1  even  black: 2",
			"0101  orbit 2  aut 2  even  black: 2",
			"0111  orbit 4  aut 1  black  black: 3",
			"1111  orbit 1  aut 4  black  black: 4",
		}},
		{"one verdict", 2, 1, []string{
			"0011  orbit 4  aut 1  even  black: 2",
			"0101  orbit 2  aut 2  even  black: 2",
		}},
		{"at least two automorphisms", enum.AnyVerdict, 2, []string{
			"0000  orbit 1  aut 4  white  black: 0",
			"0101  orbit 2  aut 2  even  black: 2",
			"1111  orbit 1  aut 4  black  black: 4",
		}},
		{"at least three automorphisms", enum.AnyVerdict, 3, []string{
			"0000  orbit 1  aut 4  white  black: 0",
			"1111  orbit 1  aut 4  black  black: 4",
		}},
		{"more automorphisms than any class has", enum.AnyVerdict, 5, nil},
	} {
		var got []string
		err := kit.ListRows(context.Background(), necklaces(4), beadWalker(4).List, enum.Part{}, c.verdict, c.minAut, func(r *single.ClassRow) bool {
			got = append(got, strings.TrimSuffix(string(r.AppendLine(nil)), "\n"))
			return true
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: ListRows = %v\n%s\nwant\n%s", c.claim, err, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestListRowsStopsEarly(t *testing.T) {
	seen := 0
	err := kit.ListRows(context.Background(), necklaces(6), beadWalker(6).List, enum.Part{}, enum.AnyVerdict, 1, func(*single.ClassRow) bool {
		seen++
		return seen < 3
	})
	if err != nil || seen != 3 {
		t.Errorf("ListRows = %v after %d rows, want 3", err, seen)
	}
}

func TestListEndsWithTheErrorOfItsContextOrLister(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	failure := errors.New("unreadable")
	failing := func(context.Context, enum.Shard, int, func(enum.Class) bool) error { return failure }
	unused := func(context.Context, enum.Shard, int, func(enum.Class) bool) error {
		t.Error("a shard is listed although the context has ended")
		return nil
	}
	for _, c := range []struct {
		claim string
		ctx   context.Context
		list  enum.Lister
		want  error
	}{
		{"a canceled context", canceled, unused, context.Canceled},
		{"a failing lister", context.Background(), failing, failure},
	} {
		err := enum.List(c.ctx, necklaces(6), c.list, enum.Part{}, enum.AnyVerdict, func(enum.Class) bool { return true })
		if !errors.Is(err, c.want) {
			t.Errorf("%s: List = %v, want %v", c.claim, err, c.want)
		}
		err = kit.ListRows(c.ctx, necklaces(6), c.list, enum.Part{}, enum.AnyVerdict, 1, func(*single.ClassRow) bool { return true })
		if !errors.Is(err, c.want) {
			t.Errorf("%s: ListRows = %v, want %v", c.claim, err, c.want)
		}
	}
}

func TestAnOrbitIsTheGroupOverTheAutomorphisms(t *testing.T) {
	if got := enum.Orbit(necklaces(12), 3); got.Int64() != 4 {
		t.Errorf("Orbit = %v, want 12/3 = 4", got)
	}
}
