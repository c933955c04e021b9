package verb

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"enumerate/internal/bounded"
)

// A Crossing is the error of a verb or a game that exceeds a limit.
type Crossing struct{ Bound string } // such as "2s (--timeout)"

func (c Crossing) Error() string { return "the limit of " + c.Bound + " is exceeded" }
func (c Crossing) Unwrap() error { return ErrUnknown }

// interruptible returns a context that ends with Ctrl-C or SIGTERM; its cause is then ErrInterrupted. A second signal
// ends the program. The caller calls the returned function at the end.
func interruptible() (context.Context, func()) {
	signalled, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, end := context.WithCancelCause(context.Background())
	context.AfterFunc(signalled, func() { stop(); end(ErrInterrupted) })
	return ctx, func() { end(nil); stop() } // end before stop: stop ends signalled, which must not look like a signal
}

// Ended returns the error to report for work that ended with err. If err only says that the context was canceled, Ended
// returns the cause: [ErrInterrupted] after Ctrl-C, or the [Crossing] of a limit.
func Ended(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	isCancellation := cause != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, cause))
	if !isCancellation {
		return err
	}
	if cause != ErrInterrupted && errors.Is(err, cause) {
		return err // it contains the cause and says more
	}
	return cause
}

// grace is how long a verb or a game may take to end after its context has ended. Tests raise it for busy machines.
var grace = 750 * time.Millisecond

const (
	// lastGrace is how long the program waits for a verb whose context has ended. It is longer than grace, the wait
	// inside the verb, so that a verb that ends in time can still print its error.
	lastGrace  = 900 * time.Millisecond
	watchEvery = 20 * time.Millisecond
)

// Bounds are the limits of a verb: --timeout and --memory.
type Bounds struct {
	timeout time.Duration // 0 for no limit
	Memory  memory
	each    bool // whether the timeout is for each game or move, not for the whole verb

	clearing sync.RWMutex // locked while games are ended because of memory; no game begins meanwhile
	mu       sync.Mutex
	games    map[*gameInProgress]struct{} // the games in progress
}

type gameInProgress struct {
	end  context.CancelCauseFunc // ends the context of the game
	done chan struct{}           // closed when the game is done
}

// TimeoutOf is the annotation of a verb whose --timeout limits each item of its work and not the whole verb. Its value
// names an item: "a game".
const TimeoutOf = "timeout of"

// addBounds gives a verb the flags --timeout and --memory, and makes the context of the verb end when a limit is
// exceeded. See [TimeoutOf] for what the timeout limits.
func addBounds(cmd *cobra.Command) {
	item, isForEach := cmd.Annotations[TimeoutOf]
	b := &Bounds{each: isForEach, games: make(map[*gameInProgress]struct{})}
	usage := "time limit, such as 30s or 5m (default 0: none)"
	if isForEach {
		usage = "time limit for " + item + " (default 0: none)"
	}
	cmd.Flags().DurationVar(&b.timeout, "timeout", 0, usage)
	cmd.Flags().Var(&b.Memory, "memory", "memory limit (default 4GiB or half of the machine)")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if b.timeout < 0 {
			return Usagef("--timeout %v: expected a duration such as 30s, or 0 for no limit", b.timeout)
		}
		return b.run(cmd, func() error { return run(cmd, args) })
	}
}

type boundsKey struct{}

// BoundsOf returns the limits of the verb whose context this is. A context outside a verb has the usual memory limit.
func BoundsOf(ctx context.Context) *Bounds {
	if b, ok := ctx.Value(boundsKey{}).(*Bounds); ok {
		return b
	}
	return &Bounds{Memory: usualMemory(), games: make(map[*gameInProgress]struct{})}
}

// run runs a verb within its limits. If the verb does not end soon after its context, run returns without it; the
// verb's goroutine ends with the program.
func (b *Bounds) run(cmd *cobra.Command, verb func() error) error {
	ctx, end := context.WithCancelCause(cmd.Context())
	defer end(nil)
	if b.timeout > 0 && !b.each {
		defer time.AfterFunc(b.timeout, func() { end(b.late()) }).Stop()
	}
	if b.Memory.Bytes == 0 {
		b.Memory = usualMemory()
	}
	// From seven eighths of the limit on, the garbage collector works harder, so that garbage alone does not exceed it.
	debug.SetMemoryLimit(b.Memory.Bytes - b.Memory.Bytes/8)
	go b.watch(ctx, end)
	cmd.SetContext(context.WithValue(ctx, boundsKey{}, b))
	return Within(ctx, verb)
}

// Within runs a function. If the context ends, Within waits for the function at most for the time grace.
func Within(ctx context.Context, do func() error) error { return within(ctx, grace, do) }

func within(ctx context.Context, grace time.Duration, do func() error) error {
	_, err := bounded.Do(ctx, grace, func() (struct{}, error) { return struct{}{}, do() })
	return Ended(ctx, err)
}

// TimesGames reports whether each game has a timeout.
func (b *Bounds) TimesGames() bool { return b.each && b.timeout > 0 }

func (b *Bounds) late() error { return Crossing{b.timeout.String() + " (--timeout)"} }

func (b *Bounds) large() error { return Crossing{b.Memory.String() + " (--memory)"} }

// watch measures the memory of the program until ctx ends. If the memory exceeds the limit, watch ends the games in
// progress, and the verb (the command that runs) continues with its other games. If that does not help, watch ends the
// verb.
func (b *Bounds) watch(ctx context.Context, end context.CancelCauseFunc) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if heldMemory() > b.Memory.Bytes && !b.clear() {
				end(b.large())
				return
			}
		}
	}
}

// heldMemory returns how many bytes of memory the program holds, without memory-mapped files such as the database.
func heldMemory() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}

// clear ends the games in progress. It returns whether all ended in time and the program is then within its memory
// limit.
func (b *Bounds) clear() bool {
	// No game may begin before the memory is measured again.
	b.clearing.Lock()
	defer b.clearing.Unlock()

	b.mu.Lock()
	var games []*gameInProgress
	for g := range b.games {
		g.end(b.large())
		games = append(games, g)
	}
	b.mu.Unlock()

	late := time.After(grace)
	for _, g := range games {
		select {
		case <-g.done:
		case <-late:
			return false
		}
	}

	if len(games) > 0 {
		debug.FreeOSMemory()
	}
	return heldMemory() <= b.Memory.Bytes
}

// Game begins a game that has its own limits. The context that it returns ends when the game exceeds a limit or ctx
// ends. The caller calls the returned function when the game is done.
func (b *Bounds) Game(ctx context.Context) (context.Context, func()) {
	b.clearing.RLock()
	defer b.clearing.RUnlock()

	ctx, end := context.WithCancelCause(ctx)
	g := &gameInProgress{end, make(chan struct{})}
	b.mu.Lock()
	b.games[g] = struct{}{} // clear ends the games of this set
	b.mu.Unlock()

	stop := sync.OnceFunc(func() {
		b.mu.Lock()
		delete(b.games, g)
		b.mu.Unlock()
		close(g.done)
		end(nil)
	})
	if !b.TimesGames() {
		return ctx, stop
	}
	timed, cancel := context.WithTimeoutCause(ctx, b.timeout, b.late())
	return timed, func() { cancel(); stop() }
}
