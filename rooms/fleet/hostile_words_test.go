package fleet

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"enumerate/enum"
)

func TestAnswersGoOnlyToTheSender(t *testing.T) {
	s := serve(t, 6, 0.02)
	f, victim := newHostileWorker(t, s), newHostileWorker(t, s)
	f.hello("here")
	victim.hello("there")
	heard, err := victim.nats.SubscribeSync(victim.prefix + ".inbox." + victim.key + ".>")
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.nats.Flush(); err != nil {
		t.Fatal(err)
	}
	own := f.prefix + ".inbox." + f.key
	for _, reply := range []string{
		"enumerate.end", "enumerate.enrol", victim.own("hello"), victim.own("done"), victim.own("beat"), victim.own("work"),
		victim.own("inbox") + ".job", victim.own("inbox") + ".receipt", "enumerate.inbox.enrol.x",
		own, own + "x." + victim.key, own + ".*", own + ".>", own + "..x", own + ".x.", ">", "*", "enumerate.>", "enumerate.*.*",
		"$JS.API.STREAM.PURGE.X", "$SYS.REQ.SERVER.PING", "_INBOX.x", strings.Repeat("x.", 1000) + "x",
	} {
		for _, kind := range []string{"hello", "done", "beat"} {
			for _, message := range []string{`{}`, `{"protocol":2,"host":"here"}`} {
				if err := f.conn.PublishRequest(f.own(kind), reply, []byte(message)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if a := f.hello("here"); a.none != nil { // after all of these
		t.Errorf("the sender gets no more answers: %v", a.none)
	}
	if a := victim.hello("there"); a.out() || a.none != nil {
		t.Errorf("the answer to another worker is %+v", a)
	}
	for {
		m, err := heard.NextMsg(time.Millisecond) // everything that was sent before the last answer has come
		if err != nil {
			break
		}
		if !strings.Contains(m.Subject, "."+victim.key+".") || strings.HasSuffix(m.Subject, ".receipt") || strings.HasSuffix(m.Subject, ".job") {
			t.Errorf("another worker gets %q at %s", m.Data, m.Subject)
		}
	}
	select {
	case <-victim.ended:
		t.Error("the run ends")
	default:
	}
	if n := len(s.status().Workers); n > 2 {
		t.Errorf("the status has %d workers, want 2", n)
	}
	s.finishes(t, f, victim)
}

func TestTheServerDeniesOtherSubjects(t *testing.T) {
	s := serve(t, 6, 0.02)
	f, victim := newHostileWorker(t, s), newHostileWorker(t, s)
	denied := func(what string) {
		t.Helper()
		if err := <-f.denied; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("to %s: %v", what, err)
		}
	}
	for _, subject := range []string{
		victim.own("hello"), victim.own("done"), victim.own("beat"), victim.own("work"), victim.own("inbox") + ".x", "enumerate.inbox." + f.key + ".x",
		"enumerate.end", "enumerate.enrol", "enumerate.hello.*", "enumerate.hello.>", "enumerate.>", ">", "*", "enumerate.hello." + f.key + ".x",
		"$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$JS.API.INFO", "$JS.API.STREAM.CREATE.X",
	} {
		if err := f.conn.Publish(subject, []byte("{}")); err == nil {
			denied("publish to " + subject)
		}
	}
	for _, subject := range []string{
		">", "*", "*.*", "enumerate.>", "enumerate.*", "enumerate.*.*", "enumerate.inbox.>", "enumerate.inbox.*.>", victim.own("work"), victim.own("inbox") + ".>",
		"enumerate.enrol", "enumerate.hello.*", "enumerate.done.*", "enumerate.done." + f.key, "$SYS.>", "$JS.>", "enumerate.inbox.enrol.>",
	} {
		if _, err := f.nats.Subscribe(subject, func(*nats.Msg) {}); err == nil {
			denied("listen to " + subject)
		}
		if _, err := f.nats.QueueSubscribe(subject, "q", func(*nats.Msg) {}); err == nil {
			denied("listen in turn to " + subject)
		}
	}
	s.finishes(t, f, victim)
}

func TestTextOfStrangersIsShownOnOneLine(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 0.02, 2*time.Second)
		names := []string{
			"\x1b[2J\x1b[1;1Hn=6: all is well", "a\nn=6: all is well", "a\r\nb", "\u009b2J", "\u202egnorw", "a\u2028b", "\x00", "\x07\x08\x7f",
			"\xff\xfe", strings.Repeat("x", 100), strings.Repeat("é", 50), "%s%n%d", "\U000e0041",
		}
		hostiles := make([]*hostileWorker, 0, len(names))
		for i, name := range names {
			f := newHostileWorker(t, s)
			hostiles = append(hostiles, f)
			f.hello(name)
			message := []byte("{" + name)
			if i%2 == 0 {
				message = encode(map[string]any{"epoch": f.epoch, "number": 1, "shards": []map[string]any{{"id": 0, "took": name}}})
			}
			if a := f.ask("done", message); !a.out() {
				t.Errorf("%q: %+v, want a ban", name, a)
			}
		}
		s.until(t, "all are banned", func(Status) bool { return strings.Count(s.remarks(), "is banned") >= len(names) })
		s.checkRemarks(t)
		for _, w := range s.status().Workers {
			if text := w.Name + w.BanReason; strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x9b || r == '\u202e' || r == '\u2028' }) || len(text) > 1000 {
				t.Errorf("the status shows %q", text)
			}
		}
		s.finishes(t, hostiles...)
		s.checkRemarks(t)
	})
}

