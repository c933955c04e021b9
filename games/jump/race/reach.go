package race

// A reach finds the tiles to which a [Diamond] jump leads and which no player has reached yet. A diamond may have very
// many tiles, so a reach skips those that were reached before.
//
// It divides the board into lines: the rows or the columns, whichever are fewer. Colour the tiles like a chess board.
// In each line, the tiles to which a jump leads are those of one colour in an interval. So a line has two chains, the
// tiles at even and at odd positions. In its chain, a tile that is not reached points to itself, and a tile that is
// reached points to a later tile such that all tiles of the chain between the two are reached. This is a union-find
// structure with path halving.
//
// If the tiles 0, 3 and 6 of a line of 7 tiles are reached, then
//
//	position        0 1 2 3 4 5 6 | 7 8
//	next            2 1 2 5 4 5 8 | 7 8
//
// The two places after the end of a line, here 7 and 8, are the ends of its chains. They are never reached.
//
// For each colour, the lines form a chain in the same way: a line counts as reached if all its tiles of the colour are.
type reach struct {
	lines, length  int
	columnwise     bool // whether the lines are columns
	rows, columns  int32
	next           []int32    // next[i] is where place i = line*(length+2) + position points to
	nextLine       [2][]int32 // nextLine[colour] is the chain of lines
	unreachedTiles [2][]int32 // for each colour and line, the number of unreached tiles
}

// reset prepares the reach for a board. A reach finds the unreached tiles of a line (a row or column) quickly, by a
// pointer for each tile. A jump leads to tiles of one colour of a chess board, so the tiles of a line form two chains:
// every second tile. The pointer of an unreached tile leads to the tile itself, and that of a reached tile to the next
// unreached tile of its chain. At the beginning, the tiles with from[tile] other than unreached are reached. reset
// visits the tiles from last to first, so that a reached tile can copy the pointer of the next tile of its chain.
func (r *reach) reset(b Board, from []int32) {
	r.rows, r.columns = int32(b.Rows), int32(b.Columns)
	r.lines, r.length, r.columnwise = b.Rows, b.Columns, false
	if b.Rows > b.Columns {
		r.lines, r.length, r.columnwise = b.Columns, b.Rows, true
	}

	stride := r.length + 2
	r.next = resize(r.next, r.lines*stride)
	for colour := range 2 {
		r.nextLine[colour] = resize(r.nextLine[colour], r.lines+1)
		r.unreachedTiles[colour] = resize(r.unreachedTiles[colour], r.lines)
		for line := range r.lines {
			r.unreachedTiles[colour][line] = int32(r.length+1-(line+colour)%2) / 2 // all tiles of the colour
		}
		r.nextLine[colour][r.lines] = int32(r.lines)
	}

	for line := r.lines - 1; line >= 0; line-- {
		base := line * stride
		r.next[base+r.length] = int32(base + r.length)
		r.next[base+r.length+1] = int32(base + r.length + 1)
		for position := r.length - 1; position >= 0; position-- {
			place := base + position
			if from[r.tile(line, position)] == unreached {
				r.next[place] = int32(place)
				continue
			}
			r.next[place] = r.next[place+2]
			r.unreachedTiles[(line+position)%2][line]--
		}
		for colour := range 2 {
			r.nextLine[colour][line] = int32(line)
			if r.unreachedTiles[colour][line] == 0 {
				r.nextLine[colour][line] = r.nextLine[colour][line+1]
			}
		}
	}
}

// tile returns the number of the tile at a position of a line.
func (r *reach) tile(line, position int) int32 {
	if r.columnwise {
		return int32(position)*r.columns + int32(line)
	}
	return int32(line)*r.columns + int32(position)
}

// diamond adds to the next layer (the tiles first reached in the next round) the tiles that a [Diamond] jump from the
// given tile reaches and that no player reached before.
func (s *Solver) diamond(tile int32) {
	s.steps--
	r := &s.reach
	length := int(s.board.Lengths[tile])
	if length == 0 {
		return
	}

	// A longer jump than across the whole board reaches the same tiles as a shorter one of the same parity.
	if across := r.lines + r.length; length > across {
		length = across + (length-across)%2
	}

	line, position := int(tile/r.columns), int(tile%r.columns)
	if r.columnwise {
		line, position = position, line
	}
	colour := (line + position + length) % 2
	last := min(line+length, r.lines-1)

	for at := find(r.nextLine[colour], max(line-length, 0)); at <= last; at = find(r.nextLine[colour], at+1) {
		s.steps--
		wide := length - max(at-line, line-at) // the interval reaches so far to both sides of the position
		begin := position - wide
		if begin < 0 {
			begin &= 1 // the first position of the colour
		}

		base := at * (r.length + 2)
		end := base + min(position+wide, r.length-1)
		for place := find(r.next, base+begin); place <= end; place = find(r.next, place) {
			s.visit(r.tile(at, place-base), tile)
			r.next[place] += 2
			r.unreachedTiles[colour][at]--
			if r.unreachedTiles[colour][at] == 0 {
				r.nextLine[colour][at]++
			}
		}
	}
}

// find follows the pointers next[i], next[next[i]], ... from i to a place that points to itself, an unreached one, and
// returns it. On the way it makes the pointers skip every second step, so that later calls are faster.
func find(next []int32, i int) int {
	for int(next[i]) != i {
		next[i] = next[next[i]]
		i = int(next[i])
	}
	return i
}
