package hops

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"strconv"
	"sync/atomic"
)

// Header is the name of the header with the number.
const Header = "Fwrun-Hops"

// Counter reads the numbers that it has written. Safe for concurrent use.
type Counter struct {
	secret []byte
	used   atomic.Bool
}

// New returns a Counter with a secret of its own.
func New() *Counter { return &Counter{secret: []byte(rand.Text())} }

// Mark says in the header of a request that it is the n-th within others.
func (c *Counter) Mark(header http.Header, n int) {
	c.used.Store(true)
	header[Header] = []string{string(c.secret) + "-" + strconv.Itoa(n)}
}

// IsUsed reports whether a request has ever been marked. Before that there is nothing to read.
func (c *Counter) IsUsed() bool { return c.used.Load() }

// Read returns the number that the value of a header says; 0 if the Counter has not written it.
func (c *Counter) Read(value []byte) int {
	secret, number, found := bytes.Cut(value, []byte("-"))
	if !found || subtle.ConstantTimeCompare(secret, c.secret) != 1 {
		return 0
	}
	n, err := strconv.ParseUint(string(number), 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}

type key struct{}

// With returns a context for what is done on behalf of a request that is the n-th within others.
func With(ctx context.Context, n int) context.Context {
	if n == 0 {
		return ctx
	}
	return context.WithValue(ctx, key{}, n)
}

// From returns the number of the request on whose behalf ctx is; 0 if that lies in no other one.
func From(ctx context.Context) int {
	n, _ := ctx.Value(key{}).(int)
	return n
}
