package sessions

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/limit"
	"github.com/fwrun/fwrun/security/recent"
)

// Store keeps bytes by a key below a name, for a time; the caches of an application are such stores.
type Store interface {
	Get(ctx context.Context, name, key string) (value []byte, found bool, err error)
	Set(ctx context.Context, name, key string, value []byte, ttl time.Duration) error
	Delete(ctx context.Context, name, key string) error
}

// sessionsName is the name below which it keeps sessions.
const sessionsName = "fwrun.sessions"

// Options say how long sessions last.
type Options struct {
	TTL    time.Duration // after it began a session ends
	Idle   time.Duration // after it was used last a session ends
	Secret []byte        // ids are signed with it
	Now    func() time.Time
}

// Sessions finds and keeps sessions. Its methods may be called by several goroutines.
type Sessions struct {
	store   Store
	options Options
	recent  *recent.Memory[string, *remembered] // by id
	locks   [64]sync.Mutex                      // of places, by their last bits: what is kept is read, changed and written
}

// New returns the sessions of a store.
func New(store Store, o Options) *Sessions {
	return &Sessions{store: store, options: o, recent: recent.New[string, *remembered](mostRecent, o.Now)}
}

const idBytes = 32

// newID returns an id: random bits, and their signature, with which an invented one is known without a look at the store.
func (s *Sessions) newID() string {
	random := make([]byte, idBytes)
	_, _ = rand.Read(random) // never fails: a system without randomness ends the process
	return base64.RawURLEncoding.EncodeToString(append(random, s.sign(random)...))
}

// sign signs the random bits of an id, or a text of another length.
func (s *Sessions) sign(what []byte) []byte {
	h := hmac.New(sha256.New, s.options.Secret)
	h.Write(what)
	return h.Sum(nil)[:16]
}

// Token returns what a page can read that belongs to the session of an id, and other pages cannot: it shows that a request is not forged.
// It is worth nothing without the id, and says nothing of it.
func (s *Sessions) Token(id string) string {
	return base64.RawURLEncoding.EncodeToString(s.sign([]byte("token against forged requests of " + id)))
}

// placeOf returns where the session of an id is kept, and false for an id that was not made here.
func (s *Sessions) placeOf(id string) (string, bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil || len(b) != idBytes+16 || !hmac.Equal(b[idBytes:], s.sign(b[:idBytes])) {
		return "", false
	}
	hash := sha256.Sum256(b[:idBytes])
	return base64.RawURLEncoding.EncodeToString(hash[:]), true
}

// Begin returns a session that nobody has. It is kept when something is set, or somebody logs in.
func (s *Sessions) Begin() *Session {
	now := s.options.Now().Unix()
	return &Session{state: state{Began: now, Used: now}}
}

// Find returns the session of an id, which it does not keep; nil if there is none, or if it has ended.
func (s *Sessions) Find(ctx context.Context, id string) (*Session, error) {
	before, _ := s.recent.Find(id)
	place := ""
	if before != nil {
		place = before.place
	} else {
		made := false
		if place, made = s.placeOf(id); !made {
			return nil, nil
		}
	}
	text, err := s.get(ctx, place)
	if text == nil || err != nil {
		return nil, err
	}
	if before == nil || !before.isAs(text) {
		kept := s.parse(text)
		if kept == nil {
			return nil, nil
		}
		before = &remembered{id: strings.Clone(id), place: place, text: text, state: *kept}
		s.recent.Add(before.id, before, 1, time.Time{})
	} else if before.state.endsIn(s.options, s.options.Now()) == 0 {
		return nil, nil
	}
	return &Session{id: before.id, place: place, state: before.state}, nil
}

// get returns what is kept in a place; nil if nothing is.
func (s *Sessions) get(ctx context.Context, place string) ([]byte, error) {
	text, found, err := s.store.Get(ctx, sessionsName, place)
	if err != nil {
		return nil, unavailable(err)
	}
	if !found {
		return nil, nil
	}
	return text, nil
}

// parse returns what was kept; nil if it has ended, or was not kept here.
func (s *Sessions) parse(text []byte) *state {
	kept := &state{}
	if json.Unmarshal(text, kept) != nil || kept.endsIn(s.options, s.options.Now()) == 0 {
		return nil
	}
	return kept
}

// read returns what is kept in a place now, to be changed; nil if nothing is, or if it has ended.
func (s *Sessions) read(ctx context.Context, place string) (*state, error) {
	text, err := s.get(ctx, place)
	if text == nil || err != nil {
		return nil, err
	}
	return s.parse(text), nil
}

func unavailable(err error) error {
	return fault.New("sessions", fault.Unavailable, "sessions cannot be read or kept").Because(err)
}

// patience is how long it may take to keep a session: a client waits for its answer.
const patience = 5 * time.Second

