package fleet

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"enumerate/checkpoints"
)

// /metrics and /status must have the numbers of the latest status, /healthz must fail if there is no recent status, and
// any other path must not be found.
func TestTheBoardShowsTheLatestStatusAndNoSecret(t *testing.T) {
	var b Board
	server := httptest.NewServer(&b)
	defer server.Close()
	get := func(path string) (code int, body string) {
		answer, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		data, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(data)
	}
	if code, _ := get("/healthz"); code != http.StatusServiceUnavailable {
		t.Errorf("without a status it is healthy: %d", code)
	}
	s := Status{
		At: time.Now(), Key: checkpoints.Key{Ruleset: "wonderwall", Size: 9, Method: "walk"}, Shards: 100, Missing: 30, Counts: Counts{Disputes: 2},
		Workers: []WorkerStatus{{Connected: true}, {BanReason: "wrong"}, {}},
	}
	b.Show(s)
	if code, body := get("/healthz"); code != http.StatusOK || body != "ok\n" {
		t.Errorf("healthz = %d %q", code, body)
	}
	_, metrics := get("/metrics")
	for _, want := range []string{
		"\nenumerate_shards_stored 70\n", "\nenumerate_results_disputed_total 2\n", "\nenumerate_workers 1\n", "\nenumerate_workers_banned 1\n",
		"# TYPE enumerate_results_disputed_total counter\n",
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics has no %q:\n%s", want, metrics)
		}
	}
	_, status := get("/status")
	var shown Status
	if err := json.Unmarshal([]byte(status), &shown); err != nil || shown.Missing != 30 || shown.Ruleset != "wonderwall" || len(shown.Workers) != 3 {
		t.Errorf("status = %s, %v", status, err)
	}
	s.At = time.Now().Add(-time.Minute)
	b.Show(s)
	if code, _ := get("/healthz"); code != http.StatusServiceUnavailable {
		t.Errorf("with an old status it is healthy: %d", code)
	}
	if code, _ := get("/"); code != http.StatusNotFound {
		t.Errorf("/ = %d", code)
	}
}
