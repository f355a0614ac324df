package web

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// Client sends requests. The zero value is ready to use.
type Client struct {
	// HTTP sends the requests. All VMs of the process should have the same one, so that they share connections. The
	// default is one made by [NewClient].
	HTTP *http.Client
	// MaxBody is the maximum size of a response body in bytes; 64 MiB by default.
	MaxBody int64
	// Timeout limits a request, from its start to the end of the response's body. If it is 0, only the call's
	// deadline limits the request.
	Timeout time.Duration
	// Retry returns a context with which a request may be repeated up to most times. Without it, requests cannot set
	// their number of retries.
	Retry func(ctx context.Context, most int) context.Context
	// Begin returns a context for a request that begins, in the order in which scripts begin them. It may be nil.
	Begin func(ctx context.Context) context.Context
	// Trust returns a context for a request that trusts or shows something of its own. Without it, requests cannot.
	Trust func(ctx context.Context, trust Trust) context.Context
	// Untraced prevents requests from carrying the trace of the call.
	Untraced bool
}

// Trust is what one request trusts and shows instead of what the client does, in PEM.
type Trust struct {
	CA               string // the authorities that are trusted, and no others; empty for the client's
	Certificate, Key string // what is shown
	ServerName       string // instead of the host's
	Insecure         bool   // whether any certificate will do, if the client agrees
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

// NewClient makes a client for fetch. A process needs only one: thousands of concurrent requests share its
// connections.
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

// sharedClient returns the default client of all VMs.
var sharedClient = sync.OnceValue(NewClient)
