package tokens

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/platform/fault"
)

// What is taken from the server of a key set.
const (
	maxSetKeys = 100
)

// How long keys are kept, and how long a server is left alone after it was asked: tokens with keys that nobody knows are for free.
const (
	maxAge   = 10 * time.Minute
	minPause = 30 * time.Second
)

// KeySet has the keys of an issuer that publishes them.
type KeySet struct {
	url    string
	client *http.Client
	now    func() time.Time
	failed func(error) // called when the keys could not be fetched

	mu     sync.Mutex
	keys   []jose.JSONWebKey
	good   time.Time     // when keys were fetched; zero if never
	asked  time.Time     // when the server was asked last
	asking chan struct{} // closed when the server has answered; nil if it is not being asked
}

// NewKeySet returns the key set at a URL. Nothing is fetched yet. The client bounds the time of a request; failed is called with what went
// wrong when keys could not be fetched and former ones stay.
func NewKeySet(url string, client *http.Client, now func() time.Time, failed func(error)) *KeySet {
	return &KeySet{url: url, client: client, now: now, failed: failed}
}

// candidates returns the keys that a token may have been signed with: those of an id, or all if it names none.
func (s *KeySet) candidates(ctx context.Context, id, algorithm string) (jwt.VerificationKeySet, error) {
	return s.candidatesWithin(ctx, id, algorithm, minPause)
}

// candidatesWithin is candidates with another pause.
func (s *KeySet) candidatesWithin(ctx context.Context, id, algorithm string, pause time.Duration) (jwt.VerificationKeySet, error) {
	found, again := s.known(id, algorithm, pause)
	if again != nil {
		select {
		case <-again:
		case <-ctx.Done():
			return jwt.VerificationKeySet{}, s.unavailable(ctx.Err())
		}
		found, _ = s.known(id, algorithm, minPause)
	}
	switch {
	case len(found.Keys) > 0:
		return found, nil
	case s.isEmpty():
		return found, s.unavailable(nil)
	}
	return found, errors.New("the issuer has no such key")
}

// known returns the keys that are known, and a channel to wait for if the server is asked for more.
func (s *KeySet) known(id, algorithm string, pause time.Duration) (found jwt.VerificationKeySet, again <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range s.keys {
		if (id == "" || key.KeyID == id) && (key.Algorithm == "" || key.Algorithm == algorithm) && fits(key.Key, algorithm) {
			found.Keys = append(found.Keys, key.Key)
		}
	}
	now := s.now()
	wanted := len(found.Keys) == 0 || now.Sub(s.good) > maxAge
	if wanted && s.asking == nil && (s.asked.IsZero() || now.Sub(s.asked) > pause) {
		s.asked, s.asking = now, make(chan struct{})
		go s.refresh(s.asking)
	}
	if len(found.Keys) > 0 { // good for now, whether or not the server is asked
		return found, nil
	}
	return found, s.asking
}

// fits reports whether a key is one for an algorithm.
func fits(key any, algorithm string) bool {
	possible, err := algorithmsOf(key)
	return err == nil && slices.Contains(possible, algorithm)
}

func (s *KeySet) isEmpty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.keys) == 0
}

func (s *KeySet) unavailable(cause error) error {
	return fault.New("tokens.KeySet", fault.Unavailable, "the keys of an issuer cannot be fetched").Because(cause)
}

// refresh asks the server. It does not belong to a request: the first that needed it may be canceled.
func (s *KeySet) refresh(done chan struct{}) {
	keys, err := s.fetch(context.Background())
	if err != nil {
		s.failed(fmt.Errorf("keys of %s: %w", s.url, err))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.keys, s.good = keys, s.now()
	}
	s.asking = nil
	close(done)
}

func (s *KeySet) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	b, err := Fetch(ctx, s.client, s.url, "application/jwk-set+json, application/json")
	if err != nil {
		return nil, err
	}
	return parseKeySet(b)
}

// parseKeySet returns the public keys for signatures of a set. Keys of unknown kinds are left out, as RFC 7517, 5 asks.
func parseKeySet(b []byte) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(b, &set); err != nil {
		return nil, err
	}
	if len(set.Keys) > maxSetKeys {
		return nil, fmt.Errorf("it has %d keys; at most %d are read", len(set.Keys), maxSetKeys)
	}
	var keys []jose.JSONWebKey
	for _, text := range set.Keys {
		var key jose.JSONWebKey
		if key.UnmarshalJSON(text) != nil || !key.IsPublic() || key.Use != "" && key.Use != "sig" {
			continue
		}
		if _, err := algorithmsOf(key.Key); err == nil {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("it has no key for signatures")
	}
	return keys, nil
}
