package http

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/pollution"
)

// requestObject is a script's HttpRequest. It is a dynamic object, so that the Go request behind it is found without
// a table; its methods are on the prototype. A script may set its own properties on it, to pass something along.
type requestObject struct {
	Request
	realm.Properties
}

// request returns the script's view of a request.
func (r *Realm) request(request Request) goja.Value {
	object := r.Runtime.NewDynamicObject(&requestObject{Request: request})
	prototype := r.requests.Prototype
	if request.Internal() {
		prototype = r.inner
	}
	_ = object.SetPrototype(prototype)
	return object
}

// installRequest adds the getters that the specification lists.
func (r *Realm) installRequest() {
	r.requests = realm.Dynamic[*requestObject](r.Realm, "HttpRequest", "this is not an HttpRequest")
	r.requests.Behind(r.requestBehind)
	getter := func(name string, get func(Request, goja.FunctionCall) any) {
		r.requests.Method(name, func(this *requestObject, call goja.FunctionCall) (engine.Value, error) {
			if !this.Alive() {
				panic(r.Runtime.NewTypeError("this request has already been answered; read what you need earlier"))
			}
			return r.plain(get(this.Request, call)), nil
		})
	}
	getter("getMethod", func(q Request, _ goja.FunctionCall) any { return q.Method() })
	getter("getUri", func(q Request, _ goja.FunctionCall) any { return q.URI() })
	getter("getQueryString", func(q Request, _ goja.FunctionCall) any { return known(q.QueryString()) })
	getter("getServerProtocol", func(q Request, _ goja.FunctionCall) any { return known(q.ServerProtocol()) })
	getter("getScheme", func(q Request, _ goja.FunctionCall) any { return q.Scheme() })
	getter("isSecure", func(q Request, _ goja.FunctionCall) any { return q.Scheme() == "https" })
	getter("getHost", func(q Request, _ goja.FunctionCall) any { return known(q.Host()) })
	getter("getUrl", func(q Request, _ goja.FunctionCall) any { return known(q.URL()) })
	getter("getContentType", func(q Request, _ goja.FunctionCall) any { return known(q.ContentType()) })
	ofBody := func(name string, get func(Request, goja.FunctionCall) any) {
		getter(name, func(q Request, c goja.FunctionCall) any {
			if !q.BodyRead() {
				panic(r.Runtime.NewTypeError("%s is not available here, since the body was not read: it is read after preHandle has let the request pass, "+
					"for handlers that take a body or the request", name))
			}
			return get(q, c)
		})
	}
	ofBody("getRawBody", func(q Request, _ goja.FunctionCall) any { return r.rawBody(q) })
	ofBody("getRawBytes", func(q Request, _ goja.FunctionCall) any { return r.rawBytes(q) })
	ofBody("getFile", func(q Request, c goja.FunctionCall) any { return r.firstFile(q.Files(), c.Argument(0).String()) })
	ofBody("getFiles", func(q Request, _ goja.FunctionCall) any { return r.allFiles(q.Files()) })
	ofBody("getPostParam", func(q Request, c goja.FunctionCall) any { return one(q.PostParams(), c) })
	ofBody("getPostParams", func(q Request, _ goja.FunctionCall) any { return r.all("form", q.PostParams()) })

	getter("getQueryParam", func(q Request, c goja.FunctionCall) any { return one(q.QueryParams(), c) })
	getter("getQueryParams", func(q Request, _ goja.FunctionCall) any { return r.all("query", q.QueryParams()) })
	getter("getCookie", func(q Request, c goja.FunctionCall) any { return one(q.Cookies(), c) })
	getter("getCookies", func(q Request, _ goja.FunctionCall) any { return r.all("cookies", q.Cookies()) })
	getter("getFirstHeader", func(q Request, c goja.FunctionCall) any {
		if values := q.Header(c.Argument(0).String()); len(values) > 0 {
			return values[0]
		}
		return nil
	})
	getter("getHeaders", func(q Request, _ goja.FunctionCall) any { return r.all("headers", q.Headers()) })
	getter("getHeader", func(q Request, c goja.FunctionCall) any { return r.Texts(q.Header(c.Argument(0).String())) })

	getter("getRemoteAddr", func(q Request, _ goja.FunctionCall) any {
		addr, _, ok := q.RemoteAddr()
		return ifKnown(addr, ok)
	})
	getter("getRemotePort", func(q Request, _ goja.FunctionCall) any {
		_, port, ok := q.RemoteAddr()
		return ifKnown(port, ok && port != 0)
	})
	getter("getServerAddr", func(q Request, _ goja.FunctionCall) any {
		addr, ok := q.ServerAddr()
		return ifKnown(addr, ok)
	})
	getter("getRequestTime", func(q Request, _ goja.FunctionCall) any {
		unix, ok := q.RequestTime()
		return ifKnown(unix, ok)
	})
}

