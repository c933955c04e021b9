package partizan_test

import (
	"fmt"

	"enumerate/solver/partizan"
)

// A game is made from the values of its options.
func Example() {
	a := partizan.NewArena()
	star := a.Make([]partizan.Value{partizan.Zero}, []partizan.Value{partizan.Zero})
	up := a.Make([]partizan.Value{partizan.Zero}, []partizan.Value{star})
	fmt.Println(a.String(up), a.Outcome(up), a.Compare(up, star))

	// In this game Left moves to 2 and Right to -1.
	hot := a.Make([]partizan.Value{a.Integer(2)}, []partizan.Value{a.Integer(-1)})
	sum := a.Sub(a.Add(hot, hot), hot)
	fmt.Println(a.String(hot), a.Outcome(hot), sum == hot)
	// Output:
	// ↑ L confused
	// {2|-1} N true
}
