package enum

import (
	"context"
	"errors"
	"fmt"
)

// List visits every class of a part that has the verdict, or every one for AnyVerdict,
// one by one, shard by shard in ascending order, until visit returns false. It visits
// what Run counts, more slowly. The error is errors.ErrUnsupported for a space that
// meets no classes.
func List(ctx context.Context, s Space, part Part, verdict int, visit func(Class) bool) error {
	walker, ok := s.Walker().(Lister)
	if !ok {
		return fmt.Errorf("there are no classes to list: %w", errors.ErrUnsupported)
	}
	for shard := range s.Shards() {
		if !part.Contains(shard.ID) {
			continue
		}
		stopped := false
		err := walker.List(ctx, shard, verdict, func(c Class) bool {
			stopped = !visit(c)
			return !stopped
		})
		if err != nil || stopped {
			return err
		}
	}
	return nil
}
