package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// tokenName is the key of the token in an address.
const tokenName = "token"

// policy is the Content-Security-Policy of a page: it may load only files of this site.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"

// A gate decides who may see the site: on the loopback interface everyone on this machine, and otherwise visitors who
// know the token.
type gate struct {
	site   Site
	token  string // "" on loopback
	layout *layout
}

func newGate(of Site, token string, l *layout) *gate {
	return &gate{site: of, token: token, layout: l}
}

// handler returns the outermost handler of the site. It refuses visitors without the token, and forms that other sites
// send. It adds the headers that protect the pages in a browser. Requests of monitoring programs, such as /metrics, go
// to the board of the served run, and all others to the handler `inside`.
func (g *gate) handler(inside http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.layout.showError(w, r, faultf(http.StatusForbidden, "the request comes from another site: open this page and use its forms"))
	}))
	admitted := g.admit(origin.Handler(inside))

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if board := g.site.Board; board != nil && board.Answers(r.URL.Path) {
			g.answerMachine(w, r)
			return
		}

		h := w.Header()
		h.Set("Content-Security-Policy", policy+"; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		admitted.ServeHTTP(w, r)
	})
}

// answerMachine answers a request for /metrics, /healthz or /status through site.Board. Monitoring programs keep no
// cookies, so here every address may contain the token.
func (g *gate) answerMachine(w http.ResponseWriter, r *http.Request) {
	err := g.refusal(r)
	if err != nil && !g.isToken(r.URL.Query().Get(tokenName)) {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	g.site.Board.ServeHTTP(w, r)
}

// admit returns a handler that passes requests on to the handler `inside` if the visitor may see the site, and
// otherwise shows an error. The first request of a visitor has the token in the address, later ones in a cookie.
func (g *gate) admit(inside http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := g.refusal(r)
		if err == nil {
			inside.ServeHTTP(w, r)
			return
		}

		query := r.URL.Query()
		if !g.isToken(query.Get(tokenName)) {
			g.layout.showError(w, r, err)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		query.Del(tokenName)
		http.Redirect(w, r, local(r.URL.Path, query.Encode()), http.StatusSeeOther)
	})
}

// refusal returns why a request is refused, or nil. A request must have the site's token in a cookie. On the loopback
// interface there is no token; there the request's host must be a name of this machine, so that a foreign site whose
// name resolves to this machine gets no answer.
func (g *gate) refusal(r *http.Request) error {
	if g.token == "" {
		if !loopback(r.Host) {
			return faultf(http.StatusForbidden, "this page answers to localhost and 127.0.0.1 only")
		}
		return nil
	}
	cookie, err := r.Cookie(cookieName(r))
	if err != nil || !g.isToken(cookie.Value) {
		return faultf(http.StatusForbidden, "open the whole address that the program printed: it has a token")
	}
	return nil
}

func (g *gate) isToken(text string) bool {
	return g.token != "" && subtle.ConstantTimeCompare([]byte(text), []byte(g.token)) == 1
}

// cookieName returns the name of the token's cookie. The name contains the port, because browsers send cookies to all
// ports of a host, and two servers may run on one.
func cookieName(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		return tokenName // there is no port
	}
	return tokenName + port
}

// loopback reports whether a host, with or without a port, is a name of this machine that only this machine can use.
func loopback(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	at, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && at.IsLoopback()
}
