package walk

//go:generate go run ../gen bulk_gen.go

// A bulk1 counts the classes of games with given choices of all players except the last three, without going through
// the choices of the last three one by one. These players are o = n-3, p = n-2 and q = n-1, and their choices z, x and
// y. docs/papers/walk.md explains the method.
//
// The string is the list of the choices so far. A start is another numbering of the players, in whose labels and order
// the same choices are another list, which the walk compares with the string row by row. If it is smaller, the start
// beats the string, and the walk drops the string, because it counts only the smallest list of each class.
//
// A start that needs the unknown choice of o, p or q is split: for each choice with which it would read the same as the
// string, a copy of the start continues and supposes this choice, its tag. If a tagged start beats the string, only the
// choices in its tags are excluded, or struck: x, or y, or the pair (x, y). The methods that do this return false once
// a player has no choices left.
//
// The code here and in last.go, pairs.go and narrow.go is for masks of one word. The generator gen writes the same code
// for two and three words to bulk_gen.go, with 2 and 3 instead of the 1 at the end of each name. No other name of more
// than two letters may end with 1.
type bulk1 struct {
	*layout
	w    *walker
	upto int // players 0..upto have chosen

	// The walk compares the string, the list of choices so far, with the lists that other numberings of the players
	// give, called starts. relevant[i] has a set of choices of player i for each start that waits for this player. With
	// any choice outside the set, the start's list is larger than the string, so that enter can skip the start. sift
	// computes relevant[i], or leaves it empty if too many starts wait.
	relevant [16][]mask1
	every    mask1 // all choices of one player

	// The last three players are o, p and q, who choose in this order. The walk strikes (excludes) a choice, or a pair
	// of a choice x of p and a choice y of q, if with it another numbering of the players gives a smaller list of
	// choices, so that the game is not the least of its class. The fields p and q are the choices of p and q that are
	// not struck.
	p, q mask1
	// strikes has the pairs (x, y), a choice x of the second-last player p and a choice y of the last player q, that
	// are struck (excluded) whatever the player o before them chooses. Each product in the list is all pairs of an x in
	// one set and a y in another. The list grows when a player chooses, and restore cuts it when this choice is undone.
	strikes  []product1
	saves    [16]saved1 // the state before the choice of each player
	patching bool       // strike records pairs in patch, not in strikes
	// Once all players before o have chosen, strikes is copied to rows: rows[x] has each y such that the pair (x, y) is
	// struck. patch[x] has each y such that (x, y) is struck only for the present choice of o.
	rows, patch        [256]mask1
	rowKeys, patchKeys mask1 // the x for which rows[x] and patch[x] are not empty

	// The field z has the choices of o, the third-last player, that are not struck (excluded). Comparisons may suppose
	// that o makes a certain choice before it is made. byTag[i] has the results that suppose the choice whose bit in
	// masks is number i: which choices of the last two players are then excluded, and which automorphisms the games
	// then have.
	z              mask1
	choosable      [16]mask1 // choosable[k]: the choices that o may make if k players have labels before it
	byTag          [256]tagged1
	log            []undo1 // earlier states of byTag, which restore restores
	inLog          mask1   // the choices of o whose entries in byTag are in log since the last save
	separateStarts []start // the starts to compare separately for each choice of o

	lesser, equal mask1 // the choices of q that become less, and those that stay equal, if o and p are exchanged

	ties       []product1 // for the present choice of o: each product gives one automorphism to each of its pairs
	once, more [256]mask1 // once[x]: each y such that (x, y) has an automorphism besides the identity; more[x]: several

	frontiers [16][]closure1     // frontiers[i]: the frontier after the choices of players 0..i-1
	frontier  []closure1         // the frontier after the present choice of o
	table     *solved1           // the solvable pairs for the frontier
	union     solved1            // the memory for the union of several tables
	cache     [cacheSize]solved1 // a cache of tables of closures
	ninjas    [16]uint16         // the ninjas that p may choose, by wonderwall

	coring *coring1 // nil unless only solvable core games are counted
}

// A product1 is all pairs of a choice of p in xs and one of q in ys.
type product1 struct{ xs, ys mask1 }

// A tagged1 has what the walk finds out if it supposes that player o, the third-last, makes a certain choice. It
// compares the list of a game's choices with the lists that other numberings of the players give. The fields p and q
// have the choices of the last two players that are not excluded. The field strikes has the excluded pairs of their
// choices, and ties the pairs with which another numbering is an automorphism of the game.
type tagged1 struct {
	p, q          mask1
	strikes, ties []product1
}

