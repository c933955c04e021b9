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
	"github.com/nats-io/nats.go"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/eventually"
)

// startCluster starts a cluster of three NATS servers, and waits until each announces the other two to its clients.
func startCluster(t *testing.T) (servers []*server.Server, c Cluster) {
	t.Helper()
	servers = clusterServers(t)
	var urls []string
	for _, s := range servers {
		s.Start()
	}
	for _, s := range servers {
		if !s.ReadyForConnections(patient) {
			t.Fatal("a server does not answer")
		}
		urls = append(urls, s.ClientURL())
		awaitDiscovery(t, s.ClientURL(), len(servers)-1)
	}
	return servers, Cluster{URLs: strings.Join(urls, ",")}
}

func awaitDiscovery(t *testing.T, url string, others int) {
	t.Helper()
	conn, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	eventually.True(t, func() bool { return len(conn.DiscoveredServers()) >= others })
}

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

type slow struct {
	enum.Space
	time  time.Duration
	until chan struct{} // walkers wait until it is closed; nil if they always wait
}

func (s slow) Walker() enum.Walker { return slowWalker{s.Space.Walker(), s} }

type slowWalker struct {
	enum.Walker
	slow
}

func (s slowWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	select {
	case <-time.After(s.time):
	case <-s.until:
	case <-ctx.Done():
		return ctx.Err()
	}
	return s.Walker.Walk(ctx, shard, tally)
}

// A run is served on a cluster of three NATS servers. The coordinator at first knows only the server that stops, and
// one of the workers is connected to it, too.
func TestARunSurvivesTheLossOfAServer(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for leases to end; go test runs it")
	}
	ctx := t.Context()
	servers, all := startCluster(t)
	// Batches that are lost with the server are assigned again when their lease ends.
	const lease = 5 * time.Second
	s := serveTo(t, 7, 0.02, lease, func(of *Service) { of.Cluster = &Cluster{URLs: servers[1].ClientURL()} })
	if s.url.Run != "wonderwall-7-walk" {
		t.Errorf("the name of the run is %q", s.url.Run)
	}
	for _, urls := range []string{servers[1].ClientURL() + "," + servers[0].ClientURL(), all.URLs} {
		url := s.url
		url.Address = urls
		workAt(ctx, url, 1, func(s enum.Space) enum.Space { return slow{Space: s, time: 10 * time.Millisecond} })
	}
	s.await(t, func(st Status) bool { return st.StoredResults > 20 })
	servers[1].Shutdown()
	s.right(t)
	t.Log(s.remarks())
}

// The names of runs are part of the subjects of their messages. Different runs must have different names, with only the
// characters that are allowed in a subject.
func TestRunsOnAClusterHaveDistinctNames(t *testing.T) {
	for want, k := range map[string]checkpoints.Key{
		"wonderwall-7-walk":      {Ruleset: "wonderwall", Size: 7, Method: enum.Walk},
		"wonderwall-8-walk":      {Ruleset: "wonderwall", Size: 8, Method: enum.Walk},
		"wonderwall-7-count":     {Ruleset: "wonderwall", Size: 7, Method: "count"},
		"wonderwall-7-sample-3":  {Ruleset: "wonderwall", Size: 7, Method: enum.Sample, Seed: 3},
		"wonderwall-7-sample-33": {Ruleset: "wonderwall", Size: 7, Method: enum.Sample, Seed: 33},
		"a____of_mine-7-walk":    {Ruleset: "a.*> of mine", Size: 7, Method: enum.Walk},
	} {
		url := Cluster{URLs: "nats://x:1"}.url(k)
		if again, err := ParseJoinURL(url.String()); url.Run != want || again != url || err != nil {
			t.Errorf("%+v has the name %q, and its URL is read as %+v, %v", k, url.Run, again, err)
		}
	}
}

// TestCredentialsAreSentToACluster connects without credentials, and with a file of credentials that does not exist.
// The error must name the flag and the file.
func TestCredentialsAreSentToACluster(t *testing.T) {
	s := clusterServers(t)[0]
	s.Start()
	if !s.ReadyForConnections(patient) {
		t.Fatal("the server does not answer")
	}
	for creds, well := range map[string]bool{"": true, "no such file": false} {
		conn, err := Cluster{s.ClientURL(), creds}.connect()
		if err == nil {
			conn.Close()
		}
		if (err == nil) != well || err != nil && !strings.HasPrefix(err.Error(), "--creds "+creds+": cannot open it: ") {
			t.Errorf("with credentials in %q: %v", creds, err)
		}
	}
}
