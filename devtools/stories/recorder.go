package stories

import (
	"hash/maphash"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// DefaultBytes is the memory of a Recorder, if nothing else is asked for.
const DefaultBytes = 16 << 20

// Recorder remembers stories and the lines of the log, the latest ones of each. A nil Recorder remembers nothing. Its methods are safe
// for concurrent use.
type Recorder struct {
	limit  int64
	secret names
	seed   maphash.Seed
	same   same
	paused atomic.Bool

	mu     sync.Mutex
	ring   []*Story // those that are kept, by their ids modulo maxStories; nil until there is one
	oldest uint64   // the id of the oldest; one more than last if there is none
	last   uint64   // the latest id
	bytes  int64
	lines  lines
	feeds  map[*feed]struct{}
}

// New returns a Recorder that takes at most so many bytes; DefaultBytes for 0.
func New(bytes int64) *Recorder {
	if bytes <= 0 {
		bytes = DefaultBytes
	}
	r := &Recorder{limit: bytes, oldest: 1, seed: maphash.MakeSeed(), feeds: map[*feed]struct{}{}}
	r.same = newSame(r.seed, sameShare(bytes))
	return r
}

// Begin begins a story. It is nil while the recorder is paused.
func (r *Recorder) Begin(kind Kind, began time.Time) *Story {
	if r.Paused() {
		return nil
	}
	return &Story{to: r, kind: kind, began: began}
}

// BeginOwned is Begin for a caller that forgets the story as soon as it ends it, with [Story.EndOwned]. The room is what that has returned
// before, or nil. It begins a story also while the recorder is paused.
func (r *Recorder) BeginOwned(room *Story, kind Kind, began time.Time) *Story {
	if room == nil {
		room = new(Story)
	}
	room.renew(r, kind, began)
	return room
}

// Paused reports whether requests that begin now are not remembered.
func (r *Recorder) Paused() bool { return r == nil || r.paused.Load() }

// Pause lets requests that begin later go unremembered, or be remembered again.
func (r *Recorder) Pause(paused bool) {
	if r.paused.Swap(paused) != paused {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.tell("stories-paused", paused)
	}
}

// Clear forgets all stories and all lines of the log. Ids go on.
func (r *Recorder) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.all() {
		s.kept = false
	}
	r.ring, r.oldest, r.bytes, r.lines.kept, r.lines.bytes = nil, r.last+1, 0, nil, 0
	r.tell("stories-cleared", nil)
}

// keep remembers a story that has ended. It returns the memory of one that gave way to it, if nobody else may have that.
func (r *Recorder) keep(s *Story, owned bool) (room *Story) {
	size := storyBytes + s.end.bytes()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ring == nil {
		r.ring = make([]*Story, maxStories)
	}
	if r.last-r.oldest+1 == maxStories {
		room = r.forget()
	}
	r.last++
	s.mu.Lock()
	s.size += size + int64(cap(s.steps)-len(s.steps))*stepBytes
	s.id, s.kept, s.counted, s.owned = r.last, true, s.size, owned && !s.shared
	s.mu.Unlock()
	r.ring[r.last%maxStories] = s
	r.bytes += s.counted
	if other := r.shrink(); other != nil {
		room = other
	}
	if len(r.feeds) > 0 {
		r.tell("story", s.Entry())
	}
	return room
}

// account counts the memory of a story that has grown after its end.
func (r *Recorder) account(s *Story) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.kept {
		r.recount(s)
	}
}

// recount counts the memory of a story anew, and forgets the oldest ones while all together take too much.
func (r *Recorder) recount(s *Story) {
	s.mu.Lock()
	size := s.size
	s.mu.Unlock()
	r.bytes += size - s.counted
	s.counted = size
	r.shrink()
}

// maxStories is how many stories are remembered. Nobody looks at more, and the collector has less to look at.
const maxStories = 5000

// shrink keeps what the stories take, and the lines of the log beside them, within the limit. It returns what forget does.
func (r *Recorder) shrink() (room *Story) {
	limit := r.limit - linesShare(r.limit) - feedsShare(r.limit) - sameShare(r.limit)
	for r.bytes > limit && r.oldest <= r.last {
		room = r.forget()
	}
	return room
}

// forget forgets the oldest story. It returns its memory, if nobody else may have that.
func (r *Recorder) forget() (room *Story) {
	at := &r.ring[r.oldest%maxStories]
	oldest := *at
	*at = nil
	r.oldest++
	r.bytes -= oldest.counted
	oldest.kept, oldest.counted = false, 0
	if oldest.owned {
		return oldest
	}
	return nil
}

// all yields the stories that are kept by their ids, the oldest first.
func (r *Recorder) all() iter.Seq2[uint64, *Story] {
	return func(yield func(uint64, *Story) bool) {
		for id := r.oldest; id <= r.last; id++ {
			if !yield(id, r.ring[id%maxStories]) {
				return
			}
		}
	}
}

// lend returns a story to somebody who may keep it, so that its memory is not used again.
func (r *Recorder) lend(id uint64) *Story {
	s := r.ring[id%maxStories]
	s.owned = false
	return s
}

// linesShare, feedsShare and sameShare are the parts of the memory for the log, for what subscribers have not read yet, and for texts that
// are known already.
func linesShare(limit int64) int64 { return limit / 8 }
func feedsShare(limit int64) int64 { return limit / 8 }
func sameShare(limit int64) int64  { return limit / 32 }

// Bytes returns how much memory is taken.
func (r *Recorder) Bytes() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.bytes + r.lines.bytes + sameShare(r.limit)
	for f := range r.feeds {
		n += f.size()
	}
	return n
}

// Story returns the story with an id, or nil.
func (r *Recorder) Story(id uint64) *Story {
	r.mu.Lock()
	defer r.mu.Unlock()
	if id < r.oldest || id > r.last {
		return nil
	}
	return r.lend(id)
}

// snapshot returns the stories, the oldest first.
func (r *Recorder) snapshot() []*Story {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]*Story, 0, r.last+1-r.oldest)
	for id := range r.all() {
		list = append(list, r.lend(id))
	}
	return list
}
