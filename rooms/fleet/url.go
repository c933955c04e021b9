package fleet

import (
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"

	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// A JoinURL tells a worker how to join a run:
//
//	tls://TOKEN@HOST:PORT#PIN
//
// A worker enrols its key with the token, and recognizes the coordinator by the pin, the SHA-256 of the coordinator's
// certificate. Both are in base64 without padding. The URL is a secret: with it anyone can take part.
//
// On a cluster of NATS servers that others run, the URL is SERVERS#RUN, with the URLs of the servers and the name of
// the run. It is no secret.
type JoinURL struct {
	Token, Address string
	Pin            [sha256.Size]byte
	Run            string // on a cluster
}

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

// ParseJoinURL reads a URL. The text may also be @FILE, which stands for the first line of the file that is not blank.
// This hides the URL: other users of a machine can see its command lines. No error shows the token.
func ParseJoinURL(text string) (JoinURL, error) {
	wanted := errors.New("not a join URL: expected the URL that enumerate serve prints, tls://TOKEN@HOST:PORT#PIN, or @FILE with that URL")
	if name, fromFile := strings.CutPrefix(text, "@"); fromFile {
		if name == "" {
			return JoinURL{}, errors.New("@: no file name: expected @FILE, such as @lab.db.join")
		}
		content, err := readSecret(name)
		if err != nil {
			return JoinURL{}, fmt.Errorf("%w: name the file DATABASE.join that enumerate serve writes", err)
		}
		const byteOrderMark = "\uFEFF" // with which some editors begin a file
		text = strings.TrimSpace(strings.TrimPrefix(string(content), byteOrderMark))
		text, _, _ = strings.Cut(text, "\n")
		wanted = fmt.Errorf("%s: the first line is not a join URL: name the file DATABASE.join that enumerate serve writes", name)
	}

	text = strings.TrimSpace(text)

	if servers, run, found := strings.Cut(text, "#"); found && run != "" && !strings.Contains(servers, "@") && strings.Contains(servers, "://") {
		return JoinURL{Address: servers, Run: run}, nil
	}

	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme != "tls" || parsed.User.Username() == "" {
		return JoinURL{}, wanted
	}
	if _, _, err := net.SplitHostPort(parsed.Host); err != nil {
		return JoinURL{}, wanted
	}
	pin, err := encoding.DecodeString(parsed.Fragment)
	if err != nil || len(pin) != sha256.Size {
		return JoinURL{}, fmt.Errorf("%w; the pin after # is incomplete or changed", wanted)
	}
	return JoinURL{Token: parsed.User.Username(), Address: parsed.Host, Pin: [sha256.Size]byte(pin)}, nil
}

// readSecret reads a small file, such as one with a join URL or credentials. It refuses a larger file without reading
// more of it, because a device may never end.
func readSecret(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, file.Failed(path, "open it", err)
	}
	defer f.Close()

	const most = 1 << 16
	content, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, file.Failed(path, "read it", err)
	}
	if len(content) > most {
		return nil, fmt.Errorf("%s has more than %s bytes", path, rows.Count(most))
	}
	return content, nil
}

// tlsConfig returns the settings with which a worker connects to the coordinator. They accept only the certificate
// whose hash is the pin in the URL, regardless of its signature.
func (u JoinURL) tlsConfig() *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // the pin is compared instead
		VerifyConnection: func(state tls.ConnectionState) error {
			if len(state.PeerCertificates) == 0 {
				return errors.New("the server has no certificate")
			}
			pin := sha256.Sum256(state.PeerCertificates[0].Raw)
			if subtle.ConstantTimeCompare(pin[:], u.Pin[:]) == 1 {
				return nil
			}
			return fmt.Errorf("%s is not the coordinator of this join URL: its certificate has the pin %s, the URL has %s",
				u.Address, encoding.EncodeToString(pin[:]), encoding.EncodeToString(u.Pin[:]))
		},
	}
}

// An Address is the value of a flag: a host and a port.
type Address string

func (a *Address) String() string { return string(*a) }

func (a *Address) Type() string { return "HOST:PORT" }

// Set sets the address to a host and a port number.
func (a *Address) Set(text string) error {
	_, port, err := net.SplitHostPort(text)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New("expected a host and a port number, such as 0.0.0.0:4222")
	}
	*a = Address(text)
	return nil
}
