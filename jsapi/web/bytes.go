package web

import "github.com/dop251/goja"

// isBytes reports whether its argument is an ArrayBuffer, a typed array or a DataView.
func (r *Realm) isBytes(call goja.FunctionCall) goja.Value {
	_, ok := r.Bytes(call.Argument(0))
	return r.Runtime.ToValue(ok)
}

// copyBytes returns an ArrayBuffer with a copy of the bytes.
func (r *Realm) copyBytes(call goja.FunctionCall) goja.Value {
	data, _ := r.Bytes(call.Argument(0))
	return r.NewBuffer(append([]byte(nil), data...))
}
