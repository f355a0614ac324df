package messages

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/trace"
	"github.com/fwrun/fwrun/security"
)

// The media types of payloads.
const (
	jsonType  = "application/json"
	textType  = "text/plain; charset=utf-8"
	bytesType = "application/octet-stream"
)

// send implements send(queue, payload, options?), which returns the promise of the id.
func (r *Realm) send(to Connection, call goja.FunctionCall) (engine.Value, error) {
	one, err := r.outgoing("send", call)
	if err == nil {
		err = r.write(&one, call.Argument(1), "the payload")
	}
	if err != nil {
		return r.rejected(err), nil
	}
	return r.deliver(to, call, []Outgoing{one}, func(ids []string) engine.Value { return r.Runtime.ToValue(ids[0]) }), nil
}

// sendAll implements sendAll(queue, payloads, options?), which returns the promise of the ids.
func (r *Realm) sendAll(to Connection, call goja.FunctionCall) (engine.Value, error) {
	payloads, isObject := call.Argument(1).(*goja.Object)
	if !isObject || payloads.ClassName() != "Array" {
		return r.rejected(mistake("sendAll takes the payloads as an array")), nil
	}
	template, err := r.outgoing("sendAll", call)
	if err != nil {
		return r.rejected(err), nil
	}
	elements := realm.Elements(payloads)
	if len(elements) > 1 && template.ID+template.Unique != "" {
		return r.rejected(mistake("sendAll cannot send several messages with one id, or with one value of unique")), nil
	}
	list := make([]Outgoing, len(elements))
	for i, payload := range elements {
		list[i] = template
		list[i].Headers = maps.Clone(template.Headers)
		if err := r.write(&list[i], payload, fmt.Sprintf("payload %d", i)); err != nil {
			return r.rejected(err), nil
		}
	}
	return r.deliver(to, call, list, r.Texts), nil
}

// outgoing reads the queue and the options of a call.
func (r *Realm) outgoing(method string, call goja.FunctionCall) (Outgoing, error) {
	queue, isText := call.Argument(0).(goja.String)
	if !isText || queue.String() == "" {
		return Outgoing{}, mistake("%s takes the name of a queue as a string that is not empty", method)
	}
	one := Outgoing{Queue: queue.String()}
	return one, r.readOptions(&one, method, call.Argument(2))
}

// write writes a payload into a message.
func (r *Realm) write(one *Outgoing, payload engine.Value, what string) error {
	if text, isText := payload.(goja.String); isText {
		one.Body, one.ContentType = []byte(text.String()), textType
		return nil
	}
	if object, isObject := payload.(*goja.Object); isObject {
		if content, ok := realm.Bytes(object); ok {
			one.Body, one.ContentType = content, bytesType
			return nil
		}
		if _, isFunction := goja.AssertFunction(object); isFunction {
			return mistake("%s is a function, which cannot be sent", what)
		}
	}
	switch payload.(type) {
	case *goja.Symbol:
		return mistake("%s is a symbol, which cannot be sent", what)
	case nil:
		return mistake("%s is undefined, which cannot be sent", what)
	}
	if goja.IsUndefined(payload) {
		return mistake("%s is undefined, which cannot be sent; send null, or an object", what)
	}
	body, err := engine.JSONOf(r.VM, payload)
	if wrong, is := errors.AsType[*engine.JSONError](err); is {
		return mistake("%s", strings.Replace(wrong.Error(), "the result", what, 1))
	}
	one.Body, one.ContentType = body, jsonType
	return err
}

// deliver sends the messages of a call: in the transaction on the outbox around the running code, or else while the VM runs other calls.
func (r *Realm) deliver(to Connection, call goja.FunctionCall, list []Outgoing, result func(ids []string) engine.Value) engine.Value {
	if err := r.seal(to, call.Argument(2), list); err != nil {
		return r.rejected(err)
	}
	ctx, span := trace.Start(r.VM.Context(), trace.Producer, "send")
	describeSpan(span, to.System, list)
	pass(ctx, list)
	if outbox := to.Sender.Outbox(); outbox != "" && len(list) > 0 {
		if tx, afterCommit, ok := r.databases.InTransaction(outbox); ok {
			var ids []string
			var committed func()
			var err error
			r.VM.Block(func() { ids, committed, err = to.Sender.SendIn(ctx, tx, list) })
			endSpan(span, ids, err)
			if err != nil {
				return r.rejected(err)
			}
			afterCommit(committed)
			return r.resolved(result(ids))
		}
	}
	if to.Begin != nil {
		ctx = to.Begin(ctx)
	}
	return r.VM.Go(func(context.Context) (vm.Result, error) {
		ids, err := to.Sender.Send(context.WithoutCancel(ctx), list) // also if the caller does not wait for it
		endSpan(span, ids, err)
		if err != nil {
			return func(*goja.Runtime) (goja.Value, error) { return nil, r.thrown(err) }, nil
		}
		return func(*goja.Runtime) (goja.Value, error) { return result(ids), nil }, nil
	})
}

// seal says in the messages who is asking, if the options want it.
func (r *Realm) seal(to Connection, options engine.Value, list []Outgoing) error {
	wanted, err := readIdentity(options)
	if !wanted || err != nil {
		return err
	}
	if to.Seal == nil {
		return mistake("identity: true needs security.messages.secret in the configuration, 32 random bytes or more")
	}
	who := security.From(r.VM.Context())
	if who == nil {
		return nil
	}
	for i := range list {
		if list[i].Sender, err = to.Seal(who, list[i].Queue, list[i].Body); err != nil {
			return err
		}
	}
	return nil
}

// pass adds the trace of the call to the messages, unless the script has set one.
func pass(ctx context.Context, list []Outgoing) {
	found, ok := trace.From(ctx)
	if !ok {
		return
	}
	for i := range list {
		one := &list[i]
		if one.Headers == nil {
			one.Headers = map[string]string{}
		}
		if one.Headers["traceparent"] != "" {
			continue
		}
		one.Headers["traceparent"] = found.Child()
		if state := found.State(); state != "" && one.Headers["tracestate"] == "" {
			one.Headers["tracestate"] = state
		}
	}
}

// mistake is the error of a call with wrong arguments: a TypeError.
func mistake(format string, args ...any) error { return &misuse{fmt.Sprintf(format, args...)} }

type misuse struct{ text string }

func (m *misuse) Error() string { return m.text }

// thrown returns the error that scripts see. A message that cannot be sent for its own sake is a mistake of the
// application, not of its client.
func (r *Realm) thrown(err error) error {
	text := ""
	if wrong, is := errors.AsType[*misuse](err); is {
		text = wrong.text
	} else if f, is := errors.AsType[*fault.Error](err); is && (f.Kind == fault.Invalid || f.Kind == fault.TooLarge) {
		text = f.Public
		if f.Hint != "" {
			text += "; " + f.Hint
		}
	} else {
		return err
	}
	return &vm.Thrown{Value: r.Runtime.NewTypeError("%s", text)}
}

func (r *Realm) rejected(err error) engine.Value {
	promise, _, reject := r.Runtime.NewPromise()
	_ = reject(r.VM.ErrorValue(r.thrown(err)))
	return r.Runtime.ToValue(promise)
}

func (r *Realm) resolved(value engine.Value) engine.Value {
	promise, resolve, _ := r.Runtime.NewPromise()
	_ = resolve(value)
	return r.Runtime.ToValue(promise)
}
