package web

import (
	"runtime"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// native is the type of all host functions of this package.
type native = func(goja.FunctionCall) goja.Value

// Realm is what the globals of one VM share.
type Realm struct {
	v       *vm.VM
	rt      *goja.Runtime
	options Options
	started time.Time
	timers  timers
	uint8s  goja.Value // the class Uint8Array
	prelude prelude

	bufferIsView native // ArrayBuffer.isView
}

// Install adds the globals to a VM that has run no script yet.
func Install(v *vm.VM, options Options) error {
	_, err := InstallRealm(v, options)
	return err
}

// InstallRealm is like Install. Callers can add to the globals with the realm that it returns.
func InstallRealm(v *vm.VM, options Options) (*Realm, error) {
	r := newRealm(v, options)
	if err := r.startPrelude(); err != nil {
		return nil, err
	}
	for name, fn := range map[string]native{
		"setTimeout":      r.setTimeout,
		"setInterval":     r.setInterval,
		"setImmediate":    r.setImmediate,
		"clearTimeout":    r.clearTimer,
		"clearInterval":   r.clearTimer,
		"clearImmediate":  r.clearTimer,
		"structuredClone": r.structuredClone,
		"atob":            r.atob,
		"btoa":            r.btoa,
	} {
		r.define(name, r.function(name, fn))
	}
	r.annexB()
	r.stackTraces()
	r.define("console", r.console())
	r.define("self", r.rt.GlobalObject())
	return r, nil
}

func newRealm(v *vm.VM, options Options) *Realm {
	r := &Realm{v: v, rt: v.Runtime, options: options.filled(), started: time.Now()}
	r.uint8s = r.rt.Get("Uint8Array")
	r.bufferIsView, _ = r.rt.Get("ArrayBuffer").(*goja.Object).Get("isView").Export().(native)
	return r
}

// define adds a global. As in browsers, it is writable and not enumerable.
func (r *Realm) define(name string, value goja.Value) {
	_ = r.rt.GlobalObject().DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// function returns a script function with a name.
func (r *Realm) function(name string, fn native) *goja.Object {
	object := r.rt.ToValue(fn).(*goja.Object)
	_ = object.DefineDataProperty("name", r.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return object
}

// host returns the object with the Go functions for the prelude.
func (r *Realm) host() *goja.Object {
	host := r.rt.NewObject()
	for name, fn := range map[string]native{
		"trimStack":       func(call goja.FunctionCall) goja.Value { return trimStack(r.rt, call.Argument(0)) },
		"describe":        r.describe,
		"numberConstants": r.numberConstants,
		"uncaught":        r.uncaught,
		"now":             r.now,
		"setTimeout":      r.setQuietTimeout,
		"weakly":          r.weakly,
		"onCollected":     r.onCollected,
		"encodeUTF8":      r.encodeUTF8,
		"encodeInto":      r.encodeInto,
		"utf8Buffer":      r.utf8Buffer,
		"decodeUTF8":      r.decodeUTF8,
		"encodingName":    r.encodingName,
		"decoder":         r.decoder,
		"isBytes":         r.isBytes,
		"copyBytes":       r.copyBytes,
		"wellFormed":      r.wellFormed,
		"parseURL":        r.parseURL,
		"setURL":          r.setURL,
		"parseForm":       r.parseForm,
		"serializeForm":   r.serializeForm,
		"randomUUID":      r.randomUUID,
		"fillRandom":      r.fillRandom,
		"send":            r.sender(r.options.Fetch),
		"dataURL":         r.dataURL,
	} {
		_ = host.Set(name, fn)
	}
	_ = host.Set("timeOrigin", float64(r.started.UnixMicro())/1000)
	_ = host.Set("processors", runtime.GOMAXPROCS(0))
	return host
}

// now implements performance.now: milliseconds since the VM was made.
func (r *Realm) now(goja.FunctionCall) goja.Value {
	return r.rt.ToValue(float64(time.Since(r.started).Nanoseconds()/1000) / 1000)
}

// uncaught reports an uncaught error of a callback.
func (r *Realm) uncaught(call goja.FunctionCall) goja.Value {
	thrown := call.Argument(0)
	r.v.After(0, vm.TimerOptions{}, func() error { return &vm.Thrown{Value: thrown} })
	return goja.Undefined()
}

// typeError throws a TypeError.
func (r *Realm) typeError(message string) goja.Value {
	panic(r.rt.NewTypeError(message))
}

// domException throws a DOMException.
func (r *Realm) domException(name, message string) { panic(r.newDOMException(name, message)) }

func (r *Realm) newDOMException(name, message string) goja.Value {
	if err := r.runNamed("exception"); err != nil {
		panic(err)
	}
	object, err := r.rt.New(r.global("DOMException"), r.rt.ToValue(message), r.rt.ToValue(name))
	if err != nil {
		panic(err)
	}
	return trimStack(r.rt, object)
}
