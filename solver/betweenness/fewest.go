package betweenness

// A fewest takes players away, always one of whom the fewest triples left speak,
// with those triples.
type fewest struct {
	degree     []int32
	gone       []bool  // triples
	head       []int32 // of the list of players of each degree, or none
	next, prev []int32
	taken      []int32 // players, in this order
}

// order returns the players in the order in which they are taken away. The slice
// is valid until the next call. It takes linear time.
func (f *fewest) order(players int, triples []triple, in *incidence) []int32 {
	f.degree = resize(f.degree, players)
	f.next = resize(f.next, players)
	f.prev = resize(f.prev, players)
	f.gone = resize(f.gone, len(triples))
	clear(f.gone)
	most := 0
	for v := range players {
		most = max(most, in.degree(int32(v)))
	}
	f.head = resize(f.head, most+1)
	for d := range f.head {
		f.head[d] = none
	}
	for v := range int32(players) {
		f.degree[v] = int32(in.degree(v))
		f.push(v)
	}
	f.taken = f.taken[:0]
	for d := int32(0); len(f.taken) < players; {
		v := f.head[d]
		if v == none {
			d++
			continue
		}
		f.drop(v)
		f.degree[v] = none // taken
		f.taken = append(f.taken, v)
		for _, i := range in.of(v) {
			if f.gone[i] {
				continue
			}
			f.gone[i] = true
			for _, u := range triples[i].players() {
				if f.degree[u] == none {
					continue
				}
				f.drop(u)
				f.degree[u]--
				f.push(u)
				d = min(d, f.degree[u])
			}
		}
	}
	return f.taken
}

// push puts a player on the list of its degree.
func (f *fewest) push(v int32) {
	head := &f.head[f.degree[v]]
	f.next[v], f.prev[v] = *head, none
	if *head != none {
		f.prev[*head] = v
	}
	*head = v
}

// drop takes it off.
func (f *fewest) drop(v int32) {
	if f.prev[v] == none {
		f.head[f.degree[v]] = f.next[v]
	} else {
		f.next[f.prev[v]] = f.next[v]
	}
	if f.next[v] != none {
		f.prev[f.next[v]] = f.prev[v]
	}
}
