package meters

import (
	_ "embed"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
)

//go:embed meters.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("meters.js", script)}

// Module returns the module with the class MeterRegistry and a bean of it. Functions of gauges are remembered in gauges.
func Module(registry Registry, gauges *Gauges) realm.Module {
	return realm.Module{
		Exports: []string{"MeterRegistry"}, Types: []string{"MeterRegistry"}, OnUse: true,
		Scripts: code,
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "meterRegistry", Type: "MeterRegistry"},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Object("MeterRegistry"), nil },
		}},
		Install: func(in *realm.Realm) (any, error) {
			if registry == nil {
				registry = nobody{}
			}
			r := &Realm{Realm: in, registry: registry, gauges: gauges}
			r.install()
			return r, nil
		},
	}
}

// Realm is the meters in one VM.
type Realm struct {
	*realm.Realm
	registry Registry
	gauges   *Gauges
	class    *realm.Class[*meter]
}

// meter is a meter of scripts.
type meter struct {
	realm.Properties
	kind Kind
	to   Instrument
}

func (r *Realm) install() {
	registry := realm.Plain[*Realm](r.Realm, "MeterRegistry", "{} was called on something that is not a MeterRegistry; call it as this.meters.{}(…)")
	registry.Behind(func(object *goja.Object) (*Realm, bool) { return r, realm.Descends(object, registry.Prototype) })
	for _, kind := range []Kind{Counter, Timer, Histogram} {
		registry.Method(string(kind), func(r *Realm, call goja.FunctionCall) (engine.Value, error) {
			return r.class.New(r.meter(kind, call.Argument(0), call.Argument(1))), nil
		})
	}
	registry.Method("gauge", (*Realm).gauge)
	r.class = realm.Dynamic[*meter](r.Realm, "Meter", "{} was called on something that is not a meter; call it as meter.{}(…)")
	r.class.Method("increment", func(m *meter, call goja.FunctionCall) (engine.Value, error) { return r.change(m, "increment", 1, call) })
	r.class.Method("decrement", func(m *meter, call goja.FunctionCall) (engine.Value, error) {
		return r.change(m, "decrement", -1, call)
	})
	r.class.Method("set", r.set)
	r.class.Method("record", r.record)
	r.class.Method("time", r.time)
}

// meter returns a meter with a name and tags.
func (r *Realm) meter(kind Kind, name, tags goja.Value) *meter {
	text, ok := name.(goja.String)
	if !ok {
		panic(r.Runtime.NewTypeError("the name of a %s must be a text, such as \"orders.placed\"", kind))
	}
	list := r.tags(tags)
	to, err := r.registry.Instrument(kind, text.String(), list)
	if err != nil { // a mistake of the program, which is not the client's whose request it is
		panic(r.Runtime.NewTypeError("%s", messageOf(err)))
	}
	return &meter{kind: kind, to: to}
}

// messageOf returns what is wrong, and how to fix it.
func messageOf(err error) string {
	f, ok := errors.AsType[*fault.Error](err)
	switch {
	case !ok:
		return err.Error()
	case f.Hint == "":
		return f.Public
	}
	return f.Public + "; " + f.Hint
}

// tags reads an object of tags.
func (r *Realm) tags(value goja.Value) (tags []Tag) {
	if value == nil || goja.IsUndefined(value) || goja.IsNull(value) {
		return nil
	}
	object, ok := value.(*goja.Object)
	if !ok {
		panic(r.Runtime.NewTypeError("the tags of a meter must be an object, such as { region: \"eu\" }"))
	}
	for _, key := range object.Keys() {
		tags = append(tags, Tag{key, r.tag(key, object.Get(key))})
	}
	return tags
}

// tag returns the value of a tag as text.
func (r *Realm) tag(key string, value goja.Value) string {
	if value != nil && !goja.IsUndefined(value) && !goja.IsNull(value) {
		switch value.Export().(type) {
		case string, int64, float64, bool:
			return value.String()
		}
	}
	panic(r.Runtime.NewTypeError("the tag %s of a meter must be a text, a number or a boolean", key))
}

