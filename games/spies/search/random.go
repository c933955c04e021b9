package search

// A random generates numbers that look random, the same on every machine and with
// every release of Go: splitmix64 (Steele, Lea, Flood, Fast splittable pseudorandom
// number generators, 2014). Its value is its whole state.
type random uint64

// below returns a number from 0 to n-1, where 0 < n < 2³². Their odds differ by
// less than n/2³², too little to matter here.
func (r *random) below(n int) int {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return int((z >> 32) * uint64(n) >> 32)
}

// shuffle puts rows into a random order.
func (r *random) shuffle(rows []int32) {
	for i := len(rows) - 1; i > 0; i-- {
		j := r.below(i + 1)
		rows[i], rows[j] = rows[j], rows[i]
	}
}
