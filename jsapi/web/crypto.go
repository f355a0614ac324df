package web

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

func (r *Realm) randomUUID(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(UUID(r.VM)) }

// UUID returns a random UUID, version 4, for the running code.
func UUID(v *vm.VM) string {
	var id [16]byte
	v.FillUUID(id[:])
	id[6] = id[6]&0x0F | 0x40
	id[8] = id[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func (r *Realm) fillRandom(call goja.FunctionCall) goja.Value {
	if data, ok := r.Bytes(call.Argument(0)); ok {
		r.VM.Fill(data)
	}
	return goja.Undefined()
}
