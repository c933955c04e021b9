// Package walk counts the games of Ninja Assassin Wonderwall class by class; a class is all games that differ only in
// the numbers of their players. It writes a game as a string of its choices. Each class has one least string, its
// canonical string. The walk grows strings choice by choice, drops those that are not canonical, and counts the choices
// of the last three players in bulk. So it visits each class exactly once, and weighs it by the number of its games,
// the orbit. docs/papers/walk.md has the proofs.
//
// For 4 players it visits 60 classes. The 6 solvable classes have 108 of the 1,296 labelled games.
//
//   - walk.go grows strings; space.go cuts those of a size into shards by their prefixes; shard.go walks a shard,
//     census.go counts its classes, and list.go visits the same classes one by one.
//   - bulk.go compares tagged starts with the string, last.go tallies the choices of the last three players, pairs.go
//     finds the solvable pairs, and mask.go has sets of choices. bulk_gen.go is the same code for masks of two and
//     three words.
//   - cores.go counts only solvable core games, and narrow.go skips the choices that no such game has.
//
// # Terms
//
//   - label: a player's number. Players 0, 1, ... choose in turn, and the string calls them by these numbers.
//   - string: the list of all choices of a game, written in the labels of a numbering of its players. "The string" is
//     the prefix grown so far, and row k is its choice k.
//   - start: the beginning of another numbering of the same players. It reads the choices in another order, and each
//     choice that it reads is compared with the next row of the string.
//   - beat: a start beats the string if it reads a smaller choice than the string has in that row. Then no canonical
//     string begins like the string.
//   - tie: a start ties if all choices that it has read are equal to the string's. A start that ties in all rows is an
//     automorphism.
//   - wait: a start waits for a player that has not chosen yet if it needs the choice of this player.
//   - node: a prefix in which all players except the last three have chosen. The last three players are o = n-3, p =
//     n-2 and q = n-1, and their choices are z, x and y.
//   - tag: a choice of o, p or q that a start supposes before that player has chosen.
//   - strike: to exclude a choice, or a pair of choices, because a start that supposes it beats the string.
//   - mask: a set of choices of one player, one bit for each choice.
//   - closure: each choice allows two orders, with the wonderwall in the middle. A closure takes one of them for each
//     choice, and has all that they imply about who stands before whom, without a contradiction.
//   - frontier: the minimal closures of all choices so far. The choices are solvable if it is not empty.
//   - core game: a game in which every player is chosen. A player is wanted while no choice names it.
package walk

import (
	"context"
	"fmt"
	"math/bits"

	"enumerate/solver/betweenness"
)

// Most is the largest number of players whose games the walk can count. It is limited by a start, the beginning of
// another numbering of the players, which has room for the labels (numbers) of 13 players.
//
// Memory grows with the number of starts that tie: renaming the players by the start gives the same list of choices so
// far. If k players make the same choice and no player chooses one of the k, all k! ways to number them tie. Starts
// that have numbered only some of the k wait as well. In all, k!/0! + k!/1! + k!/2! + ... starts wait at the same time,
// about 2.72·k!, and each takes 24 bytes. Each start that ties in all rows takes about 100 bytes more. This is up to
// 1.2 GB for 13 players.
const Most = 13

const (
	nibble  = 15 // the bits of a nibble, four bits of a word
	noLabel = 15
	// noLabels and noPlayers are the words of a start (another numbering of the players) that has labelled no player.
	noLabels  = ^uint64(0)
	noPlayers = uint64(untagged) << 52
	// untagged is the tag of a start that supposes no choice before it is made.
	untagged = 0xff
	identity = 0xfedcba9876543210 // nibble i is i: every player has its own number as its label
)

// A choice is the wonderwall and the ninja of one player, as labels.
type choice struct{ wonderwall, ninja uint8 }

