// Package draw draws one game of Ninja Assassin Wonderwall and what proves its
// verdict.
//
// A picture has two parts. The upper one shows who chose whom: the players on a
// circle, in the order of the table, with a solid arrow from each to its
// wonderwall and a dashed one to its ninja; and beside it the table itself. The
// lower one shows the certificate. For a solution that is the players on a line,
// and a row for each with three marks: a ball where the player is, a wall where
// its wonderwall is and a star where its ninja is, so that one sees the wall
// between the two. For a core it is what each of its players asks for, and a
// table of contradictions: every way to satisfy the players one by one has
// somebody stand before itself.
//
// The smallest example is A: B C, B: C A, C: B A. Its core is A and B: B is to
// stand between A and C, C between B and A. If A < B < C, then B < C < A makes A
// stand before B before C before A, and A < C < B makes B stand before C before B.
//
// Pictures tell things apart by form, not by colour alone. They use nothing but
// what is in them, and run no scripts. The same game gives the same bytes.
//
// The files, in the order of reading: drawing.go (what is shown), label.go (names
// that fit), page.go (SVG, from top to bottom), circle.go, table.go, line.go,
// core.go and contradiction.go (its parts), canvas.go, point.go, script.go and
// mark.go (SVG itself), dot.go (DOT).
package draw
