package fleet

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"enumerate/enum"
)

type attacker struct {
	key      string
	epoch    uint64
	pair     nkeys.KeyPair
	conn     *nats.Conn
	failures chan error
}

func sessionOf(s *served, pair nkeys.KeyPair, key string) *session {
	return &session{Worker: Worker{URL: s.url, waits: patientTimeouts}, pair: pair, key: key}
}

// attack enrols the key of a new attacker, connects it, and says hello.
func attack(t *testing.T, s *served) *attacker {
	t.Helper()
	pair, key := newKey(t)
	h := sessionOf(s, pair, key)
	if err := h.enrol(); err != nil {
		t.Fatal(err)
	}
	a := &attacker{key: key, pair: pair, failures: make(chan error, 100)}
	var err error
	if a.conn, err = h.connect(nats.Nkey(key, pair.Sign), nats.CustomInboxPrefix(ownSubjects.inbox(key)), nats.ErrorHandler(a.failed)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.conn.Close)
	// The coordinator waits for the attacker to disconnect at the end.
	if _, err := a.conn.Subscribe(ownSubjects.end(), func(*nats.Msg) { go a.conn.Close() }); err != nil {
		t.Fatal(err)
	}
	answer, err := a.conn.Request(ownSubjects.hello(key), encode(hello{Protocol: protocol, Host: "attacker", Workers: 1}), patient)
	if err != nil {
		t.Fatal(err)
	}
	var j job
	if err := decode(answer.Data, &j); err != nil {
		t.Fatal(err)
	}
	a.epoch = j.Epoch
	return a
}

func (a *attacker) failed(_ *nats.Conn, _ *nats.Subscription, err error) {
	select {
	case a.failures <- err:
	default:
	}
}

func (a *attacker) send(subject string, message []byte) (r receipt, err error) {
	answer, err := a.conn.Request(subject, message, patient)
	if err != nil {
		return r, err
	}
	return r, decode(answer.Data, &r)
}

func (a *attacker) refused(t *testing.T, what string) {
	t.Helper()
	if err := <-a.failures; !errors.Is(err, nats.ErrPermissionViolation) {
		t.Errorf("%s: %v, want a permission violation", what, err)
	}
}

// A worker whose join URL is changed in one part must be refused with an error that says why and does not show the
// secret token of the URL.
func TestOnlyTheURLLetsAWorkerConnect(t *testing.T) {
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	for _, tt := range []struct {
		what   string
		change func(*JoinURL)
		want   string
	}{
		{"another pin", func(u *JoinURL) { u.Pin[0] ^= 1 }, "is not the coordinator of this join URL"},
		{"another token", func(u *JoinURL) { u.Token = "guess" }, "does not know the token"},
		{"another address", func(u *JoinURL) { u.Address = "127.0.0.1:1" }, "127.0.0.1:1"},
	} {
		url := s.url
		tt.change(&url)
		err := Worker{URL: url, Space: spaceOf, Workers: 1, waits: patientTimeouts}.Work(ctx)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", tt.what, err, tt.want)
		}
		if strings.Contains(err.Error(), s.url.Token) {
			t.Errorf("%s: the error shows the token", tt.what)
		}
	}
	pair, _ := nkeys.CreateUser()
	key, _ := pair.PublicKey()
	h := sessionOf(s, pair, key)
	if _, err := h.connect(nats.Nkey(key, pair.Sign)); err == nil {
		t.Error("a key connects that is not enrolled")
	}
	if err := h.enrol(); err != nil {
		t.Fatal(err)
	}
	other, _ := nkeys.CreateUser()
	if _, err := h.connect(nats.Nkey(key, other.Sign)); err == nil {
		t.Error("a key connects with the signature of another")
	}
	s.work(ctx, nil)
	s.right(t)
}

// An enrolled worker that could use the subjects of others could send results under another key, or assign work.
func TestAWorkerIsRestrictedToItsSubjects(t *testing.T) {
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	a, b := attack(t, s), attack(t, s)
	for what, subject := range map[string]string{
		"to deliver as another worker":   ownSubjects.done(b.key),
		"to say hello as another worker": ownSubjects.hello(b.key),
		"to beat as another worker":      ownSubjects.beat(b.key),
		"to assign work":                 ownSubjects.work(b.key),
		"to answer others":               ownSubjects.inbox(b.key) + ".receipt",
		"to end the run":                 ownSubjects.end(),
		"to create a stream":             "$JS.API.STREAM.CREATE.MINE",
		"to enrol others":                ownSubjects.enrol(),
	} {
		if err := a.conn.Publish(subject, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		a.refused(t, what)
	}
	for what, subject := range map[string]string{
		"to subscribe to everything":    ">",
		"to read the answers to others": ownSubjects.inbox(b.key) + ".>",
		"to read the work of others":    ownSubjects.work("*"),
	} {
		if _, err := a.conn.Subscribe(subject, func(*nats.Msg) {}); err != nil {
			t.Fatal(err)
		}
		a.refused(t, what)
	}
	s.work(ctx, nil)
	s.right(t)
}

// An attacker that sends what no honest worker sends must be banned, and an honest worker must complete the run.
func TestNonsenseBansOnlyItsSender(t *testing.T) {
	tally, _ := enum.NewTally(2).MarshalBinary()
	three, _ := enum.NewTally(3).MarshalBinary()
	for _, tt := range []struct {
		what    string
		subject func(key string) string
		message func(a *attacker, own Batch) []byte
	}{
		{"invalid JSON", ownSubjects.done, func(*attacker, Batch) []byte { return []byte("garbage") }},
		{"an invalid tally", ownSubjects.done, sent([]byte{1, 2, 3}, 1, 1)},
		{"a tally of three verdicts", ownSubjects.done, sent(three, 1, 1)},
		{"a negative time", ownSubjects.done, sent(tally, -1, 1)},
		{"a shard twice", ownSubjects.done, sent(tally, 1, 2)},
		{"a shard that does not exist", ownSubjects.done, func(a *attacker, _ Batch) []byte {
			return encode(delivery{Epoch: a.epoch, Number: 1, Shards: []result{{1 << 60, 1, tally}}})
		}},
		{"a name of a megabyte", ownSubjects.hello, func(*attacker, Batch) []byte {
			return encode(hello{Protocol: protocol, Host: strings.Repeat("x", 1<<20)})
		}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			ctx := t.Context()
			s := serve(t, 6, 0.02)
			a := attack(t, s)
			if r, err := a.send(tt.subject(a.key), tt.message(a, a.take(t))); err != nil || r.BanReason == "" {
				t.Errorf("the answer is %+v, %v; expected a ban", r, err)
			}
			h := sessionOf(s, a.pair, a.key)
			if err := h.enrol(); !errors.Is(err, ErrBanned) {
				t.Errorf("the key is enrolled again: %v", err)
			}
			s.work(ctx, nil)
			s.right(t)
		})
	}
}

