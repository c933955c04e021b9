package web

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
)

// A fault is the error of a request that cannot be answered as it is, and the status that says
// so. Other errors of a handler are faults of the program.
type fault struct {
	status int
	why    error // shown in one line
}

func (f fault) Error() string { return strings.ReplaceAll(f.why.Error(), "\n", "; ") }
func (f fault) Unwrap() error { return f.why }

// faultf returns a fault.
func faultf(status int, format string, args ...any) error {
	return fault{status, fmt.Errorf(format, args...)}
}

// wrongf returns the fault of what a user typed.
func wrongf(format string, args ...any) error {
	return faultf(http.StatusUnprocessableEntity, format, args...)
}

// statusOf returns the status of a fault, 0 of any other error.
func statusOf(err error) int {
	var f fault
	errors.As(err, &f)
	return f.status
}

// A handler answers a request. It writes nothing if it returns an error, which is then shown
// with the status of a fault. The request's context has a deadline, and its form is read.
type handler func(w http.ResponseWriter, r *http.Request) error

// get and post have a handler answer at a path, as http.ServeMux has it.
func (s *site) get(path string, h handler)  { s.mux.Handle("GET "+path, s.bounded(h)) }
func (s *site) post(path string, h handler) { s.mux.Handle("POST "+path, s.bounded(h)) }

// bounded keeps a handler within what one request may take.
func (s *site) bounded(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A slow client sends its form before it takes the place of another.
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		err := r.ParseForm()
		if strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/") && err == nil {
			err = r.ParseMultipartForm(mostBody)
		}
		if err != nil {
			s.showError(w, r, formFault(err))
			return
		}
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		default:
			w.Header().Set("Retry-After", "1")
			s.showError(w, r, faultf(http.StatusServiceUnavailable, "too many ask at once: %d are being answered; try again in a second", mostRequests))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), s.limits.request)
		defer cancel()
		if err := s.guarded(func() error { return h(w, r.WithContext(ctx)) }); err != nil {
			s.showError(w, r, err)
		}
	})
}

// formFault says what is wrong with a form that cannot be read.
func formFault(err error) error {
	if errors.As(err, new(*http.MaxBytesError)) {
		return faultf(http.StatusRequestEntityTooLarge, "that is too large: at most %d bytes are read", mostBody)
	}
	return faultf(http.StatusBadRequest, "the form cannot be read: %v", err)
}

// errBroken is the error of what the program itself did wrong.
var errBroken = errors.New("this is a fault of the program; its remarks say more")

// guarded returns errBroken if a function panics, and remarks why: one request ends no other.
func (s *site) guarded(do func() error) (err error) {
	defer func() {
		if fell := recover(); fell != nil {
			s.remark(fmt.Sprintf("panic: %v\n%s", fell, debug.Stack()))
			err = errBroken
		}
	}()
	return do()
}

func (s *site) remark(text string) {
	if s.Remark != nil {
		s.Remark(text)
	}
}

// policy is what a page may load: what this site has.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"

// handler returns all that the site answers, behind its doors.
func (s *site) handler() http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.showError(w, r, faultf(http.StatusForbidden, "this comes from a page elsewhere"))
	}))
	inside := s.known(origin.Handler(s.mux))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Board != nil && s.Board.Answers(r.URL.Path) { // to machines, which keep no cookies
			if err := s.stranger(r); err != nil && !s.is(r.URL.Query().Get(tokenName)) {
				http.Error(w, err.Error(), http.StatusForbidden)
				return
			}
			s.Board.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", policy+"; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		inside.ServeHTTP(w, r)
	})
}

// tokenName is the key of the token in an address.
const tokenName = "token"

// known lets those in who know the token: it is in the address once, and then in a cookie. On
// loopback, where there is none, the page has to be called by a name of this machine, so that
// another site whose name leads here has no access to it.
func (s *site) known(inside http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := s.stranger(r)
		if err == nil {
			inside.ServeHTTP(w, r)
			return
		}
		query := r.URL.Query()
		if !s.is(query.Get(tokenName)) {
			s.showError(w, r, err)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		query.Del(tokenName)
		http.Redirect(w, r, local(r.URL.Path, query.Encode()), http.StatusSeeOther)
	})
}

// stranger returns an error unless a request has the token in a cookie or, where there is none, calls this machine by a
// name of its own.
func (s *site) stranger(r *http.Request) error {
	if s.token == "" {
		if !loopback(r.Host) {
			return faultf(http.StatusForbidden, "this page answers to localhost and 127.0.0.1 only")
		}
		return nil
	}
	if cookie, err := r.Cookie(cookieName(r)); err != nil || !s.is(cookie.Value) {
		return faultf(http.StatusForbidden, "open the whole address that the program printed: it has a token")
	}
	return nil
}

// cookieName is how the token's cookie is called: cookies know no ports.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return tokenName + port
}

// local returns an address on this site.
func local(path, query string) string {
	path = "/" + strings.TrimLeft(path, `/\`)
	if query != "" {
		path += "?" + query
	}
	return path
}

// address returns an address on this site with keys and values, in turn. A key without a value is
// left out, but for the game: an address that has it asks for an answer.
func address(path string, pairs ...string) string {
	query := make(url.Values)
	for pair := range slices.Chunk(pairs, 2) {
		if pair[1] != "" || pair[0] == "game" {
			query.Set(pair[0], pair[1])
		}
	}
	return local(path, query.Encode())
}

// leadTo answers with the address of what was asked for.
func leadTo(w http.ResponseWriter, r *http.Request, address string) error {
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}

func (s *site) is(token string) bool {
	return s.token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1
}

// loopback reports whether a host, with or without a port, is this machine by itself.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	at, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && at.IsLoopback()
}
