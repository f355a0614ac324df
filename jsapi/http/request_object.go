package http

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// requestObject is a script's HttpRequest: a dynamic object, so that the Go request
// behind it is found without a table, with the methods on its prototype. A script may
// put properties of its own on it, to pass something along.
type requestObject struct {
	Request
	realm.Properties
}

// request makes the script's view of a request.
func (r *Realm) request(request Request) goja.Value {
	object := r.Runtime.NewDynamicObject(&requestObject{Request: request})
	prototype := r.requests.Prototype
	if request.Internal() {
		prototype = r.inner
	}
	_ = object.SetPrototype(prototype)
	return object
}

// installRequest adds the getters of the specification's table.
func (r *Realm) installRequest() {
	r.requests = realm.Dynamic[*requestObject](r.Realm, "HttpRequest", "this is not an HttpRequest")
	r.requests.Behind(r.requestBehind)
	getter := func(name string, get func(Request, goja.FunctionCall) any) {
		r.requests.Method(name, func(this *requestObject, call goja.FunctionCall) (engine.Value, error) {
			if !this.Alive() {
				panic(r.Runtime.NewTypeError("this request has been answered already; read what you need before"))
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
				panic(r.Runtime.NewTypeError("the body is not read here, so there is no %s: it is read when preHandle has let the request pass, "+
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
	ofBody("getPostParams", func(q Request, _ goja.FunctionCall) any { return r.all(q.PostParams()) })

	getter("getQueryParam", func(q Request, c goja.FunctionCall) any { return one(q.QueryParams(), c) })
	getter("getQueryParams", func(q Request, _ goja.FunctionCall) any { return r.all(q.QueryParams()) })
	getter("getCookie", func(q Request, c goja.FunctionCall) any { return one(q.Cookies(), c) })
	getter("getCookies", func(q Request, _ goja.FunctionCall) any { return r.all(q.Cookies()) })
	getter("getFirstHeader", func(q Request, c goja.FunctionCall) any {
		if values := headerValues(q, c); len(values) > 0 {
			return values[0]
		}
		return nil
	})
	getter("getHeader", func(q Request, c goja.FunctionCall) any { return r.Texts(headerValues(q, c)) })

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

// rawBody is the body as text. One in a charset that nobody knows is the client's mistake.
func (r *Realm) rawBody(q Request) goja.Value {
	text, ok := q.Text()
	if ok {
		return r.Runtime.ToValue(text)
	}
	exception, err := r.Exception(415, "the body is not text in a charset that is known here", nil)
	if err != nil {
		panic(err)
	}
	panic(exception)
}

func (r *Realm) rawBytes(q Request) goja.Value {
	array, err := r.Runtime.New(r.bytes, r.Runtime.ToValue(r.Runtime.NewArrayBuffer(q.Body())))
	if err != nil {
		panic(err)
	}
	return array
}

// requestBehind finds the request behind an object, which may be the bean that is the current one.
func (r *Realm) requestBehind(object *goja.Object) (*requestObject, bool) {
	switch asked := object.Export().(type) {
	case *requestObject:
		return asked, true
	case *currentRequest:
		request := asked.request()
		if request == nil {
			panic(r.Runtime.NewTypeError("there is no request here: this is not done on behalf of one"))
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

// known gives null for a text the request does not have.
func known(text string) any {
	return ifKnown(text, text != "")
}

// one is the first value of a name, written with or without [].
func one(pairs [][2]string, call goja.FunctionCall) any {
	name := call.Argument(0).String()
	for _, p := range pairs {
		if p[0] == name || strings.TrimSuffix(p[0], "[]") == name {
			return p[1]
		}
	}
	return nil
}

// all is an object of every name: a text, or a list for a name that is repeated or
// written with [].
func (r *Realm) all(pairs [][2]string) goja.Value {
	object := r.Runtime.NewObject()
	counts := map[string]int{}
	for _, p := range pairs {
		counts[strings.TrimSuffix(p[0], "[]")]++
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
			realm.Define(object, name, goja.Undefined()) // keeps the order of first appearance
		}
		lists[name] = append(lists[name], p[1])
	}
	for _, name := range order {
		realm.Define(object, name, r.Runtime.NewArray(lists[name]...))
	}
	return object
}

func headerValues(q Request, call goja.FunctionCall) []string {
	name := call.Argument(0).String()
	var values []string
	for _, p := range q.Headers() {
		if strings.EqualFold(p[0], name) {
			values = append(values, p[1])
		}
	}
	return values
}
