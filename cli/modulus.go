package cli

import (
	"fmt"
	"math/big"
)

// modulus is a flag that takes a whole number of any size, at least 1.
type modulus struct{ big.Int }

func (m *modulus) String() string {
	if m.Sign() == 0 {
		return ""
	}
	return m.Int.String()
}

func (m *modulus) Type() string { return "P" }

func (m *modulus) Set(text string) error {
	if _, ok := m.SetString(text, 10); !ok || m.Sign() < 1 {
		return fmt.Errorf("want a whole number from 1, such as 1000000007")
	}
	return nil
}
