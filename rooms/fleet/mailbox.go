package fleet

import (
	"fmt"
	"strings"
	"sync"
)

// These are limits of the messages of one worker between two ticks, and of all messages that wait. An honest worker sends one delivery
// at a time, and a beat from time to time.
const (
	askedMost  = 2000     // messages; more are a flood
	askedBytes = 2 << 20  // more are dropped, except the first message
	askedFlood = 16 << 20 // more are a flood: they hold up the messages of others
	smallBytes = 1 << 18  // of a message that brings no results
	mailBytes  = 64 << 20 // that wait; more are dropped
	mailMost   = 1 << 16  // messages that wait
)

// A mailbox has the messages that wait for the coordinator, as they came. One for which there is
// no room is dropped: workers ask again until they are answered. Several goroutines may use it.
type mailbox struct {
	filled chan struct{} // has an element after a put

	mu    sync.Mutex
	mail  []rawLetter
	bytes int
	asked map[string]*asked
}

// asked is what one worker has sent since the last tick.
type asked struct{ messages, bytes int }

// A letter is a message to the coordinator. The transport knows its sender. An error takes the place of a message that is a fault.
type letter struct {
	from, reply string
	message     any
}

// A rawLetter is a message as it came.
type rawLetter struct {
	subject, reply string
	data           []byte
	fault          error // of the sender
}

func newMailbox() *mailbox {
	return &mailbox{filled: make(chan struct{}, 1), asked: make(map[string]*asked)}
}

// put adds a message, if neither the mailbox nor the sender has reached a limit.
func (m *mailbox) put(subject, reply string, data []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	from := subject[strings.LastIndexByte(subject, '.')+1:]
	a := m.asked[from]
	if a == nil {
		a = new(asked)
		m.asked[from] = a
	}
	a.messages++
	a.bytes += len(data)
	l := rawLetter{subject: subject, reply: reply, data: data}
	switch {
	case a.messages == askedMost+1 && from != enroller:
		l.data, l.fault = nil, fmt.Errorf("it sends more than %d messages in %v", askedMost, tick)
	case from != enroller && (a.bytes > askedFlood || len(data) > smallBytes && !strings.HasSuffix(subject, ".done."+from)):
		l.data, l.fault = nil, fmt.Errorf("it sends %d bytes in %v", a.bytes, tick)
	case a.messages > askedMost, a.bytes > askedBytes && a.messages > 1, m.bytes+len(data) > mailBytes, len(m.mail) >= mailMost:
		return
	}
	m.mail, m.bytes = append(m.mail, l), m.bytes+len(l.data)
	select {
	case m.filled <- struct{}{}:
	default:
	}
}

// letters empties the mailbox, and returns the messages decoded.
func (m *mailbox) letters(own subjects) (list []letter) {
	m.mu.Lock()
	mail := m.mail
	m.mail, m.bytes = nil, 0
	m.mu.Unlock()
	for _, raw := range mail {
		l := letter{reply: raw.reply}
		if l.from, l.message = own.decodeFor(raw.subject, raw.data); raw.fault != nil {
			l.message = raw.fault
		}
		list = append(list, l)
	}
	return list
}

// tick begins the next span in which workers may send something.
func (m *mailbox) tick() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.asked)
}
