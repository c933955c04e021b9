package owned

import (
	"fmt"
	"slices"
	"testing"
)

// One file uses fields of the other's types in every way. All uses must be found.
func TestForeignFieldsAreFound(t *testing.T) {
	t.Parallel()
	p, err := Check([]string{"other.go", "owner.go"}, map[string]string{
		"owner.go": `package p
type base struct{ deep int }
type owner struct { base; own int; Open int }
func (o *owner) get() int { return o.own + o.deep }
`,
		"other.go": `package p
var made = owner{own: 1}
var placed = base{2}
func reads(o *owner) int { return o.own }
func promoted(o *owner) int { return o.deep }
func fine(o *owner) int { return o.get() + o.Open }
`,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []Use{
		{"other.go", 2, "own", "owner", "owner.go"},
		{"other.go", 3, "deep", "base", "owner.go"},
		{"other.go", 4, "own", "owner", "owner.go"},
		{"other.go", 5, "deep", "base", "owner.go"},
		{"other.go", 6, "Open", "owner", "owner.go"},
	}
	if !slices.Equal(p.Uses, want) {
		t.Errorf("found are %+v, want %+v", p.Uses, want)
	}
	if got := fmt.Sprint(p.Types); got != "map[base:owner.go owner:owner.go]" {
		t.Errorf("the types are %s", got)
	}
}

func TestAPackageThatDoesNotCompileIsAnError(t *testing.T) {
	t.Parallel()
	for claim, source := range map[string]string{
		"no Go":             "package",
		"a type is unknown": "package p\nvar x unknown\n",
		"an import is unknown": `package p
import _ "enumerate/nothing"
`,
	} {
		if p, err := Check([]string{"a.go"}, map[string]string{"a.go": source}); err == nil {
			t.Errorf("%s: %+v, want an error", claim, p)
		}
	}
}
