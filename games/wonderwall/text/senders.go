package text

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/text"
)

// A sending says when the row of a form was sent, and from which e-mail address. A field is zero if the table has no
// column for it.
type sending struct {
	address string
	when    times
}

// times is the time when a row was sent, as a number that is larger for later times. A date such as 3/4/2026 may be the
// 3rd of April or the 4th of March, so there is a number for each reading.
type times struct{ dayFirst, monthFirst int64 }

// after reports whether a time is later than another in both readings of dates.
func (t times) after(other times) bool {
	return t.dayFirst > other.dayFirst && t.monthFirst > other.monthFirst
}

// sendings finds out when each row of a grid was sent and from which e-mail address. If there are no such columns,
// `all` is nil. The other results are the column of times, or -1, and why a column with a heading for times is not
// used, or "". Of several columns with addresses, it uses the first address of a row; of several with times, the last
// column.
func (g *grid) sendings(l layout) (all []sending, column int, unused string) {
	all, column = make([]sending, len(g.rows)), -1
	found := false
	for c := range l.width {
		if slices.Contains(l.columns[:], c) || c == l.lastNames {
			continue
		}
		wrong := g.firstNoTime(l, c)
		switch {
		case g.areAddresses(l, c):
			found = true
			for i := range all {
				if a := strings.ToLower(g.at(i, c).text); all[i].address == "" && isAddress(a) {
					all[i].address = a
				}
			}
		case wrong < 0:
			found, column = true, c
			g.readTimes(all, l, c)
		case g.saysTime(l, c):
			unused = fmt.Sprintf("column %s is not used, because %s", g.title(l, c), g.whyNoTime(wrong, c))
		}
	}
	if !found {
		all = nil
	}
	return all, column, unused
}

// readTimes reads the times in a column. A date such as 25/4/2026 shows the order of day and month in the whole column,
// unless another date shows the other order.
func (g *grid) readTimes(all []sending, l layout, column int) {
	headed := g.saysTime(l, column)
	var shown [3]bool // by order: whether some date shows it
	for i := range all {
		t, order, _ := timeOf(g.at(i, column).text, headed)
		all[i].when, shown[order] = t, true
	}

	for i := range all {
		t := &all[i].when
		switch {
		case shown[dayFirst] && !shown[monthFirst]:
			t.monthFirst = t.dayFirst
		case shown[monthFirst] && !shown[dayFirst]:
			t.dayFirst = t.monthFirst
		}
	}
}

// whyNoTime says why the cell in a row is not a time.
func (g *grid) whyNoTime(row, column int) string {
	c := g.at(row, column)
	if c.text != "" {
		return fmt.Sprintf("%.40q is not a date", c.text)
	}
	if g.inSheet {
		return fmt.Sprintf("cell %s%d is empty", text.Letters(column+1), g.end(row).line)
	}
	return fmt.Sprintf("its cell in line %d is empty", g.end(row).line)
}

// areAddresses reports whether at least half of the nonempty cells in a column are e-mail addresses.
func (g *grid) areAddresses(l layout, column int) bool {
	addresses, filled := 0, 0
	for i := l.header + 1; i < len(g.rows); i++ {
		text := g.at(i, column).text
		if text == "" {
			continue
		}
		filled++
		if isAddress(text) {
			addresses++
		}
	}
	return addresses > 0 && 2*addresses >= filled
}

func (g *grid) saysTime(l layout, column int) bool {
	return l.header >= 0 && saysTime(g.at(l.header, column).text)
}

func isAddress(s string) bool {
	name, domain, found := strings.Cut(s, "@")
	return found && name != "" && strings.Contains(domain, ".") && !strings.ContainsAny(s, " ,;")
}

// firstNoTime returns the first row below the header whose cell in a column is not a time, or -1. Rows with only one
// nonempty cell are passed over, because they may be titles.
func (g *grid) firstNoTime(l layout, column int) int {
	headed := g.saysTime(l, column)
	for i := l.header + 1; i < len(g.rows); i++ {
		if _, _, ok := timeOf(g.at(i, column).text, headed); !ok && count(g.rows[i]) > 1 {
			return i
		}
	}
	return -1
}

// writtenTime is a date with or without a time, as forms and spreadsheets write it.
var writtenTime = regexp.MustCompile(`^(\d{1,4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,4})(?:[T, ]+(\d{1,2}):(\d{2})(?::(\d{2}))?[.\d]* ?(AM|PM|am|pm|a\. ?m\.|p\. ?m\.)?)?(?:Z| ?[A-Z+][-A-Z+:\d]*)?$`)

var timeWords = []string{"timestamp", "time", "date", "start", "end", "completion", "submitted", "created", "sent", "zeitstempel", "zeit", "datum", "uhrzeit",
	"horodateur", "heure", "fecha", "hora", "data", "czas", "godzina"}

// birthWords are words in headings of birthdays, which are not the time when a form was sent.
var birthWords = []string{"birth", "born", "naissance", "nacimiento", "urodzenia"}

func saysTime(heading string) bool {
	if slices.ContainsFunc(folded(heading), func(word string) bool { return slices.Contains(birthWords, word) }) {
		return false
	}
	return slices.ContainsFunc(folded(heading), func(word string) bool { return slices.Contains(timeWords, word) })
}

// A dateOrder is an order of day and month that a date shows: 25/4/2026 has the day first.
type dateOrder int

const (
	noOrder dateOrder = iota
	dayFirst
	monthFirst
)

// timeOf reads the time in a cell, and the order of day and month that it shows. The argument headed says whether the
// column has a heading for times. Without such a heading, two kinds of cells are not times: a date without a time of
// day, and a number of days, the form in which spreadsheets store times.
func timeOf(s string, headed bool) (t times, order dateOrder, ok bool) {
	const day = 24 * 60 * 60
	if days, err := strconv.ParseFloat(s, 64); err == nil {
		const least, most = 20_000, 80_000 // from 1954 to 2119
		at := int64(days * day)
		return times{at, at}, noOrder, headed && least < days && days < most
	}
	m := writtenTime.FindStringSubmatch(s)
	if m == nil || m[4] == "" && !headed { // m[4] is the hour
		return t, noOrder, false
	}

	// number returns part 1 to 3 of the date, 4 the hour, 5 the minute, 6 the second; 0 if it is absent.
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(m[i], 10, 64)
		return n
	}
	hour := number(4)
	switch half := strings.ToLower(m[7]); {
	case strings.HasPrefix(half, "p") && hour < 12:
		hour += 12
	case strings.HasPrefix(half, "a") && hour == 12:
		hour = 0
	}
	seconds := (hour*60+number(5))*60 + number(6)

	// A year or a large day shows the order of the date. With full stops the day comes first, as in German.
	at := func(year, month, dayOfMonth int64) int64 { // larger for later times, but not a number of seconds
		return ((year*13+month)*32+dayOfMonth)*day + seconds
	}
	first, second, third := number(1), number(2), number(3)
	switch {
	case first > 31:
		t.dayFirst = at(first, second, third)
		t.monthFirst = t.dayFirst
	case strings.Contains(m[0][:3], ".") || first > 12:
		t.dayFirst, order = at(third, second, first), dayFirst
		t.monthFirst = t.dayFirst
	case second > 12:
		t.monthFirst, order = at(third, first, second), monthFirst
		t.dayFirst = t.monthFirst
	default:
		t.dayFirst, t.monthFirst = at(third, second, first), at(third, first, second)
	}
	return t, order, true
}
