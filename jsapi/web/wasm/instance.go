package wasm

import (
	"context"
	"errors"
	"runtime"
	"strconv"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// instance is an instance of a module, or of one that the host has written for a memory, a table or a global of a script's.
type instance struct {
	realm   *realm
	module  *binary.Module
	code    *compiled // nil if the host has written it; kept as long as the instance
	mod     api.Module
	imports []imported

	functions map[uint32]*function // those that scripts have seen, by their indices as compiled
	memory    *memory
	tables    map[uint32]*table
	globals   map[uint32]*global
}

// newInstance adds an instance to those of the VM.
func (r *realm) newInstance(module *binary.Module, mod api.Module, imports []imported) *instance {
	i := &instance{
		realm: r, module: module, mod: mod, imports: imports,
		functions: map[uint32]*function{}, tables: map[uint32]*table{}, globals: map[uint32]*global{},
	}
	r.register(i)
	if len(module.Memories) > 0 { // counts from now on, and detaches what scripts have
		i.memoryAt()
	}
	if len(module.Tables) > 0 || module.UsesFuncRefs() {
		for n := range module.Types {
			t := &module.Types[n]
			r.types[t.Key()] = t
		}
	}
	if module.SharesFuncRefs() {
		r.pinned = append(r.pinned, i)
	}
	return i
}

// register makes an instance known until it is freed.
func (r *realm) register(i *instance) {
	elements := int64(0)
	for _, t := range i.module.Tables[i.module.Imported(binary.Table):] {
		elements += int64(t.Min)
	}
	r.usage.elements.Add(elements)
	runtime.AddCleanup(i, func(u *usage) {
		u.instances.Add(-1)
		u.elements.Add(-elements)
	}, r.usage)
	r.instances.put(engineOf(i.mod), i)
}

// reserveInstance counts an instance that is going to be made.
func (r *realm) reserveInstance() {
	if !r.reserve(&r.usage.instances, 1, maxInstances) {
		r.throwRange("WebAssembly: there are more than %d instances, memories, tables and globals", maxInstances)
	}
}

// makeOne instantiates a module that the host has written.
func (r *realm) makeOne(data []byte, module *binary.Module) *instance {
	r.reserveInstance()
	mod, err := r.engine.makeOne(data)
	if err != nil {
		r.usage.instances.Add(-1)
		r.throwRange("WebAssembly: %v", err)
	}
	return r.newInstance(module, mod, nil)
}

// instantiate takes a module, an array with the script's values for its imports, and a name for errors. It returns the
// exports: an array of [name, kind, value].
func (r *realm) instantiate(call goja.FunctionCall) goja.Value {
	code, where := moduleOf(call.Argument(0)), call.Argument(2).String()
	imports := r.readImports(code, call.Argument(1).(*goja.Object), where)
	if err := r.checkSegments(code.Module, imports); err != nil {
		r.throw(r.errors.trap, "%s: %v", where, err)
	}
	for _, m := range code.Memories[code.Imported(binary.Memory):] {
		if err := r.checkMemory(m.Min); err != nil {
			r.throwRange("%s: %v", where, err)
		}
	}
	i := r.start(code, imports, where)
	return r.exportsOf(i)
}

// start instantiates a module, and runs its start function.
func (r *realm) start(code *compiled, imports []imported, where string) *instance {
	if r.depth >= maxDepth {
		r.throwRange(stackOverflow)
	}
	r.reserveInstance()
	err := r.addShim(code, imports)
	var mod api.Module
	if err == nil {
		ctx := r.resolving(func(n int) api.Module { return offer(imports[n].owner.mod, imports[n].kind, imports[n].index) }, r.engine.host)
		r.depth++
		mod, err = r.engine.make(ctx, code.code)
		r.depth--
	}
	if err != nil {
		r.usage.instances.Add(-1)
		r.raiseStart(err, where)
	}
	i := r.newInstance(code.Module, mod, imports)
	i.code = code
	return i
}

// raiseStart throws what kept a module from being instantiated.
func (r *realm) raiseStart(err error, where string) {
	if _, escaped := errors.AsType[*escape](err); escaped || errors.Is(err, errStopped) {
		r.raise(err)
	}
	message := trapMessage(err)
	if message == stackOverflow {
		r.throwRange("%s", message)
	}
	class := r.errors.trap
	if isLink(err) {
		class = r.errors.link
	}
	r.throw(class, "%s: %s", where, message)
}

// resolving returns a context in which import number n comes from an instance, and the host's functions from another one.
func (r *realm) resolving(provider func(n int) api.Module, host api.Module) context.Context {
	return experimental.WithImportResolver(r.running, func(name string) api.Module {
		if name == binary.HostModule {
			return host
		}
		n, _ := strconv.Atoi(name)
		return provider(n)
	})
}

// addShim makes functions of modules of the scripts' functions among imports.
func (r *realm) addShim(code *compiled, imports []imported) error {
	var functions []*scriptFunc
	any := false
	for _, i := range imports {
		if i.kind == binary.Func {
			functions = append(functions, i.script)
			any = any || i.script != nil
		}
	}
	if !any {
		return nil
	}
	owner, err := r.makeShim(code.shim, functions)
	if err != nil {
		return err
	}
	next := uint32(0)
	for n := range imports {
		i := &imports[n]
		if i.script != nil {
			i.owner, i.index = owner, uint32(len(functions))+next
		}
		if i.kind == binary.Func {
			next++
		}
	}
	return nil
}

// exportsOf returns the exports of an instance, with the objects behind those that scripts have a class for.
func (r *realm) exportsOf(i *instance) goja.Value {
	list := make([]any, len(i.module.Exports))
	for n, e := range i.module.Exports {
		list[n] = r.Runtime.NewArray(e.Name, e.Kind.String(), i.export(e))
	}
	return r.Runtime.NewArray(list...)
}

func (i *instance) export(e binary.Export) any {
	switch e.Kind {
	case binary.Func:
		return i.exportedFunction(e.Index)
	case binary.Table:
		return i.tableAt(e.Index)
	case binary.Memory:
		return i.memoryAt()
	default:
		return i.globalAt(e.Index)
	}
}

// exportedFunction returns the script's function for a function, which is the one that was imported, if it was.
func (i *instance) exportedFunction(index uint32) goja.Value {
	if int(index) < i.module.Imported(binary.Func) {
		origin := i.importOf(binary.Func, index)
		if origin.function != nil {
			return origin.function.value()
		}
		return origin.owner.functionAt(origin.index, i.module.FuncType(index)).value()
	}
	return i.functionAt(i.module.Moved(index), i.module.FuncType(index)).value()
}

func (i *instance) written(index uint32) uint32 { return i.module.Written(index) }

// importOf returns what was given for the import that has an index among those of its kind.
func (i *instance) importOf(kind binary.Kind, index uint32) *imported {
	for n := range i.module.Imports {
		if i.module.Imports[n].Kind != kind {
			continue
		}
		if index == 0 {
			return &i.imports[n]
		}
		index--
	}
	return nil
}

func (i *instance) memoryAt() *memory {
	if i.memory == nil {
		if i.module.Imported(binary.Memory) > 0 {
			i.memory = i.importOf(binary.Memory, 0).memory
		} else {
			i.memory = i.realm.memoryOf(i, i.module.Memories[0])
		}
	}
	return i.memory
}

func (i *instance) tableAt(index uint32) *table {
	if int(index) < i.module.Imported(binary.Table) {
		return i.importOf(binary.Table, index).table
	}
	if i.tables[index] == nil {
		i.tables[index] = &table{owner: i, index: index, typ: i.module.Tables[index]}
	}
	return i.tables[index]
}

func (i *instance) globalAt(index uint32) *global {
	if int(index) < i.module.Imported(binary.Global) {
		return i.importOf(binary.Global, index).global
	}
	if i.globals[index] == nil {
		i.globals[index] = &global{owner: i, index: index, typ: i.module.Globals[index]}
	}
	return i.globals[index]
}

// wrapper returns the script's object of what is behind an export; undefined if there is none yet.
func (r *realm) wrapper(call goja.FunctionCall) goja.Value {
	if object := *objectOf(call.Argument(0)); object != nil {
		return object
	}
	return goja.Undefined()
}

func (r *realm) setWrapper(call goja.FunctionCall) goja.Value {
	*objectOf(call.Argument(0)) = call.Argument(1)
	return goja.Undefined()
}

func objectOf(v goja.Value) *goja.Value {
	switch e := v.Export().(type) {
	case *memory:
		return &e.object
	case *table:
		return &e.object
	case *global:
		return &e.object
	}
	return new(goja.Value)
}
