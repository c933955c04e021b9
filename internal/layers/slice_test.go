package layers

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestASliceHasTheStatesOfTheLayerAndNoDamage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(rapid.StringN(1, 20, MaxKey), 1, 60, rapid.ID[string]).Draw(t, "keys")
		slices.Sort(keys)
		weights := rapid.SliceOfN(rapid.Uint64Range(1, 1000), len(keys), len(keys)).Draw(t, "weights")
		whole := footer{}
		list := make([]Weight, len(keys))
		for i, w := range weights {
			list[i] = Weight{Lo: w}
			whole.weight = whole.weight.Add(list[i])
		}
		layer, err := inMemory(whole, func(add func([]byte, Weight) error) (err error) {
			for i, key := range keys {
				err = cmp.Or(err, add([]byte(key), list[i]))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}

		from := rapid.Uint64Range(0, layer.States()).Draw(t, "from")
		to := rapid.Uint64Range(from, layer.States()).Draw(t, "to")
		slice, err := layer.Slice("a part", from, to)
		if err != nil {
			t.Fatal(err)
		}
		part, err := OpenSlice("a part", slice)
		if err != nil {
			t.Fatal(err)
		}
		var at int
		err = part.Each(0, part.States(), func(key []byte, w Weight) error {
			if i := int(from) + at; string(key) != keys[i] || w != list[i] {
				t.Errorf("state %d is %q of weight %v, want %q of weight %v", i, key, w, keys[i], list[i])
			}
			at++
			return nil
		})
		if err != nil || at != int(to-from) {
			t.Errorf("it has %d states, %v; want %d", at, err, to-from)
		}

		if _, err := OpenSlice("another part", slice); err == nil {
			t.Error("it passes for another part")
		}
		at = rapid.IntRange(0, len(slice)-1).Draw(t, "damage")
		slice[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "change"))
		if _, err := OpenSlice("a part", slice); err == nil {
			t.Errorf("a damaged byte at %d of %d is not noticed", at, len(slice))
		}
	})
}
