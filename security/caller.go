package security

import (
	"context"
	"net/netip"
	"sync/atomic"
)

// Caller is the client whose request is served. What is not known is empty.
type Caller struct {
	Address netip.Addr // of the client: behind proxies that are trusted, the one that they report
	Path    string     // of the request
	Request string     // its id

	// LoggedIn is set when the log-in of the request was reported, so that it is reported once.
	LoggedIn atomic.Bool
}

type callerKey struct{}

// WithCaller returns a context of what is done for a client.
func WithCaller(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns the client that something is done for; nil if that is not known.
func CallerOf(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}

// AddressOf returns the address of the client that something is done for; it is invalid if that is not known.
func AddressOf(ctx context.Context) netip.Addr {
	if c := CallerOf(ctx); c != nil {
		return c.Address
	}
	return netip.Addr{}
}
