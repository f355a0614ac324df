package web

import (
	"reflect"

	"github.com/dop251/goja"
)

var (
	bufferType     = reflect.TypeFor[goja.ArrayBuffer]()
	byteArrayTypes = reflect.TypeFor[[]uint8]()
)

// bytesOf returns the bytes of an ArrayBuffer, a typed array or a DataView, without copying them.
func (r *Realm) bytesOf(v goja.Value) ([]byte, bool) {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	if object.ExportType() == bufferType {
		return object.Export().(goja.ArrayBuffer).Bytes(), true
	}
	if !r.isView(object) {
		return nil, false
	}
	if object.ExportType() == byteArrayTypes {
		return object.Export().([]byte), true
	}
	buffer, ok := object.Get("buffer").(*goja.Object)
	if !ok || buffer.ExportType() != bufferType {
		return nil, false
	}
	data := buffer.Export().(goja.ArrayBuffer).Bytes()
	from, length := object.Get("byteOffset").ToInteger(), object.Get("byteLength").ToInteger()
	if from < 0 || length < 0 || from+length > int64(len(data)) {
		return nil, false
	}
	return data[from : from+length], true
}

// isView calls ArrayBuffer.isView.
func (r *Realm) isView(object *goja.Object) bool {
	return r.bufferIsView(goja.FunctionCall{Arguments: []goja.Value{object}}).ToBoolean()
}

// newBytes returns a Uint8Array that owns data.
func (r *Realm) newBytes(data []byte) goja.Value {
	view, err := r.rt.New(r.uint8s, r.newBuffer(data))
	if err != nil {
		panic(err)
	}
	return view
}

// newBuffer returns an ArrayBuffer that owns data.
func (r *Realm) newBuffer(data []byte) goja.Value { return r.rt.ToValue(r.rt.NewArrayBuffer(data)) }

func (r *Realm) isBytes(call goja.FunctionCall) goja.Value {
	_, ok := r.bytesOf(call.Argument(0))
	return r.rt.ToValue(ok)
}

// copyBytes returns an ArrayBuffer with a copy of the bytes.
func (r *Realm) copyBytes(call goja.FunctionCall) goja.Value {
	data, _ := r.bytesOf(call.Argument(0))
	return r.newBuffer(append([]byte(nil), data...))
}