// An undo1 is an earlier state of a tagged1, which has what the walk has found out about one choice of player o: the
// choice number z. When a player's choice is undone, restore returns the tagged1 to this state. The fields strikes and
// ties are the lengths of its two lists.
type undo1 struct {
	z             uint8
	p, q          mask1
	strikes, ties int
}

// A saved1 is the state of a bulk1 before a choice. strikes and log are the lengths of its stacks.
type saved1 struct {
	z, p, q, inLog mask1
	strikes, log   int
}

// newBulk1 returns the bulk of a walker, with all choices of the last three players o, p and q.
func newBulk1(w *walker) *bulk1 {
	t := &bulk1{layout: newLayout(w.n, words1), w: w}

	for a := range uint8(w.n) {
		for b := range uint8(w.n) {
			if p := uint8(w.n - 2); a != b && a != p && b != p {
				t.ninjas[a&15] |= 1 << b
				t.p = t.p.with(t.place[1][a<<4|b])
			}
			if o := uint8(w.n - 3); a != b && a != o && b != o {
				t.z = t.z.with(t.place[0][a<<4|b])
				for labelCount := a; labelCount <= uint8(w.n); labelCount++ {
					if b <= max(labelCount, a+1) { // a string names new players in order
						t.choosable[labelCount] = t.choosable[labelCount].with(t.place[0][a<<4|b])
					}
				}
			}
			if q := uint8(w.n - 1); a != b && a != q && b != q {
				t.q = t.q.with(t.place[2][a<<4|b])
			}
		}
	}

	t.every = mask1{}.outer(t.layout, t.line, t.line)
	for z := range t.byTag {
		t.byTag[z].p, t.byTag[z].q = t.p, t.q
	}

	o := uint64(w.n - 3)
	exchanged := identity ^ (o^(o+1))*0x11<<(4*o) // the labels if o and p are exchanged
	t.lesser, t.equal = t.permuted(exchanged, uint64(w.n), w.n-1)

	t.frontiers[0] = make([]closure1, 1)
	if w.cores {
		t.coring = newCoring1(t)
	}
	return t
}

// sift prepares enter for the choices of player i. The string is the list of choices so far. A start is another
// numbering of the players, which gives another list. For each start that waits for the choice of player i, sift stores
// in relevant[i] the choices with which the start's list may still be smaller than the string or equal to it. With any
// other choice the list is larger, so enter can skip the start. About one choice in ten is stored. Nothing is stored if
// very many starts wait.
//
// A start may suppose choices that the last three players have still to make. If such a choice is excluded already, the
// start is never needed, so no choice is stored for it.
func (t *bulk1) sift(i int) {
	relevant := t.relevant[i&15][:0]
	if waits := t.w.waits[i&15]; len(waits) <= mostSettled {
		for _, s := range waits {
			x, y := s.tags()
			var some mask1 // the choices to store; none if the start supposes an excluded choice
			if k := s.players >> 60; t.suppose(s.z, x, y) {
				some = t.every
				// The start has read k choices. If the next choice that it reads is that of player i, compare this
				// choice with choice k of the string, for all possible choices of i at once. Those in struck make the
				// start's list smaller than the string, those in tied keep the two equal.
				if k < uint64(i) && at(s.players, k) == uint64(i) {
					struck, tied := t.compareAll(s.labels, s.players, k, uint64(t.w.labelCount[k&15]), i)
					some = struck.or(tied)
				}
			}
			relevant = append(relevant, some)
		}
	}
	t.relevant[i&15] = relevant
}

// enter is called when player i makes the choice c. The string is the list of choices so far. Other numberings of the
// players, called starts, give other lists. A start waits for player i if the comparison of its list with the string
// has stopped because it needs the choice of i. enter continues these comparisons, except for the starts whose lists
// are larger with the choice c, as sift has found. It returns false if a list is smaller, so that the string is not the
// least of its class. If a list is smaller only for certain choices that the last three players have still to make,
// resume excludes these choices. If one of the three then has no choice left, enter also returns false.
func (t *bulk1) enter(i int, c choice) bool {
	t.save(i)
	relevant, place := t.relevant[i&15], t.find(i, c) // place is the bit of c in masks; &15 spares a bounds check
	for j, s := range t.w.waits[i&15] {
		if j < len(relevant) && !relevant[j].has(place) {
			continue // the list of s is larger
		}
		if !t.resume(s) {
			return false
		}
	}
	return true
}

