package word

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The compiler must fail for a processor of 32 bits with a single line that says what is needed. Each package that
// would not compile for such a processor imports this one, so the whole program fails with this line only.
func TestProcessorsOf32BitsAreRefusedInOneLine(t *testing.T) {
	build := exec.CommandContext(t.Context(), "go", "build", ".")
	build.Env = append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	want := "undefined: enumerate_needs_a_64_bit_processor\n"
	if lines := strings.Count(string(out), "\n"); err == nil || lines != 2 || !strings.HasSuffix(string(out), want) {
		t.Errorf("go build prints %q (%v), want one error that ends in %q", out, err, want)
	}
}
