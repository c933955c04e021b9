package web

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

// leading matches attributes of a page whose values are addresses on the site, up to the first slash of the address.
var leading = regexp.MustCompile(`( (?:href|src|srcset|action|formaction|data-live)=")/`)

// A relative is a writer for the pages of a copy of the site that needs no server. It replaces addresses that begin
// with a slash, in attributes such as href="/lookup", by relative ones, because a copy may be in any folder of a web
// host. It changes nothing that a user typed: quotation marks there are escaped, so the text contains no attributes.
type relative struct {
	to      io.Writer
	root    string // where the site is, seen from the page
	openTag []byte // a tag whose end is not written yet
}

func relativeTo(at string, to io.Writer) *relative {
	return &relative{to: to, root: "." + strings.Repeat("/..", strings.Count(at, "/")-1) + "/"}
}

// Write makes addresses relative in everything up to the end of the last tag or line, and passes it on. It keeps the
// rest for the next call, so that no address is cut in two.
func (r *relative) Write(part []byte) (int, error) {
	r.openTag = append(r.openTag, part...)
	whole := bytes.LastIndexAny(r.openTag, ">\n") + 1
	_, err := r.to.Write(leading.ReplaceAll(r.openTag[:whole], []byte("${1}"+r.root)))
	r.openTag = r.openTag[whole:]
	return len(part), err
}