// The coordinator gets arbitrary bytes as messages. It must continue, and ban at most the sender.
func TestAnyBytesAreAnsweredOrDropped(t *testing.T) {
	tally, _ := enum.NewTally(2).MarshalBinary()
	good := string(encode(tally))
	deep := strings.Repeat(`{"shards":[`, 50_000)
	messages := []string{
		"", "null", "[]", "0", `""`, "true", "{", "}", "\x00", "\xff", deep, strings.Repeat("[", 100_000), `{"shards":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`,
		`{"shards":null}`, `{"shards":[]}`, `{"shards":[null]}`, `{"shards":[{}]}`, `{"shards":{}}`,
		`{"shards":[{"id":0,"took":-1,"tally":` + good + `}]}`, `{"shards":[{"id":0,"took":NaN,"tally":` + good + `}]}`,
		`{"shards":[{"id":0,"took":1e400,"tally":` + good + `}]}`, `{"shards":[{"id":0,"took":1e18,"tally":` + good + `}]}`,
		`{"shards":[{"id":0,"took":9223372036854775807,"tally":` + good + `}]}`, `{"shards":[{"id":0,"took":9223372036854775808,"tally":` + good + `}]}`,
		`{"shards":[{"id":-1,"took":1,"tally":` + good + `}]}`, `{"shards":[{"id":18446744073709551615,"took":1,"tally":` + good + `}]}`,
		`{"shards":[{"id":1e30,"took":1,"tally":` + good + `}]}`, `{"shards":[{"id":0.5,"took":1,"tally":` + good + `}]}`,
		`{"shards":[{"id":` + strings.Repeat("9", 100_000) + `}]}`, `{"number":18446744073709551615,"shards":[{"id":0,"took":1,"tally":` + good + `}]}`,
		`{"number":-1}`, `{"epoch":-1}`, `{"epoch":1e999}`,
		`{"shards":[{"id":0,"took":1,"tally":"AAAA"}]}`, `{"shards":[{"id":0,"took":1,"tally":"/////////////////////w=="}]}`, `{"shards":[{"id":0,"took":1,"tally":"!"}]}`,
		`{"shards":[{"id":0,"took":1,"tally":` + good + `}],"shards":[{"id":1},{"id":2}],"Shards":[{"ID":3}]}`,
		`{"wants":1000000000}`, `{"wants":9223372036854775807,"holds":[0]}`, `{"wants":-9223372036854775808}`, `{"wants":1e9}`, `{"wants":1e99}`, `{"wants":"1"}`,
		`{"holds":[` + strings.Repeat("1,", 100_000) + `1]}`, `{"holds":[-1]}`, `{"holds":null,"wants":null}`, `{"shards":18446744073709551616}`,
		`{"protocol":1}`, `{"protocol":-1}`, `{"protocol":2,"workers":-9223372036854775808}`, `{"protocol":2,"workers":9223372036854775807}`, `{"protocol":2,"workers":1e9}`,
		`{"protocol":2,"host":` + string(encode(strings.Repeat("x", 1<<20))) + `}`, `{"protocol":2,"host":["x"]}`, `{"protocol":2,"version":{}}`, `{"protocol":2,"host":"\ud800"}`,
	}
	for _, kind := range []string{"hello", "beat", "done"} {
		t.Run(kind, func(t *testing.T) {
			inVirtualTime(t, func(t *testing.T) {
				s := serveInMemory(t, 6, 0.02, 2*time.Second)
				var hostiles []*hostileWorker
				f := newHostileWorker(t, s)
				f.hello("here")
				for _, message := range messages {
					if f.conn.IsClosed() || f.number > 0 {
						f = newHostileWorker(t, s)
						f.hello("here")
					}
					answered := kind
					if kind == "beat" {
						_ = f.conn.Publish(f.own(kind), []byte(message))
						answered, message = "hello", `{"protocol":2}`
					}
					if a := f.ask(answered, []byte(message)); a.out() {
						f.number = 1 // of the next message
						hostiles = append(hostiles, f)
					} else if a.none != nil {
						t.Errorf("%s of %.80q is not answered: %v", kind, message, a.none)
					}
				}
				s.checkRemarks(t)
				s.finishes(t, append(hostiles, f)...)
			})
		})
	}
}

