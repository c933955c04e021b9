package fleet

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"

	"github.com/nats-io/nats.go"
)

// CannotListen returns the error of a server that cannot listen at the address that a flag names.
func CannotListen(flag, address string, err error) error {
	host, _, _ := net.SplitHostPort(address)
	switch {
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("--%s %s: this machine does not have the address %s: use 0.0.0.0 for all its addresses", flag, address, host)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("--%s %s: the port is in use: choose another port, or 0 for a free one", flag, address)
	}
	return fmt.Errorf("--%s %s: cannot listen: %w: choose an address of this machine, or 0.0.0.0 for all, and a port above 1023", flag, address, plainCause(err))
}

// plainCause returns the cause of an error of package net or nats, without the names of system calls, packages and the
// DNS server.
func plainCause(err error) error {
	if unknown, ok := errors.AsType[*net.DNSError](err); ok && unknown.IsNotFound {
		return fmt.Errorf("unknown host %s", unknown.Name)
	}
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		return call.Err
	}
	if errors.Is(err, nats.ErrNoServers) {
		return errors.New("no server answers")
	}
	return err
}
