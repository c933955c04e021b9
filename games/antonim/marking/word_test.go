package marking

import (
	"testing"

	"pgregory.net/rapid"
)

func TestBelowRemovesOneElement(t *testing.T) {
	for i := range 64 {
		var want uint64
		for x := range wordBits {
			if i>>x&1 != 0 {
				want |= 1 << (i &^ (1 << x))
			}
		}
		if got := below(1 << i); got != want {
			t.Errorf("below(1 << %d) = %016x, want %016x", i, got, want)
		}
	}
}

func TestSettleAgreesWithTheDefinition(t *testing.T) {
	s := newSettler()
	rapid.Check(t, func(t *rapid.T) {
		marked := rapid.Uint64().Draw(t, "marked")
		var want uint64
		for i := range uint64(64) {
			p := marked>>i&1 == 0
			for _, after := range movesOf(heapsOf(i)) {
				p = p && want>>setOf(after)&1 == 0
			}
			if p {
				want |= 1 << i
			}
		}
		if got := s.settle(marked); got != want {
			t.Errorf("settle(%016x) = %016x, want %016x", marked, got, want)
		}
	})
}
