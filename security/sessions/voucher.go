package sessions

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"
)

// Voucher is what a provider has said of the user who has logged in.
type Voucher struct {
	Provider string `json:"provider"`
	Subject  string `json:"subject"`           // its name of the user
	Session  string `json:"session,omitempty"` // its name of its own session
	Token    string `json:"token,omitempty"`   // by which it has said so
	Claims   string `json:"claims,omitempty"`  // what else it has said: a JSON object
}

// ofSubject are the sessions of a user of a provider.
func ofSubject(provider, subject string) index {
	return index{vouchedName, hashed(provider, "subject", subject), func(kept *state) bool {
		return kept.By != nil && kept.By.Provider == provider && kept.By.Subject == subject
	}}
}

// ofSession are those that began with one session of a provider.
func ofSession(provider, session string) index {
	return index{vouchedName, hashed(provider, "session", session), func(kept *state) bool {
		return kept.By != nil && kept.By.Provider == provider && kept.By.Session == session
	}}
}

// hashed makes a key of texts that others have chosen.
func hashed(texts ...string) string {
	b, _ := json.Marshal(texts) // texts can always be written
	sum := sha256.Sum256(b)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// noteVouched notes where a session is kept that somebody has vouched for.
func (s *Sessions) noteVouched(ctx context.Context, by *Voucher, place string) error {
	if by == nil {
		return nil
	}
	if by.Session != "" {
		if err := s.note(ctx, ofSession(by.Provider, by.Session), place); err != nil {
			return err
		}
	}
	return s.note(ctx, ofSubject(by.Provider, by.Subject), place)
}

// EndVouched ends the sessions that began with one session of a provider, or, if that is empty, all of a user of the provider. It returns
// whose they were: a name for each that has ended.
func (s *Sessions) EndVouched(ctx context.Context, provider, subject, session string) (ended []string, err error) {
	if session == "" {
		return s.endAll(ctx, ofSubject(provider, subject))
	}
	of := ofSession(provider, session)
	if subject != "" {
		whole := of.has
		of.has = func(kept *state) bool { return whole(kept) && kept.By.Subject == subject }
	}
	return s.endAll(ctx, of)
}

// Take removes a value of a session that is kept, at once, and returns it: of several who take it at the same time in this process one
// gets it. It is nil if there is none.
func (s *Sessions) Take(ctx context.Context, one *Session, key string) (json.RawMessage, error) {
	one.mu.Lock()
	place := one.place
	one.mu.Unlock()
	if place == "" {
		return nil, nil
	}
	lock := s.lockOf(place)
	lock.Lock()
	defer lock.Unlock()
	kept, err := s.read(ctx, place)
	if kept == nil || err != nil || kept.Values[key] == nil {
		return nil, err
	}
	value := kept.Values[key]
	delete(kept.Values, key)
	if err := s.write(ctx, place, kept, s.options.Now()); err != nil {
		return nil, err
	}
	one.mu.Lock()
	one.state.Values = kept.Values
	one.mu.Unlock()
	return value, nil
}

// usedName is the name below which it keeps what is used once.
const usedName = "fwrun.used-once"

// UseOnce reports whether an id of a provider's has not been used before; it is remembered until some time.
func (s *Sessions) UseOnce(ctx context.Context, provider, id string, until time.Time) (bool, error) {
	key := hashed(provider, "once", id)
	lock := s.lockOf(key)
	lock.Lock()
	defer lock.Unlock()
	_, found, err := s.store.Get(ctx, usedName, key)
	if err != nil {
		return false, unavailable(err)
	}
	left := until.Sub(s.options.Now())
	if found || left <= 0 {
		return false, nil
	}
	if err := s.store.Set(ctx, usedName, key, []byte{1}, left); err != nil {
		return false, unavailable(err)
	}
	return true, nil
}
