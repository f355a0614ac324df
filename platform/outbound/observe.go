package outbound

import (
	"context"
	"errors"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Observation is a request that was sent, as it is measured: without its URL.
type Observation struct {
	Method  string
	Status  int    // 0 if there was no answer
	Failure string // why there was none: timeout, canceled, dns, refused, private-address, busy or other
	Took    time.Duration
}

// Measured is an http.RoundTripper that measures the requests of another one, from the first byte to the head of the answer, with
// all tries.
type Measured struct {
	Transport http.RoundTripper
	Observe   func(Observation)

	// Sent is called with each request, too, and when it was sent. Its URL and its headers may hold secrets. Sent must not block, nor keep
	// the request. It may be nil.
	Sent func(r *http.Request, began time.Time, o Observation)
}

// RoundTrip implements http.RoundTripper.
func (m *Measured) RoundTrip(r *http.Request) (*http.Response, error) {
	began := time.Now()
	response, err := m.Transport.RoundTrip(r)
	o := Observation{Method: r.Method, Took: time.Since(began)}
	if err != nil {
		o.Failure = failureOf(err)
	} else {
		o.Status = response.StatusCode
	}
	m.Observe(o)
	if m.Sent != nil {
		m.Sent(r, began, o)
	}
	return response, err
}

// Dialer opens a connection: see [Transport.Dial].
type Dialer = func(ctx context.Context, network, target string) (net.Conn, error)

// Measure returns a Dialer whose connections are measured as requests with the method CONNECT, until they are there.
func Measure(dial Dialer, observe func(Observation)) Dialer {
	return func(ctx context.Context, network, target string) (net.Conn, error) {
		began := time.Now()
		conn, err := dial(ctx, network, target)
		observe(Observation{Method: http.MethodConnect, Failure: failureOf(err), Took: time.Since(began)})
		return conn, err
	}
}

// CloseIdleConnections closes the connections that are not in use, as an http.Client asks for.
func (m *Measured) CloseIdleConnections() {
	if closer, ok := m.Transport.(interface{ CloseIdleConnections() }); ok {
		closer.CloseIdleConnections()
	}
}

// failureOf returns the kind of an error, of which there are few; "" for none.
func failureOf(err error) string {
	var timeout net.Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, new(*PrivateAddressError)):
		return "private-address"
	case errors.As(err, new(*BusyError)):
		return "busy"
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.As(err, new(*net.DNSError)):
		return "dns"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	}
	return "other"
}