// A start is the beginning of another numbering of the players. The string is the list of choices so far. The choices
// that a start has read, in its own labels and order, are equal to the first choices of the string. If it reads a
// smaller choice than the string has, the string is not the least of its class and is dropped. If it needs the choice
// of a player that has not chosen yet, it waits for this player.
//
// If the choices of the last three players are counted in bulk, a start that needs the choice of such a player does not
// wait. Instead, it is copied: one copy for each choice of this player that keeps it equal to the string. The copy
// holds only if the player makes this choice, which is called the copy's tag. The tags z, x and y are the supposed
// choices of the players n-3, n-2 and n-1. The tag z is a field. The words labels and players of a start have:
//
//	nibble p of labels         the label of player p, noLabel if the player has none yet
//	nibbles 14, 15 of labels   the tag x: the supposed choice of player n-2 (see bulk1)
//	nibble l of players        the player labelled l
//	nibbles 13, 14 of players  the tag y: the supposed choice of player n-1
//	nibble 15 of players       the number of choices compared
//
// Players are named by their labels in the string, so the string's own numbering is the identity.
type start struct {
	labels  uint64
	players uint64
	z       uint8 // the tag z: the place of the choice of player n-3 that it supposes, or untagged
}

// begin returns the start (another numbering of the players) that gives label 0 to player p and has compared no row,
// that is, no choice.
func begin(p int) start { return start{noLabels, noPlayers, untagged}.label(uint64(p), 0) }

// at returns nibble i of a word of a start.
func at(word uint64, i uint64) uint64 { return word >> (4 * i & 63) & nibble }

// prefix returns the start (a numbering of the players) that numbers players 0..k-1 as the string does, and has
// compared their k choices.
func prefix(k int) start {
	rest := ^uint64(0) << (4 * k & 63)
	return start{identity | rest, identity&^rest&^(0xfff<<52) | noPlayers, untagged}.compared(uint64(k))
}

// compared returns s with k as the number of choices compared.
func (s start) compared(k uint64) start {
	s.players = s.players&^(nibble<<60) | k<<60
	return s
}

// tags returns the tags x and y, the supposed choices of the last two players.
func (s start) tags() (x, y uint8) { return uint8(s.labels >> 56), uint8(s.players >> 52) }

// label returns s with the label l for player p, who must not have a label yet.
func (s start) label(p, l uint64) start {
	s.labels ^= (noLabel ^ l) << (4 * p & 63)
	s.players |= p << (4 * l & 63)
	return s
}

// read returns the start s, another numbering, after it has read the choice c: the players of c get the next labels,
// unless they have labels. The argument labelCount is the number of labels before c, and the second result the number
// after it.
func (s start) read(c choice, labelCount uint64) (start, uint64) {
	s, labelCount = s.name(uint64(c.wonderwall), labelCount)
	return s.name(uint64(c.ninja), labelCount)
}

// name gives player v the next label, `labelCount`, unless it has one, and returns the number of labels after that.
func (s start) name(v, labelCount uint64) (start, uint64) {
	if at(s.labels, v) != noLabel {
		return s, labelCount
	}
	return s.label(v, labelCount), labelCount + 1
}

// unlabelled returns the first player without a label. There must be such a player.
func unlabelled(labels uint64) uint64 {
	labels &= labels >> 1 // the lowest bit of a nibble stays set only if all four are: noLabel is 15
	labels &= labels >> 2 & everyLabel
	return uint64(bits.TrailingZeros64(labels)) / 4
}

// advance continues the comparison of a start, another numbering of the players, with the string of choices, when
// players 0..i have chosen. It stops when the two differ or the start needs the choice of another player. It increases
// w.tieCount if the start is equal to the string in all rows. advance returns false if the start gives a smaller list,
// so that the string is not the least of its class.
func (w *walker) advance(s start, i int) bool {
	k := s.players >> 60
	return w.compare(s.labels, s.players&^(nibble<<60), k, i)
}

