package streams

import (
	"context"
	"errors"
	"io"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// Source is bytes that are read by demand. Its methods are called outside of the VM, Next never twice at a time.
type Source interface {
	// Next waits for more bytes, which the caller may keep. At the end it returns io.EOF. It returns when the context ends.
	Next(ctx context.Context) ([]byte, error)
	// Stop says that nobody reads any more. It may be called while Next waits, and more than once, and does not wait.
	Stop()
}

// sourceKey is the key of the Source in the script object made of it. All VMs share it.
var sourceKey = goja.NewSymbol("fwrun.source")

// NewSource returns the script object of a source, which web.streams.fromSource makes a stream of. asError makes the script's error of
// what Next returns; it is called on the VM, and may be nil.
func NewSource(r *part.Realm, source Source, asError func(error) goja.Value) *goja.Object {
	if asError == nil {
		asError = r.VM.ErrorValue
	}
	object := r.Runtime.NewObject()
	_ = object.Set("pull", func(goja.FunctionCall) goja.Value { return pull(r, source, asError) })
	_ = object.Set("cancel", func(goja.FunctionCall) goja.Value {
		source.Stop()
		return goja.Undefined()
	})
	_ = object.DefineDataPropertySymbol(sourceKey, r.Runtime.ToValue(&held{source, asError}), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return object
}

// held is what a script object keeps of its source.
type held struct {
	source  Source
	asError func(error) goja.Value
}

// pull returns a promise of a Uint8Array, or of null at the end.
func pull(r *part.Realm, source Source, asError func(error) goja.Value) goja.Value {
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		chunk, err := source.Next(ctx)
		return func(*goja.Runtime) (goja.Value, error) {
			switch {
			case errors.Is(err, io.EOF):
				return goja.Null(), nil
			case err != nil:
				return nil, &vm.Thrown{Value: asError(err)}
			}
			return r.NewBytes(chunk), nil
		}, nil
	})
}

// SourceOf returns the source behind a script object of NewSource.
func SourceOf(value goja.Value) (Source, bool) {
	object, ok := value.(*goja.Object)
	if !ok {
		return nil, false
	}
	found := object.GetSymbol(sourceKey)
	if found == nil || found.ExportType() != reflect.TypeFor[*held]() {
		return nil, false
	}
	return found.Export().(*held).source, true
}

// Open returns a ReadableStream of a source.
func Open(r *part.Realm, source Source, asError func(error) goja.Value) (goja.Value, error) {
	shared, err := use(r)
	if err != nil {
		return nil, err
	}
	open, _ := goja.AssertFunction(shared.Get("fromSource"))
	return open(goja.Undefined(), NewSource(r, source, asError))
}

// Take returns what is behind a ReadableStream that nobody has touched: the source, or its bytes. From then on the stream is
// locked. ok is false for any other value.
func Take(r *part.Realm, stream goja.Value) (source Source, data []byte, ok bool) {
	if !r.Ran("streams") {
		return nil, nil, false
	}
	shared, err := use(r)
	if err != nil {
		return nil, nil, false
	}
	take, _ := goja.AssertFunction(shared.Get("take"))
	content, err := take(goja.Undefined(), stream)
	if err != nil {
		return nil, nil, false
	}
	if source, ok := SourceOf(content); ok {
		return source, nil, true
	}
	data, ok = r.Bytes(content)
	return nil, data, ok
}

func use(r *part.Realm) (*goja.Object, error) {
	if err := r.Use("streams"); err != nil {
		return nil, err
	}
	return r.Shared("streams").(*goja.Object), nil
}
