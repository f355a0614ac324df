package wasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// source returns a copy of the bytes of a module, since a script may change them meanwhile.
func (r *realm) source(v goja.Value, where string) []byte {
	data, ok := r.Bytes(v)
	if !ok {
		r.throwType("%s: Argument 0 must be a buffer source", where)
	}
	if int64(len(data)) > r.limits.Module {
		panic(r.compileError(where, &sizeError{len(data), r.limits.Module}))
	}
	return bytes.Clone(data)
}

// compileNow takes the bytes and a name for errors, and returns the module.
func (r *realm) compileNow(call goja.FunctionCall) goja.Value {
	where := call.Argument(1).String()
	module, err := r.compiledNow(r.source(call.Argument(0), where))
	if err != nil {
		panic(r.compileError(where, err))
	}
	return r.Runtime.ToValue(module)
}

// cloneModules lets structuredClone copy modules by a function of the script. What was compiled is the same.
func (r *realm) cloneModules(call goja.FunctionCall) goja.Value {
	r.AddCloner(r.ClonerOf(call.Argument(0)))
	return goja.Undefined()
}

// compiledNow compiles while the VM waits.
func (r *realm) compiledNow(data []byte) (module *compiled, err error) {
	ctx := r.VM.Context()
	r.VM.Block(func() { module, err = r.engine.compile(ctx, data) })
	return module, inTime(err)
}

// compileLater is compileNow that returns a promise.
func (r *realm) compileLater(call goja.FunctionCall) goja.Value {
	where := call.Argument(1).String()
	data := r.source(call.Argument(0), where)
	return r.VM.GoFor("WebAssembly.compile", func(ctx context.Context) (vm.Result, error) {
		module, err := r.engine.compile(ctx, data)
		return func(rt *goja.Runtime) (goja.Value, error) {
			if err != nil {
				return nil, &vm.Thrown{Value: r.compileError(where, inTime(err))}
			}
			return rt.ToValue(module), nil
		}, nil
	})
}

// validate reports whether bytes are a module.
func (r *realm) validate(call goja.FunctionCall) goja.Value {
	const where = "WebAssembly.validate()"
	data, ok := r.Bytes(call.Argument(0))
	if !ok {
		r.throwType("%s: Argument 0 must be a buffer source", where)
	}
	if int64(len(data)) > r.limits.Module {
		return r.Runtime.ToValue(false)
	}
	_, err := r.compiledNow(bytes.Clone(data))
	return r.Runtime.ToValue(err == nil)
}

// sizeError is the error of a module that is too large.
type sizeError struct {
	size  int
	limit int64
}

func (e *sizeError) Error() string {
	return fmt.Sprintf("a module of %d bytes is larger than server.wasm.max-module-bytes, %d", e.size, e.limit)
}

var errLate = errors.New("the module could not be compiled in time")

func inTime(err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return errLate
	}
	return err
}

func moduleOf(v goja.Value) *compiled { return v.Export().(*compiled) }

// moduleImports returns what a module imports: an array of [module, name, kind].
func (r *realm) moduleImports(call goja.FunctionCall) goja.Value {
	module := moduleOf(call.Argument(0))
	list := make([]any, len(module.Imports))
	for n, i := range module.Imports {
		list[n] = r.Runtime.NewArray(i.Module, i.Name, i.Kind.String())
	}
	return r.Runtime.NewArray(list...)
}

// moduleExports returns what a module exports: an array of [name, kind].
func (r *realm) moduleExports(call goja.FunctionCall) goja.Value {
	module := moduleOf(call.Argument(0))
	list := make([]any, len(module.Exports))
	for n, e := range module.Exports {
		list[n] = r.Runtime.NewArray(e.Name, e.Kind.String())
	}
	return r.Runtime.NewArray(list...)
}

// moduleCustoms returns copies of the custom sections that have a name.
func (r *realm) moduleCustoms(call goja.FunctionCall) goja.Value {
	name := call.Argument(1).String()
	var list []any
	for _, c := range moduleOf(call.Argument(0)).Customs {
		if c.Name == name {
			list = append(list, r.NewBuffer(bytes.Clone(c.Data)))
		}
	}
	return r.Runtime.NewArray(list...)
}
