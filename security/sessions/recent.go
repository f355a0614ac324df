package sessions

import (
	"bytes"
	"sync"
)

// mostRecent is about half of how many sessions are remembered.
const mostRecent = 4096

// recent remembers what was read of sessions, so that a session that has not changed since is neither looked up by its signature nor read
// again. The store is still asked: it says whether there is the session, and what it has now.
type recent struct {
	mu         sync.RWMutex
	young, old map[string]*remembered // by id; old are those that were remembered before young was begun
}

// remembered is a session as it was read. It is not changed.
type remembered struct {
	id    string
	place string
	text  []byte
	state state
}

func (r *recent) find(id string) *remembered {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if found := r.young[id]; found != nil {
		return found
	}
	return r.old[id]
}

func (r *recent) add(one *remembered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.young) >= mostRecent || r.young == nil {
		r.young, r.old = map[string]*remembered{}, r.young
	}
	r.young[one.id] = one
}

// isAs reports whether the session is still kept as it was read.
func (r *remembered) isAs(text []byte) bool { return bytes.Equal(r.text, text) }
