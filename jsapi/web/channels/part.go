package channels

import (
	"context"
	"embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/wire"
)

//go:embed channel.js
var scripts embed.FS

// MaxMessage is the size of the largest message, in bytes.
const MaxMessage = 4 << 20

// Part returns BroadcastChannel, over the hub of a VM.
func Part(hub func(r *part.Realm) *Hub) part.Part {
	return part.Part{
		Name: "channels", Needs: []string{"messages"}, Globals: []string{"BroadcastChannel"},
		Script: part.Script(scripts, "channel.js"),
		Host: func(r *part.Realm) map[string]part.Native {
			own := &realm{Realm: r, hub: hub(r)}
			own.box = own.hub.box(own)
			return map[string]part.Native{"openChannel": own.openChannel}
		},
	}
}

// realm is what the channels of one VM share. It implements worker.
type realm struct {
	*part.Realm
	hub *Hub
	box *mailbox
}

func (r *realm) gone() bool { return r.VM.Gone() }

// listener is a channel, seen from the VM.
type listener struct {
	*realm
	call    *vm.Call // to which it belongs; nil for the application
	deliver goja.Callable
	broken  goja.Callable
}

// openChannel opens a channel, and returns {post, close}. It is called with a name and with functions for a message and for
// one that cannot be read.
func (r *realm) openChannel(call goja.FunctionCall) goja.Value {
	m := &listener{realm: r, call: r.VM.Current()}
	m.deliver, _ = goja.AssertFunction(call.Argument(1))
	m.broken, _ = goja.AssertFunction(call.Argument(2))
	c, ok := r.hub.join(call.Argument(0).String(), r.box, m.receive)
	if !ok {
		r.DOMException("QuotaExceededError", "BroadcastChannel: too many channels are open; close some first")
	}
	if m.call != nil {
		context.AfterFunc(m.call.Context(), c.close)
	}
	object := r.Runtime.NewObject()
	_ = object.Set("post", func(call goja.FunctionCall) goja.Value { return r.post(c, call.Argument(0)) })
	_ = object.Set("close", func(goja.FunctionCall) goja.Value {
		c.close()
		return goja.Undefined()
	})
	return object
}

// post sends a value that structuredClone has copied.
func (r *realm) post(c *channel, value goja.Value) goja.Value {
	message, err := wire.Write(r.Realm, value, MaxMessage)
	if err != nil {
		r.DOMException("DataCloneError", "postMessage: "+err.Error())
	}
	r.hub.publish(c.name, message, c)
	return goja.Undefined()
}

// receive calls the listeners on the VM, as soon as it is free.
func (m *listener) receive(message []byte, done func()) {
	m.VM.Enqueue(m.call, func() error {
		defer done()
		tell, value := m.deliver, goja.Value(nil)
		value, err := wire.Read(m.Realm, message)
		if err != nil {
			tell, value = m.broken, goja.Undefined()
		}
		_, err = tell(goja.Undefined(), value)
		return err
	})
}
