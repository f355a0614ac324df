package engine_test

import (
	"context"
	"errors"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
)

// fakeAPI is the smallest host: a few exports in plain JavaScript, two beans of one class, and functions to wait
// with.
type fakeAPI struct {
	beans []manifest.HostBean
	said  func(text string) // what scripts hand to the global say
}

var _ engine.API = (*fakeAPI)(nil)

func newFakeAPI() *fakeAPI {
	return &fakeAPI{
		beans: []manifest.HostBean{
			{Name: "mainStore", Type: "Store", Primary: true},
			{Name: "spareStore", Type: "Store"},
			{Name: "clock", Type: "Clock"},
		},
		said: func(string) {},
	}
}

const fakeExports = `({
	Store: class Store { constructor(name) { this.name = name } },
	Clock: class Clock {},
	QueueMessage: class QueueMessage {},
	Repository: class Repository {},
	ApiKeys: class ApiKeys {},
	Users: class Users {},
	OidcUsers: class OidcUsers {},
	SqlTemplate: class SqlTemplate {},
	HttpRequest: class HttpRequest {},
	Aspect: class Aspect {},
	ResponseEntity: class ResponseEntity {
		static ok(body) { const r = new ResponseEntity(); r.body = body; r.status = 200; return r; }
	},
	HttpStatus: { CONFLICT: 409 },
	RequestMethod: { GET: "GET", POST: "POST" },
	HttpRestException: class HttpRestException extends Error {
		constructor(status, message) { super(message); this.status = status; this.name = "HttpRestException"; }
	},
})`

func (f *fakeAPI) Exports() []string {
	return []string{
		"Store", "Clock", "QueueMessage", "HttpRequest", "ResponseEntity", "HttpStatus", "RequestMethod", "HttpRestException", "Aspect",
		"Repository", "SqlTemplate", "ApiKeys", "Users", "OidcUsers",
	}
}

func (f *fakeAPI) NodeModules() []string { return nil }

func (f *fakeAPI) HostTypes() []string {
	return []string{"HttpRequest", "ResponseEntity", "Principal", "Store", "Clock", "Aspect", "QueueMessage"}
}

func (f *fakeAPI) Beans() []manifest.HostBean { return f.beans }

func (f *fakeAPI) Install(v *vm.VM, _ engine.Container) (engine.Realm, error) {
	made, err := v.Runtime.RunScript("fwrun:fake.js", fakeExports)
	if err != nil {
		return nil, err
	}
	_ = v.Runtime.Set("say", func(call goja.FunctionCall) goja.Value {
		f.said(call.Argument(0).String())
		return goja.Undefined()
	})
	_ = v.Runtime.Set("worker", v.ID)
	// The promise of later is settled after the await for it has suspended; the promise of never is not settled.
	_ = v.Runtime.Set("later", func(call goja.FunctionCall) goja.Value {
		value := call.Argument(0) // arguments do not outlast the call
		return v.Go(func(context.Context) (vm.Result, error) {
			return func(*goja.Runtime) (goja.Value, error) { return value, nil }, nil
		})
	})
	_ = v.Runtime.Set("never", func(goja.FunctionCall) goja.Value {
		promise, _, _ := v.Runtime.NewPromise()
		return v.Runtime.ToValue(promise)
	})
	return &fakeRealm{rt: v.Runtime, exports: made.(*goja.Object)}, nil
}

type fakeRealm struct {
	rt      *goja.Runtime
	exports *goja.Object
}

func (*fakeRealm) Content(engine.Value) (engine.Content, bool, error) {
	return engine.Content{}, false, nil
}

func (r *fakeRealm) Exports() *goja.Object { return r.exports }

func (r *fakeRealm) Parts() []any { return []any{r} }

// Around calls the method, and then reports its aspects.
func (r *fakeRealm) Around(method *goja.Object, advised *manifest.Advised, _ engine.AspectValues) *goja.Object {
	inner, _ := goja.AssertFunction(method)
	return r.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		result, err := inner(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		text := result.String()
		for _, aspect := range advised.Aspects {
			text = aspect.Decorator + "(" + text + ")"
		}
		return r.rt.ToValue(text)
	}).(*goja.Object)
}

func (r *fakeRealm) Bean(name, asker string) (engine.Value, error) {
	if name == "clock" {
		return r.rt.New(r.exports.Get("Clock"))
	}
	if asker != "" {
		name += " of " + asker
	}
	return r.rt.New(r.exports.Get("Store"), r.rt.ToValue(name))
}

func (r *fakeRealm) Supply(hostType string, subject any) (engine.Value, bool, error) {
	if message, ok := subject.(engine.Message); ok {
		object := r.rt.NewObject()
		_ = object.Set("id", message.ID)
		_ = object.Set("payload", message.Payload)
		_ = object.Set("attempt", message.Attempt)
		return object, true, nil
	}
	if hostType != "HttpRequest" {
		return nil, false, nil
	}
	object := r.rt.NewObject()
	_ = object.Set("subject", subject)
	return object, true, nil
}

// Verdict reads errors whose message is "reject" or "retry".
func (r *fakeRealm) Verdict(thrown engine.Value) (engine.Verdict, bool) {
	text := thrown.String()
	return engine.Verdict{Reason: text, Rejected: text == "Error: reject", After: time.Minute}, text == "Error: reject" || text == "Error: retry"
}

func (r *fakeRealm) Response(value engine.Value) (engine.Response, bool) {
	object, ok := value.(*goja.Object)
	if !ok || !r.rt.InstanceOf(object, r.exports.Get("ResponseEntity").(*goja.Object)) {
		return engine.Response{}, false
	}
	return engine.Response{Status: int(object.Get("status").ToInteger()), Body: object.Get("body"), Format: engine.JSON}, true
}

// The methods that follow are for HTTP, and are tested there.

func (r *fakeRealm) Keep([]engine.Repository) error { return nil }

func (r *fakeRealm) Registry() (engine.Value, func() []engine.Registered, error) {
	return nil, nil, errNotHere
}

func (r *fakeRealm) Exception(int, string, []any) (engine.Value, error) { return nil, errNotHere }

func (r *fakeRealm) File(engine.Value) (*engine.File, bool) { return nil, false }

func (r *fakeRealm) Merge(_, _ engine.Value) error { return errNotHere }

func (r *fakeRealm) SetStatus(engine.Value, int) error { return errNotHere }

var errNotHere = errors.New("the fake has no HTTP")

func (r *fakeRealm) Show(value engine.Value, _ engine.Look) string {
	text, _ := goja.AssertFunction(r.rt.Get("JSON").(*goja.Object).Get("stringify"))
	shown, err := text(goja.Undefined(), value)
	if err != nil {
		return err.Error()
	}
	return shown.String()
}

func (r *fakeRealm) ErrorAnswer(thrown engine.Value) (engine.ErrorAnswer, bool) {
	object, ok := thrown.(*goja.Object)
	if !ok || !r.rt.InstanceOf(object, r.exports.Get("HttpRestException").(*goja.Object)) {
		return engine.ErrorAnswer{}, false
	}
	return engine.ErrorAnswer{Status: int(object.Get("status").ToInteger())}, true
}
