package sessions

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxBytes is the size of a session up to which it is kept: it is read with every request.
const maxBytes = 64 << 10

// Session is one client's. A script may still use it when its request has been answered; what it changes then is not kept.
type Session struct {
	mu sync.Mutex // of what follows

	id    string // of the client; empty until it is kept for the first time
	place string // where it is kept; empty if it is not yet
	state state

	changed map[string]json.RawMessage // values that were set, nil for those that were removed
	login   bool                       // who is known by it has changed
	ended   bool
	cleared bool // it has ended at some time: what was kept is not to come back
}

// state is what is kept.
type state struct {
	Name   string                     `json:"name,omitempty"` // who has logged in; empty if nobody has
	Roles  []string                   `json:"roles,omitempty"`
	By     *Voucher                   `json:"by,omitempty"` // who has said so; nil for the application itself
	Values map[string]json.RawMessage `json:"values,omitempty"`
	Began  int64                      `json:"began"` // Unix seconds
	Used   int64                      `json:"used"`
}

// Name returns who has logged in; empty if nobody has.
func (s *Session) Name() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Name
}

// Roles returns the roles of the user who has logged in.
func (s *Session) Roles() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Roles
}

// ID returns what the client finds the session by; empty for a session that is not kept yet.
func (s *Session) ID() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.id
}

// Claims returns the claims about the user who has logged in, as a JSON object; empty if there are none.
func (s *Session) Claims() string {
	if by := s.Voucher(); by != nil {
		return by.Claims
	}
	return ""
}

// Voucher returns who has said who has logged in; nil if that was the application itself, or if nobody has. It is not to be changed.
func (s *Session) Voucher() *Voucher {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.By
}

// Get returns a value as JSON, and whether there is one.
func (s *Session) Get(key string) (json.RawMessage, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, changed := s.changed[key]; changed {
		return v, v != nil
	}
	v, found := s.state.Values[key]
	return v, found
}

// Keys returns the names of the values that begin with a prefix, in order.
func (s *Session) Keys(prefix string) (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, values := range []map[string]json.RawMessage{s.state.Values, s.changed} {
		for name := range values {
			value, changed := s.changed[name]
			if strings.HasPrefix(name, prefix) && (!changed || value != nil) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Set changes a value, which is JSON; nil removes it.
func (s *Session) Set(key string, value json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed == nil {
		s.changed = map[string]json.RawMessage{}
	}
	s.changed[key] = value
}

// Login makes somebody known by the session. It gets another id when it is kept, so that an id that somebody else has made the client
// use is worth nothing.
func (s *Session) Login(name string, roles []string) { s.LoginBy(name, roles, nil) }

// LoginBy is Login for a user for whom a provider has vouched.
func (s *Session) LoginBy(name string, roles []string, by *Voucher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Name, s.state.Roles, s.state.By, s.login, s.ended = name, roles, by, true, false
}

// End ends the session when it would be kept.
func (s *Session) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.cleared, s.login = true, true, false
	s.state, s.changed = state{}, nil
}

// IsEnded reports whether End was called.
func (s *Session) IsEnded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// merge applies what was changed to what is kept.
func (s *Session) merge(kept *state) {
	if s.login {
		kept.Name, kept.Roles, kept.By = s.state.Name, s.state.Roles, s.state.By
	}
	if len(s.changed) > 0 && kept.Values == nil {
		kept.Values = map[string]json.RawMessage{}
	}
	maps.Copy(kept.Values, s.changed)
	maps.DeleteFunc(kept.Values, func(_ string, v json.RawMessage) bool { return v == nil })
}

func (s *state) marshal() ([]byte, error) {
	b, err := json.Marshal(s)
	if err == nil && len(b) > maxBytes {
		err = fmt.Errorf("a session has at most %d bytes, not %d", maxBytes, len(b))
	}
	return b, err
}

// endsIn returns how long the session lives if it is not used any more; nothing if it has ended.
func (s *state) endsIn(o Options, now time.Time) time.Duration {
	idle := time.Unix(s.Used, 0).Add(o.Idle).Sub(now)
	whole := time.Unix(s.Began, 0).Add(o.TTL).Sub(now)
	return max(0, min(idle, whole))
}
