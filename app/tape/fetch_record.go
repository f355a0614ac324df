package tape

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/devtools/replay"
)

// BeginFetch adds a request that a script begins to the tape, in the order of the script. What comes of it is added by [Recorder.Transport].
func (r *Recorder) BeginFetch(ctx context.Context) context.Context {
	t := replay.Of(ctx)
	if t == nil {
		return ctx
	}
	x := &exchange{by: r, tape: t}
	t.Add(replay.Fetch, 0, x.call)
	return context.WithValue(ctx, exchangeKey{}, x)
}

type exchangeKey struct{}

// Transport returns a transport that records what goes through it for requests that were begun with [Recorder.BeginFetch].
func (r *Recorder) Transport(inner http.RoundTripper) http.RoundTripper {
	return &recordedTransport{inner}
}

type recordedTransport struct{ inner http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t *recordedTransport) RoundTrip(q *http.Request) (*http.Response, error) {
	x, _ := q.Context().Value(exchangeKey{}).(*exchange)
	if x == nil {
		return t.inner.RoundTrip(q)
	}
	q = x.sent(q)
	answer, err := t.inner.RoundTrip(q)
	return x.answered(q, answer, err), err
}

// CloseIdleConnections lets the client of the transport close them.
func (t *recordedTransport) CloseIdleConnections() { closeIdle(t.inner) }

func closeIdle(of http.RoundTripper) {
	if closes, ok := of.(interface{ CloseIdleConnections() }); ok {
		closes.CloseIdleConnections()
	}
}

// exchange is a request that a script has sent, with what came of it: that of the last redirect.
type exchange struct {
	by   *Recorder
	tape *replay.Tape

	mu           sync.Mutex
	method, url  string // of the first request
	header       http.Header
	body         kept
	status       int
	final        string // the address that has answered
	answerHeader http.Header
	answer       kept
	err          error
	state        string // why it cannot be kept; empty if it can be
}

// kept is a body that is kept while others read it.
type kept struct {
	bytes.Buffer
	ended bool
}

func (x *exchange) sent(q *http.Request) *http.Request {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.method != "" { // it follows a redirect
		return q
	}
	x.method, x.url, x.header = q.Method, x.by.masks.URL(q.URL), q.Header.Clone()
	x.tape.Grow(len(x.url) + headerBytes(q.Header))
	if q.Body == nil || q.Body == http.NoBody {
		return q
	}
	shallow := *q
	shallow.Body = &keeping{q.Body, x, &x.body}
	return &shallow
}

func (x *exchange) answered(q *http.Request, answer *http.Response, err error) *http.Response {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.err, x.answer = err, kept{}
	if err != nil {
		x.state = ""
		return answer
	}
	x.status, x.final, x.answerHeader = answer.StatusCode, x.by.masks.URL(q.URL), answer.Header.Clone()
	x.tape.Grow(headerBytes(answer.Header))
	x.state = "the answer of " + q.URL.Host + " was not read to its end before it was answered"
	if answer.Body == nil || answer.Body == http.NoBody || q.Method == http.MethodHead {
		x.state = ""
		return answer
	}
	answer.Body = &keeping{answer.Body, x, &x.answer}
	return answer
}

func headerBytes(h http.Header) (n int) {
	for name, values := range h {
		n += len(name) + 32
		for _, value := range values {
			n += len(value)
		}
	}
	return n
}

// keeping is a body that is kept as it is read.
type keeping struct {
	io.ReadCloser
	of   *exchange
	into *kept
}

// Read implements io.Reader.
func (k *keeping) Read(into []byte) (int, error) {
	n, err := k.ReadCloser.Read(into)
	k.of.mu.Lock()
	defer k.of.mu.Unlock()
	if n > 0 && !k.into.ended && k.of.tape.Grow(n) {
		k.into.Write(into[:n])
	}
	if err == io.EOF {
		k.into.ended = true
		if k.into == &k.of.answer {
			k.of.state = ""
		}
	}
	return n, err
}

// call makes the call of the file.
func (x *exchange) call() (replay.Call, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch waits := x.status == 0 && x.err == nil; {
	case waits: // it was begun, and came to nothing before the end
		return replay.Call{}, nil
	case x.state != "":
		return replay.Call{}, errors.New(x.state)
	}
	asks := map[string]any{"method": x.method, "url": x.url}
	if h := x.by.headers(x.header, isIncidental); len(h) > 0 {
		asks["headers"] = map[string]any(h)
	}
	c := replay.Call{Asks: asksOf(asks, x.by.body(x.header.Get("Content-Type"), x.body.Bytes(), true))}
	if x.err != nil {
		c.Fails = failureOf(x.err)
		return c, nil
	}
	return c, c.Set(x.gives())
}

func (x *exchange) gives() answer {
	a := answer{
		Status: x.status, Headers: x.by.headers(x.answerHeader, leftOut),
		Body: x.by.body(x.answerHeader.Get("Content-Type"), x.answer.Bytes(), false),
	}
	if x.final != x.url {
		a.URL = x.final
	}
	return a
}

// answer is a response, as files have it.
type answer struct {
	Status  int            `json:"status"`
	URL     string         `json:"url,omitempty"` // after redirects
	Headers replay.Headers `json:"headers,omitempty"`
	replay.Body
}

// isIncidental reports whether a field of a request's header is not the application's, or another each time.
func isIncidental(name string) bool {
	switch name {
	case "traceparent", "tracestate", "user-agent", "accept", "accept-language", "accept-encoding", "content-length", "connection":
		return true
	}
	return strings.HasPrefix(name, "x-fwrun-") || name == "via"
}

// leftOut reports whether a field of an answer's header would only be wrong in a file.
func leftOut(name string) bool {
	switch name {
	case "content-length", "content-encoding", "connection", "transfer-encoding", "keep-alive", "alt-svc", "strict-transport-security":
		return true
	}
	return false
}
