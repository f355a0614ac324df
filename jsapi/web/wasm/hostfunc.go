package wasm

import (
	"context"
	"strconv"

	"github.com/dop251/goja"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/fwrun/fwrun/jsapi/web/wasm/binary"
)

// scriptFunc is a script's function that a module imports.
type scriptFunc struct {
	realm *realm
	fn    goja.Callable
	typ   *binary.FuncType
}

// shim is what stands between a module and the scripts' functions that it imports: see [binary.Shim]. All instances of the
// module share it.
type shim struct {
	types []*binary.FuncType // of all functions that the module imports
	code  wazero.CompiledModule
	host  api.Module
}

// newShim makes the shim of a module that imports functions.
func (e *engine) newShim(m *binary.Module) (*shim, error) {
	s := &shim{}
	for n := range m.Imports {
		if i := &m.Imports[n]; i.Kind == binary.Func {
			s.types = append(s.types, &m.Types[i.Type])
		}
	}
	ctx := context.Background()
	builder := e.runtime.NewHostModuleBuilder("script")
	for n, t := range s.types {
		outer := binary.ShimType(t)
		builder.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(callScript), apiTypes(outer.Params), apiTypes(outer.Results)).
			Export(strconv.Itoa(n))
	}
	host, err := builder.Compile(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = host.Close(ctx) }()
	if s.host, err = e.make(ctx, host); err != nil {
		return nil, err
	}
	s.code, err = e.runtime.CompileModule(ctx, binary.Shim(s.types))
	return s, err
}

// shimmed are the functions of one instance of a shim, by their numbers; nil for those that were imported from elsewhere.
type shimmed struct{ functions []*scriptFunc }

// CloseNotify does nothing: see [attach].
func (*shimmed) CloseNotify(context.Context, uint32) {}

// makeShim returns an instance of a module's shim, for these functions.
func (r *realm) makeShim(s *shim, functions []*scriptFunc) (*instance, error) {
	ctx := r.resolving(func(int) api.Module { return nil }, s.host)
	mod, err := r.engine.make(ctx, s.code)
	if err != nil {
		return nil, err
	}
	attach(mod, &shimmed{functions})
	module := &binary.Module{}
	for _, t := range s.types {
		module.Types = append(module.Types, *t)
	}
	r.usage.instances.Add(1)
	return r.newInstance(module, mod, nil), nil
}

// callScript calls a script's function. Its first parameter is the number of the function.
func callScript(_ context.Context, mod api.Module, stack []uint64) {
	defer escaping()
	s := attached(mod).functions[api.DecodeU32(stack[0])] // above it there may be anything
	r := s.realm
	if !isTransferable(s.typ) {
		r.throwType("type incompatibility when transforming from/to JS")
	}
	args := make([]goja.Value, len(s.typ.Params))
	for i, t := range s.typ.Params {
		args[i] = r.toScript(stack[1+i], t)
	}
	result, err := s.fn(goja.Undefined(), args...)
	if err != nil {
		panic(err)
	}
	switch len(s.typ.Results) {
	case 0:
	case 1:
		stack[0] = r.toModule(result, s.typ.Results[0])
	default:
		s.spread(result, stack)
	}
}

// spread writes several results, which the script has returned as something that can be iterated over.
func (s *scriptFunc) spread(result goja.Value, stack []uint64) {
	r := s.realm
	object, ok := result.(*goja.Object)
	if !ok || object.GetSymbol(goja.SymIterator) == nil {
		r.throwType("multi-return value must be iterable")
	}
	list, err := r.iterate(goja.Undefined(), result)
	if err != nil {
		panic(err)
	}
	values := list.(*goja.Object)
	if n := int(values.Get("length").ToInteger()); n != len(s.typ.Results) {
		r.throwType("multi-return length mismatch")
	}
	for i, key := range values.Keys() {
		stack[i] = r.toModule(values.Get(key), s.typ.Results[i])
	}
}
