package spies

import "math/big"

// The boards that a symmetry leaves as they are, for n >= 1.

// unturned returns how many boards a rotation by 180 degrees leaves: the queens of the
// upper m = floor(n/2) rows choose m pairs of columns, and one of each, which is
// 2^m m!; the others follow, and the middle one of odd n stands in the middle.
func unturned(n int) *big.Int {
	m := n / 2
	f := new(big.Int).MulRange(1, int64(m))
	return f.Lsh(f, uint(m))
}

// unturnedBy90 returns how many boards a rotation by 90 degrees leaves. Queens come in
// fours around the middle, each with one in each of four rows: (2k)! / k! ways for
// n = 4k, and with one in the middle for n = 4k+1. Otherwise there is none.
func unturnedBy90(n int) *big.Int {
	if n%4 > 1 {
		return new(big.Int)
	}
	k := int64(n / 4)
	return new(big.Int).MulRange(k+1, 2*k)
}

// unreflected returns how many boards a reflection in a diagonal leaves: the
// involutions, in which a row is its own column's or one of a pair of rows.
func unreflected(n int) *big.Int {
	before, now := big.NewInt(1), big.NewInt(1)
	for i := int64(2); i <= int64(n); i++ {
		next := new(big.Int).Mul(big.NewInt(i-1), before)
		before, now = now, next.Add(next, now)
	}
	return now
}

// unreflectedTwice returns how many boards are left by both of these reflections, and so by
// the rotation by 180 degrees: the involutions of m = floor(n/2) pairs of opposite rows,
// where a pair may stay, be swapped, or go with another pair in two ways.
func unreflectedTwice(n int) *big.Int {
	before, now := new(big.Int), big.NewInt(1)
	for i := range int64(n / 2) {
		next := new(big.Int).Mul(big.NewInt(2*i), before)
		before, now = now, next.Add(next, new(big.Int).Lsh(now, 1))
	}
	return now
}

// boards returns n!, how many boards there are.
func boards(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// classes returns how many classes of boards there are, by Burnside's lemma.
func classes(n int) *big.Int {
	if n == 1 {
		return big.NewInt(1) // all eight symmetries leave it
	}
	sum := new(big.Int).Add(unturnedBy90(n), unreflected(n))
	sum.Lsh(sum, 1).Add(sum, unturned(n)).Add(sum, boards(n))
	return sum.Rsh(sum, 3)
}

// classesWith returns how many classes of boards have that many automorphisms.
//
// No board of n > 1 has a reflection in a horizontal or vertical line, so the groups there
// can be are the four rotations, the rotation by 180 degrees with both diagonal
// reflections, one of these alone, the rotation by 180 degrees alone, and the identity.
// Boards that have the first two are those that these leave; the others follow by
// subtraction.
func classesWith(n int, automorphisms uint64) *big.Int {
	if n == 1 {
		if automorphisms == symmetries {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	rotations, reflections := unturnedBy90(n), unreflectedTwice(n)
	one := new(big.Int).Sub(unreflected(n), reflections) // of one diagonal
	half := new(big.Int).Sub(unturned(n), rotations)
	half.Sub(half, reflections)
	switch automorphisms {
	case 4:
		sum := new(big.Int).Add(rotations, reflections)
		return sum.Rsh(sum, 1) // an orbit has two boards
	case 2:
		half.Add(half, one).Add(half, one)
		return half.Rsh(half, 2)
	case 1:
		rest := boards(n)
		rest.Sub(rest, unturned(n)).Sub(rest, one).Sub(rest, one)
		return rest.Rsh(rest, 3)
	}
	return new(big.Int)
}