// save stores the state before the choice of player i, for restore.
func (t *bulk1) save(i int) {
	t.upto = i
	t.relevant[(i+1)&15] = t.relevant[(i+1)&15][:0]
	t.saves[i&15] = saved1{t.z, t.p, t.q, t.inLog, len(t.strikes), len(t.log)}
	t.inLog = mask1{}
}

// restore returns to the state before the choice of player i, which save has stored.
func (t *bulk1) restore(i int) {
	s := &t.saves[i&15]
	t.z, t.p, t.q, t.inLog, t.strikes = s.z, s.p, s.q, s.inLog, t.strikes[:s.strikes]
	for _, was := range t.log[s.log:] {
		b := &t.byTag[was.z]
		b.p, b.q, b.strikes, b.ties = was.p, was.q, b.strikes[:was.strikes], b.ties[:was.ties]
	}
	t.log = t.log[:s.log]
}

// change returns the entry byTag[z], which the caller changes, and logs its present state so that restore can undo the
// change.
func (t *bulk1) change(z uint8) *tagged1 {
	b := &t.byTag[z]
	if !t.inLog.has(z) {
		t.inLog = t.inLog.with(z)
		t.log = append(t.log, undo1{z, b.p, b.q, len(b.strikes), len(b.ties)})
	}
	return b
}

// strike excludes all games in which o, p and q, the last three players, make the choice z, a choice in xs, and a
// choice in ys, because another numbering of the players gives a smaller list of choices. If z is `untagged`, this
// holds for every choice of o. strike returns false if a player has no choices left.
func (t *bulk1) strike(z uint8, xs, ys mask1) bool {
	if xs.empty() || ys.empty() {
		return true
	}

	p, q, struck := &t.p, &t.q, &t.strikes
	if z != untagged {
		tagged := t.change(z)
		p, q, struck = &tagged.p, &tagged.q, &tagged.strikes
	}

	switch anyX, anyY := xs == t.every, ys == t.every; {
	case anyX && anyY && z == untagged:
		return false
	case anyX && anyY:
		t.z = t.z.andNot(mask1{}.with(z))
		return !t.z.empty()
	case anyY:
		*p = p.andNot(xs)
	case anyX:
		*q = q.andNot(ys)
	case t.patching:
		t.patchRows(xs, ys)
	default:
		*struck = append(*struck, product1{xs, ys})
	}
	return z != untagged || !t.p.empty() && !t.q.empty()
}

// only returns the choice of a tag, or every choice if there is no tag.
func (t *bulk1) only(tag uint8) mask1 {
	if tag == untagged {
		return t.every
	}
	return mask1{}.with(tag)
}

// beat is called when a start, another numbering of the players, gives a smaller list of choices than the string. It
// excludes the choices z, x and y that the start supposes.
func (t *bulk1) beat(z, x, y uint8) bool { return t.strike(z, t.only(x), t.only(y)) }

// patchRows excludes all pairs of a choice of p in xs and one of q in ys, only for the present choice of o.
func (t *bulk1) patchRows(xs, ys mask1) {
	xs = xs.and(t.p)
	t.patchKeys = t.patchKeys.or(xs)
	for ; !xs.empty(); xs = xs.rest() {
		row := &t.patch[xs.first()]
		*row = row.or(ys)
	}
}

// suppose writes choices that the last three players, o, p and q, have not made yet into the string, the list of
// choices: z for o, x for p and y for q. A comparison of the string with a start, another numbering of the players, can
// then continue as if they had made these choices. Each argument is the number of the choice's bit in masks (sets of
// choices), or `untagged` if the comparison does not depend on it. suppose returns false if one of the choices, or the
// pair (x, y), is excluded already, so that the comparison is not needed.
func (t *bulk1) suppose(z, x, y uint8) bool {
	p, q := t.p, t.q // the choices that p and q can still make
	if z != untagged {
		if !t.z.has(z) {
			return false
		}
		t.w.choice[(t.players-3)&15] = t.choices[0][z]
		p, q = p.and(t.byTag[z].p), q.and(t.byTag[z].q) // if o chooses z, they have fewer
	}
	if x != untagged {
		if !p.has(x) || y != untagged && t.patch[x].has(y) { // patch[x]: the choices of q that are excluded with x
			return false
		}
		t.w.choice[(t.players-2)&15] = t.choices[1][x]
	}
	if y != untagged {
		if !q.has(y) {
			return false
		}
		t.w.choice[(t.players-1)&15] = t.choices[2][y]
	}
	return true
}

