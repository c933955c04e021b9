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

// An identity is what workers know a coordinator by, and it them. It is kept in a file, so
// that a coordinator that was killed is the same one when it is started again.
type identity struct {
	Token       string `json:"token"`
	Certificate []byte `json:"certificate"` // DER
	Key         []byte `json:"key"`         // PKCS #8
}

// loadIdentity reads the identity in a file, and makes a new one if there is no such file. If others may read the file it
// is made private, and remark is told.
func loadIdentity(path string, remark func(string)) (id identity, err error) {
	data, opened, err := readPrivate(path)
	if opened && remark != nil {
		remark(fmt.Sprintf("%s could be read or changed by others, and now only by its owner: if they may know its secret, end this, remove the file, and hand out the new join URL", path))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if id, err = newIdentity(); err != nil {
			return id, err
		}
		err = file.Create(path, func(aside *os.File) error {
			_, err := aside.Write(encode(id))
			return errors.Join(err, aside.Sync(), aside.Close())
		})
		if err != nil && !errors.Is(err, fs.ErrExist) { // else another process was the first
			return id, file.Failed(path, "create it", err)
		}
		return loadIdentity(path, remark)
	case err != nil:
		return id, err
	}
	if err := json.Unmarshal(data, &id); err != nil || id.Token == "" {
		return id, fmt.Errorf("%s: it holds no key and token of a coordinator; remove it, and hand out the new join URL", path)
	}
	return id, nil
}

// readPrivate reads a file that only its owner should be able to read. If others could, it takes that from them and
// reports it. It follows no link, which others may have put there.
func readPrivate(path string) (data []byte, opened bool, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, false, file.Failed(path, "read it", err)
	}
	if !info.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is no regular file: remove it", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false, file.Failed(path, "read it", err)
	}
	defer f.Close()

	const others = 0o077
	if info, err = f.Stat(); err != nil {
		return nil, false, file.Failed(path, "read it", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&others != 0 { // there the bits say nothing
		if err := f.Chmod(info.Mode().Perm() &^ others); err != nil {
			return nil, false, fmt.Errorf("%s can be read or changed by others, and %w: remove it, and hand out the new join URL", path, file.Bare(err))
		}
		opened = true
	}
	data, err = io.ReadAll(io.LimitReader(f, longestIdentity))
	return data, opened, file.Failed(path, "read it", err)
}

// longestIdentity is how many bytes of a file are read.
const longestIdentity = 1 << 16

// contributor returns the name by which the coordinator knows its own results in the database. It follows from the
// key, so it is the same when the coordinator is started again, and nobody else can tell it.
func (id identity) contributor() string {
	sum := sha256.Sum256(append([]byte("enumerate contributor\n"), id.Key...))
	return encoding.EncodeToString(sum[:])
}

func newIdentity() (id identity, err error) {
	token := make([]byte, 24)
	rand.Read(token)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return id, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return id, err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{CommonName: "enumerate"},
		NotBefore:    now.AddDate(-10, 0, 0), // clocks differ, and the pin is what counts
		NotAfter:     now.AddDate(100, 0, 0),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	id.Token = encoding.EncodeToString(token)
	if id.Certificate, err = x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key); err != nil {
		return id, err
	}
	id.Key, err = x509.MarshalPKCS8PrivateKey(key)
	return id, err
}

// certificate returns what the server shows.
func (id identity) certificate() (tls.Certificate, error) {
	key, err := x509.ParsePKCS8PrivateKey(id.Key)
	return tls.Certificate{Certificate: [][]byte{id.Certificate}, PrivateKey: key}, err
}

// A broker is a coordinator's connection to its workers: by way of a NATS server that it runs
// itself, or of servers that others run.
type broker struct {
	conn   *nats.Conn
	server *server.Server // nil if others run it
	door   *door          // nil if others run the server
	url    JoinURL
}

const (
	maxConnections  = 4096
	keyConnections  = 4 // of one key: a worker has one, and another while it reconnects
	coordinatorUser = "coordinator"
)

