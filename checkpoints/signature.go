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

// A signature of a run is an SSH signature (PROTOCOL.sshsig of OpenSSH) by an Ed25519 key, in this namespace. The
// header of the run holds it in base64. The signed bytes of a run without contributors are
//
//	"enumerate run 1\n"
//	the header in JSON, without the signature
//	for each shard, in ascending order: uvarint its number, uvarint the length of its payload, the payload
//
// and of a run with contributors
//
//	"enumerate run 2\n"
//	the header in JSON, without the signature
//	uvarint the number of contributors; for each: uvarint the length of its JSON, the JSON
//	the shards as above
//
// The total is not signed, because it is the sum of the shards. Every change of a run removes its signature.
const namespace = "enumerate"

// ErrSignature is the error of a run whose signature is missing, invalid or not trusted.
var ErrSignature error = failedCheck("the signature is missing, invalid or not trusted")

// longestSignature is the largest length of a signature in a header. Those of this program have 252 characters.
const longestSignature = 1000

// A Signer signs runs.
type Signer struct{ key ssh.Signer }

// ParseSigner reads a private Ed25519 key as ssh-keygen writes it, without a passphrase.
func ParseSigner(data []byte) (*Signer, error) {
	const make = "make one with ssh-keygen -t ed25519 -N '' -f FILE"
	if _, _, _, _, err := ssh.ParseAuthorizedKey(data); err == nil {
		return nil, errors.New("a public key cannot sign: name the private key, which has the same file name without .pub")
	}
	key, err := ssh.ParsePrivateKey(data)
	switch {
	case errors.As(err, new(*ssh.PassphraseMissingError)):
		return nil, errors.New("the key has a passphrase: " + make)
	case err != nil:
		return nil, errors.New("not an OpenSSH private key: " + make)
	case key.PublicKey().Type() != ssh.KeyAlgoED25519:
		return nil, fmt.Errorf("a key of type %.40q, but only Ed25519 keys can sign: %s", key.PublicKey().Type(), make)
	}
	return &Signer{key}, nil
}

// Key returns the fingerprint of the signer's public key, as ssh-keygen -l prints it.
func (s *Signer) Key() string { return ssh.FingerprintSHA256(s.key.PublicKey()) }

func (s *Signer) sign(h Header, in *contents) (string, error) {
	signature, err := sshsig.Sign(signedBytes(h, in), s.key, sshsig.HashSHA512, namespace)
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(signature.Marshal()), nil
}

// signedBytes returns the bytes of a run that its signature covers; see namespace.
func signedBytes(h Header, in *contents) *bytes.Buffer {
	h.Signature = ""
	b := bytes.NewBufferString("enumerate run 1\n")

	text := func(of any) []byte {
		data, err := json.Marshal(of)
		if err != nil {
			panic(err) // these values have been decoded from JSON, so they can be encoded
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

// SignedBy checks the signature of the run and returns the fingerprint of the key that signed it, or "" if there is no
// signature. The error is ErrSignature if the signature does not fit. The signature covers the shards, so the check
// takes as long as reading them.
func (s Summary) SignedBy() (key string, err error) { return signedBy(s.Header, s.contents) }

// signedBy verifies the signature of a run, if it has one, and returns the fingerprint of its key.
func signedBy(h Header, in *contents) (key string, err error) {
	if h.Signature == "" {
		return "", nil
	}
	data, err := base64.StdEncoding.DecodeString(h.Signature)
	if err != nil {
		return "", kindError{errors.New("the signature is not base64"), ErrSignature}
	}

	signature, err := sshsig.ParseSignature(data)
	if err != nil || signature.PublicKey.Type() != ssh.KeyAlgoED25519 {
		return "", kindError{errors.New("the signature is not from an Ed25519 key"), ErrSignature}
	}

	key = ssh.FingerprintSHA256(signature.PublicKey)
	if sshsig.Verify(signedBytes(h, in), signature, signature.PublicKey, signature.HashAlgorithm, namespace) != nil {
		return "", kindError{fmt.Errorf("the signature by %s does not match the stored run", key), ErrSignature}
	}
	return key, nil
}

// Trusted lists the keys whose signatures are accepted: the name of each, by its fingerprint.
type Trusted map[string]string

// ParseTrusted reads a file of trusted public Ed25519 keys, one on each line: as ssh-keygen writes it, or after a name,
// as in an allowed_signers file of OpenSSH without options. It ignores blank lines, and lines that begin with #.
func ParseTrusted(data []byte) (Trusted, error) {
	trusted := make(Trusted)
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}

		key, name, options, _, err := ssh.ParseAuthorizedKey([]byte(line))
		if err != nil || key.Type() != ssh.KeyAlgoED25519 {
			return nil, fmt.Errorf("line %d is not a public Ed25519 key: expected NAME ssh-ed25519 AAAA..., without options", number)
		}
		if len(options) > 0 { // the library reads a name before the key as options
			name = strings.Join(options, ",")
		}

		fingerprint := ssh.FingerprintSHA256(key)
		if name == "" || checkName(name, longestHost) != nil {
			name = fingerprint
		}
		trusted[fingerprint] = name
	}
	if len(trusted) == 0 {
		return nil, errors.New("no key found: write a public key on each line, as in NAME ssh-ed25519 KEY")
	}
	return trusted, nil
}

// Signed returns ErrSignature if one of the offered runs is not signed by a trusted key.
func (o *Offer) Signed(trusted Trusted) error {
	for _, r := range o.runs {
		key := o.signers[r.id]
		if r.empty() || trusted[key] != "" {
			continue
		}
		why := errors.New("the run is not signed: sign it with enumerate audit --sign")
		if key != "" {
			why = fmt.Errorf("the key %s is not trusted: add it to the file of --trust if you trust it", key)
		}
		return fmt.Errorf("%s: run %d, a %v, is not merged: %w", o.path, r.id, r.header.Key, kindError{why, ErrSignature})
	}
	return nil
}
