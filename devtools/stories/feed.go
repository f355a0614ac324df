package stories

import (
	"encoding/json"
	"sync"
)

// maxFeeds is how many may subscribe at the same time.
const maxFeeds = 32

// feed is a subscription of what happens from now on. It remembers what its reader has not read yet within bounds: what is more is lost,
// and the reader learns how much.
type feed struct {
	limit int
	out   chan json.RawMessage
	left  chan struct{} // closed when nobody reads any more

	mu    sync.Mutex
	wait  []json.RawMessage // that were not read yet
	bytes int
	lost  int
	ready chan struct{} // has room for one
}

// event is what subscribers receive.
type event struct {
	Type string `json:"type"`
	Data any    `json:"data,omitempty"`
}

// Subscribe returns what happens from now on, until leave is called: JSON objects in one line, with a type and data. The types are story
// with an [Entry], log with a [Logged], stories-cleared, stories-paused with whether it is, and stories-lost with the number of events
// that were not read in time. If there are too many subscriptions, the channel is closed.
func (r *Recorder) Subscribe() (happened <-chan json.RawMessage, leave func()) {
	f := &feed{limit: int(feedsShare(r.limit)) / maxFeeds, out: make(chan json.RawMessage), left: make(chan struct{}), ready: make(chan struct{}, 1)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.feeds) >= maxFeeds {
		close(f.out)
		return f.out, func() {}
	}
	r.feeds[f] = struct{}{}
	go f.pump()
	return f.out, sync.OnceFunc(func() {
		r.mu.Lock()
		delete(r.feeds, f)
		r.mu.Unlock()
		close(f.left)
	})
}

// pump hands out what happens, one after the other.
func (f *feed) pump() {
	for {
		next := f.take()
		if next == nil {
			select {
			case <-f.ready:
				continue
			case <-f.left:
				return
			}
		}
		select {
		case f.out <- next:
		case <-f.left:
			return
		}
	}
}

// take returns the oldest event that was not read; nil if there is none.
func (f *feed) take() json.RawMessage {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.wait) == 0 {
		return f.takeLost()
	}
	next := f.wait[0]
	f.wait[0] = nil
	f.wait, f.bytes = f.wait[1:], f.bytes-eventBytes(next)
	if len(f.wait) == 0 {
		f.wait = nil
	}
	return next
}

// takeLost returns the event with the number of those that were lost; nil if none were.
func (f *feed) takeLost() json.RawMessage {
	if f.lost == 0 {
		return nil
	}
	text, _ := json.Marshal(event{"stories-lost", f.lost}) // a number can be written
	f.lost = 0
	return text
}

// eventBytes is what an event takes while it waits.
func eventBytes(text json.RawMessage) int { return len(text) + 64 }

func (f *feed) size() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return int64(f.bytes)
}

// put adds an event, if there is room for it.
func (f *feed) put(text json.RawMessage) {
	f.mu.Lock()
	if n := eventBytes(text); f.lost > 0 || f.bytes+n > f.limit {
		f.lost++ // also those that would fit: the loss is reported after all that waits
	} else {
		f.wait, f.bytes = append(f.wait, text), f.bytes+n
	}
	f.mu.Unlock()
	select {
	case f.ready <- struct{}{}:
	default:
	}
}

// tell hands an event to all feeds. The caller holds the lock.
func (r *Recorder) tell(kind string, about any) {
	if len(r.feeds) == 0 {
		return
	}
	text, err := json.Marshal(event{kind, about})
	if err != nil {
		return // cannot be: all events can be written as JSON
	}
	for f := range r.feeds {
		f.put(text)
	}
}
