package layers_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"enumerate/internal/layers"
)

// hops finds the ways to hop along a line, by one or two places at a time and not beyond its end. A state is a place on
// the line. Its key is one byte, the number of the place.
type hops struct{ end byte }

func (h hops) Expand(key []byte, w layers.Weight, emit func([]byte, layers.Weight) error) (dead layers.Weight, err error) {
	for length := byte(1); length <= 2; length++ {
		place := key[0] + length
		if place > h.end {
			dead, _ = dead.CheckedAdd(w)
			continue
		}
		if err := emit([]byte{place}, w); err != nil {
			return dead, err
		}
	}
	return dead, nil
}

// Example counts the ways to get to each place in three hops.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	config := layers.Config{
		Dir:     dir,
		Memory:  64 << 20,
		Workers: 2,
		Remark:  func(s string) { fmt.Fprintln(os.Stderr, s) },
	}
	expander := func() layers.Expander { return hops{end: 5} }

	layer := layers.Single([]byte{0}, layers.Weight{Lo: 1})
	for n := 1; n <= 3; n++ {
		next, err := layers.Build(context.Background(), config, fmt.Sprintf("hop-%d", n), "line of 5", layer, expander, nil)
		if err != nil {
			log.Fatal(err)
		}
		// The layer before this one is not needed any more.
		if err := layer.Close(); err != nil {
			log.Fatal(err)
		}
		layer = next
	}

	fmt.Println(layer.States(), "states, merged from", layer.Emissions())
	err = layer.Each(0, layer.States(), func(key []byte, w layers.Weight) error {
		fmt.Println("place", key[0], "ways", w)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("together", layer.Weight(), "and beyond the end", layer.Dead())

	if err := layers.Remove(dir); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 3 states, merged from 5
	// place 3 ways 1
	// place 4 ways 3
	// place 5 ways 3
	// together 7 and beyond the end 1
}
