package objects

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/engine/console"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// expression is a text that is compiled.
type expression struct {
	*console.Program
	awaits bool // at its top level
}

// keptExpressions is the number of compiled texts that are kept: a condition is evaluated each time that a breakpoint is reached.
const keptExpressions = 64

// compile compiles a text, once.
func (x *Objects) compile(text string, pure bool) (*expression, error) {
	key := text
	if pure {
		key = "pure:" + text
	}
	if known := x.known[key]; known != nil {
		return known, nil
	}
	input, err := parse(text)
	if err != nil {
		return nil, x.mistake(err)
	}
	if len(input.Imports) > 0 {
		return nil, &madeError{"SyntaxError", "Cannot use import statement outside a module"}
	}
	input.Body.Async = strings.Contains(text, "await")
	if pure {
		if !purify(input.Body) {
			return nil, errPure
		}
	} else {
		unveil(input.Body)
	}
	made, err := input.Compile()
	if err != nil {
		return nil, x.mistake(err)
	}
	if len(x.known) >= keptExpressions {
		clear(x.known)
	}
	x.known[key] = &expression{made, input.Body.Async}
	return x.known[key], nil
}

// veil begins the names that stand for private ones while a text is parsed: outside of a class there are none.
const veil = "__private_"

// isTooDeep reports whether a text could keep the compiler busy for long, or exhaust its stack: it is nested too deep, or has a list without
// brackets that is too long.
func isTooDeep(text string) bool {
	const harmless, longest = 1 << 10, 500
	if len(text) <= harmless {
		return false
	}
	tree := source.ParseTree("expression.ts", []byte(text))
	if tree == nil {
		return true
	}
	deep := false
	var look func(n *source.Node)
	look = func(n *source.Node) {
		deep = deep || n.Kind == source.NodeSequence && len(n.List) > longest
		n.Each(look)
	}
	for _, n := range tree.Body {
		look(n)
	}
	return deep
}

// parse parses a text in which private members are read.
func parse(text string) (*console.Input, error) {
	const most = 50 // private names
	if isTooDeep(text) {
		return nil, errDeep
	}
	for range most {
		input, err := console.Parse(text, 1)
		list, ok := errors.AsType[fault.List](err)
		if !ok || len(list) == 0 || !strings.HasPrefix(list[0].Message, "Private name ") {
			return input, err
		}
		at := offset(text, list[0].Place)
		if !strings.HasPrefix(text[at:], "#") {
			return input, err
		}
		text = text[:at] + veil + text[at+1:]
	}
	return console.Parse(text, 1)
}

// offset returns where a place is in a text.
func offset(text string, at fault.Place) int {
	start := 0
	for range at.Line - 1 {
		next := strings.IndexByte(text[start:], '\n')
		if next < 0 {
			break
		}
		start += next + 1
	}
	units := at.Col - 1
	for i, r := range text[start:] {
		if units <= 0 {
			return start + i
		}
		units -= max(1, utf16.RuneLen(r))
	}
	return len(text)
}

// Evaluate implements debugger.Objects.
func (x *Objects) Evaluate(e debugger.Expression) debugger.Answer {
	this, names := goja.Value(x.rt.GlobalObject()), &scope{x: x, own: map[string]goja.Value{}}
	if e.Frame >= 0 {
		frame, err := x.frame(e.Frame)
		if err != nil {
			return none(err.Error())
		}
		this = valueOf(frame.This)
		for _, s := range frame.Scopes {
			if variables, ok := s.Object.(*goja.Object); ok && s.Kind != debugger.Global {
				names.chain = append(names.chain, variables)
			}
		}
	}
	var made *expression
	v, err := x.run(func() (v goja.Value, err error) {
		if made, err = x.compile(e.Text, e.Pure); err != nil {
			return nil, err
		}
		names.declare(made.Names)
		return x.runProgram(made.Run, this, x.rt.NewDynamicObject(names))
	})
	maps.Copy(x.names, names.own)
	return x.answer(e, v, err, made != nil && made.awaits)
}

// runProgram runs a program of package console.
func (x *Objects) runProgram(program *goja.Program, this, names goja.Value) (goja.Value, error) {
	around, err := x.rt.RunProgram(program)
	if err != nil {
		return nil, err
	}
	enter, _ := goja.AssertFunction(around)
	body, err := enter(this, names)
	if err != nil {
		return nil, err
	}
	run, _ := goja.AssertFunction(body)
	return run(goja.Undefined())
}

