// Package dag holds directed graphs without cycles, on at least the two vertices of two
// chips, as they are made, written and read.
//
// A [DAG] has no cycle, no loop and no arc twice: [New] checks that, and nothing changes a
// DAG. So those who count and walk need not.
//
// A DAG is written as a word, the number of vertices and the arcs behind dots, or in the
// format of AtCoder AGC 016 F, a line "n m" and a line "x y" for each of the m arcs. The
// smallest with an arc are
//
//	2.1-2      2 1      2.2-1      2 1
//	           1 2                 2 1
//
// In the first, vertex 2 has no arc and the nimber 0, and vertex 1 the nimber 1.
//
// Vertices count from 1 wherever they are written, and from 0 in Go.
package dag
