package web

import (
	"net/http"
	"testing"
	"time"

	"enumerate/internal/pace"
)

// TestPagesAnswerWithin50Milliseconds allows 20 attempts for each page, and measures them on a clock that slows down on
// a busy machine.
func TestPagesAnswerWithin50Milliseconds(t *testing.T) {
	const (
		most     = 50 * time.Millisecond
		attempts = 20
	)
	h := testSite(t).handler()
	for _, address := range []string{
		"/", "/lookup", at("/lookup", "wonderwall", "BC DA BA BA"), at("/lookup", "wonderwall", "BC CD BA BA CD"), at("/lookup", "nim", "3,5,7"),
		at("/lookup/picture.svg", "wonderwall", "BC DA BA BA"), "/play?ruleset=wonderwall&level=1&seed=1&number=1", "/play?ruleset=nim&level=1&seed=1&number=1",
		"/play?ruleset=spies", "/simulate", "/numbers", "/numbers?ruleset=nim", "/numbers/curve.svg?ruleset=wonderwall", "/documents", "/documents/README",
		"/documents/statements", "/formula",
	} {
		fastest := time.Hour
		for i := 0; i < attempts && fastest > most; i++ {
			watch := pace.Start(t)
			w := ask(h, address, nil)
			fastest = min(fastest, watch.Stop())
			if w.Code != http.StatusOK {
				t.Fatalf("%s: %d", address, w.Code)
			}
		}
		if fastest > most {
			t.Errorf("%s takes %v, want at most %v", address, fastest, most)
		}
	}
}
