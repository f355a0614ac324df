package guard

import "github.com/dop251/goja"

// iterators makes native loops over built-in iterators interruptible: spread, new Set, Array.from and similar
// call next in a loop of their own.
func (g *guard) iterators() {
	for _, source := range g.iteratorSources() {
		iterator, ok := source.(*goja.Object)
		if !ok {
			g.missing = append(g.missing, "iterator")
			continue
		}
		if g.arrayIterators == nil {
			g.arrayIterators = iterator.Prototype() // arrays come first
		}
		g.method(iterator.Prototype(), "next", func(call goja.FunctionCall, original native) goja.Value {
			g.spend(1)
			return original(call)
		})
	}
	g.generators()
}

// iteratorSources makes one iterator of each kind. Typed arrays share the iterator of arrays.
func (g *guard) iteratorSources() []goja.Value {
	var made []goja.Value
	for _, name := range []string{"Array", "Map", "Set"} {
		object, err := g.rt.New(g.rt.Get(name))
		if err == nil {
			made = append(made, g.iteratorOf(object))
		}
	}
	return append(made, g.iteratorOf(g.rt.ToValue("").ToObject(g.rt)))
}

func (g *guard) iteratorOf(object *goja.Object) goja.Value {
	method, ok := object.GetSymbol(goja.SymIterator).(*goja.Object)
	if !ok {
		return nil
	}
	values, ok := method.Export().(native)
	if !ok {
		return nil
	}
	return values(goja.FunctionCall{This: object})
}

// generators limits yield* in yield*, which goja resumes natively.
func (g *guard) generators() {
	function, err := g.rt.RunProgram(generatorProgram())
	if err != nil {
		g.missing = append(g.missing, "generators")
		return
	}
	prototype := function.(*goja.Object).Prototype().Get("prototype").(*goja.Object)
	for _, name := range []string{"next", "return", "throw"} {
		g.method(prototype, name, func(call goja.FunctionCall, original native) goja.Value {
			return g.nested(func() goja.Value { return original(call) })
		})
	}
}
