package sockets

import (
	"embed"
	"sync/atomic"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed *.js
var scripts embed.FS

var (
	socketsScript     = part.Script(scripts, "sockets.js")
	websocketScript   = part.Script(scripts, "websocket.js")
	eventsourceScript = part.Script(scripts, "eventsource.js")
)

// Parts returns the globals WebSocket, CloseEvent and EventSource, which need the parts base, exception, events and message-event.
func Parts(o Options) []part.Part {
	return []part.Part{
		{
			Name: "sockets", Script: socketsScript, Needs: []string{"base", "exception", "targets", "messages"},
			Host: func(r *part.Realm) map[string]part.Native { return (&realm{Realm: r, Options: o.filled()}).host() },
		},
		{Name: "websocket", Script: websocketScript, Needs: []string{"sockets"}, Globals: []string{"CloseEvent", "WebSocket"}},
		{Name: "eventsource", Script: eventsourceScript, Needs: []string{"sockets"}, Globals: []string{"EventSource"}},
	}
}

// realm is what the clients of one VM have in common.
type realm struct {
	*part.Realm
	Options

	open atomic.Int32
}

func (r *realm) host() map[string]part.Native {
	return map[string]part.Native{
		"socketAddress": r.socketAddress,
		"streamAddress": r.streamAddress,
		"openSocket":    r.openSocket,
		"openStream":    r.openStream,
		"byteLength":    r.byteLength,
	}
}

// byteLength returns the number of bytes of a text, or of what has bytes.
func (r *realm) byteLength(call goja.FunctionCall) goja.Value {
	if data, ok := r.Bytes(call.Argument(0)); ok {
		return r.Runtime.ToValue(len(data))
	}
	return r.Runtime.ToValue(len(call.Argument(0).String()))
}