// resume continues the comparison of the string, the list of choices so far, with the list that another numbering of
// the players, the start s, gives. The comparison stopped because a player had not chosen yet. Now players 0..upto have
// chosen. resume returns false if no game that begins with the string is left.
func (t *bulk1) resume(s start) bool {
	x, y := s.tags()
	if !t.suppose(s.z, x, y) {
		return true
	}
	k := s.players >> 60
	return t.compare(s.labels, s.players&^(nibble<<60), k, uint64(t.w.labelCount[k&15]), s.z, x, y)
}

// compare compares a start, another numbering, with the string, the list of choices, from row k (choice k) on. z, x and
// y are the choices of the last three players o, p and q that the start supposes, or `untagged`. compare stops when the
// two differ; if the start is smaller, it excludes the supposed choices. It also stops at a choice that is not made
// yet. If that is a choice of o, p or q, the start is split into one for each choice; otherwise it waits until the
// player has chosen.
//
// walker.compare is similar; its comment says why the two share no code.
func (t *bulk1) compare(labels, players, k, labelCount uint64, z, x, y uint8) bool {
	w := t.w
	upto, o := uint64(t.upto), uint64(t.players-3)
	for {
		if k == o+1 {
			return t.end(labels, players, labelCount, z, x, y)
		}
		r := at(players, k)
		if r > upto || k > upto {
			// A start with tags may have read more rows than the string has. It waits for player need.
			need := k
			if k == o && z != untagged {
				need = 0
			}
			if r < o {
				need = max(need, r)
			}
			switch {
			case need > upto:
				w.waits[need&15] = append(w.waits[need&15], start{labels, players | k<<60, z})
				return true
			case r == o && z == untagged && upto < o, r == o+1 && x == untagged, r == o+2 && y == untagged:
				struck, tied := t.compareAll(labels, players, k, labelCount, int(r))
				return t.split(start{labels, players, z}, struck, tied, k, labelCount, int(r-o))
			}
		}

		// Compare the labels of the wonderwalls. A player without a label gets the next one.
		theirs, ours := w.choice[r&15], w.choice[k&15] // row k of the start, not yet in its labels, and of the string
		label := at(labels, uint64(theirs.wonderwall))
		if label == noLabel {
			label = labelCount
			labels ^= (noLabel ^ label) << (4 * uint64(theirs.wonderwall) & 63)
			players |= uint64(theirs.wonderwall) << (4 * label & 63)
			labelCount++
		}
		if label != uint64(ours.wonderwall) {
			return label > uint64(ours.wonderwall) || t.beat(z, x, y)
		}

		label = at(labels, uint64(theirs.ninja))
		if label == noLabel {
			label = labelCount
			labels ^= (noLabel ^ label) << (4 * uint64(theirs.ninja) & 63)
			players |= uint64(theirs.ninja) << (4 * label & 63)
			labelCount++
		}
		if label != uint64(ours.ninja) {
			return label > uint64(ours.ninja) || t.beat(z, x, y)
		}

		k++
		if k == labelCount {
			return t.follow(start{labels, players, z}, k, labelCount, x, y)
		}
	}
}

