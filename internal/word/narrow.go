//go:build 386 || arm || mips || mipsle

package word

var _ = enumerate_needs_a_64_bit_processor