// A patience is how long a coordinator's server and its workers wait for each other. A connection
// that takes longer is closed, and the worker may connect again.
type patience struct {
	handshake time.Duration // for TLS, and for signing in
	enrolment time.Duration // for a key to be enrolled, and for the answer
	silence   time.Duration // between two pings; the third one that is not answered is the last
	write     time.Duration // for the other end to read what is sent
}

// usualPatience applies if a Service or a Worker sets no patience.
var usualPatience = patience{handshake: 5 * time.Second, enrolment: 5 * time.Second, silence: 5 * time.Second, write: 10 * time.Second}

// orUsual returns p, or usualPatience if p is zero.
func (p patience) orUsual() patience {
	if p == (patience{}) {
		return usualPatience
	}
	return p
}

// maxUnansweredPings is how many pings may be unanswered before a connection is closed.
const maxUnansweredPings = 3

// startBroker starts a server at an address, and connects to it.
func startBroker(address string, id identity, waits patience) (b *broker, err error) {
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
	b = &broker{door: newDoor(id.Token, waits.enrolment)}
	options := &server.Options{
		ServerName: "enumerate", Host: host, Port: number,
		NoSigs: true, NoLog: true,
		TLS: true, TLSTimeout: waits.handshake.Seconds(), AuthTimeout: waits.handshake.Seconds(),
		TLSConfig:                  &tls.Config{MinVersion: tls.VersionTLS13, Certificates: []tls.Certificate{certificate}},
		CustomClientAuthentication: b.door, AlwaysEnableNonce: true,
		MaxConn: maxConnections, MaxSubs: 64, MaxPayload: maxMessage, MaxControlLine: 4096,
		MaxPending:   32 * maxMessage, // of the coordinator's own connection too, which a flood is not to cut
		PingInterval: waits.silence, MaxPingsOut: maxUnansweredPings, WriteDeadline: waits.write,
	}
	if b.server, err = server.NewServer(options); err != nil {
		return nil, err
	}
	b.door.drop = b.drop
	// Start does not say why it could not listen.
	probe, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", address, err)
	}
	probe.Close()
	b.server.Start()
	if !b.server.ReadyForConnections(2 * waits.handshake) {
		b.close()
		return nil, fmt.Errorf("--listen %s: the server does not answer", address)
	}
	b.url = JoinURL{Token: id.Token, Address: reachable(b.server.Addr()), Pin: sha256.Sum256(id.Certificate)}

	if b.conn, err = b.connect(waits); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// reachable returns how others dial an address: that of all interfaces goes by this
// machine's name.
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

// connect returns the coordinator's own connection, which does not leave the process.
func (b *broker) connect(waits patience) (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(b.server), nats.UserInfo(coordinatorUser, b.door.password),
		nats.Name(coordinatorUser), nats.Timeout(waits.handshake), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
}

func (b *broker) joinURL() JoinURL { return b.url }

// enrols reports whether workers enrol their keys with this coordinator. On servers that others
// run, the operator decides who may connect.
func (b *broker) enrols() bool { return b.door != nil }

// publish sends a message. If it does not arrive, it is sent again when the worker asks for it, or
// when its lease is over.
func (b *broker) publish(subject string, data []byte) { _ = b.conn.Publish(subject, data) }

// listen calls put with every message that is sent to one of the subjects.
func (b *broker) listen(subjects []string, put func(subject, reply string, data []byte)) error {
	for _, subject := range subjects {
		_, err := b.conn.Subscribe(subject, func(m *nats.Msg) { put(m.Subject, m.Reply, m.Data) })
		if err != nil {
			return err
		}
	}
	return b.conn.Flush()
}

// flush returns when what was published has left this process, or cannot.
func (b *broker) flush() { _ = b.conn.Flush() }

// admit lets a key in from now on.
func (b *broker) admit(key string) error {
	if !nkeys.IsValidPublicUserKey(key) {
		return errMessage
	}
	if b.door != nil {
		b.door.set(key, true)
	}
	return nil
}