// compareAll compares row k (choice k) of two lists of choices, for all choices of player v at once: of the string, the
// list of choices so far, and of the list that a start, another numbering of the players, gives. The start gives v the
// label k, so its row k is v's choice, with both players renamed to their labels. For example, if players 5 and 2 have
// the labels 0 and 3, the choice (5, 2) becomes the row (0, 3). Rows are compared by wonderwalls, then by ninjas.
// compareAll returns the choices of v with which the start's row is smaller (struck), because the string is then not
// the least list of its class. It also returns those with which the rows are equal (tied).
//
// In the word `labels` of the start, nibble i is the label of player i. In the word `players`, nibble l is the player
// with the label l. `labelCount` players have labels. A player without a label gets the next one, `labelCount`, when a
// choice names it.
func (t *bulk1) compareAll(labels, players, k, labelCount uint64, v int) (struck, tied mask1) {
	ours := t.w.choice[k&15]
	a, b := uint64(ours.wonderwall), uint64(ours.ninja)

	// Row k of the string has the wonderwall a and the ninja b. Row k of the start, the other numbering, is smaller in
	// two cases: the label of its wonderwall is less than a, or it is a and the label of its ninja is less than b. So
	// find the players whose label is less than a, those whose label is a or may become a, and the same for b. The
	// method below returns the players whose label is less than a bound; a*everyLabel is the bound a for every player.
	fresh := t.all &^ t.below(labels, labelCount*everyLabel) // the players without a label
	lessA, lessB := t.below(labels, a*everyLabel), t.below(labels, b*everyLabel)
	equalA, equalB := fresh, fresh // if no player has the label a (or b) yet, any player without a label may get it
	if a < labelCount {
		equalA = 1 << at(players, a)
	}
	if b < labelCount {
		equalB = 1 << at(players, b)
	}

	// The method outer returns all choices with a wonderwall in one set and a ninja in another. These sets are rows and
	// columns of v's masks: the players without v, and those above v moved down by one, as the function `without` makes
	// them. t.line is all columns.
	rows := without(equalA, v)
	struck = mask1{}.outer(t.layout, without(lessA, v), t.line).or(mask1{}.outer(t.layout, rows, without(lessB, v)))
	return struck, mask1{}.outer(t.layout, rows, without(equalB, v))
}

// split continues a start (another numbering of the players) that needs a choice which is not made yet: the choice of
// o, p or q, the last three players, for i = 0, 1 or 2. The caller has compared row k of the list that the start gives
// with row k of the string, the walk's own list of choices, for all choices of this player. With those in `struck` the
// start gives a smaller list. The string is then not the least of its class, so split excludes these choices. With
// those in `tied` the rows are equal. For each of them a copy of the start, which supposes this choice, continues.
func (t *bulk1) split(s start, struck, tied mask1, k, labelCount uint64, i int) bool {
	left := true
	x, y := s.tags()
	// If reads is true, the missing choice is row k of the start. Otherwise it is row k of the string.
	reads := at(s.players, k) == uint64(t.players-3+i)

	switch i {
	case 0:
		for struck = struck.and(t.z); !struck.empty(); struck = struck.rest() {
			left = t.beat(struck.first(), x, y)
		}
		tied = tied.and(t.z)
	case 1:
		left = t.strike(s.z, struck, t.only(y))
		tied = tied.and(t.p)
	case 2:
		left = t.strike(s.z, t.only(x), struck)
		tied = tied.and(t.q)
	}

	for ; left && !tied.empty(); tied = tied.rest() {
		place := tied.first()
		next, after := s, labelCount
		switch i {
		case 0:
			next.z = place
		case 1:
			x = place
			next.labels = next.labels&^(0xff<<56) | uint64(x)<<56
		case 2:
			y = place
			next.players = next.players&^(0xff<<52) | uint64(y)<<52
		}
		if !t.suppose(next.z, x, y) {
			continue
		}
		if reads {
			next, after = next.read(t.choices[i][place], labelCount)
		}
		left = t.follow(next, k+1, after, x, y)
	}
	return left
}

// follow continues the comparison of two lists of choices, from row k (choice k) on: the string, which is the walk's
// own list, and the list of the start s, another numbering of the players. The start supposes that the last three
// players o, p and q make the choices s.z, x and y. Row k of the start's list is the choice of the player to whom it
// gives the label k. If k is less than `labelCount`, there is such a player. Otherwise the k players with labels have
// chosen only each other. Then any other player may get the label k, and follow tries each. follow returns false if no
// game that begins with the string is left to count.
func (t *bulk1) follow(s start, k, labelCount uint64, x, y uint8) bool {
	if k < labelCount {
		return t.compare(s.labels, s.players, k, labelCount, s.z, x, y)
	}
	for v := range uint64(t.players) {
		if at(s.labels, v) != noLabel {
			continue
		}
		next := s.label(v, k)
		if !t.compare(next.labels, next.players, k, k+1, s.z, x, y) {
			return false
		}
	}
	return true
}