// compare does the work of advance: it compares the string, the list of choices so far, with the list that a start,
// another numbering of the players, gives, from row k (choice k) on. The arguments labels and players are the two words
// of the start: the label of each player, and the player of each label. They are separate arguments so that they stay
// in registers. bulk1.compare does the same, also for starts that suppose choices (tags) of players who have not chosen
// yet. The two share no code on purpose: tests check the counts against the list of classes, which uses this method.
func (w *walker) compare(labels, players, k uint64, i int) bool {
	for {
		theirs := w.choice[at(players, k)] // row k of the start, not yet in its labels
		ours := w.choice[k&15]             // row k of the string
		labelCount := uint64(w.labelCount[k&15])

		// Compare the labels of the wonderwalls. A player without a label gets the next one.
		label := at(labels, uint64(theirs.wonderwall))
		if label == noLabel {
			label = labelCount
			labels ^= (noLabel ^ label) << (4 * uint64(theirs.wonderwall) & 63)
			players |= uint64(theirs.wonderwall) << (4 * label & 63)
			labelCount++
		}
		if label != uint64(ours.wonderwall) {
			return label > uint64(ours.wonderwall)
		}

		label = at(labels, uint64(theirs.ninja))
		if label == noLabel {
			label = labelCount
			labels ^= (noLabel ^ label) << (4 * uint64(theirs.ninja) & 63)
			players |= uint64(theirs.ninja) << (4 * label & 63)
			labelCount++
		}
		if label != uint64(ours.ninja) {
			return label > uint64(ours.ninja)
		}

		k++
		if k == uint64(w.n) {
			w.tieCount++
			return true
		}
		if k == labelCount {
			return w.branch(labels, players, k, i)
		}
		if p := at(players, k); p > uint64(i) {
			w.waits[p] = append(w.waits[p], start{labels, players | k<<60, untagged})
			return true
		}
	}
}

// branch continues a start, another numbering of the players, when its k labelled players have chosen only each other.
// Any other player may then get the next label, so branch makes a start for each. It compares the start's list of
// choices with the string, the walk's own list, or lets the start wait if the new player has not chosen yet: only
// players 0..i have. It returns false if a start's list is smaller, so that the string is not the least of its class.
func (w *walker) branch(labels, players, k uint64, i int) bool {
	closed := start{labels, players, untagged}
	for p := range uint64(w.n) {
		if at(labels, p) != noLabel {
			continue
		}
		next := closed.label(p, k)
		if p > uint64(i) {
			w.waits[p] = append(w.waits[p], next.compared(k))
		} else if !w.compare(next.labels, next.players, k, i) {
			return false
		}
	}
	return true
}

// A walker grows canonical strings, the least lists of choices of their classes, choice by choice. It has a path: the
// string so far, the starts, and the frontier, the minimal closures of the choices. The starts are other numberings of
// the players under which the game so far reads the same. A bulk walker, which counts the choices of the last three
// players together, has the frontier in the field bulk.
//
// A walker visits each class exactly once (docs/papers/walk.md, Theorem 2). It drops a string as soon as a start beats
// it (reads a smaller choice), which never happens to the beginning of a canonical string.
type walker struct {
	n   int
	ctx context.Context

	choice     [16]choice  // the string so far
	labelCount [16]uint8   // labelCount[k]: the number of labels given before choice k
	waits      [16][]start // waits[p]: the starts that wait for the choice of player p
	marks      [16][16]int // marks[i][p]: the length of waits[p] before choice i
	tieCount   uint64      // the number of starts that tie in all rows

	shardPath []byte // the path of the last shard

	frontier *betweenness.Frontier
	open     [16]bool // open[i]: the frontier after i choices is not empty

	bulk    bulk       // nil if the last three players also choose one by one
	cores   bool       // count only solvable core games; needs bulk
	targets [16]uint16 // targets[i]: the players whom the first i choices name
	census  census
}

