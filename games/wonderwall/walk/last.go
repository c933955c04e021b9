package walk

// mostSettled limits the memory of settle. A start is another numbering of the players, whose list of choices the walk
// compares with its own. The comparison stops if it needs the choice of player o, the third-last, who has not chosen
// yet: the start then waits. If at most mostSettled starts wait, settle compares each of them once, for all choices of
// o, and keeps the results. If more wait, their results would fill the memory, so settle compares them again for each
// choice of o. If many players make the same choice, any order of these players may be a start, so up to 10! starts
// wait.
const mostSettled = 1 << 12

// settle counts all classes of games with the present choices of all players except the last three, o, p and q. For
// each choice of o, it counts the pairs of choices of p and q with which the string, the list of all choices, is the
// least of its class: no other numbering of the players gives a smaller list.
func (t *bulk1) settle() {
	w, o := t.w, t.players-3
	labelCount := int(w.labelCount[o&15])
	t.save(o)
	t.upto = o - 1
	t.z = t.z.and(t.choosable[labelCount])
	if w.cores {
		t.z = t.z.and(t.completingSet(o, o))
	}

	// Compare the starts for all choices of o together, unless there are too many.
	t.separateStarts = t.separateStarts[:0]
	if waits := w.waits[o&15]; len(waits) <= mostSettled {
		for _, s := range waits {
			t.settleStart(s)
		}
	} else {
		t.separateStarts = append(t.separateStarts, waits...)
	}

	// Copy the pairs (x, y) that are excluded for every choice of o to rows[x].
	t.upto, t.patching = o, true
	for _, pairs := range t.strikes {
		xs := pairs.xs.and(t.p)
		t.rowKeys = t.rowKeys.or(xs)
		for ; !xs.empty(); xs = xs.rest() {
			row := &t.rows[xs.first()]
			*row = row.or(pairs.ys)
		}
	}

	p, q := t.p, t.q
	for zs := t.z; !zs.empty() && w.ctx.Err() == nil; zs = zs.rest() {
		z := zs.first()
		tagged := &t.byTag[z]
		t.p, t.q = p.and(tagged.p), q.and(tagged.q)
		c := t.choices[0][z]

		var wanted uint16
		if w.cores {
			wanted = t.narrow(c)
		}
		if t.p.empty() || t.q.empty() {
			continue
		}

		w.choice[o&15] = c
		after := max(labelCount, int(c.wonderwall)+1, int(c.ninja)+1)
		w.labelCount[(o+1)&15] = uint8(after)
		exchangeable := after == o+1 // no choice so far names p or q

		t.ties = tagged.ties
		switch {
		case !t.finish(z, exchangeable):
		case w.cores:
			t.countCores(wanted, exchangeable)
		default:
			t.count(exchangeable)
		}

		tagged.ties = t.ties[:len(tagged.ties)] // keep the memory if append has moved the ties
		// Forget the pairs that were excluded for this choice of o only.
		for ; !t.patchKeys.empty(); t.patchKeys = t.patchKeys.rest() {
			t.patch[t.patchKeys.first()] = mask1{}
		}
	}

	for ; !t.rowKeys.empty(); t.rowKeys = t.rowKeys.rest() {
		t.rows[t.rowKeys.first()] = mask1{}
	}
	t.patching = false
	t.restore(o)
}

// settleStart compares two lists of choices in row o (choice o), for all choices of player o at once. The string is the
// walk's own list; its row o is the choice of o, which is not made yet. The list of the start s, another numbering of
// the players, is equal to the string before row o. settleStart excludes the choices of o with which row o of the
// start's list is smaller, because the string is then not the least list of its class (struck). For the choices with
// which the rows are equal (tied), split compares the rows after row o.
//
// The start may suppose a choice of p or of q, the last two players. If row o of its list is a choice of p or q that it
// does not suppose, the comparison must wait until o has chosen: settleStart stores the start in separateStarts, which
// finish compares.
func (t *bulk1) settleStart(s start) {
	x, y := s.tags() // the choices of p and q that the start supposes, or untagged
	if !t.suppose(untagged, x, y) {
		return
	}
	w, o := t.w, uint64(t.players-3)
	labelCount := uint64(w.labelCount[o&15]) // the number of labels given before row o
	r := at(s.players, o)                    // the player whose choice the start reads in row o
	var struck, tied mask1
	switch {
	case r == o:
		struck, tied = t.permuted(s.labels, labelCount, int(o))
	case r == o+1 && x == untagged || r == o+2 && y == untagged:
		t.separateStarts = append(t.separateStarts, s)
		return
	default:
		// Row o of the string, the walk's list of choices, is the choice that o will make. Row o of the start, the
		// other numbering, is the choice c of player r, which is known. Let z be c written in the labels of the start.
		// If o chooses z, the rows are equal (tied). With any larger choice of o, the row of the start is smaller. Then
		// the string is not the least of its class, so these choices are excluded (struck).
		c := w.choice[r&15]
		s, labelCount = s.read(c, labelCount) // gives labels to the players of c that have none
		z := t.place[0][at(s.labels, uint64(c.wonderwall))<<4|at(s.labels, uint64(c.ninja))]
		tied = mask1{}.with(z)
		struck = t.z.from(z).andNot(tied)
	}
	t.split(s.compared(0), struck, tied, o, labelCount, 0) // compared(0) clears the number of rows; split gets it as o
}