// end compares the last two rows of two lists of choices: of the string, the list in the players' own numbering, and of
// a start, another numbering of the players. In the string the last rows are the choices of the last two players, p =
// n-2 and q = n-1. In the start they are the choices of two players r and u, to whom it gives the labels n-2 and n-1.
// The comparison supposes that o = n-3 chooses z, p chooses x and q chooses y. If x or y is `untagged`, it stands for
// all choices of the player, which end compares together. end excludes the choices with which the start's list is
// smaller. It notes an automorphism if the lists are equal.
func (t *bulk1) end(labels, players, labelCount uint64, z, x, y uint8) bool {
	n := uint64(t.players)
	p, q := n-2, n-1
	r, u := at(players, p), at(players, q)
	if labelCount < n { // the only player without a label gets the last label
		u = unlabelled(labels)
		labels ^= (noLabel ^ q) << (4 * u & 63)
		players |= u << (4 * q & 63)
	}

	switch {
	case x == untagged && y == untagged:
		if r == q {
			return t.exchanged(labels, players, z)
		}
		// p and q keep their numbers
		struck, xs := t.permuted(labels, n, int(p))
		if !t.strike(z, struck, t.only(y)) {
			return false
		}
		struck, ys := t.permuted(labels, n, int(q))
		t.strike(z, xs, struck)
		t.tie(xs, ys, z)
	case x == untagged && r == p: // p keeps its number
		struck, xs := t.permuted(labels, n, int(p))
		t.strike(z, struck, t.only(y))
		switch row := t.image(labels, u, 2); {
		case row < y:
			t.strike(z, xs, t.only(y))
		case row == y:
			t.tie(xs, mask1{}.with(y), z)
		}
	case x == untagged: // u is p
		x = t.image(labels, r, 1)
		t.strike(z, t.p.from(x).andNot(mask1{}.with(x)), t.only(y))
		if t.suppose(z, x, y) {
			return t.lastRow(labels, u, z, x, y)
		}
	case y == untagged && r == q:
		struck, y := t.mirrored(labels, players, x)
		t.strike(z, t.only(x), struck)
		if t.suppose(z, x, y) {
			return t.lastRow(labels, u, z, x, y)
		}
	default:
		switch row := t.image(labels, r, 1); {
		case row < x:
			return t.beat(z, x, y)
		case row > x:
			return true
		case y != untagged:
			return t.lastRow(labels, u, z, x, y)
		}
		// q keeps its number
		struck, ys := t.permuted(labels, n, int(q))
		t.strike(z, t.only(x), struck)
		t.tie(mask1{}.with(x), ys, z)
	}
	return true
}

// lastRow compares the last rows of two lists of choices: of the string, the list in the players' own numbering, and of
// a start, another numbering of the players. In the string this row is the choice y of the last player. In the start it
// is the choice of the player u, to whom it gives the label n-1. z, x and y are the choices of the last three players.
// lastRow excludes them if the start's row is smaller, and notes an automorphism if the rows are equal.
func (t *bulk1) lastRow(labels, u uint64, z, x, y uint8) bool {
	switch row := t.image(labels, u, 2); {
	case row < y:
		return t.beat(z, x, y)
	case row == y:
		t.tie(mask1{}.with(x), mask1{}.with(y), z)
	}
	return true
}

// tie notes that a start, another numbering of the players, is an automorphism of some games. It changes no choice if
// o, p and q, the last three players, make the choice z, a choice in xs, and a choice in ys. If z is `untagged`, o has
// chosen already, and tie notes the automorphism for this choice.
func (t *bulk1) tie(xs, ys mask1, z uint8) {
	ties := &t.ties
	if z != untagged {
		ties = &t.change(z).ties
	}
	*ties = append(*ties, product1{xs, ys})
}

// image writes the choice of player u in the labels of a start, another numbering of the players. It returns the number
// of the bit that the result has in the masks (sets of choices) of player n-3+i. Only the last three players have
// masks, so i is 0, 1 or 2.
func (t *bulk1) image(labels, u uint64, i int) uint8 {
	c := t.w.choice[u&15]
	return t.place[i][at(labels, uint64(c.wonderwall))<<4|at(labels, uint64(c.ninja))]
}

