package inside

import (
	"errors"
	"reflect"
	"sync"

	"github.com/dop251/goja"
)

// Buffer has the fields of an arrayBufferObject, what is behind an ArrayBuffer.
type Buffer struct {
	Plain
	Detached bool
	Data     []byte
}

// View has the fields of a typedArrayObject. It sees Length elements, after so many of them as Offset says.
type View struct {
	Plain
	ViewedArrayBuf *Buffer
	DefaultCtor    *goja.Object
	Length, Offset int
	ElemSize       int
	TypedArray     face
}

// DataView has the fields of a dataViewObject.
type DataView struct {
	Plain
	ViewedArrayBuf      *Buffer
	ByteLen, ByteOffset int
}

// buffers are the tables of what is behind such objects.
var buffers struct{ buffer, view, dataView pointer }

// BufferOf returns what is behind an ArrayBuffer; nil for other objects. The caller knows that the trick is on.
func BufferOf(o *goja.Object) *Buffer { return behind[Buffer](o, buffers.buffer) }

// ViewOf returns what is behind a typed array; nil for other objects.
func ViewOf(o *goja.Object) *View { return behind[View](o, buffers.view) }

// DataViewOf returns what is behind a DataView; nil for other objects.
func DataViewOf(o *goja.Object) *DataView { return behind[DataView](o, buffers.dataView) }

func behind[T any](o *goja.Object, table pointer) *T {
	if self := selfOf(o); self.table == table {
		return (*T)(self.data)
	}
	return nil
}

var checkBuffers = sync.OnceValue(func() error {
	if err := errors.Join(checkObjects(), checkBuiltins()); err != nil {
		return err
	}
	rt := goja.New()
	var errs []error
	for _, of := range []struct {
		script string
		mirror reflect.Type
		table  *pointer
	}{
		{"new ArrayBuffer(8)", reflect.TypeFor[Buffer](), &buffers.buffer},
		{"new Int16Array(new ArrayBuffer(8), 2, 1)", reflect.TypeFor[View](), &buffers.view},
		{"new DataView(new ArrayBuffer(8), 2, 1)", reflect.TypeFor[DataView](), &buffers.dataView},
	} {
		made, err := rt.RunString(of.script)
		if err != nil {
			return err
		}
		sample := made.(*goja.Object)
		*of.table = selfOf(sample).table
		errs = append(errs, same(implementation(sample), of.mirror))
	}
	return errors.Join(errs...)
})
