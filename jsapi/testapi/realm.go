package testapi

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/inproc"
)

// Realm is the module in one VM.
type Realm struct {
	module *Module
	scope  *engine.Scope
	vm     *vm.VM
	rt     *goja.Runtime

	bytesClass goja.Value // Uint8Array

	collected     bool   // all modules have run
	suite         *Suite // that is being described
	tests         []*Test
	before, after *Function
	hands         hands
}

func newRealm(m *Module, s *engine.Scope) *Realm {
	return &Realm{module: m, scope: s, vm: s.VM, rt: s.VM.Runtime, bytesClass: s.VM.Runtime.Get("Uint8Array"), suite: &Suite{Mode: Run}}
}

// host returns the Go functions for the scripts.
func (r *Realm) host() *goja.Object {
	host := r.rt.NewObject()
	for name, fn := range map[string]func(goja.FunctionCall) goja.Value{
		"open": r.open, "close": r.close, "test": r.test, "hook": r.hook,
		"fake": r.fake, "bean": r.bean, "send": r.send,
		"near": r.near, "mismatch": r.mismatch, "sent": r.sent, "drain": r.drain, "as": r.as,
		"snapshot": r.snapshot, "configure": r.configure,
	} {
		_ = host.Set(name, fn)
	}
	_ = host.Set("clock", r.clockHost())
	return host
}

// throw throws the script's form of an error, with its hint.
func (r *Realm) throw(err error) {
	panic(r.vm.ErrorValue(err))
}

// collecting throws if something is declared while tests run.
func (r *Realm) collecting(what string) {
	if r.collected {
		r.throw(fault.New("testapi.collect", fault.Invalid, what+"() was called while tests were running").
			WithHint("call it at the top of the file or in the body of a describe"))
	}
}

// open takes (name, mode, at) and begins a suite.
func (r *Realm) open(call goja.FunctionCall) goja.Value {
	r.collecting("describe")
	r.suite = &Suite{Name: call.Argument(0).String(), Mode: Mode(call.Argument(1).String()), Parent: r.suite}
	return goja.Undefined()
}

func (r *Realm) close(goja.FunctionCall) goja.Value {
	r.suite = r.suite.Parent
	return goja.Undefined()
}

// test takes (name, mode, at, body, timeout).
func (r *Realm) test(call goja.FunctionCall) goja.Value {
	r.collecting("it")
	body := r.work(call.Argument(3))
	body.At, body.Timeout = r.scope.ErrorOf(call.Argument(2)), milliseconds(call.Argument(4))
	r.tests = append(r.tests, &Test{
		Name: call.Argument(0).String(), Mode: Mode(call.Argument(1).String()), Suite: r.suite, Body: body,
	})
	return goja.Undefined()
}

// hook takes (kind, at, body, timeout).
func (r *Realm) hook(call goja.FunctionCall) goja.Value {
	kind := call.Argument(0).String()
	r.collecting(kind)
	body := r.work(call.Argument(2))
	body.At, body.Timeout = r.scope.ErrorOf(call.Argument(1)), milliseconds(call.Argument(3))
	list := map[string]*[]*Function{
		"beforeAll": &r.suite.BeforeAll, "beforeEach": &r.suite.BeforeEach,
		"afterEach": &r.suite.AfterEach, "afterAll": &r.suite.AfterAll,
	}[kind]
	*list = append(*list, body)
	return goja.Undefined()
}

func (r *Realm) work(function goja.Value) *Function {
	call, _ := goja.AssertFunction(function)
	return &Function{vm: r.vm, call: call}
}

func milliseconds(v goja.Value) time.Duration {
	return time.Duration(v.ToFloat() * float64(time.Millisecond))
}

// fake takes (class or name, value, at). It replaces a bean.
func (r *Realm) fake(call goja.FunctionCall) goja.Value {
	if err := r.scope.Fake(call.Argument(0), call.Argument(1), r.scope.ErrorOf(call.Argument(2))); err != nil {
		r.throw(err)
	}
	return goja.Undefined()
}

