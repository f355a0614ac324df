package tape

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/platform/fault"
)

// PlayedTransport returns a transport that answers from recordings. Nothing is sent anywhere.
func PlayedTransport(masks *stories.Recorder) http.RoundTripper { return &playedTransport{New(masks)} }

type playedTransport struct{ by *Recorder }

// RoundTrip implements http.RoundTripper.
func (t *playedTransport) RoundTrip(q *http.Request) (*http.Response, error) {
	var body []byte
	if q.Body != nil {
		read, err := io.ReadAll(io.LimitReader(q.Body, replay.MaxFile))
		_ = q.Body.Close()
		if err != nil {
			return nil, err
		}
		body = read
	}
	p := replay.PlayerOf(q.Context())
	if p == nil {
		return nil, fault.New("tape.fetch", fault.Unavailable,
			fmt.Sprintf("a replay sends no requests, but the application tried to send %s %s", q.Method, t.by.masks.URL(q.URL))).
			WithHint("only calls during requests were recorded; catch the errors of calls that the application makes when it starts")
	}
	c, err := t.ask(p, q, body)
	switch {
	case err != nil:
		return nil, err
	case c.Fails != nil:
		return nil, &networkError{c.Fails}
	case c.IsPending():
		return nil, p.Wait(q.Context())
	}
	return responseOf(q, c)
}

// ask asks as the recording has it: what is masked there is masked here, too.
func (t *playedTransport) ask(p *replay.Player, q *http.Request, body []byte) (*replay.Call, error) {
	asks := map[string]any{"method": q.Method, "url": t.by.masks.URL(q.URL)}
	if h := t.by.headers(q.Header, isIncidental); len(h) > 0 {
		asks["headers"] = map[string]any(h)
	}
	return ask(q.Context(), p, replay.Fetch, asksOf(asks, t.by.body(q.Header.Get("Content-Type"), body, true)))
}

// responseOf makes the response that was recorded.
func responseOf(q *http.Request, c *replay.Call) (*http.Response, error) {
	var given answer
	if err := c.Given(&given); err != nil {
		return nil, fmt.Errorf("what the recording gives for a request cannot be read: %w", err)
	}
	if given.Status < 100 || given.Status > 999 {
		return nil, fmt.Errorf("the recording gives a response with the status %d", given.Status)
	}
	header := http.Header{}
	for _, pair := range given.Headers.Pairs() {
		header.Add(pair[0], pair[1])
	}
	data := given.Bytes()
	if given.URL != "" {
		final, err := url.Parse(given.URL)
		if err != nil {
			return nil, err
		}
		last := *q
		last.URL = final
		q = &last
	}
	return &http.Response{
		StatusCode: given.Status, Status: strings.TrimSpace(fmt.Sprint(given.Status, " ", http.StatusText(given.Status))), Proto: "HTTP/1.1",
		ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Body: io.NopCloser(bytes.NewReader(data)), ContentLength: int64(len(data)), Request: q,
	}, nil
}
