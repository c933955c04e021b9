package enum

import "context"

// List visits every class of a part, one by one, shard by shard in ascending
// order, until visit returns false. It counts the same as Run, more slowly.
func List(ctx context.Context, s Space, part Part, visit func(Class) bool) error {
	walker := s.Walker()
	for shard := range s.Shards() {
		if !part.Contains(shard.ID) {
			continue
		}
		stopped := false
		err := walker.List(ctx, shard, func(c Class) bool {
			stopped = !visit(c)
			return !stopped
		})
		if err != nil || stopped {
			return err
		}
	}
	return nil
}
