package nimbers

import (
	"context"
	"fmt"
	"math/big"

	"enumerate/enum"
	"enumerate/enum/values"
)

// maxValued bounds the classes whose values are listed, one by one: to some minutes.
const maxValued = 300_000_000

// values returns the Grundy values of the games of a size: that of two chips is the exclusive
// or of their vertices' nimbers (Sprague 1935, Grundy 1939). It visits every class.
func (s settings) values(ctx context.Context, size int) ([]enum.ValueCount, error) {
	g, err := s.walkable(size)
	if err != nil {
		return nil, err
	}
	if classes := g.Classes(); classes == nil || classes.Cmp(big.NewInt(maxValued)) > 0 {
		return nil, fmt.Errorf("the values of %s are found class by class, of at most %d classes; n=%d has %v", s.name(), maxValued, size, classes)
	}
	list, value := g.Valued()
	return values.Grundy(ctx, g, list, value)
}
