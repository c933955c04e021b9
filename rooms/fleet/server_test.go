package fleet

import (
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// Other machines cannot connect to 0.0.0.0, the address of a server that listens on all interfaces. Its join URL must
// have the name of this machine instead.
func TestTheURLForAllInterfacesHasTheHostName(t *testing.T) {
	name, err := os.Hostname()
	if err != nil {
		t.Skip("this machine has no host name: ", err)
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

// The clocks of the two ends of a connection differ by years. Workers with wrong clocks must not be shut out.
func TestThePinIsAcceptedRegardlessOfClocks(t *testing.T) {
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
			go func() { _ = coordinator.Handshake() }() // the error of the worker is checked
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

func TestOnlyTLS13IsAccepted(t *testing.T) {
	s := serve(t, 5, 0)
	for _, c := range []struct {
		version uint16
		refused bool
	}{{tls.VersionTLS12, true}, {tls.VersionTLS13, false}} {
		config := s.url.tlsConfig()
		config.MinVersion, config.MaxVersion = c.version, c.version
		conn, err := nats.Connect("tls://"+s.url.Address, nats.Secure(config), nats.Token(s.url.Token), nats.NoReconnect(), nats.Timeout(patient))
		if (err != nil) != c.refused {
			t.Errorf("a worker that speaks TLS %#x: %v", c.version, err)
		}
		if err == nil {
			conn.Close()
		}
	}

	id, err := newIdentity()
	if err != nil {
		t.Fatal(err)
	}
	own, err := id.certificate()
	if err != nil {
		t.Fatal(err)
	}
	a, b := net.Pipe()
	defer a.Close()
	defer b.Close()
	go func() {
		_ = tls.Server(a, &tls.Config{MaxVersion: tls.VersionTLS12, Certificates: []tls.Certificate{own}}).Handshake()
	}()
	if tls.Client(b, JoinURL{Pin: sha256.Sum256(id.Certificate)}.tlsConfig()).Handshake() == nil {
		t.Error("a worker speaks TLS 1.2 with a coordinator")
	}
}

func TestAnIdentityWithoutATokenIsRefused(t *testing.T) {
	for _, content := range []string{"", "{}", `{"token":""}`, `{"token":1}`} {
		path := filepath.Join(t.TempDir(), "identity")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := loadIdentity(path, nil); err == nil || !strings.Contains(err.Error(), "it holds no key and token") {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// TestAnIdentityIsPrivate reads an identity that others may read, and one through a link.
func TestAnIdentityIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "test.db.serve")
	first, err := loadIdentity(path, func(text string) { t.Errorf("the remark on a new identity is %q", text) })
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0o644, 0o640, 0o604, 0o660, 0o620, 0o666, 0o711} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		var remarks []string
		id, err := loadIdentity(path, func(text string) { remarks = append(remarks, text) })
		info, failed := os.Stat(path)
		if err := errors.Join(err, failed); err != nil || id.Token != first.Token || id.contributor() != first.contributor() {
			t.Fatalf("with %v: %v", mode, err)
		}
		if info.Mode().Perm() != mode&0o700 || len(remarks) != 1 || !strings.HasPrefix(remarks[0], path+" was readable or writable by others") {
			t.Errorf("with %v the mode becomes %v, and the remarks are %q", mode, info.Mode(), remarks)
		}
	}

	link := filepath.Join(dir, "link.serve")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if _, err := loadIdentity(link, nil); err == nil || !strings.HasPrefix(err.Error(), link+" is not a regular file") {
		t.Errorf("a link: %v", err)
	}
	if second, err := newIdentity(); err != nil || second.contributor() == first.contributor() {
		t.Errorf("another identity has the same contributor name, or %v", err)
	}
}
