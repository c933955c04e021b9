package checkpoints

import "enumerate/enum"

// A Completion says whether a run has all its shards.
type Completion struct {
	ID uint64
	Header
	Missing uint64 // shards; with none missing the run is finished
}

// Complete finishes the stored runs that have all their shards, and says of the
// unfinished ones how many are missing. Samples, which have no end, and runs whose
// space this program does not have, or cuts in another way, are passed over.
func (s *Store) Complete(spaceOf func(Key) (enum.Space, error)) ([]Completion, error) {
	all, err := s.Runs()
	if err != nil {
		return nil, err
	}
	var completions []Completion
	for _, summary := range all {
		if summary.Method == Sample {
			continue
		}
		space, err := spaceOf(summary.Key)
		if err != nil || summary.Finished || space.Fingerprint() != summary.Fingerprint {
			continue
		}
		r := &Run{store: s, space: space, id: summary.ID, header: summary.Header}
		missing, err := r.missing()
		if err != nil {
			return nil, err
		}
		if missing == 0 {
			if _, err := r.Finish(enum.Part{}); err != nil {
				return nil, err
			}
		}
		completions = append(completions, Completion{r.id, r.header, missing})
	}
	return completions, nil
}

// missing returns how many shards of the space are not stored.
func (r *Run) missing() (missing uint64, err error) {
	r.ahead = lookahead{batch: lookaheadBatch}
	for shard := range r.space.Shards() {
		done, err := r.done(shard.ID)
		if err != nil {
			return 0, err
		}
		if !done {
			missing++
		}
	}
	return missing, nil
}
