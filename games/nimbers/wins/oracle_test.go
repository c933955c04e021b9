package wins

import (
	"math/big"
	"math/bits"

	"enumerate/games/nimbers/dag"
)

// The oracles in this file share nothing with the package: they represent a DAG by the list of its arcs.

func arcList(d *dag.DAG) [][2]int {
	var arcs [][2]int
	for a := range d.All() {
		arcs = append(arcs, [2]int{a.From, a.To})
	}
	return arcs
}

// byDefinition counts the sets of arcs with which the first player wins, one by one.
func byDefinition(d *dag.DAG) *big.Int {
	arcs := arcList(d)
	first := int64(0)
	for set := range uint(1) << len(arcs) {
		if grundy(d.Vertices(), arcs, set, 0) != grundy(d.Vertices(), arcs, set, 1) {
			first++
		}
	}
	return big.NewInt(first)
}

// grundy returns the nimber of v in the graph with the arcs of the set.
func grundy(n int, arcs [][2]int, set uint, v int) int {
	seen := make([]bool, n+1)
	for i, arc := range arcs {
		if set>>i&1 == 1 && arc[0] == v {
			seen[grundy(n, arcs, set, arc[1])] = true
		}
	}
	g := 0
	for seen[g] {
		g++
	}
	return g
}

const contestModulus = 1_000_000_007

// byContest counts the sets of arcs with which the first player wins, modulo contestModulus, by the method of the
// contest's solutions. From the number of all sets it subtracts that of the sets that give both chips the same nimber.
// To count these, each step removes the set T of the vertices of the smallest nimber from those that remain. T can be
// each set of remaining vertices that has both chips or none. Each pair of the remaining set and T takes O(n) time.
func byContest(d *dag.DAG) uint64 {
	n := d.Vertices()
	out := make([]uint, n)
	m := 0
	for _, arc := range arcList(d) {
		out[arc[0]] |= 1 << arc[1]
		m++
	}
	power := []uint64{1}
	for range m {
		power = append(power, power[len(power)-1]*2%contestModulus)
	}
	const chips = 3
	equal := make([]uint64, 1<<n)
	for set := uint(chips); set < 1<<n; set++ {
		if set&chips != chips {
			continue
		}
		for t := set; t != 0; t = (t - 1) & set {
			if t&chips != 0 && t&chips != chips {
				continue
			}
			rest := set &^ t
			ways := uint64(1)
			for v := range n {
				switch {
				case t>>v&1 == 1:
					ways = ways * power[bits.OnesCount(out[v]&rest)] % contestModulus
				case rest>>v&1 == 1:
					ways = ways * (power[bits.OnesCount(out[v]&t)] + contestModulus - 1) % contestModulus
					if t&chips == chips {
						ways = ways * power[bits.OnesCount(out[v]&rest)] % contestModulus
					}
				}
			}
			if t&chips == 0 {
				ways = ways * equal[rest] % contestModulus
			}
			equal[set] = (equal[set] + ways) % contestModulus
		}
	}
	return (power[m] + contestModulus - equal[1<<n-1]) % contestModulus
}
