package cpu

import (
	"testing"
	"time"
)

func TestTimeGrowsWithWork(t *testing.T) {
	before := Time()
	for Time()-before < 5*time.Millisecond { // go test's -timeout ends it if the time does not grow
	}
}