// rawBody returns the body as text. An unknown charset is an error of the client.
func (r *Realm) rawBody(q Request) goja.Value {
	text, ok := q.Text()
	if ok {
		return r.Runtime.ToValue(text)
	}
	r.refuse(415, "the body is not text in a supported charset")
	return nil
}

func (r *Realm) rawBytes(q Request) goja.Value {
	array, err := r.Runtime.New(r.bytes, r.Runtime.ToValue(r.Runtime.NewArrayBuffer(q.Body())))
	if err != nil {
		panic(err)
	}
	return array
}

// requestBehind returns the request behind an object, which may be the bean for the current request.
func (r *Realm) requestBehind(object *goja.Object) (*requestObject, bool) {
	switch asked := object.Export().(type) {
	case *requestObject:
		return asked, true
	case *currentRequest:
		request := asked.request()
		if request == nil {
			panic(r.Runtime.NewTypeError("there is no HTTP request: this code runs outside of one, such as at startup or on a schedule"))
		}
		return request, true
	}
	return nil, false
}

func (r *Realm) plain(value any) goja.Value {
	if v, ok := value.(goja.Value); ok {
		return v
	}
	return r.Runtime.ToValue(value)
}

func ifKnown(value any, ok bool) any {
	if !ok {
		return nil
	}
	return value
}

// known returns null for a text that is empty, since the request does not have it.
func known(text string) any {
	return ifKnown(text, text != "")
}

// one returns the first value of a name, written with or without [].
func one(pairs [][2]string, call goja.FunctionCall) any {
	name := call.Argument(0).String()
	for _, p := range pairs {
		if p[0] == name || strings.TrimSuffix(p[0], "[]") == name {
			return p[1]
		}
	}
	return nil
}

// all returns an object with every name of what was sent. Its value is a text, or a list if the name is repeated or written with [].
func (r *Realm) all(sent string, pairs [][2]string) goja.Value {
	object := r.Runtime.NewObject()
	counts := map[string]int{}
	for _, p := range pairs {
		counts[strings.TrimSuffix(p[0], "[]")]++
	}
	if counts[pollution.Proto] > 0 && !r.keeps(sent, pollution.Proto) {
		pairs = slices.DeleteFunc(pairs, func(p [2]string) bool { return strings.TrimSuffix(p[0], "[]") == pollution.Proto })
	}
	lists := map[string][]any{}
	var order []string
	for _, p := range pairs {
		name := strings.TrimSuffix(p[0], "[]")
		if name == p[0] && counts[name] == 1 {
			realm.Define(object, name, r.Runtime.ToValue(p[1]))
			continue
		}
		if lists[name] == nil {
			order = append(order, name)
			realm.Define(object, name, goja.Undefined()) // keeps the order of first occurrence
		}
		lists[name] = append(lists[name], p[1])
	}
	for _, name := range order {
		realm.Define(object, name, r.Runtime.NewArray(lists[name]...))
	}
	return object
}

// keeps reports whether a name becomes a property of an object that a script gets. One that is refused is an error of the client.
func (r *Realm) keeps(sent, name string) bool {
	if r.names == pollution.Kept || !pollution.Reaches("", name) {
		return true
	}
	if r.names == pollution.Refused {
		r.refuse(400, fmt.Sprintf("%s: the name %s is not allowed", sent, name))
	}
	return false
}

// refuse throws what a client is answered.
func (r *Realm) refuse(status int, why string) {
	exception, err := r.Exception(status, why, nil)
	if err != nil {
		panic(err)
	}
	panic(exception)
}
