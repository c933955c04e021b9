package fleet

import (
	"fmt"
	"strings"
	"sync"
)

// These constants limit the messages of one worker between two ticks of the coordinator, and all messages that wait. An
// honest worker stays far below: it sends one message with results at a time, and a sign of life every two seconds.
const (
	mostMessages     = 2000     // messages; more are a fault
	mostBytes        = 2 << 20  // bytes; messages beyond that are dropped, except the first message
	floodBytes       = 16 << 20 // bytes; more are a fault, because they delay the messages of others
	mostOtherBytes   = 1 << 18  // bytes of a message without results; more are a fault
	mostWaitingBytes = 64 << 20 // bytes of all messages that wait; messages beyond that are dropped
	mostWaiting      = 1 << 16  // messages that wait; more are dropped
)

// A mailbox has the messages that wait for the coordinator. It drops a message for which it has no room, because
// workers repeat their messages until they are answered. Several goroutines may use it.
type mailbox struct {
	signal chan struct{} // has an element after a put

	mu    sync.Mutex
	mail  []rawLetter
	bytes int
	usage map[string]*usage // by sender
}

// A usage is what one worker has sent since the last tick.
type usage struct{ messages, bytes int }

// A letter is a message to the coordinator with the key of its sender. Only the sender may use the subject of the
// message, so the subject proves who sent it. If the message is a fault of the sender, an error takes its place.
type letter struct {
	from, reply string
	message     any
}

// A rawLetter is a letter that is not decoded.
type rawLetter struct {
	subject, reply string
	data           []byte
	fault          error // of the sender
}

func newMailbox() *mailbox {
	return &mailbox{signal: make(chan struct{}, 1), usage: make(map[string]*usage)}
}

// put adds a message, unless the mailbox or the sender has reached a limit.
func (m *mailbox) put(subject, reply string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	from := subject[strings.LastIndexByte(subject, '.')+1:]

	// Count what each sender sends, also what is refused.
	u := m.usage[from]
	if u == nil {
		u = new(usage)
		m.usage[from] = u
	}
	u.messages++
	u.bytes += len(data)

	l := rawLetter{subject: subject, reply: reply, data: data}
	l.fault = u.fault(subject, from, len(data))
	if l.fault != nil {
		l.data = nil
	} else if u.exceeded() || m.bytes+len(data) > mostWaitingBytes || len(m.mail) >= mostWaiting {
		return
	}

	m.mail = append(m.mail, l)
	m.bytes += len(l.data)

	select {
	case m.signal <- struct{}{}:
	default:
	}
}

// fault returns an error, for which the sender is banned, if a message of this size is too large or belongs to a flood.
// The usage u already counts this message. If there are too many messages, fault returns the error only for the first
// one beyond the limit.
func (u *usage) fault(subject, from string, size int) error {
	if from == enroller { // the sender has no key yet that could be banned
		return nil
	}
	results := strings.HasSuffix(subject, ".done."+from) // such a message may be large
	switch {
	case u.messages == mostMessages+1:
		return fmt.Errorf("the worker sent more than %d messages in %v", mostMessages, tick)
	case u.bytes > floodBytes, size > mostOtherBytes && !results:
		return fmt.Errorf("the worker sent %d bytes in %v", u.bytes, tick)
	}
	return nil
}

// exceeded reports whether further messages of the sender are dropped until the next tick.
func (u *usage) exceeded() bool {
	return u.messages > mostMessages || u.bytes > mostBytes && u.messages > 1
}

// letters empties the mailbox, and returns its messages, decoded. For a message that cannot be read or is a fault of
// its sender, the letter has an error.
func (m *mailbox) letters(own subjects) (list []letter) {
	m.mu.Lock()
	mail := m.mail
	m.mail, m.bytes = nil, 0
	m.mu.Unlock()
	for _, raw := range mail {
		from, message := own.decodeFor(raw.subject, raw.data)
		if raw.fault != nil {
			message = raw.fault
		}
		list = append(list, letter{from, raw.reply, message})
	}
	return list
}

// tick begins a new period, in which each sender may use its limits again.
func (m *mailbox) tick() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.usage)
}
