package betweenness

// A triple is what one player's choice asks for: the middle one of three
// players stands between the two ends. Players are numbered densely from 0 by
// whoever makes the triples.
type triple struct {
	end, middle, other int32 // the player, its wonderwall, its ninja
}

// none stands where the number of a triple, a player or the like is expected.
const none = -1

// players returns the three of them.
func (t triple) players() [3]int32 { return [3]int32{t.end, t.middle, t.other} }

// tripleOf returns the triple of player p.
func tripleOf(g Game, p int) triple {
	return triple{int32(p), int32(g[p].Wonderwall), int32(g[p].Ninja)}
}

// An incidence lists, for every player, the triples that speak of it.
type incidence struct {
	start   []int32 // of[start[v]:start[v+1]] are those of player v
	triples []int32
}

// fill makes the incidence of some triples on the given number of players. It
// takes linear time.
func (in *incidence) fill(players int, triples []triple) {
	in.start = resize(in.start, players+1)
	clear(in.start)
	for _, t := range triples {
		for _, v := range t.players() {
			in.start[v]++
		}
	}
	sum := int32(0)
	for v, n := range in.start {
		sum += n
		in.start[v] = sum // where the next player's begin; filled from the end
	}
	in.triples = resize(in.triples, 3*len(triples))
	for i := len(triples) - 1; i >= 0; i-- {
		for _, v := range triples[i].players() {
			in.start[v]--
			in.triples[in.start[v]] = int32(i)
		}
	}
}

// of returns the triples that speak of player v, in ascending order.
func (in *incidence) of(v int32) []int32 { return in.triples[in.start[v]:in.start[v+1]] }

// degree returns how many they are.
func (in *incidence) degree(v int32) int { return int(in.start[v+1] - in.start[v]) }

// resize returns a slice of the given length, s itself where it has the room.
// What it holds is of no meaning.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