// sent returns a function that makes a delivery with the same result, a number of times, for the first shard of a
// batch.
func sent(tally []byte, took time.Duration, times int) func(*attacker, Batch) []byte {
	return func(a *attacker, own Batch) []byte {
		return encode(delivery{Epoch: a.epoch, Number: 1, Shards: slices.Repeat([]result{{own.Shards[0].ID, took, tally}}, times)})
	}
}

// take asks for a batch of shards and returns it.
func (a *attacker) take(t *testing.T) (b Batch) {
	t.Helper()
	given, err := a.conn.SubscribeSync(ownSubjects.work(a.key))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.conn.Publish(ownSubjects.beat(a.key), encode(beat{Wants: 1})); err != nil {
		t.Fatal(err)
	}
	m, err := given.NextMsg(patient)
	if err == nil {
		err = decode(m.Data, &b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Attackers send more than a coordinator can read, over a real server.
func TestFloodsDoNotStopARun(t *testing.T) {
	if testing.Short() {
		t.Skip("floods for seconds; go test runs it")
	}
	for what, flood := range map[string]func(context.Context, *attacker){
		"a hundred megabytes": func(ctx context.Context, a *attacker) {
			_ = a.conn.Publish(ownSubjects.done(a.key), make([]byte, 100<<20))
		},
		"messages without end": func(ctx context.Context, a *attacker) {
			for ctx.Err() == nil && a.conn.Publish(ownSubjects.beat(a.key), encode(beat{})) == nil {
			}
		},
		"four megabytes at a time": func(ctx context.Context, a *attacker) {
			for ctx.Err() == nil && a.conn.Publish(ownSubjects.done(a.key), make([]byte, maxMessage)) == nil {
			}
		},
		"all of the work, and no answer": func(ctx context.Context, a *attacker) {
			wants := encode(beat{Wants: 1 << 30})
			for ctx.Err() == nil && a.conn.Publish(ownSubjects.beat(a.key), wants) == nil && a.conn.Flush() == nil {
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			ctx := t.Context()
			s := serveTo(t, 6, 0.02, 2*time.Second, nil)
			a := attack(t, s)
			flooding, stop := context.WithCancel(ctx)
			defer stop()
			go flood(flooding, a)
			s.work(ctx, nil)
			s.right(t)
		})
	}
}

type renamed struct{ enum.Space }

func (renamed) Fingerprint() string { return "another version" }

// A worker of another version must end with an error of one line, and a worker of the right version must complete the
// run.
func TestAnotherVersionIsRefused(t *testing.T) {
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	err := <-s.work(ctx, func(s enum.Space) enum.Space { return renamed{s} })
	if !errors.Is(err, ErrVersion) || strings.Contains(err.Error(), "\n") {
		t.Errorf("the worker ends with %v, want %v in one line", err, ErrVersion)
	}
	s.work(ctx, nil)
	s.right(t)
}

// The answer to the same delivery, sent again and again, must each time be that the results are stored. When a thief of
// the worker's key sends garbage, the key must be banned.
func TestReplaysAndStolenKeysDoNotStopARun(t *testing.T) {
	ctx := t.Context()
	s := serve(t, 6, 0.02)
	owner := attack(t, s)
	space, err := spaceOf(s.key)
	if err != nil {
		t.Fatal(err)
	}
	results, err := new(session).compute(ctx, space, space.Walker(), owner.take(t))
	if err != nil {
		t.Fatal(err)
	}
	right := encode(delivery{owner.epoch, 1, results})
	for range 5 {
		if r, err := owner.send(ownSubjects.done(owner.key), right); err != nil || !r.Stored {
			t.Errorf("the answer to right results is %+v, %v", r, err)
		}
	}
	// A thief of the key cannot be distinguished from its owner.
	h := sessionOf(s, owner.pair, owner.key)
	conn, err := h.connect(nats.Nkey(owner.key, owner.pair.Sign), nats.CustomInboxPrefix(ownSubjects.inbox(owner.key)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	thief := &attacker{key: owner.key, conn: conn}
	if r, err := thief.send(ownSubjects.done(owner.key), []byte("garbage")); err != nil || r.BanReason == "" {
		t.Errorf("the answer to garbage with a stolen key is %+v, %v; expected a ban", r, err)
	}
	s.work(ctx, nil)
	s.right(t)
}
