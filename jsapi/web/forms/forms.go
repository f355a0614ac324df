package forms

import (
	"embed"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

//go:embed *.js
var scripts embed.FS

// Parts returns Blob and File, and FormData. A blob, or a form that is encoded, has at most [part.Realm.MaxBytes].
func Parts() []part.Part {
	return []part.Part{
		{
			Name: "blob", Needs: []string{"base", "exception"}, Globals: []string{"Blob", "File"},
			Script: part.Script(scripts, "blob.js"),
			Host:   func(r *part.Realm) map[string]part.Native { return (&realm{r, r.MaxBytes}).blobs() },
		},
		{
			Name: "forms", Needs: []string{"blob"}, Globals: []string{"FormData"},
			Script: part.Script(scripts, "form.js"),
			Host:   func(r *part.Realm) map[string]part.Native { return (&realm{r, r.MaxBytes}).forms() },
		},
	}
}

// realm is what the functions of one VM share.
type realm struct {
	*part.Realm
	limit int // of the bytes of a blob
}

func (r *realm) blobs() map[string]part.Native {
	return map[string]part.Native{
		"newBlob":       r.newBlob,
		"blobSize":      r.blobSize,
		"sliceBlob":     r.sliceBlob,
		"blobBuffer":    r.blobBuffer,
		"blobText":      r.blobText,
		"blobPiece":     r.blobPiece,
		"cloneBlobs":    r.cloneBlobs,
		"nativeNewline": r.nativeNewline,
	}
}

func (r *realm) forms() map[string]part.Native {
	return map[string]part.Native{
		"newBlob":    r.newBlob,
		"blobBuffer": r.blobBuffer,
		"encodeForm": r.encodeForm,
		"readForm":   r.readForm,
	}
}

// handle returns the handle by which scripts refer to a blob's bytes.
func (r *realm) handle(b *Blob) goja.Value { return r.Runtime.ToValue(b) }

// blobOf returns the bytes behind a handle.
func blobOf(v goja.Value) *Blob {
	if b, ok := asBlob(v); ok {
		return b
	}
	return &Blob{}
}

var blobType = reflect.TypeFor[*Blob]()

// asBlob returns the bytes behind a value if it is a handle.
func asBlob(v goja.Value) (*Blob, bool) {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != blobType {
		return nil, false
	}
	b, ok := object.Export().(*Blob)
	return b, ok
}

// tooLarge throws a RangeError.
func (r *realm) tooLarge(what string) goja.Value {
	object, err := r.Runtime.New(r.Runtime.Get("RangeError"), r.Runtime.ToValue(what))
	if err != nil {
		panic(err)
	}
	panic(object)
}
