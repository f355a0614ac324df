package host

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/security/oidc"
	"github.com/fwrun/fwrun/security/sessions"
)

// What a session has of log-ins that have begun: each is a value of its own, so that tabs do not overwrite one another's.
const (
	pendingPrefix = "fwrun.login."
	pendingAtOnce = 5
	pendingFor    = 10 * time.Minute
)

// pending is a log-in that has begun.
type pending struct {
	oidc.Attempt
	Provider string `json:"provider"`
	To       string `json:"to"`    // where the browser goes afterwards
	Began    int64  `json:"began"` // Unix nanoseconds: tabs may begin within a second
}

func (p *pending) isOver(now time.Time) bool { return now.Sub(time.Unix(0, p.Began)) > pendingFor }

// pendingKey names the value with a state.
func pendingKey(state string) string {
	sum := sha256.Sum256([]byte(state))
	return pendingPrefix + base64.RawURLEncoding.EncodeToString(sum[:12])
}

// remember keeps a log-in in the session, and forgets those that are over, and the oldest of too many.
func remember(one *sessions.Session, begun pending) {
	count, oldest, oldestBegan := 0, "", int64(0)
	for _, key := range one.Keys(pendingPrefix) {
		value, _ := one.Get(key)
		var other pending
		if json.Unmarshal(value, &other) != nil || other.isOver(time.Unix(0, begun.Began)) {
			one.Set(key, nil)
			continue
		}
		if count++; oldest == "" || other.Began < oldestBegan {
			oldest, oldestBegan = key, other.Began
		}
	}
	if count >= pendingAtOnce {
		one.Set(oldest, nil)
	}
	value, _ := json.Marshal(begun) // texts and a number
	one.Set(pendingKey(begun.State), value)
}

// take returns the log-in with a state, which is used herewith; nil if there is none.
func take(ctx context.Context, of *sessions.Sessions, one *sessions.Session, state, provider string, now time.Time) (*pending, error) {
	if one == nil || state == "" {
		return nil, nil
	}
	value, err := of.Take(ctx, one, pendingKey(state))
	if value == nil || err != nil {
		return nil, err
	}
	var found pending
	if json.Unmarshal(value, &found) != nil || found.isOver(now) || found.Provider != provider ||
		subtle.ConstantTimeCompare([]byte(found.State), []byte(state)) != 1 {
		return nil, nil
	}
	return &found, nil
}

// saidBack is what a browser brings back from a provider.
type saidBack struct {
	state, code, issuer, failure string
	failed                       bool // it brings an error
}

// readBack reads the query; single is false if a parameter is there twice, of which two readers might see different ones.
func readBack(ctx *fasthttp.RequestCtx) (said saidBack, single bool) {
	args := ctx.QueryArgs()
	for _, name := range []string{"state", "code", "iss", "error"} {
		if len(args.PeekMulti(name)) > 1 {
			return said, false
		}
	}
	text := func(name string) string { return string(args.Peek(name)) }
	return saidBack{text("state"), text("code"), text("iss"), text("error"), args.Has("error")}, true
}
