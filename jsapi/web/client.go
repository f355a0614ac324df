package web

import (
	"net"
	"net/http"
	"sync"
	"time"
)

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
