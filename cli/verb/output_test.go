package verb

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"enumerate/enum/single"
)

// torn is an answer that fails after half of it is written.
type torn struct{}

var errTorn = errors.New("torn")

func (torn) Contents() single.Contents {
	return single.Contents{Others: []single.Format{{Name: "lrat", Write: func(w io.Writer) error {
		_, _ = io.WriteString(w, "half")
		return errTorn
	}}}}
}

func TestAnIncompleteAnswerLeavesNoFile(t *testing.T) {
	name := FileName(filepath.Join(t.TempDir(), "proof"))
	cmd := &cobra.Command{}
	cmd.Flags().Var(&name, "proof", "")
	err := new(Asking).WriteOutput(cmd, single.Question{Name: "proof", Output: "lrat"}, torn{})
	if _, statErr := os.Stat(string(name)); err != errTorn || !errors.Is(statErr, os.ErrNotExist) {
		t.Errorf("the error is %v, and of the file %v", err, statErr)
	}
}
