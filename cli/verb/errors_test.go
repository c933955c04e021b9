package verb

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

func TestThePageOfExitCodesHasThemAll(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []int
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \|`).FindAllSubmatch(page, -1) {
		code, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		documented = append(documented, code)
	}
	codes := []int{ExitDone, ExitFailure, ExitUsage, ExitCheck, ExitUnknown, exitIncomplete, ExitInterrupted}
	if !slices.Equal(documented, codes) {
		t.Errorf("the page has the exit codes %v, want %v", documented, codes)
	}
}
