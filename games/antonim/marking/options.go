package marking

// options appends to removed and to replaced what the set becomes by moves: with an
// element removed, or replaced by a smaller one that is not in it. Bit x-1 stands for x.
func options(set uint32, removed, replaced []uint32) (_, _ []uint32) {
	for rest := set; rest != 0; rest &= rest - 1 {
		x := rest & -rest
		without := set ^ x
		removed = append(removed, without)
		for less := (x - 1) &^ set; less != 0; less &= less - 1 {
			replaced = append(replaced, without|less&-less)
		}
	}
	return removed, replaced
}
