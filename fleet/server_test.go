package fleet

import (
	"crypto/sha256"
	"crypto/tls"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

func TestTheURLOfAllInterfacesHasTheMachinesName(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ listens, want string }{
		{"127.0.0.1:4222", "127.0.0.1:4222"},
		{"[::1]:4222", "[::1]:4222"},
		{"0.0.0.0:4222", name + ":4222"},
		{"[::]:4222", name + ":4222"},
	} {
		address, err := net.ResolveTCPAddr("tcp", c.listens)
		if err != nil {
			t.Fatal(err)
		}
		if got := reachable(address); got != c.want {
			t.Errorf("reachable(%s) = %s, want %s", c.listens, got, c.want)
		}
	}
}

// TestThePinHoldsWhateverTheClocksSay has the two ends of a connection believe that it is another
// year. A certificate with an end would shut workers out whose clocks are wrong.
func TestThePinHoldsWhateverTheClocksSay(t *testing.T) {
	id, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	own, err := id.certificate()
	if err != nil {
		t.Fatal(err)
	}
	right := JoinURL{Pin: sha256.Sum256(id.Certificate)}
	wrong := right
	wrong.Pin[0] ^= 1
	for _, years := range [][2]int{{0, 0}, {-200, 0}, {0, -200}, {0, 200}, {200, -50}, {-50, 5000}} {
		at := func(years int) func() time.Time {
			return func() time.Time { return time.Now().AddDate(years, 0, 0) }
		}
		shake := func(url JoinURL) error {
			a, b := net.Pipe()
			defer a.Close()
			defer b.Close()
			coordinator := tls.Server(a, &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{own}, Time: at(years[0])})
			go func() { _ = coordinator.Handshake() }() // the worker's end says what is wrong
			config := url.tlsConfig()
			config.Time = at(years[1])
			return tls.Client(b, config).Handshake()
		}
		if err := shake(right); err != nil {
			t.Errorf("clocks off by %d years: %v", years, err)
		}
		if err := shake(wrong); err == nil || !strings.Contains(err.Error(), "is not the coordinator") {
			t.Errorf("clocks off by %d years, and another pin: %v", years, err)
		}
	}
}
