package cpu

import (
	"testing"
	"time"
)

func TestTimeGrowsWithWork(t *testing.T) {
	before, began := Time(), time.Now()
	for Time()-before < 5*time.Millisecond {
		if time.Since(began) > time.Minute {
			t.Fatalf("a minute of work took %v of the processor", Time()-before)
		}
	}
}