// finish excludes choices of p and q, the last two players, now that o, the player before them, has made the choice z.
// The string, the walk's own list of choices, must be the least of its class. So finish excludes the choices with which
// a start, another numbering of the players, gives a smaller list. Most starts have been compared with the string for
// all choices of o together; finish compares the others.
//
// If exchangeable is set, no choice so far names p or q, and exchangeAll does the work of all starts that only exchange
// the last three players. finish returns false if p or q has no choices left, or if the context has ended.
func (t *bulk1) finish(z uint8, exchangeable bool) bool {
	for _, pairs := range t.byTag[z].strikes { // pairs of choices of p and q that are excluded if o chooses z
		t.patchRows(pairs.xs, pairs.ys)
	}
	o := uint64(t.players - 3)
	for i, s := range t.separateStarts {
		fixesOthers := (s.labels^identity)<<(64-4*o) == 0 // the players before o keep their numbers
		if exchangeable && fixesOthers {
			// exchangeAll is called once, for the start that gives p the label of o.
			if at(s.players, o) == o+1 && !t.exchangeAll(z) {
				return false
			}
			continue
		}
		// resume compares the list of s, and excludes the choices with which it is smaller.
		if !t.resume(s) || i%mostSettled == mostSettled-1 && t.w.ctx.Err() != nil { // checks the context rarely
			return false
		}
	}
	return true
}

// exchangeAll is for the case that no choice so far names one of the last three players, o, p and q. Exchanging players
// among the three must not give a smaller list of choices, because the walk counts only the least list of each class.
// So o, whose choice is z, must have the least choice of the three: exchangeAll excludes the lesser choices of p and q.
// It also excludes the pairs of their choices with which exchanging o and p gives a smaller list. It returns false if p
// or q has no choices left.
func (t *bulk1) exchangeAll(z uint8) bool {
	t.p, t.q = t.p.from(z), t.q.from(z)
	// The player o chooses z, and p and q can now choose only z or a larger choice. If p chooses z too, exchanging o
	// and p leaves the choices of o and p as they are, so q's choice decides. If the exchange makes q's choice smaller
	// (t.lesser), the pair of z and q's choice is excluded. If it leaves q's choice as it is (t.equal), the exchange is
	// an automorphism of the game. If q chooses z and p does not, nothing needs to be done here: the exchanged pair, in
	// which p chooses z and q does not, is counted, and the method left skips this one.
	if t.p.has(z) {
		same := mask1{}.with(z)
		t.patchRows(same, t.lesser)    // excludes the pairs of z and a choice in t.lesser
		t.tie(same, t.equal, untagged) // notes an automorphism for the pairs of z and a choice in t.equal
		// If q chooses z too, there are three more automorphisms: the exchange of o and q, and the two cycles of all
		// three players.
		if t.q.has(z) {
			t.ties = append(t.ties, product1{same, same}, product1{same, same}, product1{same, same})
		}
	}
	return !t.p.empty() && !t.q.empty()
}

// left returns the choices y of q, the last player, that remain if p makes the choice x: neither rows[x] nor patch[x],
// the sets of excluded choices, has y. If p and q are exchangeable, a pair and its mirror image (y, x) are the same
// class, and left returns only y from x on.
func (t *bulk1) left(x uint8, exchangeable bool) mask1 {
	ys := t.q.andNot(t.rows[x].or(t.patch[x]))
	if exchangeable {
		ys = ys.from(x)
	}
	return ys
}

// count adds to the census all classes of games with the present choices of all players except p and q. Each pair of
// their choices that is not struck (excluded) is one class; if exchangeable is set, a pair and its mirror image are the
// same class. count first takes all pairs for classes without automorphisms, and then lets countTies correct this.
func (t *bulk1) count(exchangeable bool) {
	few := &t.w.census.few
	live := t.solve() // some pair may be solvable
	pairs, mirrors := t.pairsLeft(t.p, exchangeable)
	good := 0 // the number of solvable pairs
	if live {
		// Count the good pairs, with which the game is solvable. If p's choice x is in the set whole, all choices of q
		// are good. If x is in the set partly, those in solves[x] are.
		if whole := t.table.whole.and(t.p); !whole.empty() {
			others, _ := t.pairsLeft(t.p.andNot(whole), exchangeable) // the pairs whose choice of p is not in whole
			good = pairs - others
		}
		for xs := t.table.partly.and(t.p).andNot(t.table.whole); !xs.empty(); xs = xs.rest() {
			x := xs.first()
			good += t.left(x, exchangeable).and(t.table.solves[x]).count()
		}
	}

	few[solvable][1] += uint64(good)
	few[unsolvable][1] += uint64(pairs - good)
	if exchangeable || len(t.ties) > 0 {
		t.countTies(live, exchangeable, mirrors)
	}
}

