package fleet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"enumerate/enum"
)

// inService calls do with a networkTransport and its coordinator in virtual time, while the transport runs. A batch is
// assigned to the worker ann.
func inService(t *testing.T, do func(st *networkTransport, c *coordinator, sleep func(time.Duration))) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newTestRegister(t, newStore(t, filepath.Join(t.TempDir(), "test.db")), 6)
		defer c.close()
		now := time.Now()
		for _, message := range []any{&enrolment{"ann"}, &hello{Protocol: protocol, Host: "a", Workers: 1}, &beat{Wants: 1}} {
			if err := c.receive(now, letter{from: "ann", message: message}); err != nil {
				t.Fatal(err)
			}
		}
		if len(c.schedule.assignments) != 1 {
			t.Fatalf("%d batches are assigned, want one", len(c.schedule.assignments))
		}
		ctx, cancel := context.WithCancel(t.Context())
		busy := make(chan time.Duration, 1)
		st := &networkTransport{network: newMemoryNetwork(), mailbox: newMailbox(), subjects: ownSubjects}
		ended := make(chan error, 1)
		go func() {
			ended <- st.run(ctx, c.coordinator, func(Status) {
				select {
				case d := <-busy:
					time.Sleep(d)
				default:
				}
			})
		}()
		do(st, c.coordinator, func(d time.Duration) { busy <- d })
		cancel()
		<-ended
	})
}

// TestALeaseIsRenewedBeforeItEnds blocks the coordinator for longer than a lease while a beat waits.
func TestALeaseIsRenewedBeforeItEnds(t *testing.T) {
	inService(t, func(st *networkTransport, c *coordinator, busyFor func(time.Duration)) {
		holds := encode(&beat{Holds: []uint64{1}})
		for range 20 {
			st.mailbox.put(ownSubjects.beat("ann"), "", holds)
			time.Sleep(2 * tick)
			busyFor(2 * c.roster.lease)
			time.Sleep(tick + time.Millisecond)
			st.mailbox.put(ownSubjects.beat("ann"), "", holds)
			time.Sleep(2*c.roster.lease + tick)
		}
		if synctest.Wait(); c.counts.Reassignments > 0 {
			t.Errorf("%d batches are assigned again", c.counts.Reassignments)
		}
	})
}

func TestTheLimitsOfMessagesAreForEachTick(t *testing.T) {
	inService(t, func(st *networkTransport, c *coordinator, _ func(time.Duration)) {
		for range 3 {
			for range mostMessages {
				st.mailbox.put(ownSubjects.beat("ann"), "", []byte("{}"))
			}
			time.Sleep(tick + time.Millisecond)
		}
		if synctest.Wait(); c.roster.workers["ann"].ban != "" {
			t.Errorf("ann is banned: %s", c.roster.workers["ann"].ban)
		}
	})
}

func TestAWorkerThatMissedTheEndIsNotified(t *testing.T) {
	inVirtualTime(t, func(t *testing.T) {
		s := serveInMemory(t, 6, 0.02, 2*time.Second)
		late := newHostileWorker(t, s)
		late.stays.Store(true)
		s.work(t.Context(), nil)
		<-late.ended
		time.Sleep(tick)

		if a := late.hello("late"); a.none != nil || !a.Ended {
			t.Errorf("the answer is %+v, want that the run has ended", a)
		}

		late.conn.Close()
		s.right(t)
	})
}

// While a run is served, it has files that only their owner may read; afterwards, it has no files and no server.
func TestARunLeavesNothingBehind(t *testing.T) {
	s := serve(t, 6, 0.02)
	files := []string{s.path + ".join", s.path + ".serve"}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}

	s.work(t.Context(), nil)
	s.right(t)

	for _, name := range files {
		if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if conn, err := net.Dial("tcp", s.url.Address); err == nil {
		conn.Close()
		t.Error("the server still listens")
	}
}

// A second coordinator of the same database must be refused. The first one continues, and its files stay.
func TestOneDatabaseIsServedOnce(t *testing.T) {
	s := serve(t, 6, 0.02)
	join, err := os.ReadFile(s.path + ".join")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{6, 5} { // the same run and another one
		space, err := spaceOf(walkOf(n))
		if err != nil {
			t.Fatal(err)
		}
		second := Service{
			Store: newStore(t, s.path), Key: walkOf(n), Space: space, Listen: "127.0.0.1:0", Files: s.path, Lease: time.Second,
			Ready: func(JoinURL, string) { t.Error("workers can join the second coordinator") },
		}
		err = Serve(t.Context(), second)
		want := fmt.Sprintf("%s is already served by process %d on ", s.path, os.Getpid())
		if err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), ", a walk of wonderwall n=6: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("n = %d: %v, want %s", n, err, want)
		}
	}
	if again, err := os.ReadFile(s.path + ".join"); err != nil || string(again) != string(join) {
		t.Errorf("the join URL is %q, %v; want %q", again, err, join)
	}

	s.work(t.Context(), nil)
	s.right(t)

	left, err := filepath.Glob(s.path + ".*")
	if err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func TestMissingFilesAreIgnoredAtTheEnd(t *testing.T) {
	s := serve(t, 6, 0.02)
	for _, name := range []string{".join", ".serve", ".serving"} {
		if err := os.Remove(s.path + name); err != nil && runtime.GOOS != "windows" { // Windows removes no open file
			t.Error(err)
		}
	}
	s.work(t.Context(), nil)
	s.right(t)
}

