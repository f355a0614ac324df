package guard

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/machine"
)

type native = func(goja.FunctionCall) goja.Value

// guard holds the guards of one runtime.
type guard struct {
	rt     *goja.Runtime
	limits Limits

	rangeError  goja.Value
	syntaxError goja.Value
	typeError   goja.Value

	noop      goja.Callable // a script function that does nothing
	numeric   goja.Callable // converts an object to a number or a BigInt
	booleanOf native        // Boolean.prototype.valueOf
	indexOf   native        // String.prototype.indexOf

	patterns        patterns
	matchers        matchers
	unusual         unusual
	runes           runes
	regexpPrototype *goja.Object

	arrayClass      *goja.Object
	arrayPrototype  *goja.Object
	objectPrototype *goja.Object
	joining         []*goja.Object // arrays whose elements are being asked for their texts
	arrayFromNative native
	joinNative      native
	defineNative    native // of Reflect
	deleteNative    native

	work  int // native steps since the last poll
	depth int // nesting of native calls

	arrayIterators   *goja.Object // the prototype of the iterators of arrays
	eval, directEval *goja.Object // that of scripts, and that of goja

	missing []string // built-ins that this goja does not have
}

// Install installs the guards in a runtime that has run no script yet. It fails if a built-in that it guards
// does not exist, so that a new version of goja does not open a hole.
func Install(rt *goja.Runtime, limits Limits) error {
	g := &guard{
		rt:          rt,
		limits:      limits.filled(),
		rangeError:  rt.Get("RangeError"),
		syntaxError: rt.Get("SyntaxError"),
		typeError:   rt.Get("TypeError"),
	}
	if err := g.makeNoop(); err != nil {
		return err
	}
	for _, install := range []func(){
		g.arrays, g.iterators, g.strings, g.buffers, g.bigints, g.objects,
		g.regexps, g.json, g.code, g.numbers, g.asyncGenerators,
	} {
		install()
	}
	machine.Install(rt, machine.Limits{
		Text: g.limits.StringLength, TooLong: g.checkText,
		TooDeep:     func() { g.failRange("Maximum call stack size exceeded") },
		Expressions: g.regexpPrototype,
		Eval:        g.eval, Direct: g.directEval, Source: g.evaluated,
		Iterators: g.arrayIterators,
	})
	if len(g.missing) > 0 {
		return fmt.Errorf("guard: this goja has no %s", strings.Join(g.missing, ", "))
	}
	return nil
}

func (g *guard) makeNoop() error {
	value, err := g.rt.RunProgram(noopProgram())
	if err != nil {
		return err
	}
	g.noop, _ = goja.AssertFunction(value)
	return nil
}

// spend counts native steps, and polls for an interrupt from time to time: a built-in that another built-in
// calls in a loop would keep the watchdog waiting.
func (g *guard) spend(steps int) {
	g.work += steps
	if g.work >= pollEvery {
		g.poll()
	}
}

// poll lets a pending interrupt take effect, as script code does.
func (g *guard) poll() {
	g.work = 0
	if _, err := g.noop(goja.Undefined()); err != nil {
		panic(err)
	}
}

// nested runs fn unless built-ins have called each other too deeply.
func (g *guard) nested(fn func() goja.Value) goja.Value {
	if g.depth >= maxNativeDepth {
		g.failRange("nested too deep")
	}
	g.depth++
	defer func() { g.depth-- }()
	return fn()
}

func (g *guard) failRange(format string, args ...any) { g.fail(g.rangeError, format, args...) }

// fail throws a script error.
func (g *guard) fail(class goja.Value, format string, args ...any) {
	object, err := g.rt.New(class, g.rt.ToValue(fmt.Sprintf(format, args...)))
	if err != nil {
		panic(err)
	}
	panic(object)
}

// prototype returns the prototype of a global class.
func (g *guard) prototype(class string) *goja.Object {
	constructor, ok := g.rt.Get(class).(*goja.Object)
	if !ok {
		return nil
	}
	prototype, _ := constructor.Get("prototype").(*goja.Object)
	return prototype
}

