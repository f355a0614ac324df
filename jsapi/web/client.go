package web

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Client says how requests are sent. The zero value works.
type Client struct {
	// HTTP sends. Give one to all VMs of the process, so that they share connections; the
	// default is such a one, made by [NewClient].
	HTTP *http.Client
	// MaxBody is the largest response body in bytes; 64 MiB.
	MaxBody int64
	// Timeout bounds a request, from its start to the end of the response's body; 0 leaves
	// it to the call's own deadline.
	Timeout time.Duration
	// Retry lets the requests of a context be tried again up to so many times; without it
	// no request can choose that.
	Retry func(ctx context.Context, most int) context.Context
	// Untraced keeps the trace of the call from being passed on.
	Untraced bool
}

func (c Client) filled() Client {
	if c.HTTP == nil {
		c.HTTP = sharedClient()
	}
	if c.MaxBody == 0 {
		c.MaxBody = 64 << 20
	}
	return c
}

// NewClient makes a client for fetch: one for the process, so that thousands of
// requests at a time share their connections.
func NewClient() *http.Client {
	dialer := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Client{Transport: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           8192,
		MaxIdleConnsPerHost:    4096,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 1 << 20,
	}}
}

// sharedClient is the default of all VMs.
var sharedClient = sync.OnceValue(NewClient)
