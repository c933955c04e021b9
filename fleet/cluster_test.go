package fleet

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"enumerate/enum"
)

// startCluster starts three NATS servers that are one cluster, and waits until they have a leader.
func startCluster(t *testing.T) (servers []*server.Server, c Cluster) {
	t.Helper()
	servers = clusterServers(t)
	var urls []string
	for _, s := range servers {
		s.Start()
	}
	for _, s := range servers {
		if !s.ReadyForConnections(20 * time.Second) {
			t.Fatal("a server does not answer")
		}
		urls = append(urls, s.ClientURL())
	}
	for range 200 {
		if servers[0].JetStreamIsLeader() || servers[1].JetStreamIsLeader() || servers[2].JetStreamIsLeader() {
			return servers, Cluster{URLs: strings.Join(urls, ",")}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the cluster has no leader")
	return nil, c
}

// clusterServers returns the three servers of a cluster, not started yet.
func clusterServers(t *testing.T) (servers []*server.Server) {
	t.Helper()
	var ports []int
	var routes []*url.URL
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
	}
	for i, port := range ports {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("s", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), JetStreamMaxMemory: 64 << 20, DisableJetStreamBanner: true,
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: port}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		servers = append(servers, s)
	}
	return servers
}

// A slow space takes its time for each shard.
type slow struct {
	enum.Space
	time time.Duration
}

func (s slow) Walker() enum.Walker { return slowWalker{s.Space.Walker(), s.time} }

type slowWalker struct {
	enum.Walker
	time time.Duration
}

func (s slowWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	time.Sleep(s.time)
	return s.Walker.Walk(ctx, shard, tally)
}

// TestAClusterMayLoseAnyServer stops one of three servers while the run is served: one of them
// has the queue, and to one the coordinator is connected.
func TestAClusterMayLoseAnyServer(t *testing.T) {
	if testing.Short() {
		t.Skip("a cluster takes seconds to choose a leader; go test runs it")
	}
	t.Parallel()
	for victim := range 3 {
		t.Run(fmt.Sprint("server ", victim), func(t *testing.T) {
			t.Parallel()
			ctx := within(t, time.Minute)
			servers, cluster := startCluster(t)
			s := serveOn(t, ctx, 7, 0.02, &cluster)
			if s.url.Run != "wonderwall-7-walk" {
				t.Errorf("the run is called %q", s.url.Run)
			}
			for range 2 {
				s.work(ctx, func(s enum.Space) enum.Space { return slow{s, 10 * time.Millisecond} })
			}
			s.await(ctx, func(st Status) bool { return st.Stored > 20 })
			servers[victim].Shutdown()
			s.right(t)
			t.Log(s.remarks())
		})
	}
}

// TestTheQueueIsMadeOnceTheClusterHasALeader serves on one of three servers, and starts the others
// only then: alone it answers no request for a queue.
func TestTheQueueIsMadeOnceTheClusterHasALeader(t *testing.T) {
	if testing.Short() {
		t.Skip("a cluster takes seconds to choose a leader; go test runs it")
	}
	t.Parallel()
	ctx := within(t, time.Minute)
	servers := clusterServers(t)
	servers[0].Start()
	if !servers[0].ReadyForConnections(20 * time.Second) {
		t.Fatal("a server does not answer")
	}
	late := time.AfterFunc(3*time.Second, func() { servers[1].Start(); servers[2].Start() })
	defer late.Stop()
	s := serveOn(t, ctx, 6, 0, &Cluster{URLs: servers[0].ClientURL()})
	s.work(ctx, nil)
	s.right(t)
}
