package fleet

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"enumerate/internal/file"
)

// An identity is the secrets of a coordinator: its certificate, by which workers recognize it, and the token with which
// they enrol. It is kept in a file, so that a coordinator that is started again has the same join URL.
type identity struct {
	Token       string `json:"token"`
	Certificate []byte `json:"certificate"` // DER
	Key         []byte `json:"key"`         // PKCS #8
}

// loadIdentity reads the coordinator's identity from a file, or creates the file with a new identity. If others could
// read the file, it makes the file private, and warns the user in a remark.
func loadIdentity(path string, remark func(string)) (identity, error) {
	data, opened, err := readPrivate(path)
	if opened && remark != nil {
		remark(fmt.Sprintf("%s was readable or writable by others, and is private now: if they may have read its secret, stop this command, remove the file, and hand out the new join URL", path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err := createIdentity(path); err != nil {
			return identity{}, err
		}
		return loadIdentity(path, remark) // another process may have created the file first
	}
	if err != nil {
		return identity{}, err
	}
	var id identity
	if err := json.Unmarshal(data, &id); err != nil || id.Token == "" {
		return identity{}, fmt.Errorf("%s: it holds no key and token of a coordinator; remove it, start again, and hand out the new join URL", path)
	}
	return id, nil
}

// createIdentity writes a new identity to a file, unless another process creates the file first.
func createIdentity(path string) error {
	id, err := newIdentity()
	if err != nil {
		return err
	}
	err = file.Create(path, func(aside *os.File) error {
		_, err := aside.Write(encode(id))
		return errors.Join(err, aside.Sync(), aside.Close())
	})
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return file.Failed(path, "create it", err)
	}
	return nil
}

// readPrivate reads a file with a secret. If others than its owner have access, it takes the access away, and `opened`
// is true. It follows no link, because others may have created the link.
func readPrivate(path string) (data []byte, opened bool, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, false, file.Failed(path, "read it", err)
	}
	if !info.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is not a regular file: remove it", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, file.Failed(path, "read it", err)
	}
	defer f.Close()

	const others = 0o077
	info, err = f.Stat()
	if err != nil {
		return nil, false, file.Failed(path, "read it", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&others != 0 { // Windows has no such bits
		if err := f.Chmod(info.Mode().Perm() &^ others); err != nil {
			return nil, false, fmt.Errorf("%s is readable or writable by others, and its permissions cannot be changed (%w): remove it, start again, and hand out the new join URL", path, file.Bare(err))
		}
		opened = true
	}
	data, err = io.ReadAll(io.LimitReader(f, longestIdentity))
	return data, opened, file.Failed(path, "read it", err)
}

const longestIdentity = 1 << 16

// contributor returns the name that the coordinator writes into its records in the database, to recognize them after a
// restart. It is derived from the private key, so no one else can compute it.
func (id identity) contributor() string {
	sum := sha256.Sum256(append([]byte("enumerate contributor\n"), id.Key...))
	return encoding.EncodeToString(sum[:])
}

// newIdentity returns a random token and key, with a certificate that the key signs. Workers recognize the certificate
// by its hash in the join URL (the pin), so its names and dates do not matter.
func newIdentity() (identity, error) {
	token := make([]byte, 24)
	rand.Read(token)

	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return identity{}, err
	}

	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return identity{}, err
	}

	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "enumerate"},
		NotBefore:    now.AddDate(-10, 0, 0), // clocks differ, and workers check only the pin
		NotAfter:     now.AddDate(100, 0, 0),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}

	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return identity{}, err
	}

	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return identity{}, err
	}
	return identity{Token: encoding.EncodeToString(token), Certificate: certificate, Key: private}, nil
}

func (id identity) certificate() (tls.Certificate, error) {
	key, err := x509.ParsePKCS8PrivateKey(id.Key)
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{id.Certificate}, PrivateKey: key}, nil
}

// A broker connects a coordinator with its workers, by a NATS server that it runs itself or by servers that others run.
type broker struct {
	conn          *nats.Conn
	server        *server.Server // nil if others run the servers
	authenticator *authenticator // nil if others run the servers
	url           JoinURL
}

const (
	maxConnections  = 4096
	keyConnections  = 4 // of one key: a worker has one, and a second one while it reconnects
	coordinatorUser = "coordinator"
)