type broken struct{ enum.Space }

var errOfSpace = errors.New("it is broken")

func (b broken) Walker() enum.Walker { return b }

func (broken) Walk(context.Context, enum.Shard, *enum.Tally) error { return errOfSpace }

func (broken) Load(_ context.Context, shard enum.Shard) (enum.Shard, bool, error) {
	return shard, false, errOfSpace
}

func TestAnErrorOfAWalkerOrLoaderEndsTheRun(t *testing.T) {
	space, err := spaceOf(walkOf(6))
	if err != nil {
		t.Fatal(err)
	}
	for name, loop := range map[string]func(*networkTransport, context.Context){"walk": (*networkTransport).walkLoop, "load": (*networkTransport).loadLoop} {
		ctx, fail := context.WithCancelCause(t.Context())
		st := &networkTransport{network: newMemoryNetwork(), space: broken{space}, fail: fail, toWalk: make(chan enum.Shard, 1), toLoad: make(chan envelope, 1)}
		st.toWalk <- enum.Shard{}
		st.toLoad <- envelope{Batch: Batch{Shards: make([]enum.Shard, 1)}}
		if loop(st, ctx); !errors.Is(context.Cause(ctx), errOfSpace) {
			t.Errorf("%s: the run ends with %v", name, context.Cause(ctx))
		}
	}
}

func TestAConnectedWorkerDelaysTheEndByThreeSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		crowded := newMemoryNetwork()
		crowded.ends[new(memoryEnd)] = true
		st := &networkTransport{network: crowded, mailbox: newMailbox(), subjects: ownSubjects}
		began := time.Now()
		if st.linger(nil); time.Since(began) > 3*time.Second {
			t.Errorf("the coordinator lingers for %v, expected at most 3 s", time.Since(began))
		}
	})
}

func TestWhichShardsAreVerifiedIsUnpredictable(t *testing.T) {
	epochs := make(map[uint64]bool) // drawn from the same source as the secret of the checks
	for range 2 {
		epochs[newHostileWorker(t, serve(t, 6, 0.02)).hello("a").Epoch] = true
	}
	if len(epochs) != 2 {
		t.Errorf("the epochs are %v, want different ones", epochs)
	}
}

// A heavy space has shards with paths of given sizes. Shards of size 0 cannot be sent.
type heavy struct {
	enum.Space
	bytes []int
}

func (h heavy) Load(_ context.Context, shard enum.Shard) (enum.Shard, bool, error) {
	shard.Path = make([]byte, h.bytes[shard.ID])
	return shard, len(shard.Path) > 0, nil
}

type light struct{ enum.Space }

func (light) Load(_ context.Context, shard enum.Shard) (enum.Shard, bool, error) {
	return shard, true, nil
}

func TestShardsWithoutPathsAreSentInOneMessage(t *testing.T) {
	b := Batch{Epoch: 3, ID: 7, Shards: []enum.Shard{{ID: 0}, {ID: 1}}}
	pieces, unsendable, err := load(t.Context(), light{}, b)
	if err != nil || len(unsendable) > 0 || !reflect.DeepEqual(pieces, []Batch{b}) {
		t.Errorf("load = %v, %v, %v, want the batch itself", pieces, unsendable, err)
	}
}

// Each message must fit the size limit, all messages together must have all shards, and shards that are too large for a
// message must be reported.
func TestALargeBatchIsSentInSeveralMessages(t *testing.T) {
	const most = maxMessage / 2
	space := heavy{bytes: []int{most, 1, most - 1, 1, 0, most + 1, most / 2, most / 2, most / 2}}
	b := Batch{Epoch: 3, ID: 7}
	for id := range space.bytes {
		b.Shards = append(b.Shards, enum.Shard{ID: uint64(id)})
	}
	pieces, unsendable, err := load(t.Context(), space, b)
	if err != nil {
		t.Fatal(err)
	}
	var sent [][]uint64
	for _, p := range pieces {
		var ids []uint64
		for _, shard := range p.Shards {
			ids = append(ids, shard.ID)
		}
		if n := len(encode(p)); n > maxMessage || p.Epoch != 3 || p.ID != 7 {
			t.Errorf("a message of %d bytes has shards %v of batch %d of %d", n, ids, p.ID, p.Epoch)
		}
		sent = append(sent, ids)
	}
	if want := [][]uint64{{0}, {1, 2}, {3, 6}, {7, 8}}; !reflect.DeepEqual(sent, want) {
		t.Errorf("the messages have shards %v, want %v", sent, want)
	}
	if len(unsendable) != 2 || unsendable[0].ID != 4 || unsendable[1].ID != 5 {
		t.Errorf("%v cannot be sent, want 4 and 5", unsendable)
	}
}
