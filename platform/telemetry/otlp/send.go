package otlp

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// scope is the name of what has recorded all that is sent.
const scope = "github.com/fwrun/fwrun"

const defaultTimeout = 10 * time.Second

// sender sends the requests of one signal.
type sender struct {
	signal   Signal
	url      *url.URL
	client   *http.Client
	resource []byte
	items    string // what a request has, as OpenTelemetry's own exporters call it
}

// sender returns what sends the items of a signal, which has a service in gRPC.
func (t *Telemetry) sender(s Signal, items, service string) (sending, error) {
	to, err := url.Parse(s.Endpoint)
	if err != nil {
		return nil, err
	}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, TLSClientConfig: s.TLS, TLSHandshakeTimeout: defaultTimeout,
		IdleConnTimeout: 90 * time.Second, ForceAttemptHTTP2: true,
		HTTP2: &http.HTTP2Config{SendPingTimeout: defaultTimeout}, // else a connection that is lost is used for a quarter of an hour
	}
	if s.Protocol == GRPC {
		to.Path = "/opentelemetry.proto.collector." + service + "/Export"
		transport.Protocols = new(http.Protocols)
		transport.Protocols.SetHTTP2(true)
		transport.Protocols.SetUnencryptedHTTP2(true)
		if to.Scheme == "http" {
			transport.Proxy = nil // it would be asked in HTTP/1
		}
	}
	return (&sender{s, to, &http.Client{Transport: transport}, t.resource, items}).send, nil
}

// The pauses before what a collector does not take now is sent again.
const (
	firstPause = time.Second
	lastPause  = 5 * time.Second
)

// send sends items until the collector takes them, or the time for that is over.
func (s *sender) send(ctx context.Context, items []byte) error {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.signal.Timeout, defaultTimeout))
	defer cancel()
	body, err := s.request(items)
	if err != nil {
		return err
	}
	deadline, _ := ctx.Deadline()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := s.attempt(ctx, body)
		busy, is := errors.AsType[*busyError](err)
		if !is {
			return err
		}
		wait := max(busy.after, pause/2+rand.N(pause))
		if time.Until(deadline) < wait {
			return err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return err
		}
	}
}

// request returns the body of a request: the same for traces, metrics and the log, but for the items.
func (s *sender) request(items []byte) ([]byte, error) {
	b, all := openMessage(make([]byte, 0, len(items)+len(s.resource)+128), 1)
	b = appendBytes(b, 1, s.resource)
	b, list := openMessage(b, 2)
	b, by := openMessage(b, 1)
	b = closeMessage(appendText(b, 1, scope), by)
	b = append(b, items...)
	b = closeMessage(closeMessage(b, list), all)
	if s.signal.Gzip {
		var short bytes.Buffer
		w := gzip.NewWriter(&short)
		_, err := w.Write(b)
		if err = errors.Join(err, w.Close()); err != nil {
			return nil, err
		}
		b = short.Bytes()
	}
	if s.signal.Protocol == GRPC {
		b = frame(b, s.signal.Gzip)
	}
	return b, nil
}

// busyError says that a collector does not take a request now.
type busyError struct {
	error
	after time.Duration // 0 if it does not say when it will
}

// Unwrap returns what the collector said.
func (e *busyError) Unwrap() error { return e.error }

// mostAnswer is how many bytes of an answer are read.
const mostAnswer = 4 << 20

// attempt sends a request once.
func (s *sender) attempt(ctx context.Context, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("User-Agent", "fwrun")
	for name, value := range s.signal.Headers {
		request.Header.Set(name, value)
	}
	encoding, kind := "Content-Encoding", "application/x-protobuf"
	if s.signal.Protocol == GRPC {
		encoding, kind = "Grpc-Encoding", "application/grpc"
		request.Header.Set("Te", "trailers")
	}
	request.Header.Set("Content-Type", kind)
	if s.signal.Gzip {
		request.Header.Set(encoding, "gzip")
	}
	response, err := s.client.Do(request)
	if err != nil {
		if s.signal.Protocol == GRPC && ctx.Err() == nil {
			return &busyError{error: err}
		}
		return err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return s.refused(response, answer)
	}
	if s.signal.Protocol == GRPC {
		return s.settled(response, answer)
	}
	if response.Header.Get("Content-Type") != kind {
		return nil
	}
	return s.partial(answer)
}

// refused returns the error that an answer of HTTP is.
func (s *sender) refused(response *http.Response, answer []byte) error {
	said := cmp.Or(strings.TrimSpace(string(answer)), "(empty)")
	err := fmt.Errorf("failed to send to %s: %s (body: %s)", s.url.Redacted(), response.Status, said)
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return &busyError{err, after(response.Header.Get("Retry-After"))}
	}
	return err
}

// after reads a header Retry-After.
func after(text string) time.Duration {
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}
