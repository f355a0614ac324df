package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/fwrun/fwrun/fault"
)

// maxAnswer limits the body of an answer, in bytes.
const maxAnswer = 256 << 20

// hosts is a transport that tries the hosts of a cluster in order.
type hosts struct {
	name    string
	all     []host
	below   http.RoundTripper
	timeout time.Duration
	last    atomic.Int32 // the index of the host that answered last
}

// RoundTrip sends the request to the first host that can be reached.
func (h *hosts) RoundTrip(request *http.Request) (*http.Response, error) {
	var failures []error
	for _, i := range h.order() {
		response, sent, err := h.try(request, h.all[i])
		if err == nil {
			h.last.Store(int32(i)) // #nosec G115 -- an index of a list of hosts
			return response, nil
		}
		if ended := request.Context().Err(); ended != nil {
			return nil, ended
		}
		failure := describe(h.all[i].url, err)
		if sent && !changesNothing(request) {
			return nil, &UnansweredError{Connection: h.name, Method: request.Method, Path: request.URL.Path, Err: failure}
		}
		failures = append(failures, failure)
	}
	return nil, fault.New("search.send", fault.Unavailable, fmt.Sprintf("no host of search connection %q can be reached", h.name)).
		WithHint("start the cluster, or correct hosts, proxy or the certificates").Because(errors.Join(failures...))
}

// order returns the indexes of the hosts: the one that answered last, then all others in their order.
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
	ctx, cancel := context.WithTimeoutCause(request.Context(), h.timeout, errTimeout{h.timeout})
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
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, true, because(ctx, err)
	}
	if len(body) > maxAnswer {
		return nil, true, fmt.Errorf("the answer is longer than %d MiB", maxAnswer>>20)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, true, nil
}

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
