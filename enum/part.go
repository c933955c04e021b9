package enum

import (
	"fmt"
	"strconv"
	"strings"
)

// A Part is the shards whose id leaves the remainder Res modulo Mod. Parts with
// one Mod are disjoint and make up the whole; they nest: part 1/4 is parts 1/8
// and 5/8. The zero Part is the whole.
type Part struct {
	Res, Mod uint64
}

// ParsePart reads RES/MOD, 0 <= RES < MOD.
func ParsePart(s string) (Part, error) {
	res, mod, _ := strings.Cut(s, "/")
	r, err1 := strconv.ParseUint(res, 10, 64)
	m, err2 := strconv.ParseUint(mod, 10, 64)
	if err1 != nil || err2 != nil || r >= m {
		return Part{}, fmt.Errorf("%q is not a part: it takes RES/MOD with 0 <= RES < MOD, such as 0/4", s)
	}
	return Part{r, m}, nil
}

// Whole reports whether the part is all there is.
func (p Part) Whole() bool { return p.Mod <= 1 }

// Contains reports whether a shard belongs to the part.
func (p Part) Contains(id uint64) bool { return p.Whole() || id%p.Mod == p.Res }

// String returns RES/MOD; the whole is 0/1.
func (p Part) String() string {
	if p.Whole() {
		return "0/1"
	}
	return fmt.Sprintf("%d/%d", p.Res, p.Mod)
}
