package ecma

import (
	"runtime"
	"sync"
	"weak"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// weakSymbols makes weak collections take symbols that nobody can make again. The engine's take objects: for each symbol
// there is one that takes its place as long as the symbol lives.
func (i *installer) weakSymbols() {
	keyFor, _ := i.class("Symbol").Get("keyFor").Export().(part.Native)
	s := &standIns{installer: i, keyFor: keyFor, objects: map[weak.Pointer[goja.Symbol]]*goja.Object{}}
	for _, m := range []struct {
		class, name string
		adds        bool
	}{
		{"WeakMap", "get", false},
		{"WeakMap", "set", true},
		{"WeakMap", "has", false},
		{"WeakMap", "delete", false},
		{"WeakSet", "add", true},
		{"WeakSet", "has", false},
		{"WeakSet", "delete", false},
	} {
		prototype := i.prototype(m.class)
		original, _ := prototype.Get(m.name).Export().(part.Native)
		i.replace(prototype, m.name, m.adds, func(call goja.FunctionCall) goja.Value {
			switch key := call.Argument(0).(type) {
			case *goja.Object:
			case *goja.Symbol:
				if s.canBeHeld(key) {
					call.Arguments = append([]goja.Value{s.of(key, m.adds)}, call.Arguments[1:]...)
				} else if m.adds {
					s.refuse(call, original, m.class)
				}
			default:
				if m.adds {
					s.refuse(call, original, m.class)
				}
			}
			return original(call)
		})
	}
}

// replace replaces a method. The constructors of weak collections call those that add only if they are not the engine's own.
func (i *installer) replace(prototype *goja.Object, name string, adds bool, by part.Native) {
	own := prototype.Get(name)
	if code, ok := inside.CodeOf(own); ok && !adds {
		*code = by
		return
	}
	i.method(prototype, name, int(own.(*goja.Object).Get("length").ToInteger()), by)
}

// standIns are the objects of symbols.
type standIns struct {
	*installer
	keyFor part.Native

	mu      sync.Mutex // symbols are collected at any time
	objects map[weak.Pointer[goja.Symbol]]*goja.Object
	none    *goja.Object // of symbols that are in no collection
}

// canBeHeld reports whether a symbol is not one of those that Symbol.for returns again and again.
func (s *standIns) canBeHeld(symbol *goja.Symbol) bool {
	return goja.IsUndefined(s.keyFor(goja.FunctionCall{Arguments: []goja.Value{symbol}}))
}

// of returns the object of a symbol. If none is needed it may be one that is in no collection.
func (s *standIns) of(symbol *goja.Symbol, needed bool) *goja.Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := weak.Make(symbol)
	if object := s.objects[at]; object != nil {
		return object
	}
	if !needed {
		if s.none == nil {
			s.none = s.Runtime.NewObject()
		}
		return s.none
	}
	object := s.Runtime.NewObject()
	s.objects[at] = object
	runtime.AddCleanup(symbol, s.forget, at)
	return object
}

func (s *standIns) forget(at weak.Pointer[goja.Symbol]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.objects, at)
}

// refuse throws for a key that a collection cannot have, after the receiver is found to be a collection.
func (s *standIns) refuse(call goja.FunctionCall, original part.Native, class string) {
	call.Arguments = []goja.Value{s.Runtime.NewObject()}
	original(call)
	s.TypeError("Invalid value used as a key of a " + class)
}
