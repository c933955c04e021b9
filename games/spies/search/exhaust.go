package search

// exhaust returns the first board of size n in alphabetical order, or nil if there
// is none. It tries every board that no shorter prefix rules out, with nothing
// cleverer than that, so that a nil is easy to believe. The time grows faster than
// exponentially with n.
func exhaust(n int) []int {
	columns := make([]int, 0, n)
	if extendBy(&columns, n) {
		return columns
	}
	return nil
}

// extendBy completes the rows that there are to a board of size n. It reports
// whether it could; if not, it leaves them as they were.
func extendBy(columns *[]int, n int) bool {
	if len(*columns) == n {
		return true
	}
	for c := range n {
		if !allowed(*columns, c) {
			continue
		}
		*columns = append(*columns, c)
		if extendBy(columns, n) {
			return true
		}
		*columns = (*columns)[:len(*columns)-1]
	}
	return false
}

// allowed reports whether the next row may have its queen in column c.
func allowed(columns []int, c int) bool {
	r := len(columns)
	for i, x := range columns {
		if x == c || x-c == r-i || c-x == r-i {
			return false
		}
		for j, y := range columns[:i] {
			if (x-c)*(j-r) == (y-c)*(i-r) {
				return false
			}
		}
	}
	return true
}