// gauge makes a gauge: of a value, of a function that is asked for the value, or of what is set later.
func (r *Realm) gauge(call goja.FunctionCall) (engine.Value, error) {
	value, tags := call.Argument(1), call.Argument(2)
	do, isFunction := goja.AssertFunction(value)
	if object, isObject := value.(*goja.Object); isObject && !isFunction { // gauge(name, tags)
		value, tags = goja.Undefined(), object
	}
	m := r.meter(Gauge, call.Argument(0), tags)
	switch {
	case isFunction:
		key := strings.Builder{}
		key.WriteString(call.Argument(0).String())
		for _, t := range r.tags(tags) {
			key.WriteString("\x00" + t.Key + "\x00" + t.Value)
		}
		if !r.gauges.put(key.String(), &asked{vm: r.VM, do: do, to: m.to}) {
			panic(r.Runtime.NewTypeError("there are %d gauges with a function already; set the value of a gauge instead", mostGauges))
		}
	case !goja.IsUndefined(value):
		m.to.Set(r.number("gauge", value))
	}
	return r.class.New(m), nil
}

// number returns an argument that must be a finite number.
func (r *Realm) number(method string, value goja.Value) float64 {
	n, ok := numberOf(value)
	if !ok {
		panic(r.Runtime.NewTypeError("%s needs a finite number", method))
	}
	return n
}

// wants throws unless the meter is one of the kinds.
func (r *Realm) wants(m *meter, method string, kinds ...Kind) {
	for _, kind := range kinds {
		if m.kind == kind {
			return
		}
	}
	panic(r.Runtime.NewTypeError("a %s does not have the method %s", m.kind, method))
}

func (r *Realm) change(m *meter, method string, sign float64, call goja.FunctionCall) (engine.Value, error) {
	if sign < 0 {
		r.wants(m, method, Gauge)
	} else {
		r.wants(m, method, Counter, Gauge)
	}
	n := 1.0
	if value := call.Argument(0); !goja.IsUndefined(value) {
		n = r.number(method, value)
	}
	if m.kind == Counter && n < 0 {
		panic(r.Runtime.NewTypeError("a counter cannot be decremented; use a gauge for what goes up and down"))
	}
	m.to.Add(sign * n)
	return goja.Undefined(), nil
}

func (r *Realm) set(m *meter, call goja.FunctionCall) (engine.Value, error) {
	r.wants(m, "set", Gauge)
	m.to.Set(r.number("set", call.Argument(0)))
	return goja.Undefined(), nil
}

// record records milliseconds of a timer, or a value of a histogram.
func (r *Realm) record(m *meter, call goja.FunctionCall) (engine.Value, error) {
	r.wants(m, "record", Timer, Histogram)
	n := r.number("record", call.Argument(0))
	if m.kind == Timer {
		n = math.Max(0, n) / 1000
	}
	m.to.Record(n)
	return goja.Undefined(), nil
}

// time records how long a function takes, or its promise.
func (r *Realm) time(m *meter, call goja.FunctionCall) (engine.Value, error) {
	r.wants(m, "time", Timer)
	do, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(r.Runtime.NewTypeError("time needs a function"))
	}
	began := time.Now()
	result, err := r.Awaited(do(goja.Undefined()))
	return r.After(result, err, func(result engine.Value, err error) (engine.Value, error) {
		m.to.Record(time.Since(began).Seconds())
		return result, err
	})
}

// nobody is the registry when nobody measures.
type nobody struct{}

func (nobody) Instrument(Kind, string, []Tag) (Instrument, error) { return nobody{}, nil }
func (nobody) Add(float64)                                        {}
func (nobody) Set(float64)                                        {}
func (nobody) Record(float64)                                     {}