// permuted compares row v (choice v) of two lists of choices: the walk's own list, and the list of a start, which is
// another numbering of the players. Nibble i of `labels` is the start's number, or label, for player i. The start must
// give v its own number. Then its row v is the image of v's choice: the same choice with all players renamed to their
// labels. permuted takes all possible choices of v together. It returns the choices with a smaller image (struck),
// which are excluded because the game is then not the least of its class. It also returns the choices that are their
// own image (tied). `labelCount` players have labels. At most two have none: when a choice names them, they get the
// labels `labelCount` and labelCount+1 in this order, the wonderwall first.
func (t *bulk1) permuted(labels, labelCount uint64, v int) (struck, tied mask1) {
	fresh := t.all &^ t.below(labels, labelCount*everyLabel) // the players without a label
	// none has 1 in each nibble of labels that is 15 (noLabel). These players all get the label `labelCount` for now.
	none := labels & (labels >> 1) & (labels >> 2) & (labels >> 3) & everyLabel
	labels ^= none * (noLabel ^ labelCount)

	// Rename the players to their labels: a choice becomes its image. Let `less` have the players whose label is less
	// than their number, and `equal` those whose label is their number. (Nibble i of the constant `after` is i+1, so
	// the second call of below finds the labels that are at most the number.) The image is smaller than the choice if
	// the wonderwall is in `less`, or if the wonderwall is in `equal` and the ninja in `less`. The choice is its own
	// image if both are in `equal`. The sets `same` and `lesser` are `equal` and `less` as rows (wonderwalls) or
	// columns (ninjas) of v's masks.
	less := t.below(labels, identity)
	equal := t.below(labels, after) &^ less
	same, lesser := without(equal, v), without(less, v)
	struck = mask1{}.outer(t.layout, lesser, t.line).or(mask1{}.outer(t.layout, same, lesser))
	tied = mask1{}.outer(t.layout, same, same)

	// Now correct the choices that name two players without a label. Above both got the label `labelCount`, but the
	// ninja must get labelCount+1. For example, let players 7 and 8 have no label, and let labelCount be 7. The choice
	// of 7 and then 8 is its own image, but above it became 7 and 7. This matters only if the wonderwall's number is
	// `labelCount`, because otherwise the wonderwalls decide. Then the image is not smaller than the choice, and it is
	// equal if the ninja's number is labelCount+1.
	if row := without(equal&fresh, v); row != 0 {
		struck = struck.andNot(mask1{}.outer(t.layout, row, without(fresh, v)))
		tied = tied.or(mask1{}.outer(t.layout, row, without(fresh&(1<<(labelCount+1)), v)))
	}
	return struck, tied
}

// mirrored is for a start, another numbering of the players, that gives q = n-1 the label n-2, which is the number of
// p. So row n-2 of the string, the list of choices, is p's choice x, and row n-2 of the start's list is q's choice,
// with all players renamed to their labels. mirrored compares all choices of q, renamed, with x. It returns those that
// become less than x (struck), because they make the start's list smaller. It also returns the only choice of q that
// becomes x (equal).
func (t *bulk1) mirrored(labels, players uint64, x uint8) (struck mask1, equal uint8) {
	c := t.choices[1][x]
	lessA := t.below(labels, uint64(c.wonderwall)*everyLabel)
	lessB := t.below(labels, uint64(c.ninja)*everyLabel)
	q := t.players - 1
	a, b := at(players, uint64(c.wonderwall)), at(players, uint64(c.ninja))
	struck = mask1{}.outer(t.layout, without(lessA, q), t.line).or(mask1{}.outer(t.layout, without(1<<a, q), without(lessB, q)))
	return struck, t.place[2][a<<4|b]
}

// exchanged is for a start, another numbering of the players, that gives q, the last player, the label of p, the last
// but one, and gives p the label of q. Neither has chosen yet. The last two rows of the string, the list of choices,
// are p's choice x and q's choice y. The last two rows of the start's list are y and then x, with all players renamed
// to their labels. For each x, exchanged excludes every y that becomes less than x, because the start's list is then
// smaller. For the y that becomes x, it also compares the last rows. The comparison supposes the choice z of o, the
// player before p. exchanged always returns true; end returns this result.
func (t *bulk1) exchanged(labels, players uint64, z uint8) bool {
	for xs := t.p; !xs.empty(); xs = xs.rest() {
		x := xs.first()
		struck, y := t.mirrored(labels, players, x)
		t.strike(z, mask1{}.with(x), struck)
		if t.suppose(z, x, y) {
			t.lastRow(labels, uint64(t.players-2), z, x, y)
		}
	}
	return true
}
