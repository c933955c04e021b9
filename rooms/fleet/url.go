package fleet

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// A JoinURL is all that a worker needs to join a run:
//
//	tls://TOKEN@HOST:PORT#PIN
//
// The token lets it enrol a key of its own, and the pin, the SHA-256 of the coordinator's
// certificate, lets it know the coordinator. Both are in base64 without padding. Whoever has the URL
// can take part: it is a secret.
//
// Of a run on a cluster it is URLS#RUN: the servers and the name of the run, and no secret.
type JoinURL struct {
	Token, Address string
	Pin            [sha256.Size]byte
	Run            string // on a cluster
}

// subjects returns those of the run.
func (u JoinURL) subjects() subjects {
	if u.Run != "" {
		return ownSubjects + subjects("."+u.Run)
	}
	return ownSubjects
}

var encoding = base64.RawURLEncoding

// String returns the URL.
func (u JoinURL) String() string {
	if u.Run != "" {
		return u.Address + "#" + u.Run
	}
	return fmt.Sprintf("tls://%s@%s#%s", u.Token, u.Address, encoding.EncodeToString(u.Pin[:]))
}

// ParseJoinURL reads a URL; @FILE stands for the first line of that file that is not blank, since a URL on the
// command line is seen by everybody on the machine. No error shows the token.
func ParseJoinURL(text string) (u JoinURL, err error) {
	if name, fromFile := strings.CutPrefix(text, "@"); fromFile {
		content, err := os.ReadFile(name)
		if err != nil {
			return JoinURL{}, err
		}
		const byteOrderMark = "\uFEFF" // some editors begin a file with it
		text = strings.TrimSpace(strings.TrimPrefix(string(content), byteOrderMark))
		text, _, _ = strings.Cut(text, "\n")
	}
	text = strings.TrimSpace(text)
	if servers, run, found := strings.Cut(text, "#"); found && run != "" && !strings.Contains(servers, "@") && strings.Contains(servers, "://") {
		return JoinURL{Address: servers, Run: run}, nil
	}
	wanted := errors.New("want the URL that enumerate serve prints, tls://TOKEN@HOST:PORT#PIN, or @FILE that has it")
	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme != "tls" || parsed.User.Username() == "" {
		return JoinURL{}, wanted
	}
	if _, _, err := net.SplitHostPort(parsed.Host); err != nil {
		return JoinURL{}, wanted
	}
	pin, err := encoding.DecodeString(parsed.Fragment)
	if err != nil || len(pin) != len(u.Pin) {
		return JoinURL{}, fmt.Errorf("the pin behind # is cut short or changed; %w", wanted)
	}
	return JoinURL{Token: parsed.User.Username(), Address: parsed.Host, Pin: [sha256.Size]byte(pin)}, nil
}

// tlsConfig accepts the pinned certificate and no other.
func (u JoinURL) tlsConfig() *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // the pin says more than any authority
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 {
				return errors.New("the server has no certificate")
			}
			pin := sha256.Sum256(state.PeerCertificates[0].Raw)
			if subtle.ConstantTimeCompare(pin[:], u.Pin[:]) == 1 {
				return nil
			}
			return fmt.Errorf("%s is not the coordinator that the join URL is of: its certificate is %s, the URL says %s",
				u.Address, encoding.EncodeToString(pin[:]), encoding.EncodeToString(u.Pin[:]))
		},
	}
}

// An Address is a flag that takes a host and a port.
type Address string

func (a *Address) String() string { return string(*a) }

func (a *Address) Type() string { return "HOST:PORT" }

func (a *Address) Set(text string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("want a host and the number of a port, such as 0.0.0.0:4222")
	}
	*a = Address(text)
	return nil
}
