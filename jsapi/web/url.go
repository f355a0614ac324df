package web

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/weburl"
)

// maxURL is the length of the longest URL; parsing it cannot be interrupted. Longer ones are invalid.
const maxURL = 1 << 20

// parseURL parses a URL with an optional base, and returns its components, or null.
func (r *Realm) parseURL(call goja.FunctionCall) goja.Value {
	if tooLong(call.Argument(0)) || tooLong(call.Argument(1)) {
		return goja.Null()
	}
	var base *weburl.URL
	if text := call.Argument(1); !goja.IsUndefined(text) {
		var ok bool
		if base, ok = weburl.Parse(text.String(), nil); !ok {
			return goja.Null()
		}
	}
	u, ok := weburl.Parse(call.Argument(0).String(), base)
	if !ok {
		return goja.Null()
	}
	return r.components(u)
}

func tooLong(v goja.Value) bool {
	text, ok := v.(goja.String)
	return ok && text.Length() > maxURL
}

// setURL changes one component of a URL, given as its href, and returns all components. What is too long changes nothing.
func (r *Realm) setURL(call goja.FunctionCall) goja.Value {
	u, ok := weburl.Parse(call.Argument(0).String(), nil)
	if !ok {
		return goja.Null()
	}
	if tooLong(call.Argument(2)) {
		return r.components(u)
	}
	return r.components(u.Set(call.Argument(1).String(), call.Argument(2).String()))
}

// components returns the components in the order of the prelude's constants.
func (r *Realm) components(u *weburl.URL) goja.Value {
	return r.Runtime.NewArray(u.Href(), u.Origin(), u.Scheme+":", u.Username, u.Password,
		u.HostPort(), u.Host, u.PortText(), u.Pathname(), u.Search(), u.Hash())
}

func (r *Realm) parseForm(call goja.FunctionCall) goja.Value {
	pairs := weburl.ParseForm(call.Argument(0).String())
	list := make([]any, len(pairs))
	for i, pair := range pairs {
		list[i] = r.Runtime.NewArray(pair[0], pair[1])
	}
	return r.Runtime.NewArray(list...)
}

func (r *Realm) serializeForm(call goja.FunctionCall) goja.Value {
	var pairs []weburl.Pair
	r.Runtime.ForOf(call.Argument(0), func(item goja.Value) bool {
		pair := item.(*goja.Object)
		pairs = append(pairs, weburl.Pair{pair.Get("0").String(), pair.Get("1").String()})
		return true
	})
	return r.Runtime.ToValue(weburl.SerializeForm(pairs))
}
