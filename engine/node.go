package engine

import (
	"path"
	"path/filepath"

	"github.com/dop251/goja"
)

// NodeModules has Node's own modules in one VM. At most one part of the host implements it.
type NodeModules interface {
	// Require returns what a module exports: "fs" is node:fs.
	Require(module string) (Value, error)
	// Has reports whether there is a module with a name, with or without the prefix node:.
	Has(module string) bool
}

// node returns the function that the program calls for an import of one of Node's modules.
func (in *instance) node() func(goja.FunctionCall) Value {
	return func(call goja.FunctionCall) Value {
		exports, err := in.can.node.Require(call.Argument(0).String())
		if err != nil {
			panic(in.vm.ErrorValue(err))
		}
		return exports
	}
}

// requireLate is what the program calls for names that the bundler could not resolve: those that packages make up while they run, and
// packages that are not installed.
func (in *instance) requireLate(call goja.FunctionCall) Value {
	name := call.Argument(0).String()
	if in.can.node != nil && in.can.node.Has(name) {
		exports, err := in.can.node.Require(name)
		if err != nil {
			panic(in.vm.ErrorValue(err))
		}
		return exports
	}
	panic(in.missing(name))
}

// resolveLate is the method resolve of require. The bundler has put the path in the place of what it could resolve.
func (in *instance) resolveLate(call goja.FunctionCall) Value {
	name := call.Argument(0).String()
	if path.IsAbs(name) || filepath.IsAbs(name) || in.can.node != nil && in.can.node.Has(name) {
		return call.Argument(0)
	}
	panic(in.missing(name))
}

// missing is what is thrown for a module that is not there.
func (in *instance) missing(name string) Value {
	missing, err := in.vm.Runtime.New(in.vm.Runtime.Get("Error"), in.vm.Runtime.ToValue("Cannot find module '"+name+
		"': no package of that name was installed when the application was compiled"))
	if err != nil {
		panic(err)
	}
	_ = missing.Set("code", "MODULE_NOT_FOUND")
	return missing
}

// lateRequire returns the function require of a program.
func (in *instance) lateRequire() Value {
	require := in.vm.Runtime.ToValue(in.requireLate).(*goja.Object)
	_ = require.Set("resolve", in.resolveLate)
	_ = require.Set("cache", in.vm.Runtime.NewObject())
	return require
}
