package ecma

import (
	"embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/bundled"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed *.js
var scripts embed.FS

// temporal is the package of npm that Temporal is made of.
var temporal = bundled.New("temporal")

var parts = []part.Part{
	{
		Name: "disposal", Script: part.Script(scripts, "disposal.js"), Needs: []string{"base"},
		Globals: []string{"AsyncDisposableStack", "DisposableStack", "SuppressedError"},
	},
	{
		Name: "shared", Script: part.Script(scripts, "shared.js"), Needs: []string{"base"},
		Globals: []string{"Atomics", "SharedArrayBuffer"},
	},
	{Name: "halves", Script: part.Script(scripts, "halves.js"), Needs: []string{"base"}, Globals: []string{"Float16Array"}},
	{
		Name: "temporal", Script: part.Script(scripts, "temporal.js"), Globals: []string{"Temporal"}, Needs: []string{"base"},
		Host: func(r *part.Realm) map[string]part.Native {
			return map[string]part.Native{"loadTemporal": func(goja.FunctionCall) goja.Value { return load(r) }}
		},
	},
}

// Parts returns the new globals.
func Parts() []part.Part { return parts }

// load runs the package that has Temporal.
func load(r *part.Realm) goja.Value {
	exports, err := temporal.Load(r.Runtime, nil)
	if err != nil {
		panic(r.VM.ErrorValue(err))
	}
	return exports
}

// Install adds the new methods of built-ins to a VM that has run no script yet. It returns what the parts call.
func Install(r *part.Realm) map[string]any {
	i := &installer{Realm: r}
	i.numbers()
	i.weakSymbols()
	i.dates()
	if !inside.Buffers.On() {
		return nil
	}
	return i.buffers().host()
}

// installer adds methods to built-ins.
type installer struct{ *part.Realm }

// method adds a function to an object, as built-ins have theirs.
func (i *installer) method(owner *goja.Object, name string, length int, fn part.Native) {
	function := i.Function(name, fn)
	_ = function.DefineDataProperty("length", i.Runtime.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = owner.DefineDataProperty(name, function, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (i *installer) class(name string) *goja.Object { return i.Runtime.Get(name).(*goja.Object) }

func (i *installer) prototype(class string) *goja.Object {
	return i.class(class).Get("prototype").(*goja.Object)
}

// dates adds the way from a Date to Temporal.
func (i *installer) dates() {
	valueOf, _ := i.prototype("Date").Get("valueOf").Export().(part.Native)
	i.method(i.prototype("Date"), "toTemporalInstant", 0, func(call goja.FunctionCall) goja.Value {
		at := valueOf(call) // throws unless it is a Date
		if err := i.Use("temporal"); err != nil {
			panic(err)
		}
		instant := i.Global("Temporal").(*goja.Object).Get("Instant").(*goja.Object)
		from, _ := goja.AssertFunction(instant.Get("fromEpochMilliseconds"))
		made, err := from(instant, at)
		if err != nil {
			panic(err)
		}
		return made
	})
}
