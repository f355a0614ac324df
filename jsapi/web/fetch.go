package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/trace"
)

// maxRedirects is the maximum number of redirects that are followed, as in browsers.
const maxRedirects = 20

// readAtOnce is the size up to which a body is read before the promise of fetch is settled. A longer body is read
// while the script runs.
const readAtOnce = 64 << 10

// outgoing is one request of fetch, converted from the script's values.
type outgoing struct {
	method, url string
	header      http.Header
	body        []byte
	hasBody     bool
	redirect    string // follow, manual or error
}

// incoming is the response.
type incoming struct {
	response   *http.Response
	redirected bool
	body       *body
}

// body is a response body that a goroutine reads. done is closed when data or err is set.
type body struct {
	done chan struct{}
	data []byte
	err  error
}

// outgoing converts method, URL, header pairs, body and redirect mode.
func (r *Realm) outgoing(call goja.FunctionCall) outgoing {
	request := outgoing{
		method:   call.Argument(0).String(),
		url:      call.Argument(1).String(),
		header:   http.Header{},
		redirect: call.Argument(4).String(),
	}
	r.Runtime.ForOf(call.Argument(2), func(item goja.Value) bool {
		pair := item.(*goja.Object)
		request.header.Add(pair.Get("0").String(), latin1(pair.Get("1").String()))
		return true
	})
	if data, ok := r.Bytes(call.Argument(3)); ok {
		request.body, request.hasBody = data, true
	}
	return request
}

// latin1 returns the bytes of a header value, each of whose characters is a byte.
func latin1(text string) string {
	var out strings.Builder
	for _, c := range text {
		out.WriteByte(byte(c))
	}
	return out.String()
}

// exchange sends the request, and waits for the headers, and for the body if it is small. cancel is called after the
// body has been read.
func (c Client) exchange(ctx context.Context, cancel func(), o outgoing) (got *incoming, err error) {
	ctx, span := trace.Start(ctx, trace.Client, "")
	if span != nil {
		defer func() { endSpan(span, got, err) }()
	}
	request, err := o.request(ctx)
	if err != nil {
		return nil, err
	}
	describeSpan(span, request)
	if !c.Untraced {
		passTrace(request)
	}
	redirected := false
	client := *c.HTTP
	client.CheckRedirect = func(_ *http.Request, via []*http.Request) error {
		switch {
		case o.redirect == "manual":
			return http.ErrUseLastResponse
		case o.redirect == "error":
			return errors.New("unexpected redirect")
		case len(via) > maxRedirects:
			return errors.New("redirect count exceeded")
		}
		redirected = true
		return nil
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	got = &incoming{response: response, redirected: redirected, body: &body{done: make(chan struct{})}}
	read := func() {
		defer cancel()
		got.body.read(ctx, response, c.MaxBody)
	}
	if length := response.ContentLength; length >= 0 && length <= readAtOnce {
		read()
	} else {
		go read()
	}
	return got, nil
}

func (o outgoing) request(ctx context.Context) (*http.Request, error) {
	if scheme, _, _ := strings.Cut(o.url, ":"); scheme != "http" && scheme != "https" {
		return nil, fmt.Errorf("unknown scheme %q: only http and https are supported", scheme)
	}
	var reader io.Reader
	if o.hasBody {
		reader = bytes.NewReader(o.body)
	}
	request, err := http.NewRequestWithContext(ctx, o.method, o.url, reader)
	if err != nil {
		return nil, err
	}
	request.Header = o.header
	for name, value := range map[string]string{"Accept": "*/*", "User-Agent": "fwrun", "Accept-Language": "*"} {
		if request.Header.Get(name) == "" {
			request.Header.Set(name, value)
		}
	}
	if host := request.Header.Get("Host"); host != "" {
		request.Host = host
	}
	return request, nil
}

// read reads the whole body, up to the limit.
func (b *body) read(ctx context.Context, response *http.Response, limit int64) {
	defer close(b.done)
	defer func() { _ = response.Body.Close() }()
	var into bytes.Buffer
	if n := response.ContentLength; n > 0 && n <= limit {
		into.Grow(int(n) + bytes.MinRead)
	}
	n, err := into.ReadFrom(io.LimitReader(response.Body, limit+1))
	switch {
	case err != nil:
		b.err = inTime(ctx, err)
	case n > limit:
		b.err = &sizeError{limit}
	default:
		b.data = into.Bytes()
	}
}

// answer returns the script's view of a response's head, from which the prelude makes a Response. headers is a
// function that returns pairs; body is null, the bytes, or a function that returns a promise of them.
func (r *Realm) answer(got *incoming) goja.Value {
	object := r.Runtime.NewObject()
	_ = object.Set("status", got.response.StatusCode)
	_ = object.Set("statusText", statusText(got.response))
	_ = object.Set("headers", func(goja.FunctionCall) goja.Value { return r.headerPairs(got.response.Header) })
	_ = object.Set("url", withoutFragment(got.response.Request.URL))
	_ = object.Set("redirected", got.redirected)
	_ = object.Set("body", r.bodyValue(got))
	return object
}

func statusText(response *http.Response) string {
	_, text, _ := strings.Cut(response.Status, " ")
	return text
}

func withoutFragment(u *url.URL) string {
	copied := *u
	copied.Fragment, copied.RawFragment = "", ""
	return copied.String()
}

// headerPairs returns names and values. Each byte of a value becomes a character.
func (r *Realm) headerPairs(header http.Header) goja.Value {
	var pairs []any
	for name, values := range header {
		for _, value := range values {
			pairs = append(pairs, r.Runtime.NewArray(strings.ToLower(name), fromLatin1(value)))
		}
	}
	return r.Runtime.NewArray(pairs...)
}

func fromLatin1(text string) string {
	out := make([]rune, 0, len(text))
	for i := range len(text) {
		out = append(out, rune(text[i]))
	}
	return string(out)
}

func (r *Realm) bodyValue(got *incoming) goja.Value {
	empty := got.response.ContentLength == 0 && got.response.StatusCode == http.StatusNoContent
	if empty || got.response.Request.Method == http.MethodHead {
		return goja.Null()
	}
	select {
	case <-got.body.done:
		if got.body.err == nil {
			return r.NewBuffer(got.body.data)
		}
	default:
	}
	return r.Runtime.ToValue(func(goja.FunctionCall) goja.Value {
		return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
			select {
			case <-got.body.done:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			return func(*goja.Runtime) (goja.Value, error) { return r.bodyResult(got.body) }, nil
		})
	})
}

func (r *Realm) bodyResult(b *body) (goja.Value, error) {
	if b.err == nil {
		return r.NewBuffer(b.data), nil
	}
	if late, ok := errors.AsType[*timeoutError](b.err); ok {
		return nil, &vm.Thrown{Value: r.NewDOMException("TimeoutError", late.Error())}
	}
	object := r.Runtime.NewTypeError("terminated")
	_ = object.Set("cause", r.cause(b.err))
	return nil, &vm.Thrown{Value: part.TrimStack(r.Runtime, object)}
}
