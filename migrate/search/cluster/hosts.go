package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"
)

// maxAnswer limits the body of an answer, in bytes.
const maxAnswer = 256 << 20

// hosts is a transport that tries the hosts of a cluster in order.
type hosts struct {
	name   string
	all    []host
	below  *http.Transport
	limits limits
	last   atomic.Int32 // the index of the host that answered last, or behind the one that did not answer
}

// RoundTrip sends the request to the first host that can be reached.
func (h *hosts) RoundTrip(request *http.Request) (*http.Response, error) {
	var failures []*hostError
	anySent := false
	for _, i := range h.order() {
		response, sent, err := h.try(request, h.all[i])
		if err == nil {
			h.last.Store(int32(i)) // #nosec G115 -- an index of a list of hosts
			return response, nil
		}
		if ended := request.Context().Err(); ended != nil {
			return nil, ended
		}
		anySent = anySent || sent
		failure := h.limits.describe(h.all[i].url, h.proxyOf(h.all[i].url), err)
		if sent && !changesNothing(request) {
			h.last.Store(int32((i + 1) % len(h.all))) // #nosec G115 -- an index of a list of hosts
			return nil, &UnansweredError{Connection: h.name, Method: request.Method, Path: request.URL.Path, Err: failure}
		}
		failures = append(failures, failure)
	}
	return nil, unreachable(h.name, failures, anySent)
}

// proxyOf returns the proxy on the way to a host, nil if there is none.
func (h *hosts) proxyOf(host *url.URL) *url.URL {
	if h.below.Proxy == nil {
		return nil
	}
	proxy, err := h.below.Proxy(&http.Request{URL: host})
	if err != nil {
		return nil
	}
	return proxy
}

// order returns the indexes of the hosts: the one to begin with, then all others in their order.
func (h *hosts) order() []int {
	last := int(h.last.Load())
	order := make([]int, 0, len(h.all))
	order = append(order, last)
	for i := range h.all {
		if i != last {
			order = append(order, i)
		}
	}
	return order
}

// try sends the request to one host and reads the whole answer. It reports whether the request has left this
// process, so that the host may have acted on it.
func (h *hosts) try(request *http.Request, to host) (response *http.Response, sent bool, err error) {
	ctx, cancel := context.WithTimeoutCause(request.Context(), h.limits.answer, errTimeout{h.limits.answer})
	defer cancel()
	var left atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { left.Store(true) }})
	attempt := request.Clone(ctx)
	attempt.URL.Scheme, attempt.URL.Host, attempt.Host = to.url.Scheme, to.url.Host, to.url.Host
	if prefix := to.url.Path; prefix != "" {
		attempt.URL.Path, attempt.URL.RawPath = prefix+request.URL.Path, to.url.EscapedPath()+request.URL.EscapedPath()
	}
	if to.user != nil {
		password, _ := to.user.Password()
		attempt.SetBasicAuth(to.user.Username(), password)
	}
	if request.GetBody != nil {
		if attempt.Body, err = request.GetBody(); err != nil {
			return nil, false, err
		}
	}
	if response, err = h.below.RoundTrip(attempt); err != nil {
		return nil, left.Load(), because(ctx, err)
	}
	body, err := readAnswer(response)
	if err != nil {
		return nil, true, because(ctx, err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, true, nil
}

// errCutOff is the cause of an answer that is shorter than it says.
var errCutOff = errors.New("its answer was cut off")

// readAnswer reads the whole body of an answer.
func readAnswer(response *http.Response) ([]byte, error) {
	defer func() { _ = response.Body.Close() }()
	if response.ContentLength > maxAnswer {
		return nil, errTooLong
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCutOff
	case err == nil && len(body) > maxAnswer:
		return nil, errTooLong
	}
	return body, err
}

var errTooLong = fmt.Errorf("its answer is longer than %d MiB", maxAnswer>>20)

// errTimeout is the cause of a request that took too long.
type errTimeout struct{ after time.Duration }

func (e errTimeout) Error() string { return fmt.Sprintf("no answer within %v (timeout)", e.after) }

// because returns the cause for which a context ended, if that is why a request failed.
func because(ctx context.Context, err error) error {
	if timeout, ok := errors.AsType[errTimeout](context.Cause(ctx)); ok {
		return timeout
	}
	return err
}

// changesNothing reports whether a request may be sent again without a thought.
func changesNothing(request *http.Request) bool {
	return request.Method == http.MethodGet || request.Method == http.MethodHead || request.Context().Value(reading{}) != nil
}

// reading marks the context of a POST that only reads, such as a search.
type reading struct{}
