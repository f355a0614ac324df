package web

import (
	"crypto/rand"
	"fmt"

	"github.com/dop251/goja"
)

func (r *Realm) randomUUID(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(UUID()) }

// UUID returns a random UUID, version 4.
func UUID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6] = id[6]&0x0F | 0x40
	id[8] = id[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func (r *Realm) fillRandom(call goja.FunctionCall) goja.Value {
	if data, ok := r.Bytes(call.Argument(0)); ok {
		_, _ = rand.Read(data)
	}
	return goja.Undefined()
}
