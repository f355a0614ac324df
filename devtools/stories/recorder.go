package stories

import (
	"hash/maphash"
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

	mu    sync.Mutex
	kept  []*Story // by id, without gaps; the oldest first
	last  uint64   // the latest id
	bytes int64
	lines lines
	feeds map[*feed]struct{}
}

// New returns a Recorder that takes at most so many bytes; DefaultBytes for 0.
func New(bytes int64) *Recorder {
	if bytes <= 0 {
		bytes = DefaultBytes
	}
	r := &Recorder{limit: bytes, seed: maphash.MakeSeed(), feeds: map[*feed]struct{}{}}
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

// BeginIn is Begin in memory that the caller has, whether or not the recorder is paused.
func (r *Recorder) BeginIn(s *Story, kind Kind, began time.Time) {
	s.to, s.kind, s.began = r, kind, began
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
	for _, s := range r.kept {
		s.kept = false
	}
	r.kept, r.bytes, r.lines.kept, r.lines.bytes = nil, 0, nil, 0
	r.tell("stories-cleared", nil)
}

// keep remembers a story that has ended.
func (r *Recorder) keep(s *Story) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	s.mu.Lock()
	s.id, s.kept, s.counted = r.last, true, s.size
	s.mu.Unlock()
	r.kept = append(r.kept, s)
	r.bytes += s.counted
	r.shrink()
	if len(r.feeds) > 0 {
		r.tell("story", s.Entry())
	}
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

// shrink keeps what the stories take, and the lines of the log beside them, within the limit.
func (r *Recorder) shrink() {
	n := 0
	for n < len(r.kept) && r.bytes+linesShare(r.limit)+feedsShare(r.limit)+sameShare(r.limit) > r.limit {
		oldest := r.kept[n]
		r.bytes -= oldest.counted
		oldest.kept, oldest.counted = false, 0
		r.kept[n] = nil
		n++
	}
	if r.kept = r.kept[n:]; len(r.kept) == 0 {
		r.kept = nil
	}
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
	if len(r.kept) == 0 {
		return nil
	}
	first := r.last - uint64(len(r.kept)) + 1
	if id < first || id > r.last {
		return nil
	}
	return r.kept[id-first]
}

// snapshot returns the stories, the oldest first.
func (r *Recorder) snapshot() []*Story {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*Story(nil), r.kept...)
}
