package web

import (
	"context"
	"maps"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// plain is how node:http sends a request: with the headers of the script and no others, a path that nobody has changed, and a connection
// that is told about. Everything else is as with fetch.
type plain struct {
	target string // path and query, or whatever stands for them in the first line
	close  bool
	trust  Trust

	notes chan note // of answers before the answer; nil if nobody asks

	mu     sync.Mutex
	ended  bool // there are no more notes
	peer   string
	reused bool
}

// note is the head of an answer before the answer, such as 100 Continue.
type note struct {
	status int
	header http.Header
}

// maxNotes is how many answers before the answer wait for the script; net/http accepts a few, too.
const maxNotes = 8

// requester returns the function of node:http that starts a request. It is called as that of fetch is, with the origin as the URL; the
// control has the members of plain, too.
func (r *Realm) requester(client Client) native {
	return func(call goja.FunctionCall) goja.Value {
		request := r.outgoing(call)
		object, _ := call.Argument(5).(*goja.Object)
		how := control{object}
		p := plainOf(object)
		request.plain = p
		if request.url, p.target = located(request.url, p.target); p.notes != nil {
			how.set("next", func(goja.FunctionCall) goja.Value { return r.nextNote(p) })
		}
		ctx, cancel := client.context(r.VM.Life(), how)
		how.set("cancel", func(goja.FunctionCall) goja.Value {
			cancel()
			return goja.Undefined()
		})
		return r.VM.GoFor("http.request", func(context.Context) (vm.Result, error) {
			got, err := client.exchange(p.traced(ctx, client), cancel, request)
			p.end()
			if err != nil {
				err = inTime(ctx, err)
				cancel()
				return func(*goja.Runtime) (goja.Value, error) { return nil, r.unsent(how, err) }, nil
			}
			return func(*goja.Runtime) (goja.Value, error) { return r.plainAnswer(got, p), nil }, nil
		})
	}
}

func plainOf(object *goja.Object) *plain {
	text := func(name string) string {
		if v := object.Get(name); v != nil && !goja.IsUndefined(v) {
			return v.String()
		}
		return ""
	}
	is := func(name string) bool {
		v := object.Get(name)
		return v != nil && v.ToBoolean()
	}
	p := &plain{target: text("target"), close: is("close"), trust: Trust{
		CA: text("ca"), Certificate: text("cert"), Key: text("key"), ServerName: text("serverName"), Insecure: is("insecure"),
	}}
	if is("watched") {
		p.notes = make(chan note, maxNotes)
	}
	return p
}

// located returns the URL of a request; opaque is what it asks for, if that is no path, such as * or the URL that a proxy is asked for.
func located(origin, target string) (address, opaque string) {
	if !strings.HasPrefix(target, "/") {
		return origin + "/", target
	}
	return origin + strings.ReplaceAll(target, "#", "%23"), ""
}

// shape makes a request what the script has asked for: net/http adds neither its name nor a coding that it would undo.
func (p *plain) shape(request *http.Request) {
	request.Close = p.close
	for name, value := range map[string]string{"User-Agent": "", "Accept-Encoding": "identity"} {
		if _, set := request.Header[name]; !set {
			request.Header.Set(name, value)
		}
	}
	if p.target != "" {
		request.URL = &url.URL{Scheme: request.URL.Scheme, Host: request.URL.Host, Opaque: p.target}
	}
}

// traced returns a context in which the transport tells about the connection, and in which it trusts what the request does.
func (p *plain) traced(ctx context.Context, client Client) context.Context {
	if client.Trust != nil {
		ctx = client.Trust(ctx, p.trust)
	}
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(got httptrace.GotConnInfo) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.peer, p.reused = got.Conn.RemoteAddr().String(), got.Reused
		},
		Got1xxResponse: func(status int, header textproto.MIMEHeader) error {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.ended {
				return nil
			}
			select {
			case p.notes <- note{status, maps.Clone(http.Header(header))}:
			default: // nobody asks, or not in time
			}
			return nil
		},
	})
}

// end is called when there are no more notes.
func (p *plain) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.notes != nil {
		close(p.notes)
	}
}

// nextNote returns a promise of the next answer before the answer, or of null.
func (r *Realm) nextNote(p *plain) goja.Value {
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		var got note
		select {
		case got = <-p.notes:
		case <-ctx.Done():
		}
		return func(*goja.Runtime) (goja.Value, error) {
			if got.status == 0 {
				return goja.Null(), nil
			}
			object := r.Runtime.NewObject()
			_ = object.Set("status", got.status)
			_ = object.Set("headers", func(goja.FunctionCall) goja.Value { return r.rawPairs(got.header) })
			return object, nil
		}, nil
	})
}

// plainAnswer is what answer returns, with the headers as they came and what node:http knows besides.
func (r *Realm) plainAnswer(got *incoming, p *plain) goja.Value {
	object := r.answer(got).(*goja.Object)
	header := got.response.Header.Clone()
	if codings := got.response.TransferEncoding; len(codings) > 0 {
		header.Set("Transfer-Encoding", strings.Join(codings, ", "))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = object.Set("headers", func(goja.FunctionCall) goja.Value { return r.rawPairs(header) })
	_ = object.Set("trailers", func(goja.FunctionCall) goja.Value { return r.rawPairs(got.response.Trailer) })
	_ = object.Set("peer", p.peer)
	_ = object.Set("reused", p.reused)
	return object
}

// rawPairs returns names and values, sorted by the names: net/http does not keep their order.
func (r *Realm) rawPairs(header http.Header) goja.Value {
	var pairs []any
	for _, name := range slices.Sorted(maps.Keys(header)) {
		for _, value := range header[name] {
			pairs = append(pairs, r.Runtime.NewArray(name, fromLatin1(value)))
		}
	}
	return r.Runtime.NewArray(pairs...)
}