// method replaces owner[name] by around, which receives the original.
func (g *guard) method(owner *goja.Object, name string, around func(goja.FunctionCall, native) goja.Value) {
	if owner == nil {
		g.missing = append(g.missing, name)
		return
	}
	wrapper := g.wrapped(owner.Get(name), name, around)
	if wrapper != nil {
		_ = owner.DefineDataProperty(name, wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// symbolMethod is method for a symbol key.
func (g *guard) symbolMethod(owner *goja.Object, symbol *goja.Symbol, around func(goja.FunctionCall, native) goja.Value) {
	wrapper := g.wrapped(owner.GetSymbol(symbol), "["+symbol.String()+"]", around)
	if wrapper != nil {
		_ = owner.DefineDataPropertySymbol(symbol, wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// wrapped makes a function that looks like the original. A native function exports as its Go function, so
// that calling it needs no second frame.
func (g *guard) wrapped(value goja.Value, name string, around func(goja.FunctionCall, native) goja.Value) *goja.Object {
	object, ok := value.(*goja.Object)
	if !ok {
		g.missing = append(g.missing, name)
		return nil
	}
	original, ok := object.Export().(native)
	if !ok {
		g.missing = append(g.missing, name)
		return nil
	}
	wrapper := g.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		return around(call, original)
	}).(*goja.Object)
	for _, key := range []string{"name", "length"} {
		_ = wrapper.DefineDataProperty(key, object.Get(key), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return wrapper
}

// constructor replaces the global class name: check receives the arguments first.
func (g *guard) constructor(name string, check func(arguments []goja.Value)) {
	original, ok := g.rt.Get(name).(*goja.Object)
	if !ok {
		g.missing = append(g.missing, name)
		return
	}
	wrapper := g.constructorOf(original, check, func(*goja.Object) {})
	if wrapper != nil {
		_ = g.rt.GlobalObject().DefineDataProperty(name, wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// constructorOf makes a class that behaves like original, with the same prototype: check receives the arguments, and
// made what was constructed. goja does not report calls without new, so these construct, too.
func (g *guard) constructorOf(original *goja.Object, check func(arguments []goja.Value), made func(*goja.Object)) *goja.Object {
	construct, ok := goja.AssertConstructor(original)
	if !ok {
		g.missing = append(g.missing, original.Get("name").String())
		return nil
	}
	var wrapper *goja.Object
	wrapper = g.rt.ToValue(func(c goja.ConstructorCall) *goja.Object {
		check(c.Arguments)
		newTarget := c.NewTarget
		if newTarget == nil || newTarget == wrapper {
			newTarget = original
		}
		object, err := construct(newTarget, c.Arguments...)
		if err != nil {
			panic(err)
		}
		made(object)
		return object
	}).(*goja.Object)
	g.assume(wrapper, original)
	return wrapper
}

// assume copies the properties of the original function to its wrapper.
func (g *guard) assume(wrapper, original *goja.Object) {
	_ = wrapper.SetPrototype(original.Prototype())
	for _, key := range original.GetOwnPropertyNames() {
		writable := goja.FLAG_TRUE
		if key == "name" || key == "length" || key == "BYTES_PER_ELEMENT" || key == "prototype" {
			writable = goja.FLAG_FALSE
		}
		configurable := goja.FLAG_TRUE
		if key == "prototype" {
			configurable = goja.FLAG_NOT_SET
		}
		_ = wrapper.DefineDataProperty(key, original.Get(key), writable, configurable, goja.FLAG_FALSE)
	}
	if original.GetSymbol(goja.SymSpecies) != nil {
		g.species(wrapper, original)
	}
	if prototype, ok := original.Get("prototype").(*goja.Object); ok {
		_ = prototype.DefineDataProperty("constructor", wrapper, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// species makes slice, map, split and similar methods construct results with the original: goja is fast only
// then, and the results are no larger than the receivers.
func (g *guard) species(wrapper, original *goja.Object) {
	get := g.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if call.This == wrapper {
			return original
		}
		return call.This
	})
	_ = wrapper.DefineAccessorPropertySymbol(goja.SymSpecies, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
