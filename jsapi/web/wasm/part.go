package wasm

import (
	"embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// Limits bound what scripts may ask for. The zero value has the defaults.
type Limits struct {
	// Module is the maximum size of a module in bytes; 16 MiB by default.
	Module int64
	// Memory is the maximum size of one memory in bytes; 64 MiB by default.
	Memory int64
	// Memories is the maximum size of all memories of one VM in bytes; 128 MiB by default.
	Memories int64
}

// What is not worth a setting.
const (
	maxInstances = 10_000    // of one VM, with memories, tables and globals that scripts make
	maxElements  = 4_000_000 // of all tables of one VM
	maxRefs      = 1_000_000 // values that modules of one VM hold as externref
	maxFuncRefs  = 100_000   // functions of one VM that scripts have put into tables
	maxDepth     = 200       // calls of scripts into modules within each other
)

func (l Limits) filled() Limits {
	if l.Module == 0 {
		l.Module = 16 << 20
	}
	if l.Memory == 0 {
		l.Memory = 64 << 20
	}
	if l.Memories == 0 {
		l.Memories = 128 << 20
	}
	return l
}

//go:embed *.js
var scripts embed.FS

// namespace is the part that defines WebAssembly, without its functions in Go. Its script runs the others.
var namespace = part.Part{
	Name: "webassembly", Needs: []string{"base"}, Globals: []string{"WebAssembly"}, Script: part.Script(scripts, "webassembly.js"),
}

var others = []part.Part{inner("arguments"), inner("exceptions"), inner("classes"), inner("instances")}

func inner(name string) part.Part {
	return part.Part{Name: namespace.Name + "/" + name, Script: part.Script(scripts, name+".js")}
}

// Parts returns what defines WebAssembly.
func Parts(limits Limits) []part.Part {
	whole := namespace
	whole.Host = func(r *part.Realm) map[string]part.Native { return newRealm(r, limits.filled()).host() }
	return append([]part.Part{whole}, others...)
}

// host returns the functions that the script calls.
func (r *realm) host() map[string]part.Native {
	return map[string]part.Native{
		"setErrors":    r.setErrors,
		"compile":      r.compileNow,
		"compileLater": r.compileLater,
		"validate":     r.validate,
		"imports":      r.moduleImports,
		"exports":      r.moduleExports,
		"customs":      r.moduleCustoms,
		"cloneModules": r.cloneModules,
		"instantiate":  r.instantiate,
		"newMemory":    r.newMemory,
		"memoryBuffer": r.memoryBuffer,
		"memoryGrow":   r.memoryGrow,
		"newTable":     r.newTable,
		"tableLength":  r.tableLength,
		"convert":      r.convert,
		"tableType":    r.tableType,
		"tableGet":     r.tableGet,
		"tableSet":     r.tableSet,
		"tableGrow":    r.tableGrow,
		"newGlobal":    r.newGlobal,
		"globalType":   r.globalType,
		"globalGet":    r.globalGet,
		"globalSet":    r.globalSet,
		"wrapper":      r.wrapper,
		"setWrapper":   r.setWrapper,
		"isBufferOrView": func(call goja.FunctionCall) goja.Value {
			_, ok := r.Bytes(call.Argument(0))
			return r.Runtime.ToValue(ok)
		},
	}
}
