package browser

import (
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// A form is a form of a page.
type form struct {
	page   string // the page that has the form
	action string
	post   bool
	fields url.Values // what it sends if nothing is changed
	typed  []string   // the fields that one types in
}

// A site is what a visitor of a server can reach from the front page by links and by forms with unchanged fields.
type site struct {
	url   string
	pages []string // the addresses of documents, one of each shape
	forms []form   // of each shape, one
}

const (
	mostAsked = 600 // addresses of a site that are asked for
	mostAlike = 3   // pages that are asked for whose addresses have the same shape
)

var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// crawled returns the site of the server that all tests share. The first call visits every page of the site, and fails
// if a page is wrong.
func crawled(t *testing.T) *site {
	t.Helper()
	lab.once.Do(func() { lab.site = crawl(t, lab.web.url) })
	return lab.site
}

// crawl asks for every address to which links and forms lead from the front page. The test fails if an address has no
// answer, or an answer without the headers that every answer must have.
func crawl(t *testing.T, front string) *site {
	t.Helper()
	s := &site{url: front}
	known := map[string]bool{front: true}
	shapes := make(map[string]int)
	forms := make(map[string]bool)
	queue := []string{front}
	asked := 0
	for ; len(queue) > 0 && asked < mostAsked; asked++ {
		at := queue[0]
		queue = queue[1:]
		follow := func(from *url.URL, link string) {
			to, err := from.Parse(link)
			if err != nil {
				t.Errorf("%s: link %q: %v", at, link, err)
				return
			}
			to.Fragment = ""
			if to.Host == from.Host && to.Scheme == from.Scheme && !known[to.String()] {
				known[to.String()] = true
				if shape := shapeOf(to); shapes[shape] < mostAlike {
					shapes[shape]++
					queue = append(queue, to.String())
				}
			}
		}
		response, err := client.Get(at)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		body, err := io.ReadAll(io.LimitReader(response.Body, 64<<20))
		response.Body.Close()
		if err != nil {
			t.Errorf("%s: %v", at, err)
		}
		here := response.Request.URL
		secured(t, at, response)
		if response.StatusCode == http.StatusSeeOther {
			follow(here, response.Header.Get("Location"))
			continue
		}
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", at, response.Status)
			continue
		}
		if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind != "text/html" {
			continue
		}
		document, err := html.Parse(strings.NewReader(string(body)))
		if err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		for _, fault := range untamed(document) {
			t.Errorf("%.200s: %s", at, fault)
		}
		if shape := "page " + shapeOf(here); !known[shape] {
			known[shape] = true
			s.pages = append(s.pages, at)
		}
		for node := range document.Descendants() {
			switch {
			case node.Data == "form":
				f := formOf(at, here, node)
				if shape := f.action + " " + strings.Join(slices.Sorted(maps.Keys(f.fields)), " "); !forms[shape] {
					forms[shape] = true
					s.forms = append(s.forms, f)
					if !f.post {
						follow(here, f.action+"?"+f.fields.Encode())
					}
				}
			case has(node, "href"):
				follow(here, attribute(node, "href"))
			case has(node, "src"):
				follow(here, attribute(node, "src"))
			}
		}
	}
	t.Logf("%s: %d addresses asked for, %d pages, %d forms", front, asked, len(s.pages), len(s.forms))
	return s
}

var (
	numbers = regexp.MustCompile(`[0-9]+`)
	names   = regexp.MustCompile(`^[a-z-]{0,24}$`)
)

// shapeOf returns the same text for addresses that differ only in numbers, and in values that are no names.
func shapeOf(u *url.URL) string {
	var shape strings.Builder
	shape.WriteString(numbers.ReplaceAllString(u.Path, "0"))
	query := u.Query()
	for _, key := range slices.Sorted(maps.Keys(query)) {
		value := query.Get(key)
		if !names.MatchString(value) {
			value = "..."
		}
		shape.WriteString(" " + key + "=" + value)
	}
	return shape.String()
}

// secured fails if an answer lacks a header that protects the visitor, or a strict Content-Security-Policy. The policy
// of a picture may allow the picture's own style.
func secured(t *testing.T, at string, r *http.Response) {
	t.Helper()
	for header, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
		if got := r.Header.Get(header); got != want {
			t.Errorf("%s: %s: %q, want %q", at, header, got, want)
		}
	}
	wants := []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"}
	nevers := []string{"unsafe", "data:", "*", "http:"}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "image/svg+xml") {
		wants, nevers = []string{"default-src 'none'"}, []string{"script-src 'unsafe", "data:", "*", "http:"}
	}
	policy := r.Header.Get("Content-Security-Policy")
	for _, want := range wants {
		if !strings.Contains(policy, want) {
			t.Errorf("%s: no %s in the policy %q", at, want, policy)
		}
	}
	for _, never := range nevers {
		if strings.Contains(policy, never) {
			t.Errorf("%s: %s in the policy %q", at, never, policy)
		}
	}
}

// untamed lists the parts of a document that a strict Content-Security-Policy refuses, such as scripts and styles in
// the page itself.
func untamed(document *html.Node) (faults []string) {
	for node := range document.Descendants() {
		if node.Data == "style" || node.Data == "script" && !has(node, "src") {
			faults = append(faults, "<"+node.Data+"> in the page itself")
		}
		for _, a := range node.Attr {
			scheme, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(a.Val)), ":")
			leads := slices.Contains([]string{"href", "src", "action", "formaction", "data", "srcdoc"}, a.Key)
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") || leads && (scheme == "javascript" || scheme == "data") {
				faults = append(faults, fmt.Sprintf("<%s %s=%q>", node.Data, a.Key, a.Val))
			}
		}
	}
	return faults
}

// formOf returns the form at a node of a page. at names the page, and here is its address.
func formOf(at string, here *url.URL, node *html.Node) form {
	action, err := here.Parse(attribute(node, "action"))
	if err != nil {
		action = here
	}
	action.RawQuery, action.Fragment = "", ""
	f := form{page: at, action: action.String(), post: strings.EqualFold(attribute(node, "method"), "post"), fields: url.Values{}}
	for field := range node.Descendants() {
		name := attribute(field, "name")
		if name == "" {
			continue
		}
		switch kind := attribute(field, "type"); field.Data {
		case "input":
			if kind == "submit" || kind == "button" || (kind == "radio" || kind == "checkbox") && !has(field, "checked") {
				continue
			}
			f.fields.Add(name, attribute(field, "value"))
			if kind != "radio" && kind != "checkbox" {
				f.typed = append(f.typed, name)
			}
		case "textarea":
			text := ""
			if field.FirstChild != nil {
				text = field.FirstChild.Data
			}
			f.fields.Add(name, text)
			f.typed = append(f.typed, name)
		case "select":
			value := ""
			for option := range field.Descendants() {
				if option.Data == "option" && (has(option, "selected") || value == "") {
					if value = attribute(option, "value"); !has(option, "value") && option.FirstChild != nil {
						value = option.FirstChild.Data
					}
				}
			}
			f.fields.Add(name, value)
			f.typed = append(f.typed, name) // a hostile client can send anything
		}
	}
	slices.Sort(f.typed)
	f.typed = slices.Compact(f.typed)
	return f
}

func has(node *html.Node, name string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
