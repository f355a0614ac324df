package part

import (
	"reflect"

	"github.com/dop251/goja"
)

var (
	bufferType     = reflect.TypeFor[goja.ArrayBuffer]()
	byteArrayTypes = reflect.TypeFor[[]uint8]()
)

// Bytes returns the bytes of an ArrayBuffer, a typed array or a DataView, without copying them.
func (r *Realm) Bytes(v goja.Value) ([]byte, bool) {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	if IsBuffer(object) {
		return object.Export().(goja.ArrayBuffer).Bytes(), true
	}
	if !r.IsView(object) {
		return nil, false
	}
	if object.ExportType() == byteArrayTypes {
		return r.bytesOf(object), true
	}
	buffer, ok := object.Get("buffer").(*goja.Object)
	if !ok || !IsBuffer(buffer) {
		return nil, false
	}
	whole := buffer.Export().(goja.ArrayBuffer)
	if whole.Detached() {
		return nil, true
	}
	data := whole.Bytes()
	from, length := object.Get("byteOffset").ToInteger(), object.Get("byteLength").ToInteger()
	if from < 0 || length < 0 || from+length > int64(len(data)) {
		return nil, false
	}
	return data[from : from+length], true
}

// bytesOf returns the bytes of a Uint8Array. If its buffer was moved elsewhere there are none, and goja would fail.
func (r *Realm) bytesOf(object *goja.Object) []byte {
	buffer, ok := r.bufferOf(goja.FunctionCall{This: object}).Export().(goja.ArrayBuffer)
	if !ok || buffer.Detached() {
		return nil
	}
	return object.Export().([]byte)
}

// bufferOf returns the getter of the buffers of typed arrays.
func bufferOf(rt *goja.Runtime) Native {
	describe, _ := rt.Get("Object").(*goja.Object).Get("getOwnPropertyDescriptor").Export().(Native)
	typed := rt.Get("Uint8Array").(*goja.Object).Get("prototype").(*goja.Object).Prototype()
	descriptor := describe(goja.FunctionCall{Arguments: []goja.Value{typed, rt.ToValue("buffer")}}).(*goja.Object)
	getter, _ := descriptor.Get("get").Export().(Native)
	return getter
}

// IsBuffer reports whether an object is an ArrayBuffer.
func IsBuffer(object *goja.Object) bool { return object.ExportType() == bufferType }

// SharedClass is the engine's name for the class of SharedArrayBuffers, which are ArrayBuffers to it.
const SharedClass = "SharedArrayBuffer"

// IsShared reports whether an object is a SharedArrayBuffer.
func IsShared(object *goja.Object) bool { return object.ClassName() == SharedClass && IsBuffer(object) }

// lent is the key of what buffers of others have. All VMs share it.
var lent = goja.NewSymbol("fwrun.lent")

// Lend marks an ArrayBuffer whose bytes belong to something else, such as a module of WebAssembly, so that scripts cannot transfer it.
func Lend(buffer *goja.Object) {
	_ = buffer.DefineDataPropertySymbol(lent, buffer, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
}

// IsLent reports whether [Lend] has marked an ArrayBuffer.
func IsLent(buffer *goja.Object) bool { return buffer.GetSymbol(lent) == buffer }

// IsView reports whether an object is a typed array or a DataView.
func (r *Realm) IsView(object *goja.Object) bool {
	return r.bufferIsView(goja.FunctionCall{Arguments: []goja.Value{object}}).ToBoolean()
}

// NewBytes returns a Uint8Array that owns data.
func (r *Realm) NewBytes(data []byte) goja.Value {
	view, err := r.Runtime.New(r.uint8s, r.NewBuffer(data))
	if err != nil {
		panic(err)
	}
	return view
}

// NewBuffer returns an ArrayBuffer that owns data.
func (r *Realm) NewBuffer(data []byte) goja.Value {
	return r.Runtime.ToValue(r.Runtime.NewArrayBuffer(data))
}
