package text

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes a message that contains input safe to print. It escapes unprintable characters as Go does, except
// tabs and line ends. It shortens a number of more than 60 digits to the first ten, and says how many digits it has.
func Printable(message string) string {
	const most, shown = 60, 10
	var b strings.Builder
	for rest := message; rest != ""; {
		number := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		if number > 0 {
			if number > most {
				fmt.Fprintf(&b, "%s... (%d digits)", rest[:shown], number)
			} else {
				b.WriteString(rest[:number])
			}
			rest = rest[number:]
			continue
		}

		c, size := utf8.DecodeRuneInString(rest)
		valid := c != utf8.RuneError || size > 1
		switch {
		case c == '\n' || c == '\t' || unicode.IsPrint(c) && valid:
			b.WriteString(rest[:size])
		default:
			quoted := strconv.Quote(rest[:size])
			b.WriteString(quoted[1 : len(quoted)-1])
		}
		rest = rest[size:]
	}
	return b.String()
}
