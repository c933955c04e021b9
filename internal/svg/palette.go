package svg

import (
	"fmt"
	"strings"
)

// The colours of all pictures, as they are on white. Blue to Purple are some of those of
// Okabe and Ito, which colour-blind eyes tell apart too. A picture still tells things apart
// by their forms, never by colour alone.
const (
	White          = "#ffffff" // the ground, and text on a colour
	Ink            = "#222222" // of whatever has no other colour
	Gray           = "#6b6b6b" // of what matters less
	Pale           = "#dddddd" // grids
	Paler          = "#f2f2f2" // every other row
	Cream          = "#fdecc8" // a ground that is marked
	Blue           = "#0072b2"
	Vermillion     = "#d55e00"
	Green          = "#009e73"
	Orange         = "#e69f00"
	Purple         = "#b8568f" // darker than theirs, which is faint on white
	PaleBlue       = "#a6cde3" // Blue and Vermillion where they matter less
	PaleVermillion = "#f0c4a3"
)

// dark lists the colours with what stands for them where the reader prefers dark pages.
var dark = [...][2]string{
	{White, "#15181c"},
	{Ink, "#e8e8e8"},
	{Gray, "#a6a6a6"},
	{Pale, "#43474d"},
	{Paler, "#22262b"},
	{Cream, "#544419"},
	{Blue, "#56b4e9"},
	{Vermillion, "#ff8a3d"},
	{Green, "#2fc79b"},
	{Orange, "#f2b632"},
	{Purple, "#e094bd"},
	{PaleBlue, "#2a5673"},
	{PaleVermillion, "#7a4520"},
}

// darkSheet is a style sheet that replaces the colours of a picture on dark screens. Viewers
// that do not know media queries show the picture as it is on white.
func darkSheet(picture string) string {
	var b strings.Builder
	b.WriteString("@media screen and (prefers-color-scheme: dark) {")
	for _, c := range dark {
		for _, attribute := range []string{"fill", "stroke"} {
			if strings.Contains(picture, attribute+`="`+c[0]+`"`) {
				fmt.Fprintf(&b, " [%s='%s'] { %[1]s: %[3]s }", attribute, c[0], c[1])
			}
		}
	}
	b.WriteString(" }")
	return b.String()
}
