package engine

import "github.com/dop251/goja"

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
	missing, err := in.vm.Runtime.New(in.vm.Runtime.Get("Error"), in.vm.Runtime.ToValue("Cannot find module '"+name+
		"': no package of that name was installed when the application was compiled"))
	if err != nil {
		panic(err)
	}
	_ = missing.Set("code", "MODULE_NOT_FOUND")
	panic(missing)
}
