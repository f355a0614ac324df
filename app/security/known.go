package security

import (
	"strings"
	"sync"
	"time"

	"github.com/fwrun/fwrun/security"
)

// What is remembered of tokens: for how long, and about half of how many bytes of them.
const (
	rememberFor = time.Minute
	halfOfThem  = 4 << 20
)

// known remembers whose tokens are that were found to be good, since a client sends the same one with each request. A token is forgotten
// after a minute, so that a key that its issuer has withdrawn is of no use for long, and never outlives its end. What is not good is
// not remembered: only those who can sign take memory here.
type known struct {
	now func() time.Time

	mu         sync.RWMutex
	young, old map[string]bearer // old are those that were remembered before young was begun
	bytes      int               // of young
}

// bearer is whose a token is, and until when that is remembered.
type bearer struct {
	who   *security.Principal
	until time.Time
}

func newKnown(now func() time.Time) *known { return &known{now: now, young: map[string]bearer{}} }

// find returns whose a token is; nil if that is not known.
func (k *known) find(token string) *security.Principal {
	k.mu.RLock()
	found, is := k.young[token]
	if !is {
		found = k.old[token]
	}
	k.mu.RUnlock()
	if found.who == nil || !k.now().Before(found.until) {
		return nil
	}
	return found.who
}

// add remembers a token that is good until it ends.
func (k *known) add(token string, who *security.Principal, ends time.Time) {
	until := k.now().Add(rememberFor)
	if ends.Before(until) {
		until = ends
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.bytes+len(token) > halfOfThem {
		k.young, k.old, k.bytes = map[string]bearer{}, k.young, 0
	}
	k.young[strings.Clone(token)] = bearer{who, until}
	k.bytes += len(token)
}
