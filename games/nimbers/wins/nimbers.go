package wins

// Nimbers returns the nimber of every vertex: the least number that is not the nimber of
// an end of one of its arcs. With a chip on two vertices, the player to move wins iff
// their nimbers differ (Sprague and Grundy). The arcs must form no cycle; see
// [DAG.Check]. It takes O(n + m).
func Nimbers(out [][]int) []int {
	nimber := make([]int, len(out))
	seen := make([]int, len(out)+1) // the vertex that saw this nimber last, from 1
	for _, v := range sinksFirst(out) {
		for _, u := range out[v] {
			seen[nimber[u]] = v + 1
		}
		for seen[nimber[v]] == v+1 {
			nimber[v]++
		}
	}
	return nimber
}