// configure takes the place of the call, which must have been read: it has no effect any more.
func (r *Realm) configure(call goja.FunctionCall) goja.Value {
	if place, known := r.scope.ErrorOf(call.Argument(0)).Place(); !known || !r.module.options.Configured(place) {
		r.throw(fault.New("testapi.configure", fault.Invalid, "configure is read before the file runs, and was not found here").
			WithHint("write configure({ … }) as a statement of its own at the top level of the test file"))
	}
	return goja.Undefined()
}

// bean takes a class or a name.
func (r *Realm) bean(call goja.FunctionCall) goja.Value {
	bean, err := r.scope.Bean(call.Argument(0))
	if err != nil {
		r.throw(err)
	}
	return bean
}

// near takes a name and the known names, and returns the end of a sentence.
func (r *Realm) near(call goja.FunctionCall) goja.Value {
	var names []string
	if err := r.rt.ExportTo(call.Argument(1), &names); err != nil {
		r.throw(err)
	}
	if near := fault.Nearest(call.Argument(0).String(), names); near != "" {
		return r.rt.ToValue(fmt.Sprintf("; did you mean %s?", near))
	}
	return r.rt.ToValue("")
}

// mismatch takes (error, expected, received) and returns the error.
func (r *Realm) mismatch(call goja.FunctionCall) goja.Value {
	object := call.Argument(0).(*goja.Object)
	r.vm.Attach(object, &Mismatch{Expected: call.Argument(1).String(), Received: call.Argument(2).String()})
	return object
}

// as takes (name, roles, scopes, body), and returns what body returns. Everything that it does is done on behalf of that user.
func (r *Realm) as(call goja.FunctionCall) goja.Value {
	name := call.Argument(0).String()
	var roles, scopes []string
	for i, list := range []*[]string{&roles, &scopes} {
		if err := r.rt.ExportTo(call.Argument(1+i), list); err != nil {
			r.throw(err)
		}
	}
	body, _ := goja.AssertFunction(call.Argument(3))
	var result goja.Value
	err := r.vm.Within(func(ctx context.Context) context.Context { return r.module.options.As(ctx, name, roles, scopes) }, func() (err error) {
		result, err = body(goja.Undefined())
		return err
	})
	if err != nil {
		panic(err) // as body has thrown it
	}
	return result
}

// send takes (method, target, headers, body) and returns a promise of {status, headers, text, bytes}.
func (r *Realm) send(call goja.FunctionCall) goja.Value {
	if !r.collected {
		r.throw(fault.New("testapi.send", fault.Invalid, "a request was sent before the application had started").
			WithHint("send it in a test, or in beforeAll or beforeEach"))
	}
	request := inproc.Request{Method: call.Argument(0).String(), Target: call.Argument(1).String()}
	if err := r.rt.ExportTo(call.Argument(2), &request.Headers); err != nil {
		r.throw(err)
	}
	if body := call.Argument(3); !goja.IsUndefined(body) {
		bytes, ok := r.scope.BytesOf(body)
		if !ok {
			bytes = []byte(body.String())
		}
		request.Body = append([]byte(nil), bytes...) // the script may change its own bytes
	}
	return r.vm.Go(func(ctx context.Context) (vm.Result, error) {
		response, err := r.module.options.Send(ctx, request)
		return func(*goja.Runtime) (goja.Value, error) { return r.response(response), nil }, err
	})
}

func (r *Realm) response(response inproc.Response) goja.Value {
	var headers []any
	for name, values := range response.Headers {
		for _, value := range values {
			headers = append(headers, r.rt.NewArray(name, value))
		}
	}
	object := r.rt.NewObject()
	_ = object.Set("status", response.Status)
	_ = object.Set("headers", r.rt.NewArray(headers...))
	_ = object.Set("text", strings.ToValidUTF8(strings.TrimPrefix(string(response.Body), "\uFEFF"), "\uFFFD"))
	_ = object.Set("bytes", func(goja.FunctionCall) goja.Value { return r.bytes(response.Body) })
	return object
}

// bytes returns a Uint8Array with a copy.
func (r *Realm) bytes(b []byte) goja.Value {
	array, err := r.rt.New(r.bytesClass, r.rt.ToValue(r.rt.NewArrayBuffer(append([]byte(nil), b...))))
	if err != nil { // only if a script has replaced it
		r.throw(err)
	}
	return array
}