// answer describes what an expression or a call has given. The promise of the expression itself is never an answer, unless nobody waits for it.
func (x *Objects) answer(e debugger.Expression, v goja.Value, err error, awaits bool) debugger.Answer {
	if err != nil {
		t := x.thrown(err, e.Group, e.Look)
		return debugger.Answer{Object: t.Object, Thrown: t}
	}
	if o, ok := v.(*goja.Object); ok && (awaits || e.Await) {
		if promise, ok := promiseOf(o); ok {
			return x.await(e, o, promise, awaits)
		}
	}
	if e.ByJSON {
		return x.byJSON(v)
	}
	return debugger.Answer{Object: x.Describe(v, e.Group, e.Look)}
}

func promiseOf(o *goja.Object) (*goja.Promise, bool) {
	if isProxy(o) {
		return nil, false
	}
	promise, ok := o.Export().(*goja.Promise)
	return promise, ok
}

// await answers with what a promise has become, or later.
func (x *Objects) await(e debugger.Expression, o *goja.Object, promise *goja.Promise, ours bool) debugger.Answer {
	settled := e
	settled.Await = false
	fulfilled := func(v goja.Value) debugger.Answer { return x.answer(settled, v, nil, false) }
	rejected := func(v goja.Value) debugger.Answer { return x.rejected(v, e.Group, e.Look) }
	later := func(answer func(goja.Value) debugger.Answer) goja.Value {
		return x.rt.ToValue(func(call goja.FunctionCall) goja.Value {
			if e.Later != nil && promise.State() != goja.PromiseStatePending {
				e.Later(answer(call.Argument(0)))
			}
			return goja.Undefined()
		})
	}
	handled := func() {
		ask(x.native.then, o, goja.Undefined(), x.rt.ToValue(func(goja.FunctionCall) goja.Value { return goja.Undefined() }))
	}
	switch promise.State() {
	case goja.PromiseStateFulfilled:
		return fulfilled(promise.Result())
	case goja.PromiseStateRejected:
		handled()
		return rejected(promise.Result())
	}
	if e.Later == nil {
		if ours {
			handled()
		}
		return debugger.Answer{Object: x.Describe(o, e.Group, e.Look)}
	}
	ask(x.native.then, o, later(fulfilled), later(rejected))
	return debugger.Answer{Later: true}
}

// Names implements debugger.Objects.
func (x *Objects) Names() []string { return slices.Sorted(maps.Keys(x.names)) }

// scope is what an expression can name, as the object of a with: what it declares itself, the variables of a frame, and what expressions before it
// have declared. Names with a % are functions of ours.
type scope struct {
	x     *Objects
	own   map[string]goja.Value
	chain []*goja.Object
}

// declare declares the names of a text. One that is only assigned is declared if nobody has it.
func (s *scope) declare(names []console.Name) {
	for _, n := range names {
		if !n.Implied || !s.Has(n.Name) && s.x.rt.GlobalObject().Get(n.Name) == nil {
			s.own[n.Name] = goja.Undefined()
		}
	}
}

// holder returns the object that has a variable.
func (s *scope) holder(name string) *goja.Object {
	for _, o := range s.chain {
		if s.x.has(o, name) {
			return o
		}
	}
	return nil
}

// Has implements goja.DynamicObject.
func (s *scope) Has(name string) bool {
	return s.own[name] != nil || s.x.helper(name) != nil || s.holder(name) != nil || s.x.names[name] != nil
}

// Get implements goja.DynamicObject.
func (s *scope) Get(name string) goja.Value {
	if v := s.own[name]; v != nil {
		return v
	}
	if helper := s.x.helper(name); helper != nil {
		return s.x.rt.ToValue(helper)
	}
	if o := s.holder(name); o != nil {
		return o.Get(name)
	}
	return s.x.names[name]
}

// Set implements goja.DynamicObject.
func (s *scope) Set(name string, v goja.Value) bool {
	if s.own[name] != nil {
		s.own[name] = v
	} else if o := s.holder(name); o != nil {
		if err := s.x.assign(o, name, v); err != nil {
			panic(err)
		}
	} else {
		s.x.names[name] = v
	}
	return true
}

// Delete implements goja.DynamicObject: a variable stays.
func (s *scope) Delete(string) bool { return false }

// Keys implements goja.DynamicObject.
func (s *scope) Keys() []string { return nil }
