package security

import (
	"strings"
	"time"

	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/recent"
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
	of  *recent.Memory[string, *security.Principal]
	now func() time.Time
}

func newKnown(now func() time.Time) *known {
	return &known{recent.New[string, *security.Principal](halfOfThem, now), now}
}

// find returns whose a token is; nil if that is not known.
func (k *known) find(token string) *security.Principal {
	found, _ := k.of.Find(token)
	return found
}

// add remembers a token that is good until it ends.
func (k *known) add(token string, who *security.Principal, ends time.Time) {
	until := k.now().Add(rememberFor)
	if ends.Before(until) {
		until = ends
	}
	k.of.Add(strings.Clone(token), who, len(token), until)
}
