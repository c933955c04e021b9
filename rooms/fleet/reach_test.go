package fleet

import (
	"errors"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go"
)

func TestListenErrors(t *testing.T) {
	failed := func(err error) error {
		return &net.OpError{Op: "listen", Net: "tcp", Err: &os.SyscallError{Syscall: "bind", Err: err}}
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{failed(syscall.EADDRNOTAVAIL), "--web 1.2.3.4:80: this machine does not have the address 1.2.3.4: use 0.0.0.0 for all its addresses"},
		{failed(syscall.EADDRINUSE), "--web 1.2.3.4:80: the port is in use: choose another port, or 0 for a free one"},
		{failed(syscall.EACCES), "--web 1.2.3.4:80: cannot listen: " + syscall.EACCES.Error() + ": choose an address of this machine, or 0.0.0.0 for all, and a port above 1023"},
		{&net.OpError{Op: "listen", Err: &net.DNSError{Err: "no such host", Name: "lab", Server: "10.0.0.1:53", IsNotFound: true}}, "--web 1.2.3.4:80: cannot listen: unknown host lab: choose an address of this machine, or 0.0.0.0 for all, and a port above 1023"},
		{nats.ErrNoServers, "--web 1.2.3.4:80: cannot listen: no server answers: choose an address of this machine, or 0.0.0.0 for all, and a port above 1023"},
		{errors.New("broken"), "--web 1.2.3.4:80: cannot listen: broken: choose an address of this machine, or 0.0.0.0 for all, and a port above 1023"},
	} {
		if got := CannotListen("web", "1.2.3.4:80", c.err); got.Error() != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
