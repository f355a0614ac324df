package broadcast

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// The limits of a connection.
const (
	openTimeout = 10 * time.Second // until there is one
	workTimeout = 5 * time.Second  // for what is asked of the server
	firstPause  = 100 * time.Millisecond
	lastPause   = 5 * time.Second
	steady      = 10 * time.Second // a connection that has lasted as long is a good one
)

// run connects, and connects again, until Close.
func (l *Line) run() {
	defer close(l.ended)
	pause := firstPause
	for {
		began := time.Now()
		err := l.connected()
		if l.isEnding() {
			return
		}
		l.leaveOff(err)
		if time.Since(began) > steady {
			pause = firstPause
		}
		select {
		case <-time.After(pause/2 + rand.N(pause/2)):
		case <-l.ending:
			return
		}
		pause = min(2*pause, lastPause)
	}
}

func (l *Line) isEnding() bool {
	select {
	case <-l.ending:
		return true
	default:
		return false
	}
}

// leaveOff drops what waits for a server that cannot be reached, and lets others do the same. The first time is worth a line.
func (l *Line) leaveOff(err error) {
	l.mu.Lock()
	first := !l.away
	l.away = true
	l.dropped.Add(int64(l.outbox.empty()))
	l.mu.Unlock()
	if first {
		l.options.Log.Warn("messages of BroadcastChannels stay in this process, because the server cannot be reached; it is tried again", "error", err)
	}
}

// resume takes messages again.
func (l *Line) resume() {
	l.mu.Lock()
	wasAway := l.away
	l.away = false
	l.mu.Unlock()
	if dropped := l.dropped.Swap(0); wasAway {
		l.options.Log.Info("messages of BroadcastChannels reach other processes again", "lost", dropped)
	}
}

// connected works on one connection until it is lost, or until nothing is left to do after Close.
func (l *Line) connected() error {
	lost := make(chan error, 1)
	lose := func(err error) {
		select {
		case lost <- err:
		default:
		}
	}
	ctx, cancel := context.WithTimeout(l.context, openTimeout)
	defer cancel()
	b, err := l.open(ctx, l.settings.URL, events{received: l.received, missed: l.missed, lost: lose})
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(l.context, closeTimeout)
		defer cancel()
		b.Close(ctx)
	}()
	w := &work{line: l, bus: b, watched: map[string]bool{}}
	if err := w.watchAll(); err != nil {
		return err
	}
	l.resume()
	return w.untilLost(lost)
}

// missed logs that something was lost, though there is a connection.
func (l *Line) missed(err error) {
	if l.refused.begins() {
		l.options.Log.Warn("messages of a BroadcastChannel were lost between processes", "error", err)
	}
}

// work is what is done on one connection.
type work struct {
	line    *Line
	bus     bus
	watched map[string]bool // names
}

// watchAll begins to receive what is sent to all names that have listeners.
func (w *work) watchAll() error {
	w.line.mu.Lock()
	for _, name := range w.line.names() {
		w.line.changed[name] = true
	}
	begin, end := w.changes()
	w.line.mu.Unlock()
	return w.watch(begin, end)
}

// untilLost does what there is to do.
func (w *work) untilLost(lost <-chan error) error {
	for {
		select {
		case err := <-lost:
			return err
		default:
		}
		busy, err := w.step()
		if err != nil {
			return err
		}
		if busy {
			continue
		}
		if w.line.isEnding() {
			return nil
		}
		select {
		case err := <-lost:
			return err
		case <-w.line.wake:
		case <-w.line.ending:
		}
	}
}

// step sends the next message, after telling the server what was listened to when the message was published. It reports whether there
// was one.
func (w *work) step() (busy bool, err error) {
	w.line.mu.Lock()
	begin, end := w.changes()
	e, ok := w.line.outbox.next()
	w.line.mu.Unlock()
	if err := w.watch(begin, end); err != nil || !ok {
		return false, err
	}
	ctx, cancel := context.WithTimeout(w.line.context, workTimeout)
	defer cancel()
	err = w.bus.Send(ctx, topicOf(w.line.settings.Prefix, e.name), e.bytes())
	if errors.Is(err, errNotTaken) {
		w.line.missed(err)
		return true, nil
	}
	return true, err
}

// watch begins to receive what is sent to some names, and ends it for others.
func (w *work) watch(begin, end []string) error {
	for _, one := range []struct {
		names []string
		on    bool
	}{{end, false}, {begin, true}} {
		if len(one.names) == 0 {
			continue
		}
		topics := make([]string, len(one.names))
		for i, name := range one.names {
			topics[i] = topicOf(w.line.settings.Prefix, name)
		}
		ctx, cancel := context.WithTimeout(w.line.context, workTimeout)
		err := w.bus.Watch(ctx, topics, one.on)
		cancel()
		if err != nil {
			return err
		}
	}
	return nil
}

// changes returns the names that must be announced to the server, and marks them as announced. It is called with the
// lock of the line held.
func (w *work) changes() (begin, end []string) {
	for name := range w.line.changed {
		switch wanted := w.line.listeners[name] != nil; {
		case wanted && !w.watched[name]:
			w.watched[name] = true
			begin = append(begin, name)
		case !wanted && w.watched[name]:
			delete(w.watched, name)
			end = append(end, name)
		}
	}
	clear(w.line.changed)
	return begin, end
}
