package engine

import "github.com/dop251/goja"

// NodeModules has Node's own modules in one VM. At most one part of the host implements it.
type NodeModules interface {
	// Require returns what a module exports: "fs" is node:fs.
	Require(module string) (Value, error)
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
