package sockets

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/weburl"
)

// maxURL is the longest URL that is read, in UTF-16 units.
const maxURL = 64 << 10

// socketAddress checks the URL of a WebSocket. It returns the URL as it is written, and its origin.
func (r *realm) socketAddress(call goja.FunctionCall) goja.Value {
	u := r.address(call.Argument(0))
	switch u.Scheme {
	case "http":
		u.Scheme = "ws"
	case "https":
		u.Scheme = "wss"
	case "ws", "wss":
	default:
		r.DOMException("SyntaxError", "the URL of a WebSocket begins with ws:, wss:, http: or https:, not with "+u.Scheme+":")
	}
	if u.HasFragment {
		r.DOMException("SyntaxError", "the URL of a WebSocket must not have a fragment")
	}
	return r.Runtime.NewArray(u.Href(), u.Origin())
}

// streamAddress checks the URL of an EventSource, and returns it as it is written.
func (r *realm) streamAddress(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(r.address(call.Argument(0)).Href())
}

// address parses a URL, which has to be absolute: scripts have no address of their own.
func (r *realm) address(value goja.Value) *weburl.URL {
	text, ok := value.(goja.String)
	if ok && text.Length() > maxURL {
		r.DOMException("SyntaxError", "the URL is too long")
	}
	u, ok := weburl.Parse(value.String(), nil)
	if !ok {
		r.DOMException("SyntaxError", "the URL is not absolute, or not well formed")
	}
	return u
}
