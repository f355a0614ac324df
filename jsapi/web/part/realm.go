package part

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// Realm is what the parts of one VM have in common.
type Realm struct {
	VM      *vm.VM
	Runtime *goja.Runtime

	MaxBytes int // that a script may have in one object, such as a Blob

	host   *goja.Object    // the functions in Go that every part may call
	shared *goja.Object    // what the scripts share with each other
	parts  []Part          // those that were offered
	ran    map[string]bool // by name of the part
	taken  map[string]bool // by name of the global: assigned by the script before its part has run

	drops []func() // what ends with the VM

	cloners  []Cloner // of the classes of parts that have run
	carriers []Carrier

	uint8s       goja.Value // the class Uint8Array
	bufferIsView Native     // ArrayBuffer.isView
	bufferOf     Native     // the getter of a typed array's buffer
}

// New returns a realm without parts.
func New(v *vm.VM) *Realm {
	r := &Realm{
		VM: v, Runtime: v.Runtime,
		ran: map[string]bool{}, taken: map[string]bool{},
	}
	r.uint8s = r.Runtime.Get("Uint8Array")
	r.bufferIsView, _ = r.Runtime.Get("ArrayBuffer").(*goja.Object).Get("isView").Export().(Native)
	r.bufferOf = bufferOf(r.Runtime)
	return r
}

// Offer makes the globals of parts: those of eager parts at once, the others when they are first used. The functions and
// values of host are there for all of the parts.
func (r *Realm) Offer(host map[string]any, offered *Offer) error {
	r.host, r.shared = r.Runtime.NewDynamicObject(&hostValues{realm: r, given: host}), r.Runtime.NewObject()
	_ = r.shared.Set("use", r.use)
	r.parts = offered.parts
	later := offered.install(r)
	for i := range r.parts {
		p := &r.parts[i]
		if p.Eager {
			if err := r.run(p); err != nil {
				return err
			}
			continue
		}
		for _, name := range p.Globals {
			if !later {
				access := r.access(name)
				_ = r.Runtime.GlobalObject().DefineAccessorProperty(name, access, access, goja.FLAG_TRUE, goja.FLAG_FALSE)
			}
		}
	}
	return nil
}

// Use runs a part, after those it needs, unless it has run.
func (r *Realm) Use(name string) error {
	p := r.named(name)
	if p == nil {
		return fmt.Errorf("web: there is no part %q", name)
	}
	return r.run(p)
}

// use is the function of scripts that runs a part by its name. It reports whether there is such a part.
func (r *Realm) use(call goja.FunctionCall) goja.Value {
	p := r.named(call.Argument(0).String())
	if p != nil {
		if err := r.run(p); err != nil {
			panic(err)
		}
	}
	return r.Runtime.ToValue(p != nil)
}

// named returns the part of a name, or nil.
func (r *Realm) named(name string) *Part {
	for i := range r.parts {
		if r.parts[i].Name == name {
			return &r.parts[i]
		}
	}
	return nil
}

// run runs a part, after those it needs, once, and defines its globals.
func (r *Realm) run(p *Part) error {
	if r.ran[p.Name] {
		return nil
	}
	r.ran[p.Name] = true
	for _, needed := range p.Needs {
		if err := r.Use(needed); err != nil {
			return err
		}
	}
	program, err := p.Script()
	if err != nil {
		return err
	}
	value, err := r.Runtime.RunProgram(program)
	if err != nil {
		return err
	}
	run, _ := goja.AssertFunction(value)
	if _, err := run(goja.Undefined(), r.hostOf(p), r.shared); err != nil {
		return err
	}
	for _, name := range p.Globals {
		if !r.taken[name] {
			r.Define(name, r.Global(name))
		}
	}
	return nil
}

// hostOf returns the functions that a part's script calls.
func (r *Realm) hostOf(p *Part) *goja.Object {
	if p.Host == nil {
		return r.host
	}
	own := r.Runtime.CreateObject(r.host)
	for name, fn := range p.Host(r) {
		_ = own.Set(name, fn)
	}
	return own
}

// Global returns what a part that has run defined under a name.
func (r *Realm) Global(name string) goja.Value {
	return r.shared.Get("globals").(*goja.Object).Get(name)
}

// Shared returns what a part that has run left for others under a name.
func (r *Realm) Shared(name string) goja.Value { return r.shared.Get(name) }

// OnDrop adds a function to call when the VM is dropped.
func (r *Realm) OnDrop(do func()) { r.drops = append(r.drops, do) }

// Drop ends what the parts have left open. The VM runs no script any more.
func (r *Realm) Drop() {
	for _, do := range r.drops {
		do()
	}
}

// Define adds a global. As in browsers, it is writable and not enumerable.
func (r *Realm) Define(name string, value goja.Value) {
	_ = r.Runtime.GlobalObject().DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// Function returns a script function with a name.
func (r *Realm) Function(name string, fn Native) *goja.Object {
	object := r.Runtime.ToValue(fn).(*goja.Object)
	_ = object.DefineDataProperty("name", r.Runtime.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return object
}

// Ran reports whether a part has run.
func (r *Realm) Ran(name string) bool { return r.ran[name] }

// Poll lets an interrupt take effect, as scripts do between two instructions. Work in Go that goes on for long calls it once in a while.
func (r *Realm) Poll() {
	if !r.VM.Interrupted() {
		return
	}
	if _, err := r.Runtime.RunString("0"); err != nil {
		panic(err)
	}
}
