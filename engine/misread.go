package engine

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// misread compares the manifest with the live functions: a handler must exist and have as many parameters as the
// source declares. If it does not, the source was read wrongly, or something has replaced the function.
func (in *instance) misread(m *manifest.Manifest) fault.List {
	var list fault.List
	for _, h := range m.Handlers {
		function := in.live(h)
		if !isFunction(function) {
			list = append(list, fault.Diagnostic{
				Code: "source-misread", Place: h.Place,
				Message: h.Name + " is not a function when the application runs",
				Why:     "something has replaced what the source declares",
				Hint:    "declare it as a plain method, or as `export const name = GetMapping(…)((…) => …)`",
			})
			continue
		}
		if want, got := requiredLength(h.Params), function.(*goja.Object).Get("length").ToInteger(); !h.Wrapped && want != got {
			list = append(list, fault.Diagnostic{
				Code: "source-misread", Place: h.Place,
				Message: h.Name + " has other parameters when the application runs than in the source",
				Why:     "something has replaced it, or fwrun has misread the source",
				Hint:    "write its parameters in the usual way; to replace it, use a decorator",
			})
		}
	}
	return list
}

// live returns the function of a handler, which is not bound to a bean yet.
func (in *instance) live(h *manifest.Handler) Value {
	owner := in.exports[h.Owner]
	if h.Bean < 0 {
		return owner
	}
	prototype, ok := owner.Get("prototype").(*goja.Object)
	if !ok {
		return nil
	}
	return prototype.Get(h.Method)
}

// requiredLength returns the length that a function with these parameters has: the number of parameters before the
// first default.
func requiredLength(params []manifest.Param) int64 {
	for i, p := range params {
		if p.ScriptDefault {
			return int64(i)
		}
	}
	return int64(len(params))
}