// These timeouts say how long a coordinator's server and its workers wait for each other. A connection on which
// something takes longer is closed, and the worker may connect again.
type timeouts struct {
	handshake time.Duration // for TLS and authentication
	enrolment time.Duration // for a key to be enrolled, and for the answer
	silence   time.Duration // between two pings
	write     time.Duration // for the other end to read a message
}

var usualTimeouts = timeouts{handshake: 5 * time.Second, enrolment: 5 * time.Second, silence: 5 * time.Second, write: 10 * time.Second}

func (p timeouts) orUsual() timeouts {
	if p == (timeouts{}) {
		return usualTimeouts
	}
	return p
}

const maxUnansweredPings = 3

// startBroker starts a server at an address, and connects to it.
func startBroker(address string, id identity, waits timeouts) (b *broker, err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}

	certificate, err := id.certificate()
	if err != nil {
		return nil, err
	}
	b = &broker{authenticator: newAuthenticator(id.Token, waits.enrolment)}
	options := &server.Options{
		ServerName: "enumerate", Host: host, Port: number,
		NoSigs: true, NoLog: true,
		TLS: true, TLSTimeout: waits.handshake.Seconds(), AuthTimeout: waits.handshake.Seconds(),
		TLSConfig:                  &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{certificate}},
		CustomClientAuthentication: b.authenticator, AlwaysEnableNonce: true,
		MaxConn: maxConnections, MaxSubs: 64, MaxPayload: maxMessage, MaxControlLine: 4096,
		MaxPending:   32 * maxMessage, // also of the coordinator's connection, which a flood must not close
		PingInterval: waits.silence, MaxPingsOut: maxUnansweredPings, WriteDeadline: waits.write,
	}

	b.server, err = server.NewServer(options)
	if err != nil {
		return nil, err
	}
	b.authenticator.disconnect = b.disconnect

	// Start does not return an error if it cannot listen, so listen once here to get the error.
	probe, err := net.Listen("tcp", address)
	if err != nil {
		return nil, CannotListen("listen", address, err)
	}
	probe.Close()

	b.server.Start()
	if !b.server.ReadyForConnections(2 * waits.handshake) {
		b.close()
		return nil, fmt.Errorf("--listen %s: the server does not answer: choose another address", address)
	}
	b.url = JoinURL{Token: id.Token, Address: reachable(b.server.Addr()), Pin: sha256.Sum256(id.Certificate)}

	b.conn, err = b.connect(waits)
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// reachable returns the address for the join URL. If the server listens on all network interfaces, its address names no
// machine, and reachable returns this machine's name with the port.
func reachable(address net.Addr) string {
	a, ok := address.(*net.TCPAddr)
	if !ok || !a.IP.IsUnspecified() {
		return address.String()
	}
	name, err := os.Hostname()
	if err != nil {
		return address.String()
	}
	return net.JoinHostPort(name, strconv.Itoa(a.Port))
}

func (b *broker) connect(waits timeouts) (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(b.server), nats.UserInfo(coordinatorUser, b.authenticator.password),
		nats.Name(coordinatorUser), nats.Timeout(waits.handshake), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
}

func (b *broker) joinURL() JoinURL { return b.url }

// enrols reports whether workers enrol their keys with this coordinator. On servers that others run, the operator
// decides who may connect.
func (b *broker) enrols() bool { return b.authenticator != nil }

// publish sends a message, which may be lost: workers ask again for answers, and a lost batch is assigned again when
// its lease ends.
func (b *broker) publish(subject string, data []byte) { _ = b.conn.Publish(subject, data) }

func (b *broker) listen(subjects []string, put func(subject, reply string, data []byte)) error {
	for _, subject := range subjects {
		_, err := b.conn.Subscribe(subject, func(m *nats.Msg) { put(m.Subject, m.Reply, m.Data) })
		if err != nil {
			return err
		}
	}
	return b.conn.Flush()
}

// flush waits until the published messages have left this process, or the connection has failed.
func (b *broker) flush() { _ = b.conn.Flush() }

func (b *broker) admit(key string) error {
	if !nkeys.IsValidPublicUserKey(key) {
		return errMessage
	}
	if b.authenticator != nil {
		b.authenticator.enrol(key)
	}
	return nil
}

