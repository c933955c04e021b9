package fleet

import (
	"errors"
	"net"
	"strconv"
)

// An Address is a flag that takes a host and a port.
type Address string

func (a *Address) String() string { return string(*a) }

func (a *Address) Type() string { return "HOST:PORT" }

func (a *Address) Set(text string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("want a host and the number of a port, such as 0.0.0.0:4222")
	}
	*a = Address(text)
	return nil
}
