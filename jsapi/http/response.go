package http

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// Response implements [engine.Responses]: it reads a ResponseEntity or a Response of the web platform. A Response may be the body of a
// ResponseEntity, which then adds to it: so it is when interceptors have seen it.
func (r *Realm) Response(value engine.Value) (engine.Response, bool) {
	object, ok := value.(*goja.Object)
	if !ok {
		return engine.Response{}, false
	}
	if object.Prototype() != r.response && !realm.Descends(object, r.response) {
		return r.webResponse(object)
	}
	out := r.entity(object)
	if body, ok := out.Body.(*goja.Object); ok {
		if inner, ok := r.webResponse(body); ok {
			return around(inner, out), true
		}
	}
	return out, true
}

// webResponse reads a Response of the web platform; ok is false for any other value.
func (r *Realm) webResponse(object *goja.Object) (out engine.Response, ok bool) {
	answer, ok, err := r.web.Answer(object)
	if !ok {
		return engine.Response{}, false
	}
	out = engine.Response{Status: answer.Status, Body: answer.Body, Bytes: true, Err: err}
	if out.Body == nil || goja.IsUndefined(out.Body) {
		out.Body = nil
	}
	for _, header := range answer.Headers {
		if !isHop(header[0]) {
			out.Headers = append(out.Headers, engine.Header{Name: header[0], Value: header[1]})
		}
	}
	return out, true
}

// isHop reports whether a header is about one connection: those of a response that was fetched are not passed on.
func isHop(name string) bool {
	switch name {
	case "connection", "keep-alive", "proxy-authenticate", "proxy-connection", "te", "upgrade":
		return true
	}
	return false
}

// around adds what an entity has set to the response that is its body.
func around(inner, entity engine.Response) engine.Response {
	if entity.Status != 0 {
		inner.Status = entity.Status
	}
	inner.ContentType = entity.ContentType
	inner.Headers = append(inner.Headers, entity.Headers...)
	inner.Cookies = entity.Cookies
	return inner
}

// entity reads the $ fields of a ResponseEntity.
func (r *Realm) entity(object *goja.Object) engine.Response {
	out := engine.Response{
		Status:      realm.Integer(object.Get("$status")),
		ContentType: realm.Text(object.Get("$type")),
		Format:      engine.Format(realm.Integer(object.Get("$format"))),
		Body:        object.Get("$body"),
	}
	if out.Format == engine.XML {
		out.Root = realm.Text(object.Get("$root"))
	}
	if goja.IsUndefined(out.Body) {
		out.Body = nil
	}
	if headers, ok := object.Get("$headers").(*goja.Object); ok {
		out.Headers = headerList(headers)
	}
	if cookies, ok := object.Get("$cookies").(*goja.Object); ok {
		out.Cookies = cookieList(cookies)
	}
	return out
}

// headerList reads names and values in turn.
func headerList(list *goja.Object) []engine.Header {
	items := realm.Elements(list)
	var headers []engine.Header
	for i := 0; i+1 < len(items); i += 2 {
		headers = append(headers, engine.Header{Name: items[i].String(), Value: items[i+1].String()})
	}
	return headers
}

func cookieList(list *goja.Object) []engine.Cookie {
	var cookies []engine.Cookie
	for _, item := range realm.Elements(list) {
		object, ok := item.(*goja.Object)
		if !ok {
			continue
		}
		f := realm.Elements(object)
		if len(f) != 8 {
			continue
		}
		cookies = append(cookies, engine.Cookie{
			Name: f[0].String(), Value: f[1].String(), Expires: f[2].ToInteger(), Path: f[3].String(),
			Domain: f[4].String(), Secure: f[5].ToBoolean(), HTTPOnly: f[6].ToBoolean(), SameSite: f[7].String(),
		})
	}
	return cookies
}

// ErrorAnswer implements [engine.AnswerReader]: an HttpRestException says what to answer.
func (r *Realm) ErrorAnswer(thrown engine.Value) (answer engine.ErrorAnswer, ok bool) {
	object, ok := thrown.(*goja.Object)
	if !ok || !realm.Descends(object, r.exception) {
		return answer, false
	}
	answer.Status = realm.Integer(object.Get("status"))
	if answer.Status < 100 || answer.Status > 599 {
		return engine.ErrorAnswer{}, false
	}
	if headers, _ := object.Get("$headers").(*goja.Object); headers != nil {
		answer.Headers = headerList(headers)
	}
	return answer, true
}