func openServer(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{ServerName: "others", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	s.Start()
	if !s.ReadyForConnections(patient) {
		t.Fatal("the server does not answer")
	}
	return s
}

// TestInvalidKeysOnAClusterAreIgnored sends messages with subjects that have no key or an invalid one, on a server
// without permissions.
func TestInvalidKeysOnAClusterAreIgnored(t *testing.T) {
	if testing.Short() {
		t.Skip("a coordinator on a cluster waits at its end; go test runs it")
	}
	others := openServer(t)
	s := serveTo(t, 6, 0.02, neverEnds, func(of *Service) { of.Listen, of.Cluster = "", &Cluster{URLs: others.ClientURL()} })
	prefix := "enumerate." + s.url.Run
	pair, key := newKey(t)
	f := listen(t, s.url, pair, key, prefix, others.ClientURL())
	wrong := bookOf(t, s.key, exchanged)
	names := []string{"*", ">", "x", "enrol", "coordinator", strings.ToLower(key), key[:len(key)-1], key + "A", strings.Repeat("U", 56), "SUAMDS2ZVHJJL2V4UJQTCVMFHU5DHRXOHCPZOIZUOWOXHNQQM3QZ24HUIQ", "\x1b[2J", "%s", strings.Repeat("x", 3000)}
	for i := range 3000 {
		names = append(names, fmt.Sprint("worker", i))
	}
	for _, name := range names {
		for kind, message := range map[string]any{
			"hello": map[string]any{"protocol": protocol, "host": name},
			"beat":  map[string]any{"wants": 100},
			"done":  map[string]any{"epoch": 0, "number": 1, "shards": wrong.all()[:1]},
		} {
			_ = f.conn.PublishRequest(prefix+"."+kind+"."+name, prefix+".inbox."+name+".x", encode(message))
		}
	}
	for _, subject := range []string{"hello", "hello.", "hello.a.b", "hello." + key + ".x", "work." + key, "enrol", "end.x", "inbox." + key} {
		_ = f.conn.PublishRequest(prefix+"."+subject, prefix+".end", []byte(`{"protocol":2}`))
	}
	s.work(t.Context(), nil)
	s.right(t)
	s.checkRemarks(t)
	if n := len(s.status().Workers); n > 2 {
		t.Errorf("the status has %d workers, want one", n)
	}
}

func TestTheTokenAllowsOnlyEnrolment(t *testing.T) {
	s := serve(t, 6, 0.02)
	f, banned := newHostileWorker(t, s), newHostileWorker(t, s)
	f.hello("here")
	if banned.hello("there"); !banned.ask("done", []byte("garbage")).out() {
		t.Fatal("the sender of garbage is not banned")
	}
	at := "tls://" + s.url.Address
	stranger, strange := newKey(t)
	for what, options := range map[string][]nats.Option{
		"a connection without credentials": nil,
		"the coordinator's name":           {nats.UserInfo("coordinator", "")},
		"the coordinator with the token":   {nats.UserInfo("coordinator", s.url.Token)},
		"the token as a name":              {nats.UserInfo(s.url.Token, "")},
		"no token":                         {nats.Token("")},
		"another token":                    {nats.Token(s.url.Token + "x")},
		"a key that is not enrolled":       {nats.Nkey(strange, stranger.Sign)},
		"another's key":                    {nats.Nkey(f.key, stranger.Sign)},
		"another's key, and the token":     {nats.Nkey(f.key, stranger.Sign), nats.Token(s.url.Token)},
		"a key that is not, and the token": {nats.Nkey(strange, stranger.Sign), nats.Token(s.url.Token)},
		"a banned key":                     {nats.Nkey(banned.key, banned.pair.Sign)},
	} {
		if conn, err := nats.Connect(at, append(options, nats.Secure(s.url.tlsConfig()), nats.NoReconnect(), nats.Timeout(patient))...); err == nil {
			t.Errorf("%s may connect", what)
			conn.Close()
		}
	}
	if err := enrolKey(s.url, banned.key); err == nil {
		t.Error("a banned key is enrolled again")
	}
	denied := make(chan error, 100)
	conn, err := nats.Connect(at, nats.Secure(s.url.tlsConfig()), nats.Token(s.url.Token), nats.NoReconnect(), nats.Timeout(patient), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	refused := func(what string, err error) {
		t.Helper()
		if err != nil {
			return
		}
		if err := <-denied; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("with the token alone, to %s: %v", what, err)
		}
	}
	for _, subject := range []string{f.own("hello"), f.own("done"), f.own("beat"), f.own("work"), "enumerate.end", "enumerate.inbox." + f.key + ".job", "enumerate.inbox.enrol.x"} {
		refused("publish to "+subject, conn.Publish(subject, []byte("{}")))
	}
	for _, subject := range []string{">", "enumerate.>", "enumerate.enrol", "enumerate.*.*", f.own("work"), "enumerate.inbox." + f.key + ".>", "enumerate.end"} {
		_, err := conn.Subscribe(subject, func(*nats.Msg) {})
		refused("listen to "+subject, err)
	}
	conn.Close()
	s.finishes(t, f, banned)
}
