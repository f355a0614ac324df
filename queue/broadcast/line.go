package broadcast

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Line is the connection of a process to a server, over which its relays reach those of other processes. It is opened when it is
// first used. Its methods may be called from any goroutine.
type Line struct {
	settings Settings
	options  Options
	open     opener
	own      origin

	ending  chan struct{} // closed when Close begins
	ended   chan struct{} // closed when there is no connection any more, and will be none
	context context.Context
	cut     context.CancelFunc // ends the context
	wake    chan struct{}      // has an element if there may be work

	mu        sync.Mutex
	begun     bool
	closed    bool
	away      bool // the server cannot be reached
	relays    map[*Relay]bool
	listeners map[string]map[*Relay]func(message []byte) // by name
	changed   map[string]bool                            // names of which the server may not know whether there are listeners
	outbox    outbox

	late, large, refused, strange spell // for lines in the log
	dropped                       atomic.Int64
}

// New returns a line with settings that have no problem. It reaches no server.
func New(s Settings, o Options) *Line {
	l := &Line{
		settings: s, options: o.filled(), open: kinds[s.Scheme()].open,
		ending: make(chan struct{}), ended: make(chan struct{}), wake: make(chan struct{}, 1),
		relays: map[*Relay]bool{}, listeners: map[string]map[*Relay]func([]byte){}, changed: map[string]bool{},
	}
	_, _ = rand.Read(l.own[:]) // never fails
	l.context, l.cut = context.WithCancel(context.Background())
	return l
}

// Relay returns a new relay.
func (l *Line) Relay() *Relay {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &Relay{line: l}
	l.relays[r] = true
	return r
}

// use begins to connect if that has not begun. It is called with the lock held, and reports whether the relay may be used.
func (l *Line) use(r *Relay) bool {
	if l.closed || !l.relays[r] {
		return false
	}
	if !l.begun {
		l.begun = true
		go l.run()
	}
	return true
}

func (l *Line) subscribe(r *Relay, name string, receive func([]byte)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.use(r) {
		return
	}
	if l.listeners[name] == nil {
		l.listeners[name] = map[*Relay]func([]byte){}
	}
	l.listeners[name][r] = receive
	l.change(name)
}

func (l *Line) unsubscribe(r *Relay, name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove(r, name)
}

// remove is unsubscribe with the lock held.
func (l *Line) remove(r *Relay, name string) {
	if l.listeners[name][r] == nil {
		return
	}
	if delete(l.listeners[name], r); len(l.listeners[name]) == 0 {
		delete(l.listeners, name)
		l.change(name)
	}
}

func (l *Line) change(name string) {
	l.changed[name] = true
	l.signal()
}

// signal wakes run.
func (l *Line) signal() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *Line) leave(r *Relay) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.relays, r)
	for name := range l.listeners {
		l.remove(r, name)
	}
}

// publish passes a message to the other relays of the process, and lets it wait for the server.
func (l *Line) publish(r *Relay, name string, message []byte) {
	e := envelope{l.own, name, message}
	l.mu.Lock()
	if !l.use(r) {
		l.mu.Unlock()
		return
	}
	others := l.others(r, name)
	fits := len(message) <= l.options.MaxMessage && e.size() <= l.options.MaxMessage+most
	full := fits && !l.away && !l.outbox.add(e, l.options)
	if !fits || l.away || full {
		l.dropped.Add(1)
	} else {
		l.signal()
	}
	l.mu.Unlock()
	for _, receive := range others {
		receive(message)
	}
	switch {
	case !fits && l.large.begins():
		l.options.Log.Warn("a message of a BroadcastChannel is too large for other processes", "channel", fault.Shortened(name, longestToken),
			"bytes", len(message))
	case full && l.late.begins():
		l.options.Log.Warn("messages of a BroadcastChannel do not reach other processes, because the server is too slow for them", "channel",
			fault.Shortened(name, longestToken))
	}
}

// others returns the listeners to a name but that of one relay, which may be nil. It is called with the lock held.
func (l *Line) others(than *Relay, name string) (list []func([]byte)) {
	for r, receive := range l.listeners[name] {
		if r != than {
			list = append(list, receive)
		}
	}
	return list
}

// received passes on what another process has sent.
func (l *Line) received(topic string, data []byte) {
	e, ok := readEnvelope(data)
	if ok && e.from == l.own {
		return // of servers that give it back
	}
	if !ok || len(e.message) > l.options.MaxMessage || topicOf(l.settings.Prefix, e.name) != topic {
		if l.strange.begins() {
			l.options.Log.Warn("a message on the server of broadcasts does not come from an application, and is dropped",
				"topic", fault.Shortened(topic, longestToken), "bytes", len(data))
		}
		return
	}
	l.mu.Lock()
	listeners := l.others(nil, e.name)
	l.mu.Unlock()
	for _, receive := range listeners {
		receive(e.message)
	}
}

// closeTimeout bounds how long Close waits for messages that have not left.
const closeTimeout = time.Second

// Close sends what waits for the server, as far as that does not take long, and ends the connection and all subscriptions.
func (l *Line) Close() error {
	l.mu.Lock()
	already, begun := l.closed, l.begun
	l.closed = true
	clear(l.relays)
	l.mu.Unlock()
	if already {
		return nil
	}
	close(l.ending)
	defer l.cut()
	if !begun {
		return nil
	}
	select {
	case <-l.ended:
	case <-time.After(closeTimeout):
		l.cut()
		select { // a connection that hangs is left alone
		case <-l.ended:
		case <-time.After(closeTimeout):
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.listeners)
	return nil
}

// names returns all names with listeners. It is called with the lock held.
func (l *Line) names() []string { return slices.Collect(maps.Keys(l.listeners)) }
