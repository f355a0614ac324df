package web

import (
	"maps"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/ecma"
	"github.com/fwrun/fwrun/jsapi/web/intl"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/jsapi/web/streams"
	"github.com/fwrun/fwrun/platform/processors"
)

// native is the type of all host functions of this package.
type native = part.Native

// Realm is what the globals of one VM share.
type Realm struct {
	*part.Realm

	options *Options
	started time.Time
	timers  timers

	mover *mover // of ports; nil until there may be some

	platform map[*goja.Object]bool          // the prototypes of the prelude's classes
	views    map[*goja.Object]goja.Callable // of some of these: what is shown of an object

	sites   *goja.Object // the prototype of call sites; nil until there is one
	showing *goja.Symbol // of methods that show objects; nil until one is shown
}

// Platform is what the VMs of one application have in common.
type Platform struct {
	options Options
	offer   *part.Offer
}

// New returns a platform. It compiles nothing yet.
func New(options Options) *Platform {
	p := &Platform{options: options.filled()}
	p.offer = part.NewOffer(allParts(&p.options))
	return p
}

// Prepare compiles the scripts of the parts that every VM runs at once, unless that was done.
func Prepare() {
	for i := range parts {
		if parts[i].Eager {
			_, _ = parts[i].Script() // the first VM reports errors
		}
	}
}

// Install adds the globals to the only VM of an application, which has run no script yet.
func Install(v *vm.VM, options Options) error {
	_, err := New(options).Install(v)
	return err
}

// Install adds the globals to a VM that has run no script yet. Callers can add to them with the realm that it returns.
func (p *Platform) Install(v *vm.VM) (*Realm, error) {
	r := newRealm(v, &p.options)
	host := r.host()
	maps.Copy(host, ecma.Install(r.Realm))
	if err := r.Offer(host, p.offer); err != nil {
		return nil, err
	}
	for name, fn := range r.functions() {
		r.Define(name, r.Function(name, fn))
	}
	r.annexB()
	intl.Install(r.Realm)
	r.stackTraces()
	r.Define("self", r.Runtime.GlobalObject())
	for _, name := range handlers {
		r.Define(name, goja.Null())
	}
	v.ReportTo(&reports{Realm: r})
	r.AddCarrier(r.exceptions())
	return r, nil
}

// functions are the globals that are functions in Go.
func (r *Realm) functions() map[string]native {
	return map[string]native{
		"setTimeout":      r.setTimeout,
		"setInterval":     r.setInterval,
		"setImmediate":    r.setImmediate,
		"clearTimeout":    r.clearTimer,
		"clearInterval":   r.clearTimer,
		"clearImmediate":  r.clearTimer,
		"structuredClone": r.structuredClone,
		"atob":            r.atob,
		"btoa":            r.btoa,
	}
}

func newRealm(v *vm.VM, options *Options) *Realm {
	r := &Realm{Realm: part.New(v), options: options, started: time.Now(), platform: map[*goja.Object]bool{}, views: map[*goja.Object]goja.Callable{}}
	r.MaxBytes = r.options.MaxBytes
	return r
}

// host returns the functions in Go that all parts may call, and some values.
func (r *Realm) host() map[string]any {
	return map[string]any{
		"trimStack":       func(call goja.FunctionCall) goja.Value { return part.TrimStack(r.Runtime, call.Argument(0)) },
		"describe":        r.describe,
		"view":            r.view,
		"addMissing":      r.addMissing,
		"console":         func(goja.FunctionCall) goja.Value { return r.console() },
		"inspect":         r.inspectAs,
		"format":          r.formatted,
		"numberConstants": r.numberConstants,
		"uncaught":        r.uncaught,
		"place":           r.place,
		"cloneMessage":    r.cloneMessage,
		"transferPorts":   r.transferPorts,
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
		"request":         r.requester(r.options.Fetch),
		"clone":           r.structuredClone,
		"dataURL":         r.dataURL,
		"mediaType":       r.mediaType,
		"feed":            func(goja.FunctionCall) goja.Value { return streams.NewUpload(r.Realm) },

		"timeOrigin": float64(r.started.UnixMicro()) / 1000,
		"handlers":   handlers,
		"maxBody":    r.options.Fetch.MaxBody,
		"processors": processors.Count(),
	}
}

// now implements performance.now: milliseconds since the VM was made.
func (r *Realm) now(goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(r.VM.Elapsed(float64(time.Since(r.started).Nanoseconds()/1000) / 1000))
}

// uncaught reports an uncaught error of a callback: to the listeners of the global object, or to the log.
func (r *Realm) uncaught(call goja.FunctionCall) goja.Value {
	r.VM.Uncaught(&vm.Thrown{Value: call.Argument(0)})
	return goja.Undefined()
}
