package fleet

import (
	"fmt"
	"io"
	"time"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/meter"
	"enumerate/internal/rows"
)

// A fleetView shows how far a served run is: on a terminal in one line, which it redraws twice a second, otherwise in a
// new line every ten seconds.
type fleetView struct {
	stderr io.Writer
	quiet  bool
	name   string
	drawn  bool // the line is on the terminal
	meter  meter.Meter
	last   time.Time
}

func newFleetView(stderr io.Writer, quiet bool, name string) *fleetView {
	return &fleetView{stderr: stderr, quiet: quiet, name: name}
}

// join prints how to take part. It prints the URL, which is a secret, only on a terminal. Other output may be kept, so
// join then names the file that has the URL.
func (v *fleetView) join(url JoinURL, path string) {
	if v.quiet {
		return
	}
	if rows.ScreenWidth(v.stderr) > 0 {
		fmt.Fprintf(v.stderr, "%s: to take part, run\n\n    enumerate work '%v'\n\n", v.name, url)
		return
	}
	fmt.Fprintf(v.stderr, "%s: to take part, run enumerate work @%s\n", v.name, path)
}

func (v *fleetView) remark(text string) {
	if v.quiet {
		return
	}
	v.erase()
	fmt.Fprintf(v.stderr, "%s: %s\n", v.name, text)
}

// layer reports a finished layer of a count, if it took at least a second.
func (v *fleetView) layer(p enum.LayerProgress) {
	if p.Done && p.Took >= time.Second {
		v.remark(verb.DescribeLayer(p))
	}
}

// show shows the status, unless it has shown one very recently.
func (v *fleetView) show(s Status) {
	v.meter.See(s.At, s.Amount()) // for the speed and the remaining time
	every, width := 10*time.Second, rows.ScreenWidth(v.stderr)
	if width > 0 {
		every = 500 * time.Millisecond
	}
	if v.quiet || s.At.Sub(v.last) < every {
		return
	}
	v.last = s.At
	if width == 0 {
		fmt.Fprintf(v.stderr, "%s %s: %s\n", s.At.Format(time.DateTime), v.name, v.summary(s))
		return
	}
	v.erase()
	line := []rune(v.name + ": " + v.summary(s))
	if len(line) > width-1 {
		line = append(line[:max(width-2, 1)], '…')
	}
	fmt.Fprintln(v.stderr, string(line))
	v.drawn = true
}

// erase removes the line of progress from the terminal, if it is there.
func (v *fleetView) erase() {
	if v.drawn {
		fmt.Fprint(v.stderr, "\x1b[1A\x1b[J")
		v.drawn = false
	}
}

// summary returns the line that show prints: how far the run is, its workers, its speed and the remaining time.
func (v *fleetView) summary(s Status) string {
	done := s.Shards - s.Missing
	text := fmt.Sprintf("%s%%, shard %s of %s, ", rows.Percent(s.Share), rows.Count(done), rows.Count(s.Shards))
	text += rows.Counted(s.ConnectedWorkers(), "worker", "workers")
	p := v.meter.Progress(s.At)
	if p.ShardsPerSecond > 0 && s.Missing > 0 {
		text += ", " + rows.Rate(p.ShardsPerSecond, "shards")
	}
	if p.SecondsLeft > 0 {
		text += fmt.Sprintf(", %s left", rows.Roughly(p.SecondsLeft))
	}
	if s.Missing == 0 {
		text += fmt.Sprintf(", %s are being verified", rows.Count(s.ToVerify))
	}
	return text
}

// Amount returns how much of the run is done.
func (s Status) Amount() meter.Amount {
	return meter.Amount{Share: s.Share, Shards: s.Shards - s.Missing}
}

// State describes a worker in words, such as "8 at work" or "banned: its result for shard 7 is wrong".
func (w WorkerStatus) State(now time.Time) string {
	switch {
	case w.BanReason != "":
		return "banned: " + w.BanReason
	case w.Connected:
		return fmt.Sprintf("%d at work", w.Cores)
	case w.LastSeen.IsZero():
		return "not seen since the start"
	}
	return "silent for " + rows.Roughly(now.Sub(w.LastSeen).Seconds())
}

// ConnectedWorkers returns the number of workers that are not silent.
func (s Status) ConnectedWorkers() (n int) {
	for _, w := range s.Workers {
		if w.Connected {
			n++
		}
	}
	return n
}
