package svg

import (
	"fmt"
	"strings"
)

// The colours of all pictures on a white page; on a dark page, other colours replace them. Blue to Purple are colours
// of Okabe and Ito, which colour-blind readers can distinguish. Pictures never use colour as the only distinction.
const (
	White          = "#ffffff" // the background, and text on a colour
	Ink            = "#222222" // the default colour
	Gray           = "#6b6b6b" // for less important things
	Pale           = "#dddddd" // grids
	Paler          = "#f2f2f2" // every other row
	Cream          = "#fdecc8" // highlighted background
	Blue           = "#0072b2"
	Vermillion     = "#d55e00"
	Green          = "#009e73"
	Orange         = "#e69f00"
	Purple         = "#b8568f" // darker than the original colour, which is faint on white
	PaleBlue       = "#a6cde3" // with PaleVermillion, the colours Blue and Vermillion for less important things
	PaleVermillion = "#f0c4a3"
)

// dark has the replacement of each colour on dark pages.
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

// darkSheet returns a style sheet that replaces the colours of a picture on dark pages. Viewers without media queries
// show the original colours.
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
