package race

// A reach finds the tiles of a diamond that are not reached yet.
//
// The board is lines, rows or columns, whichever are fewer. A diamond has an interval
// of each line, and of this every other tile: on a line, tiles of one colour, as on a
// chess board, are two apart. So a line is two chains of tiles, and in each a tile
// points to itself, or, once it is reached, to a later tile such that all between are
// reached: a union-find structure, with path halving. The lines that still have
// tiles of a colour are chained alike.
//
//	line of 7       0 1 2 3 4 5 6 | 7 8
//	next            2 1 2 5 4 5 8 | 7 8     tiles 0, 3 and 6 are reached
//
// Two places after the end of each line are never reached.
type reach struct {
	lines, length  int  // of the lines
	columnwise     bool // lines are columns
	rows, columns  int32
	next           []int32    // by place: line * (length + 2) + position
	nextLine, left [2][]int32 // by colour; left: how many tiles a line has left
}

// reset makes the reach of a board whose tiles with from >= 0, or startOf and less,
// are reached.
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
		r.left[colour] = resize(r.left[colour], r.lines)
		for line := range r.lines {
			r.left[colour][line] = int32(r.length+1-(line+colour)%2) / 2
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
			r.left[(line+position)%2][line]--
		}
		for colour := range 2 {
			r.nextLine[colour][line] = int32(line)
			if r.left[colour][line] == 0 {
				r.nextLine[colour][line] = r.nextLine[colour][line+1]
			}
		}
	}
}

// tile returns the number of a tile.
func (r *reach) tile(line, position int) int32 {
	if r.columnwise {
		return int32(position)*r.columns + int32(line)
	}
	return int32(line)*r.columns + int32(position)
}

// diamond finds the tiles that a jump within a diamond reaches.
func (s *Solver) diamond(tile int32) {
	s.steps--
	r := &s.reach
	length := int(s.board.Lengths[tile])
	if length == 0 {
		return
	}
	// A jump that leads farther than across the whole board leads nowhere else.
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
		wide := length - max(at-line, line-at)
		begin := position - wide
		if begin < 0 {
			begin &= 1 // the first position of the colour
		}
		base := at * (r.length + 2)
		end := base + min(position+wide, r.length-1)
		for place := find(r.next, base+begin); place <= end; place = find(r.next, place) {
			s.visit(r.tile(at, place-base), tile)
			r.next[place] += 2
			r.left[colour][at]--
			if r.left[colour][at] == 0 {
				r.nextLine[colour][at]++
			}
		}
	}
}

// find returns the end of the chain that begins at i, and makes the way there shorter.
func find(next []int32, i int) int {
	for int(next[i]) != i {
		next[i] = next[next[i]]
		i = int(next[i])
	}
	return i
}