// A bulk settles all choices of the last three players together; see bulk1.
type bulk interface {
	sift(i int)                 // prepares enter for all choices of player i
	enter(i int, c choice) bool // makes c the choice of player i; false if no class begins like the string
	restore(i int)              // undoes enter
	push(i int, c choice)       // adds the choice of player i to the frontier
	settle()                    // tallies all choices of the last three players
	// These two serve the walk of core games (every player is chosen). completing returns the choices of player v with
	// which the first i choices may still become a solvable core game: for each wonderwall, a set of ninjas.
	// excludesSolvableCore returns true only if no such game begins with the first i choices.
	completing(i, v int) [16]uint16
	excludesSolvableCore(i int) bool
}

// newWalker returns a walker with an empty path that visits classes one by one.
func newWalker(players int) *walker {
	w := &walker{n: players, ctx: context.Background(), frontier: betweenness.NewFrontier()}
	for p := 1; p < players; p++ {
		w.waits[p] = append(w.waits[p], begin(p))
	}
	w.labelCount[0] = 1
	w.open[0] = true
	return w
}

// newBulkWalker returns a walker that settles the choices of the last three players in bulk.
func newBulkWalker(players int) *walker {
	w := newWalker(players)
	w.settleInBulk()
	return w
}

// newCoreWalker returns a bulk walker that counts only solvable core games.
func newCoreWalker(players int) *walker {
	w := newWalker(players)
	w.cores = true
	w.settleInBulk()
	return w
}

// settleInBulk makes a new walker settle the choices of the last three players in bulk.
func (w *walker) settleInBulk() {
	players := w.n
	// A start is another numbering of the players, whose list of choices the walk compares with its own. A start that
	// begins with player v needs the choice of v first, so newWalker has put it into waits[v]. But the last three
	// players never choose one by one: the bulk counts their choices together. So a start that begins with one of them
	// waits only for the first choice, in waits[0], and is then compared for all choices of v at once.
	for v := max(players-3, 1); v < players; v++ {
		w.waits[0] = append(w.waits[0], begin(v))
		w.waits[v] = nil
	}
	switch {
	case players <= 9:
		w.bulk = newBulk1(w)
	case players <= 11:
		w.bulk = newBulk2(w)
	default:
		w.bulk = newBulk3(w)
	}
}

// enter makes c the choice of player i, and continues to compare the string with the starts, other numberings of the
// players, that have waited for this choice. The argument labelCount is the number of players with labels after the
// choice. enter returns false if a start reads a smaller choice than the string has. The caller must call leave in
// either case.
func (w *walker) enter(i int, c choice, labelCount int) bool {
	for p := i + 1; p < w.n; p++ {
		w.marks[i][p&15] = len(w.waits[p&15])
	}
	w.choice[i&15] = c
	w.targets[(i+1)&15] = w.targets[i&15] | 1<<c.wonderwall | 1<<c.ninja
	w.tieCount = 0

	if w.bulk != nil {
		if !w.bulk.enter(i, c) {
			return false
		}
	} else {
		for _, s := range w.waits[i&15] {
			if !w.advance(s, i) {
				return false
			}
		}
	}

	if i+1 == w.n {
		return true
	}

	if labelCount == i+1 {
		// The first i+1 players chose only each other. The string gives the next label to player i+1. A start, another
		// numbering, may give it to any later player p. This start then waits for the choice of player j, which is p.
		// But if p is one of the last three players, whose choices the bulk counts together, the start waits only for
		// player i+1.
		closed := prefix(i + 1)
		for p := i + 2; p < w.n; p++ {
			j := p
			if w.bulk != nil && p >= w.n-3 {
				j = i + 1
			}
			w.waits[j] = append(w.waits[j], closed.label(uint64(p), uint64(i+1)))
		}
		labelCount++
	}
	w.labelCount[(i+1)&15] = uint8(labelCount)
	return true
}

// leave undoes enter.
func (w *walker) leave(i int) {
	for p := i + 1; p < w.n; p++ {
		w.waits[p&15] = w.waits[p&15][:w.marks[i&15][p&15]]
	}
	if w.bulk != nil {
		w.bulk.restore(i)
	}
}

