package checkpoints

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// A signature is one of SSH (PROTOCOL.sshsig of OpenSSH) by an Ed25519 key, in this namespace, of
//
//	"enumerate run 1\n", or "enumerate run 2\n" of a run whose shards say by whom they are
//	the header in JSON, without the signature
//	in the second, uvarint the number of contributors, and of each uvarint the length of its JSON, and that
//	of each shard, in ascending order: uvarint its number, uvarint the length of its payload, the payload
//
// so of all that is stored of a run but its total, which is the sum. A header has it in base64. Whatever changes
// a run drops it.
const namespace = "enumerate"

// ErrSignature is the error of a run that is not signed as it is to be.
var ErrSignature error = failedCheck("its signature does not count")

// longestSignature is how many characters a header may have of a signature; this program's have 252.
const longestSignature = 1000

// A Signer signs runs.
type Signer struct{ key ssh.Signer }

// ParseSigner reads a private Ed25519 key as ssh-keygen writes it, without a passphrase.
func ParseSigner(data []byte) (*Signer, error) {
	const make = "make one with ssh-keygen -t ed25519 -N '' -f FILE"
	if _, _, _, _, err := ssh.ParseAuthorizedKey(data); err == nil {
		return nil, errors.New("this is a public key; the private one signs, which ssh-keygen writes beside it, without .pub")
	}
	key, err := ssh.ParsePrivateKey(data)
	switch {
	case errors.As(err, new(*ssh.PassphraseMissingError)):
		return nil, errors.New("the key has a passphrase, which nobody can be asked for; " + make)
	case err != nil:
		return nil, errors.New("not an OpenSSH private key: " + make)
	case key.PublicKey().Type() != ssh.KeyAlgoED25519:
		return nil, fmt.Errorf("a key of type %.40q, but only Ed25519 keys can sign: %s", key.PublicKey().Type(), make)
	}
	return &Signer{key}, nil
}

// Key returns the fingerprint of the signer's public key, as ssh-keygen -l prints it.
func (s *Signer) Key() string { return ssh.FingerprintSHA256(s.key.PublicKey()) }

// sign returns the signature of a run, which its header is to have.
func (s *Signer) sign(h Header, in *stored) (string, error) {
	signature, err := sshsig.Sign(signedBytes(h, in), s.key, sshsig.HashSHA512, namespace)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(signature.Marshal()), nil
}

// signedBytes returns what is signed of a run.
func signedBytes(h Header, in *stored) *bytes.Buffer {
	h.Signature = ""
	b := bytes.NewBufferString("enumerate run 1\n")
	text := func(of any) []byte {
		data, err := json.Marshal(of)
		if err != nil {
			panic(err) // it was JSON, or becomes it next
		}
		return data
	}
	var number []byte
	put := func(x uint64) {
		number = binary.AppendUvarint(number[:0], x)
		b.Write(number)
	}
	if contributors := in.contributors.list; len(contributors) > 0 {
		b = bytes.NewBufferString("enumerate run 2\n")
		b.Write(text(h))
		put(uint64(len(contributors)))
		for _, m := range contributors {
			data := text(m)
			put(uint64(len(data)))
			b.Write(data)
		}
	} else {
		b.Write(text(h))
	}
	for _, s := range in.shards {
		put(s.id)
		put(uint64(len(s.payload)))
		b.Write(s.payload)
	}
	return b
}

// SignedBy returns the fingerprint of the key that has signed the run as it is stored, "" if none
// has. A signature of something else is ErrSignature. It takes as long as to read the shards.
func (s Summary) SignedBy() (key string, err error) { return signedBy(s.Header, s.stored) }

func signedBy(h Header, in *stored) (key string, err error) {
	if h.Signature == "" {
		return "", nil
	}
	data, err := base64.StdEncoding.DecodeString(h.Signature)
	if err != nil {
		return "", fmt.Errorf("%w: it is none", ErrSignature)
	}
	signature, err := sshsig.ParseSignature(data)
	if err != nil || signature.PublicKey.Type() != ssh.KeyAlgoED25519 {
		return "", fmt.Errorf("%w: it is none by a key of Ed25519", ErrSignature)
	}
	key = ssh.FingerprintSHA256(signature.PublicKey)
	if sshsig.Verify(signedBytes(h, in), signature, signature.PublicKey, signature.HashAlgorithm, namespace) != nil {
		return "", fmt.Errorf("%w: it is not one by %s of what is stored", ErrSignature, key)
	}
	return key, nil
}

// Trusted are keys whose signatures count: names by fingerprint.
type Trusted map[string]string

// ParseTrusted reads public Ed25519 keys, one a line: as ssh-keygen writes them, or after a name, as in a
// file of allowed signers without options. Blank lines and those that begin with # are comments.
func ParseTrusted(data []byte) (Trusted, error) {
	trusted := make(Trusted)
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		key, name, options, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil || key.Type() != ssh.KeyAlgoED25519 {
			return nil, fmt.Errorf("line %d is no public key of Ed25519: want NAME ssh-ed25519 AAAA..., without options", number)
		}
		if len(options) > 0 { // what stands before the key
			name = strings.Join(options, ",")
		}
		fingerprint := ssh.FingerprintSHA256(key)
		if name == "" || checkName(name, longestHost) != nil {
			name = fingerprint
		}
		trusted[fingerprint] = name
	}
	if len(trusted) == 0 {
		return nil, errors.New("no key found")
	}
	return trusted, nil
}

// Signed returns ErrSignature unless each run that is offered is signed by a key that is trusted.
func (o *Offer) Signed(trusted Trusted) error {
	for _, r := range o.runs {
		if r.empty() {
			continue
		}
		key := o.signers[r.id]
		why := "there is none"
		switch {
		case trusted[key] != "":
			continue
		case key != "":
			why = "it is by " + key + ", which is not trusted"
		}
		return fmt.Errorf("%s: run %d, a %v, is not merged: %w: %s", o.path, r.id, r.header.Key, ErrSignature, why)
	}
	return nil
}
