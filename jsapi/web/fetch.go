package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/streams"
	"github.com/fwrun/fwrun/platform/trace"
)

// maxRedirects is the maximum number of redirects that are followed, as in browsers.
const maxRedirects = 20

// outgoing is one request of fetch, converted from the script's values.
type outgoing struct {
	method, url string
	header      http.Header
	body        []byte
	hasBody     bool
	stream      streams.Source // sent instead of body; nil if there is none
	redirect    string         // follow, manual or error
	plain       *plain         // how node:http sends it; nil for fetch
}

// incoming is the response.
type incoming struct {
	response   *http.Response
	redirected bool
	body       *body
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
	if source, ok := streams.SourceOf(call.Argument(3)); ok {
		request.stream = source
	} else if data, ok := r.Bytes(call.Argument(3)); ok {
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
	if o.stream != nil && o.redirect != "manual" && response.StatusCode >= 307 && response.StatusCode <= 308 {
		_ = response.Body.Close()
		return nil, errors.New("the redirect asks for the body again, which was a stream")
	}
	if final := response.Request.URL; final != request.URL && final.String() != request.URL.String() {
		redirected = true // also where a transport answers for the last of several addresses
	}
	got = &incoming{response: response, redirected: redirected, body: newBody(ctx, cancel, response, c.MaxBody)}
	if o.plain == nil {
		got.body.read()
	} else {
		go got.body.fill() // the head is an event of its own, however short the body
	}
	return got, nil
}

func (o outgoing) request(ctx context.Context) (*http.Request, error) {
	if scheme, _, _ := strings.Cut(o.url, ":"); scheme != "http" && scheme != "https" {
		return nil, fmt.Errorf("unknown scheme %q: only http and https are supported", scheme)
	}
	var reader io.Reader
	switch {
	case o.stream != nil:
		reader = streams.Reader(ctx, o.stream)
	case o.hasBody:
		reader = bytes.NewReader(o.body)
	}
	request, err := http.NewRequestWithContext(ctx, o.method, o.url, reader)
	if err != nil {
		return nil, err
	}
	if o.stream != nil {
		request.ContentLength = -1 // it is sent in chunks, unless the script knows the length
		if length, err := strconv.ParseInt(o.header.Get("Content-Length"), 10, 64); err == nil && length > 0 {
			request.ContentLength = length
		}
	}
	request.Header = o.header
	for name, value := range o.defaults() {
		if request.Header.Get(name) == "" {
			request.Header.Set(name, value)
		}
	}
	if host := request.Header.Get("Host"); host != "" {
		request.Host = host
	}
	if o.plain != nil {
		o.plain.shape(request)
	}
	return request, nil
}

// defaults are the headers of a request that a script has not set.
func (o outgoing) defaults() map[string]string {
	if o.plain != nil {
		return nil
	}
	return map[string]string{"Accept": "*/*", "User-Agent": "fwrun", "Accept-Language": "*"}
}

// answer returns the script's view of a response's head, from which the prelude makes a Response. headers is a
// function that returns pairs; body is null, the bytes, or a source, whose function whole
// returns a promise of them.
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
	if data, ok := got.body.complete(); ok {
		return r.NewBuffer(data)
	}
	source := streams.NewSource(r.Realm, got.body, r.bodyError)
	_ = source.Set("whole", func(goja.FunctionCall) goja.Value {
		return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
			data, err := got.body.Whole(ctx)
			return func(*goja.Runtime) (goja.Value, error) {
				if err != nil {
					return nil, &vm.Thrown{Value: r.bodyError(err)}
				}
				return r.NewBuffer(data), nil
			}, nil
		})
	})
	return source
}

// bodyError returns the script's error for a body that broke off.
func (r *Realm) bodyError(err error) goja.Value {
	if late, ok := errors.AsType[*timeoutError](err); ok {
		return r.NewDOMException("TimeoutError", late.Error())
	}
	object := r.Runtime.NewTypeError("terminated")
	_ = object.Set("cause", r.cause(err))
	return part.TrimStack(r.Runtime, object)
}