// pairsLeft returns the number of pairs of a choice x in ps and a choice y in t.q that are not struck (excluded). x is
// a choice of p, the last player but one, and y a choice of q, the last player. A pair is struck if rows[x] or patch[x]
// has y: rows[x] for every choice of the player before p, patch[x] for the present one. If p and q are exchangeable, it
// counts only pairs with x <= y, and also returns the mirrors: the choices x such that the pair (x, x), which is its
// own mirror image, is not struck.
func (t *bulk1) pairsLeft(ps mask1, exchangeable bool) (pairs int, mirrors mask1) {
	choices := ps.count()
	pairs = choices * t.q.count()
	if exchangeable {
		mirrors = ps.and(t.q)
		pairs = choices * (choices + 1) / 2
		if ps != t.q { // then pairs with x <= y must be counted for each x
			pairs = 0
			for xs := ps; !xs.empty(); xs = xs.rest() {
				pairs += t.q.from(xs.first()).count()
			}
		}
	}

	// Subtract the struck pairs. The masks rowKeys and patchKeys say which entries of rows and patch are not empty.
	for xs := t.rowKeys.or(t.patchKeys).and(ps); !xs.empty(); xs = xs.rest() {
		x := xs.first()
		struck := t.rows[x].or(t.patch[x]).and(t.q)
		if exchangeable {
			struck = struck.from(x)
			mirrors = mirrors.andNot(struck.and(mask1{}.with(x)))
		}
		pairs -= struck.count()
	}
	return pairs, mirrors
}

// solving returns the choices of q with which the game is solvable if p makes the choice x.
func (t *bulk1) solving(x uint8) mask1 {
	if t.table.whole.has(x) {
		return t.q
	}
	return t.table.solves[x]
}

// countTies corrects the census. Before, count has counted every pair of a choice x of p and a choice y of q as a class
// with one automorphism, the identity. countTies moves each pair whose game has more automorphisms to the count for
// their number. Each entry of t.ties adds one automorphism to the games of a set of pairs. The exchange of p and q is
// not in t.ties: it is an automorphism of the games of the pairs (x, x) with x in mirrors. `live` is false if no pair
// is solvable.
func (t *bulk1) countTies(live, exchangeable bool, mirrors mask1) {
	// once[x] gets the choices of q with which the game has at least one automorphism besides the identity, more[x]
	// those with several.
	var touched mask1 // the choices of p with ties
	for i, tie := range t.ties {
		if i%mostSettled == mostSettled-1 && t.w.ctx.Err() != nil {
			break // an interrupted shard is not stored
		}
		xs := tie.xs.and(t.p)
		touched = touched.or(xs)
		for ; !xs.empty(); xs = xs.rest() {
			x := xs.first()
			ys := tie.ys.and(t.left(x, exchangeable))
			t.more[x] = t.more[x].or(t.once[x].and(ys))
			t.once[x] = t.once[x].or(ys)
		}
	}

	// Count pairs with one automorphism besides the identity together, with masks, and pairs with several one by one.
	var one, several [2]int
	for xs := touched; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		if len(t.ties) > mostSettled && t.w.ctx.Err() != nil {
			t.once[x], t.more[x] = mask1{}, mask1{}
			continue
		}
		var solves mask1
		if live {
			solves = t.solving(x)
		}
		more := t.more[x]
		if mirrors.has(x) && t.once[x].has(x) {
			more = more.with(x)
		}

		lone := t.once[x].andNot(more)
		good := lone.and(solves).count()
		one[solvable] += good
		one[unsolvable] += lone.count() - good
		for ; !more.empty(); more = more.rest() {
			if len(t.ties) > mostSettled && t.w.ctx.Err() != nil {
				break
			}
			y := more.first()

			automorphisms := uint64(1)
			if x == y && mirrors.has(x) {
				mirrors = mirrors.andNot(mask1{}.with(x))
				automorphisms++
			}
			for _, tie := range t.ties {
				if tie.xs.has(x) && tie.ys.has(y) {
					automorphisms++
				}
			}

			verdict := unsolvable
			if solves.has(y) {
				verdict = solvable
			}
			several[verdict]++
			t.w.census.add(verdict, automorphisms, 1)
		}
		t.once[x], t.more[x] = mask1{}, mask1{}
	}

	one[unsolvable] += mirrors.count()
	if live {
		for ; !mirrors.empty(); mirrors = mirrors.rest() {
			if x := mirrors.first(); t.solving(x).has(x) {
				one[solvable]++
				one[unsolvable]--
			}
		}
	}

	for verdict := range one {
		t.w.census.few[verdict][1] -= uint64(one[verdict] + several[verdict])
		t.w.census.few[verdict][2] += uint64(one[verdict])
	}
}