// expel ends the connections of a worker, which may not come back, once it has had time to read what
// was sent to it.
func (b *broker) expel(key string) {
	if b.door == nil {
		return // a cluster's operator can; the coordinator takes nothing more of it
	}
	b.door.set(key, false)
	if len(b.door.connections(key)) == 0 {
		return
	}
	go func() {
		_ = b.conn.FlushTimeout(answerTimeout) // it has gone if that fails
		time.AfterFunc(2*time.Second, func() {
			for _, id := range b.door.close(key) {
				b.drop(id)
			}
		})
	}()
}

// drop ends a connection, which may have gone.
func (b *broker) drop(id uint64) { _ = b.server.DisconnectClientByID(id) }

// deserted reports whether only the coordinator is connected, as far as is known.
func (b *broker) deserted() bool { return b.server != nil && b.server.NumClients() <= 1 }

func (b *broker) close() {
	if b.conn != nil {
		b.conn.Close()
	}
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}

// A door lets in the coordinator, who has the join URL, to enrol a key and do nothing else,
// and the keys that are enrolled. Each key has subjects of its own, so that the server and not a message says who sent it.
type door struct {
	token, password string
	enrolment       time.Duration // how long a connection may last that has only the token
	drop            func(connection uint64)

	mu       sync.Mutex
	enrolled map[string]bool // those that are let in
	open     map[string][]uint64
}

func newDoor(token string, enrolment time.Duration) *door {
	password := make([]byte, 24)
	rand.Read(password)
	return &door{
		token:     token,
		password:  encoding.EncodeToString(password),
		enrolment: enrolment,
		enrolled:  make(map[string]bool),
		open:      make(map[string][]uint64),
	}
}

// Check is asked by the server of every connection.
func (d *door) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if c.Kind() != server.CLIENT {
		return false
	}
	switch {
	case o.Nkey != "":
		if !signed(o.Nkey, c.GetNonce(), o.Sig) || !d.welcome(o.Nkey, c.GetID()) {
			return false
		}
		c.RegisterUser(&server.User{Username: o.Nkey, Permissions: workerPermissions(o.Nkey)})
		return true
	case same(o.Username, coordinatorUser) && same(o.Password, d.password):
		c.RegisterUser(&server.User{Username: coordinatorUser})
		return true
	case same(o.Token, d.token):
		c.RegisterUser(&server.User{Username: enroller, ConnectionDeadline: time.Now().Add(d.enrolment), Permissions: &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: []string{ownSubjects.enrol()}},
			Subscribe: &server.SubjectPermission{Allow: []string{ownSubjects.inbox(enroller) + ".>"}},
		}})
		return true
	}
	return false
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// signed reports whether a key has signed what the server asked it to.
func signed(key string, nonce []byte, signature string) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return false
	}
	public, err := nkeys.FromPublicKey(key)
	return err == nil && public.Verify(nonce, sig) == nil
}

// workerPermissions are the least that a worker needs.
func workerPermissions(key string) *server.Permissions {
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{ownSubjects.hello(key), ownSubjects.done(key), ownSubjects.beat(key)}},
		Subscribe: &server.SubjectPermission{Allow: []string{ownSubjects.inbox(key) + ".>", ownSubjects.work(key), ownSubjects.end(), oldCheck(key)}},
	}
}

// oldCheck is where a worker of the first protocol listens too, and hears nothing: where that is denied, its client remarks so before the one
// line with which it ends.
func oldCheck(key string) string { return string(ownSubjects) + ".check." + key }

// set says whether a key is let in.
func (d *door) set(key string, in bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if in {
		d.enrolled[key] = true
	} else {
		delete(d.enrolled, key)
	}
}

// welcome reports whether a key may come in, and notes its connection.
func (d *door) welcome(key string, connection uint64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.enrolled[key] {
		open := append(d.open[key], connection)
		if len(open) > keyConnections {
			go d.drop(open[0])
			open = open[1:]
		}
		d.open[key] = open
	}
	return d.enrolled[key]
}

func (d *door) connections(key string) []uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open[key]
}

// close forgets the connections of a key, and returns them.
func (d *door) close(key string) []uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	open := d.open[key]
	delete(d.open, key)
	return open
}
