package testapi

import (
	"context"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// Sent is a message that the application under test has sent.
type Sent struct {
	Connection, Queue, ID string
	Body                  []byte
	ContentType           string
	Headers               map[string]string
	Key                   string
	Priority              *int      // nil if none was given
	At                    time.Time // zero for at once
}

// sent takes the name of a queue, or undefined for all, and returns its messages.
func (r *Realm) sent(call goja.FunctionCall) goja.Value {
	queue := call.Argument(0)
	list := []any{}
	for _, m := range r.module.options.Sent() {
		if goja.IsUndefined(queue) || queue.String() == m.Queue {
			list = append(list, r.message(m))
		}
	}
	return r.rt.NewArray(list...)
}

func (r *Realm) message(m Sent) goja.Value {
	headers := r.rt.NewObject()
	for name, value := range m.Headers {
		_ = headers.Set(name, value)
	}
	object := r.rt.NewObject()
	set := func(name string, value any, given bool) {
		if given {
			_ = object.Set(name, value)
		}
	}
	set("id", m.ID, true)
	set("queue", m.Queue, true)
	set("connection", m.Connection, true)
	set("body", r.payload(m), true)
	set("headers", headers, true)
	set("key", m.Key, m.Key != "")
	set("priority", m.Priority, m.Priority != nil)
	if !m.At.IsZero() {
		at, _ := r.rt.New(r.rt.Get("Date"), r.rt.ToValue(m.At.UnixMilli()))
		set("at", at, true)
	}
	return object
}

// payload returns the payload of a message as its sender had it.
func (r *Realm) payload(m Sent) goja.Value {
	switch {
	case strings.HasPrefix(m.ContentType, "text/"):
		return r.rt.ToValue(string(m.Body))
	case m.ContentType == "application/octet-stream":
		return r.bytes(m.Body)
	}
	parse, _ := goja.AssertFunction(r.rt.Get("JSON").ToObject(r.rt).Get("parse"))
	value, err := parse(goja.Undefined(), r.rt.ToValue(string(m.Body)))
	if err != nil { // only if a script has replaced it
		r.throw(err)
	}
	return value
}

// drain returns a promise that is fulfilled when all messages have been handled.
func (r *Realm) drain(goja.FunctionCall) goja.Value {
	return r.vm.Go(func(ctx context.Context) (vm.Result, error) {
		err := r.module.options.Drain(ctx)
		return func(*goja.Runtime) (goja.Value, error) { return goja.Undefined(), nil }, err
	})
}
