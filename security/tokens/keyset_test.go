package tokens

import (
	"crypto"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/security"
)

// publisher is a server of keys, and a clock.
type publisher struct {
	*httptest.Server
	mu     sync.Mutex
	body   string
	status int
	asked  atomic.Int32
	past   atomic.Int64
	failed chan error
}

func publish(t *testing.T, body string) *publisher {
	t.Helper()
	p := &publisher{body: body, status: http.StatusOK, failed: make(chan error, 10)}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.asked.Add(1)
		w.WriteHeader(p.status)
		_, _ = w.Write([]byte(p.body))
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *publisher) now() time.Time { return today.Add(time.Duration(p.past.Load())) }

func (p *publisher) pass(d time.Duration) { p.past.Add(int64(d)) }

func (p *publisher) answer(status int, body string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status, p.body = status, body
}

func (p *publisher) verifier(t *testing.T) *Verifier {
	t.Helper()
	set := NewKeySet(p.URL, p.Client(), p.now, func(err error) { p.failed <- err })
	v, err := NewVerifier([]Issuer{{Keys: set}}, p.now)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func set(keys ...jose.JSONWebKey) string {
	return string(must(json.Marshal(jose.JSONWebKeySet{Keys: keys})))
}

func jwk(id string, key crypto.Signer) jose.JSONWebKey {
	return jose.JSONWebKey{Key: key.Public(), KeyID: id, Use: "sig"}
}

func signedBy(id string, key crypto.Signer) string {
	return must(must(NewSigner([]Issuer{{Private: key, ID: id}}, now)).Sign(`{"sub":"ada"}`, 24*time.Hour))
}

func accepted(t *testing.T, v *Verifier, text string) bool {
	t.Helper()
	_, err := v.Verify(t.Context(), text)
	if _, refused := errors.AsType[*security.BadCredentials](err); err != nil && !refused {
		t.Fatal(err)
	}
	return err == nil
}

// TestKeysRotate: a key that is new is fetched, one that is gone is good no more, and unknown ones do not make the server be asked each time.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	p := publish(t, set(jwk("one", es256), jwk("", ed)))
	v := p.verifier(t)
	if !accepted(t, v, signedBy("one", es256)) || !accepted(t, v, signedBy("", es256)) || !accepted(t, v, signedBy("", ed)) {
		t.Error("a key of the set is not accepted")
	}
	for range 100 {
		if accepted(t, v, signedBy("two", rsaKey)) || accepted(t, v, signedBy("one", es384)) || accepted(t, v, signedBy("two", es256)) {
			t.Fatal("a key that is not in the set is accepted")
		}
	}
	if n := p.asked.Load(); n != 1 {
		t.Errorf("the server was asked %d times", n)
	}
	p.answer(http.StatusOK, set(jwk("two", rsaKey)))
	p.pass(minPause + time.Second)
	if !accepted(t, v, signedBy("two", rsaKey)) {
		t.Error("the new key is not accepted")
	}
	if accepted(t, v, signedBy("one", es256)) {
		t.Error("the former key is accepted")
	}
	if n := p.asked.Load(); n != 2 {
		t.Errorf("the server was asked %d times", n)
	}
}

// TestKeysStay: while the server fails, or answers nonsense, known keys are good; without any, nobody can tell.
func TestKeysStay(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]string{
		"no JSON": "<html>", "no keys": `{"keys":[]}`, "10 MB": `{"keys":[` + strings.Repeat(" ", 10<<20) + `]}`,
		"no public keys": set(jose.JSONWebKey{Key: es256, KeyID: "one"}), "a secret": set(jose.JSONWebKey{Key: hs, KeyID: "one"}),
		"for encryption": set(jose.JSONWebKey{Key: es256.Public(), KeyID: "one", Use: "enc"}),
		"too many":       `{"keys":[` + strings.Repeat(`{},`, 1000) + `{}]}`, "unknown kinds": `{"keys":[{"kty":"quantum","kid":"one"},7]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := publish(t, broken)
			v := p.verifier(t)
			if _, err := v.Verify(t.Context(), signedBy("one", es256)); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("without keys: %v", err)
			}
			p.pass(minPause + time.Second)
			p.answer(http.StatusOK, set(jwk("one", es256)))
			if !accepted(t, v, signedBy("one", es256)) {
				t.Error("the key is not accepted")
			}
			p.answer(http.StatusInternalServerError, broken)
			<-p.failed
			for range 3 {
				p.pass(time.Hour)
				if !accepted(t, v, signedBy("one", es256)) {
					t.Error("the key is forgotten")
				}
				if err := <-p.failed; !strings.Contains(err.Error(), "status 500") {
					t.Error(err)
				}
			}
		})
	}
}

// TestKeysAreFetchedOnce: many tokens at once are one question.
func TestKeysAreFetchedOnce(t *testing.T) {
	t.Parallel()
	p := publish(t, set(jwk("one", es256)))
	v := p.verifier(t)
	text := signedBy("one", es256)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, err := v.Verify(t.Context(), text); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := p.asked.Load(); n != 1 {
		t.Errorf("the server was asked %d times", n)
	}
}
