package fleet

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/internal/cpu"
)

// workFor names the join URL in the environment of a worker process of BenchmarkCoordinator.
const workFor = "ENUMERATE_BENCH_URL"

// init makes this program a worker of the benchmark if the environment names a join URL.
func init() {
	url := os.Getenv(workFor)
	if url == "" {
		return
	}
	err := func() error {
		at, err := ParseJoinURL(url)
		if err != nil {
			return err
		}
		return Worker{URL: at, Workers: 1, Space: func(k checkpoints.Key) (enum.Space, error) { return emptySpace(uint64(k.Size)) }}.Work(context.Background())
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func emptySpace(thousands uint64) (enum.Space, error) {
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 6, Method: enum.Walk})
	return empty{space, thousands * 1000}, err
}

// BenchmarkCoordinator measures the processor time and memory that a coordinator needs for each shard. Two workers,
// each in its own process, compute shards that take no time. The reported figures are those of the coordinator alone;
// resident memory includes pages of the database that the system caches.
func BenchmarkCoordinator(b *testing.B) {
	for _, thousands := range []uint64{100, 1000, 11_000} {
		b.Run(fmt.Sprintf("shards=%d000", thousands), func(b *testing.B) {
			for range b.N {
				e, err := emptySpace(thousands)
				if err != nil {
					b.Fatal(err)
				}
				shards := float64(thousands * 1000)
				path := filepath.Join(b.TempDir(), "test.db")
				store, err := checkpoints.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				key := checkpoints.Key{Ruleset: "empty", Size: int(thousands), Method: enum.Walk}
				ctx := context.Background()
				ready := make(chan JoinURL, 1)
				ended := make(chan error, 1)
				began, before := time.Now(), cpu.Time()
				go func() {
					ended <- Serve(ctx, Service{Store: store, Key: key, Space: e, Listen: "127.0.0.1:0", Files: path, Check: 0.001, Lease: 10 * time.Second,
						Ready: func(u JoinURL, _ string) { ready <- u }})
				}()
				url := <-ready
				for range 2 {
					worker := exec.Command(os.Args[0])
					worker.Env = append(os.Environ(), workFor+"="+url.String())
					worker.Stderr = os.Stderr
					if err := worker.Start(); err != nil {
						b.Fatal(err)
					}
					defer worker.Wait()
				}
				if err := <-ended; err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(shards/time.Since(began).Seconds(), "shards/s")
				b.ReportMetric(float64((cpu.Time()-before).Microseconds())/shards, "CPU-µs/shard")
				var usage syscall.Rusage
				if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(usage.Maxrss)/1e3, "MB-resident")
				var memory runtime.MemStats
				runtime.ReadMemStats(&memory)
				b.ReportMetric(float64(memory.Sys)/1e6, "MB")
				store.Close()
			}
		})
	}
}