// descend goes through the choices of the players i to depth-1, in lexicographic order, and calls visit for every
// string, or list of choices, that no other numbering of the players makes smaller. Players get labels in the order in
// which they are named, so a choice names a labelled player or gives the next label, `labelCount`. A walk of core games
// (every player is chosen) skips choices that cannot become such a game. descend returns false if visit returned false
// or the context ended.
func (w *walker) descend(i, depth int, visit func() bool) bool {
	if i == depth {
		return visit()
	}
	if w.bulk != nil {
		w.bulk.sift(i)
	}
	var completing [16]uint16
	if w.cores {
		completing = w.bulk.completing(i, i)
	}

	labelCount := int(w.labelCount[i&15])
	for a := 0; a <= labelCount && a < w.n; a++ {
		if w.ctx.Err() != nil { // checked here because enter takes up to 10 ms if millions of starts tie
			return false
		}

		if a == i {
			continue
		}
		givenA := max(labelCount, a+1)
		for b := 0; b <= givenA && b < w.n; b++ {
			if b == i || b == a {
				continue
			}

			if w.cores && completing[a&15]>>b&1 == 0 {
				continue
			}

			on := true
			if w.enter(i, choice{uint8(a), uint8(b)}, max(givenA, b+1)) {
				w.push(i)
				if !w.cores || !w.bulk.excludesSolvableCore(i+1) {
					on = w.descend(i+1, depth, visit)
				}
				w.pop()
			}
			w.leave(i)
			if !on {
				return false
			}
		}
	}
	return true
}

// pathVerdict returns the verdict of the game on the path, in which all players have chosen.
func (w *walker) pathVerdict() int {
	if w.open[w.n&15] {
		return solvable
	}
	return unsolvable
}

// push adds the choice of player i, which enter has made, to the frontier.
func (w *walker) push(i int) {
	c := w.choice[i&15]
	if w.bulk != nil {
		w.bulk.push(i, c)
		return
	}
	w.open[(i+1)&15] = w.frontier.Push(i, betweenness.Choice{Wonderwall: int(c.wonderwall), Ninja: int(c.ninja)})
}

// pop undoes push. A bulk has a frontier for each number of choices, so nothing is left to undo.
func (w *walker) pop() {
	if w.bulk == nil {
		w.frontier.Pop()
	}
}

// replay makes the choices of a shard's path, one in each byte. It undoes only those choices of the previous shard that
// differ, mostly one or two. If no class begins with the path, replay returns false and leaves fewer choices on the
// walker's path. This happens only to a bulk walker. It compares more than the walk that cut the shards: it also finds
// out which choices of the last three players are excluded. If all choices of one of the three are, no class is left.
func (w *walker) replay(path []byte) bool {
	shared := 0 // the number of choices that stay
	for shared < min(len(path), len(w.shardPath)) && path[shared] == w.shardPath[shared] {
		shared++
	}
	for i := len(w.shardPath) - 1; i >= shared; i-- {
		w.pop()
		w.leave(i)
	}
	w.shardPath = w.shardPath[:shared]
	for i, packed := range path[shared:] {
		i += shared
		c := choice{packed & nibble, packed >> 4}
		// The last argument is the number of players with labels after the choice.
		if !w.enter(i, c, max(int(w.labelCount[i&15]), int(c.wonderwall)+1, int(c.ninja)+1)) {
			if w.bulk == nil {
				panic(fmt.Sprintf("wonderwall: the path %v of a shard is not canonical", path))
			}
			w.leave(i)
			return false
		}
		w.push(i)
		w.shardPath = append(w.shardPath, packed)
	}
	return true
}

// path returns the first depth choices of the string, each packed into one byte.
func (w *walker) path(depth int) []byte {
	path := make([]byte, depth)
	for i := range path {
		path[i] = w.choice[i].wonderwall | w.choice[i].ninja<<4
	}
	return path
}
