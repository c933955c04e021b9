package web

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

// leading are the attributes of pages whose values are addresses on the site.
var leading = regexp.MustCompile(`( (?:href|src|srcset|action|formaction|data-live)=")/`)

// A relative writes a page whose addresses on the site lead from where the page is: a copy may stand in any
// folder of a web space. What is typed has no such attributes, as quotation marks in it are escaped.
type relative struct {
	to    io.Writer
	root  string // where the site is, seen from the page
	begun []byte // a tag that has not ended
}

// relativeTo returns the writer of the page at a path.
func relativeTo(at string, to io.Writer) *relative {
	return &relative{to: to, root: "." + strings.Repeat("/..", strings.Count(at, "/")-1) + "/"}
}

func (r *relative) Write(part []byte) (int, error) {
	r.begun = append(r.begun, part...)
	whole := bytes.LastIndexAny(r.begun, ">\n") + 1
	_, err := r.to.Write(leading.ReplaceAll(r.begun[:whole], []byte("${1}"+r.root)))
	r.begun = r.begun[whole:]
	return len(part), err
}
