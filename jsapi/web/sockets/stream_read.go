package sockets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"golang.org/x/net/http/httpguts"
	"golang.org/x/text/encoding/unicode"

	"github.com/fwrun/fwrun/jsapi/web/eventstream"
)

// finalError is the error of a stream to which it is of no use to connect again.
type finalError struct{ why string }

func (e *finalError) Error() string { return e.why }

func finally(format string, args ...any) error { return &finalError{fmt.Sprintf(format, args...)} }

// errEnd is the error of a stream that was read to its end.
var errEnd = errors.New("the stream has ended")

// connect sends the request and reads the stream. It always returns an error. opened reports whether the stream was one.
func (s *stream) connect(ctx context.Context, stop context.CancelCauseFunc) (opened bool, err error) {
	request, err := s.request(ctx)
	if err != nil {
		return false, err
	}
	slow := time.AfterFunc(s.Timeout, func() { stop(&slowError{"the answer", s.Timeout}) })
	response, err := (&http.Client{Transport: s.Transport, CheckRedirect: followed}).Do(request)
	slow.Stop()
	if err != nil {
		return false, err
	}
	defer func() { _ = response.Body.Close() }()
	if err := checkAnswer(response); err != nil {
		return false, err
	}
	if !s.tell("open") {
		return true, s.ctx.Err()
	}
	return true, s.read(response, stop)
}

// maxRedirects is the number of redirects that are followed, as by fetch.
const maxRedirects = 20

func followed(_ *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errors.New("redirect count exceeded")
	}
	return nil
}

func (s *stream) request(ctx context.Context) (*http.Request, error) {
	if scheme, _, _ := strings.Cut(s.address, ":"); scheme != "http" && scheme != "https" {
		return nil, finally("unknown scheme %q: only http and https are supported", scheme)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.address, http.NoBody)
	if err != nil {
		return nil, finally("the URL cannot be requested")
	}
	request.Header = http.Header{
		"Accept": {"text/event-stream"}, "Accept-Language": {"*"}, "Cache-Control": {"no-store"}, "User-Agent": {userAgent},
	}
	if id := string(s.id); id != "" && len(id) <= maxID && httpguts.ValidHeaderFieldValue(id) {
		request.Header.Set("Last-Event-ID", id)
	}
	return request, nil
}

// maxID is the longest ID that is sent. With a longer one servers refuse the whole request.
const maxID = 4 << 10

// checkAnswer reports why an answer is not an event stream.
func checkAnswer(response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return finally("the server answers with the status %d, not 200", response.StatusCode)
	}
	kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.Trim(kind, " \t"), "text/event-stream") {
		return finally("the server answers with the type %.100q, not text/event-stream", kind)
	}
	return nil
}

// read passes each event to the script.
func (s *stream) read(response *http.Response, stop context.CancelCauseFunc) error {
	origin := originOf(response.Request.URL)
	leave := func() {}
	defer func() { leave() }()
	var slow *time.Timer
	events := eventstream.NewReader(response.Body, int(s.MaxMessage))
	events.SetID(s.id)
	events.Retry = s.setRetry
	events.Large = func() (err error) {
		leave, err = s.place()
		slow = time.AfterFunc(largeTime, func() { stop(&slowError{"a large event", largeTime}) })
		return err
	}
	for {
		event, err := events.Next()
		if slow != nil {
			slow.Stop()
			slow = nil
		}
		s.id = events.ID()
		switch {
		case errors.Is(err, io.EOF):
			return errEnd
		case errors.Is(err, eventstream.ErrTooLong):
			return finally("an event is longer than http.client.max-message-bytes")
		case err != nil:
			return err
		}
		ok := s.tell("event", s.text(event.Type), s.text(event.Data), s.text(event.ID), s.value(origin))
		leave()
		leave = func() {}
		if !ok {
			return s.ctx.Err()
		}
	}
}

// text returns the argument for a text in UTF-8, in which what is invalid is replaced as browsers do.
func (s *stream) text(data []byte) func() goja.Value {
	if !utf8.Valid(data) {
		if replaced, err := unicode.UTF8.NewDecoder().Bytes(data); err == nil {
			data = replaced
		}
	}
	return s.value(string(data))
}

// originOf returns the origin of a URL, as scripts know it.
func originOf(u *url.URL) string {
	host := u.Host
	if port := u.Port(); port == "80" && u.Scheme == "http" || port == "443" && u.Scheme == "https" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host
}
