package rows

import (
	"fmt"
	"math/big"
)

// Rate formats a rate per second, such as "1,234 games/s" if `of` is "games". A rate of less than one per second is
// shown per minute, hour or day. Rates below 1,000, and millions and billions, have at most four digits, as in "12.34
// million games/s".
func Rate(perSecond float64, of string) string {
	x, per := perSecond, "s"
	for _, longer := range []struct {
		per     string
		seconds float64
	}{{"min", 60}, {"h", 3600}, {"day", 86400}} {
		if 0 < x && x < 1 { // take the next longer unit of time
			x, per = perSecond*longer.seconds, longer.per
		}
	}
	amount := fmt.Sprintf("%.4g", x)
	switch {
	case x >= 1e9:
		amount = fmt.Sprintf("%.4g billion", x/1e9)
	case x >= 1e6:
		amount = fmt.Sprintf("%.4g million", x/1e6)
	case x >= 1000:
		amount = Grouped(big.NewInt(int64(x)))
	}
	return fmt.Sprintf("%s %s/%s", amount, of, per)
}

// Percent formats a share in percent with one decimal. It rounds down, so that only the share 1 is 100.0.
func Percent(share float64) string {
	tenths := int(1000*share + 1e-6) // the small term is needed because 0.7 is slightly less than seven tenths
	if share < 1 {
		tenths = min(tenths, 999)
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// Roughly formats a duration with as many digits as make sense.
func Roughly(seconds float64) string {
	const minute, hour, day, year = 60, 3600, 86400, 365.25 * 86400
	switch {
	case seconds >= 1000*year:
		whole, _ := big.NewFloat(seconds / year).Int(nil)
		return Grouped(whole) + " years"
	case seconds >= 2*year:
		return fmt.Sprintf("%.4g years", seconds/year)
	case seconds >= 2*day:
		return fmt.Sprintf("%.0f days", seconds/day)
	case seconds >= 1.5*hour:
		return fmt.Sprintf("%.1f hours", seconds/hour)
	case seconds >= 1.5*minute:
		return fmt.Sprintf("%.0f minutes", seconds/minute)
	}
	return fmt.Sprintf("%.0f seconds", max(seconds, 1))
}