// expel disconnects the worker with this key: it cannot connect any more, and its connections are closed two seconds
// later, so that it can read why it was banned. On servers that others run, the coordinator can do neither, but it
// ignores the worker's messages.
func (b *broker) expel(key string) {
	if b.authenticator == nil {
		return
	}
	b.authenticator.revoke(key)
	if len(b.authenticator.connections(key)) == 0 {
		return
	}
	go func() {
		_ = b.conn.FlushTimeout(answerTimeout) // send the reason first; after an error there is nothing to wait for
		time.AfterFunc(2*time.Second, func() {
			for _, id := range b.authenticator.takeConnections(key) {
				b.disconnect(id)
			}
		})
	}()
}

func (b *broker) disconnect(id uint64) { _ = b.server.DisconnectClientByID(id) }

// hasNoClients reports whether no client except the coordinator is connected, false if others run the servers.
func (b *broker) hasNoClients() bool { return b.server != nil && b.server.NumClients() <= 1 }

func (b *broker) close() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

// An authenticator decides who may connect to the server, and which subjects they may use. The coordinator may use all
// subjects. A connection with the token of the join URL may only enrol a key. An enrolled key may use the subjects of
// this key. So the subject of a message proves which key sent it.
type authenticator struct {
	token, password string        // of the join URL, and of the coordinator's own connection
	enrolment       time.Duration // how long a connection with the token may last
	disconnect      func(connection uint64)

	mu              sync.Mutex
	enrolledKeys    map[string]bool
	openConnections map[string][]uint64 // by key
}

func newAuthenticator(token string, enrolment time.Duration) *authenticator {
	password := make([]byte, 24)
	rand.Read(password)
	return &authenticator{
		token:           token,
		password:        encoding.EncodeToString(password),
		enrolment:       enrolment,
		enrolledKeys:    make(map[string]bool),
		openConnections: make(map[string][]uint64),
	}
}

// Check is called by the server for a new connection.
func (a *authenticator) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if c.Kind() != server.CLIENT {
		return false
	}
	switch {
	case o.Nkey != "": // a worker proves its key by signing a nonce, a random text of the server
		if !signed(o.Nkey, c.GetNonce(), o.Sig) || !a.connect(o.Nkey, c.GetID()) {
			return false
		}
		c.RegisterUser(&server.User{Username: o.Nkey, Permissions: workerPermissions(o.Nkey)})
		return true
	case equal(o.Username, coordinatorUser) && equal(o.Password, a.password):
		c.RegisterUser(&server.User{Username: coordinatorUser})
		return true
	case equal(o.Token, a.token):
		c.RegisterUser(&server.User{Username: enroller, ConnectionDeadline: time.Now().Add(a.enrolment), Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: []string{ownSubjects.enrol()}},
			Subscribe: &server.SubjectPermission{Allow: []string{ownSubjects.inbox(enroller) + ".>"}},
		}})
		return true
	}
	return false
}

// equal compares two secrets in a time that does not depend on them.
func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// signed reports whether the signature of the server's nonce is by this key.
func signed(key string, nonce []byte, signature string) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return false
	}
	public, err := nkeys.FromPublicKey(key)
	return err == nil && public.Verify(nonce, sig) == nil
}

func workerPermissions(key string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{ownSubjects.hello(key), ownSubjects.done(key), ownSubjects.beat(key)}},
		Subscribe: &server.SubjectPermission{Allow: []string{ownSubjects.inbox(key) + ".>", ownSubjects.work(key), ownSubjects.end()}},
	}
}

func (a *authenticator) enrol(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.enrolledKeys[key] = true
}

// revoke takes back an enrolment. It closes no connection.
func (a *authenticator) revoke(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.enrolledKeys, key)
}

// connect notes a new connection of the worker with this key, and reports whether the key is enrolled. If the key has
// too many connections now, the oldest one is closed.
func (a *authenticator) connect(key string, connection uint64) (enrolled bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.enrolledKeys[key] {
		return false
	}
	open := append(a.openConnections[key], connection)
	if len(open) > keyConnections {
		go a.disconnect(open[0])
		open = open[1:]
	}
	a.openConnections[key] = open
	return true
}

func (a *authenticator) connections(key string) []uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.openConnections[key]
}

// takeConnections returns the open connections of a key, and forgets them.
func (a *authenticator) takeConnections(key string) []uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	open := a.openConnections[key]
	delete(a.openConnections, key)
	return open
}