// Keep keeps what was changed of a session, and that it was used. Afterwards the session has the id that the client is to have from now
// on, which is another one after a log-in. What other requests have changed of it meanwhile stays.
func (s *Sessions) Keep(ctx context.Context, one *Session) error {
	one.mu.Lock()
	defer one.mu.Unlock()
	now := s.options.Now()
	if !one.ended && !one.login && len(one.changed) == 0 && (one.place == "" || !s.isStale(one, now)) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch {
	case one.ended:
		return s.drop(ctx, one)
	case one.login:
		return s.renew(ctx, one, now)
	case one.place == "":
		return s.move(ctx, one, &one.state, now)
	default:
		return s.update(ctx, one, now)
	}
}

// HoldStill keeps a session from becoming older while the work of a context stands still, until ages is called.
func (s *Sessions) HoldStill(ctx context.Context, one *Session) (ages func()) {
	place, passed := one.place, time.Duration(0)
	return limit.Keep(ctx, s.options.Idle/3, func(more time.Duration) {
		whole := (passed + more).Truncate(time.Second) // as its times are kept
		passed += more - whole
		s.hold(ctx, place, whole)
	})
}

// hold lets a session be older by no time that has passed. What fails is tried again, and reported when the session is kept.
func (s *Sessions) hold(ctx context.Context, place string, passed time.Duration) {
	lock := s.lockOf(place)
	lock.Lock()
	defer lock.Unlock()
	kept, err := s.read(ctx, place)
	if kept == nil || err != nil {
		return
	}
	now := s.options.Now()
	kept.Began, kept.Used = kept.Began+int64(passed/time.Second), now.Unix()
	_ = s.write(ctx, place, kept, now)
}

// isStale reports whether it is time to note that a session is still used: it need not be noted with every request.
func (s *Sessions) isStale(one *Session, now time.Time) bool {
	return now.Sub(time.Unix(one.state.Used, 0)) > s.options.Idle/10
}

// drop removes a session.
func (s *Sessions) drop(ctx context.Context, one *Session) error {
	if one.place == "" {
		return nil
	}
	if err := s.store.Delete(ctx, sessionsName, one.place); err != nil {
		return unavailable(err)
	}
	return nil
}

// renew keeps a session under another id, and removes the former one.
func (s *Sessions) renew(ctx context.Context, one *Session, now time.Time) error {
	kept := &one.state
	if one.place != "" {
		latest, err := s.read(ctx, one.place)
		if err != nil {
			return err
		}
		if latest != nil && !one.cleared {
			kept = latest
		}
		if err := s.drop(ctx, one); err != nil {
			return err
		}
	}
	kept.Began = now.Unix()
	return s.move(ctx, one, kept, now)
}

// move keeps a session under a new id.
func (s *Sessions) move(ctx context.Context, one *Session, kept *state, now time.Time) error {
	id := s.newID()
	place, _ := s.placeOf(id)
	one.merge(kept)
	kept.Used = now.Unix()
	if err := s.write(ctx, place, kept, now); err != nil {
		return err
	}
	one.id, one.place, one.state = id, place, *kept
	one.changed, one.login = nil, false
	if kept.Name == "" {
		return nil
	}
	if err := s.noteVouched(ctx, kept.By, place); err != nil {
		return err
	}
	return s.note(ctx, ofUser(kept.Name), place)
}

// update writes what was changed of a session that is still there.
func (s *Sessions) update(ctx context.Context, one *Session, now time.Time) error {
	lock := s.lockOf(one.place)
	lock.Lock()
	defer lock.Unlock()
	kept, err := s.read(ctx, one.place)
	if kept == nil || err != nil { // somebody has ended it meanwhile: it stays ended
		return err
	}
	one.merge(kept)
	kept.Used = now.Unix()
	if err := s.write(ctx, one.place, kept, now); err != nil {
		return err
	}
	one.state, one.changed = *kept, nil
	return nil
}

func (s *Sessions) lockOf(place string) *sync.Mutex {
	return &s.locks[int(place[len(place)-1])%len(s.locks)]
}

func (s *Sessions) write(ctx context.Context, place string, kept *state, now time.Time) error {
	b, err := kept.marshal()
	if err != nil {
		return fault.New("sessions", fault.Internal, err.Error())
	}
	if err := s.store.Set(ctx, sessionsName, place, b, kept.endsIn(s.options, now)); err != nil {
		return unavailable(err)
	}
	return nil
}

// Info is when a session began, and when it was used last.
type Info struct {
	Began, Used time.Time
	user, place string
}

// Of returns the sessions in which a user has logged in, the latest first.
func (s *Sessions) Of(ctx context.Context, user string) ([]Info, error) {
	list, err := s.list(ctx, ofUser(user))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Info) int { return b.Began.Compare(a.Began) })
	return list, nil
}

// EndOf ends all sessions of a user, and returns how many there were.
func (s *Sessions) EndOf(ctx context.Context, user string) (int, error) {
	ended, err := s.endAll(ctx, ofUser(user))
	return len(ended), err
}
