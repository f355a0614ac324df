package http

import (
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// storedFile is the Go value behind an object that represents a file, such as an uploaded one.
type storedFile interface {
	Path() string // absolute
	Name() string // the client's name for it, any text
}

// File implements [engine.Responses]: it reads the FileBody of withFile. An object that represents a file is a body,
// too: a file that a client has sent is returned as a download with its original name.
func (r *Realm) File(value engine.Value) (*engine.File, bool) {
	object, ok := value.(*goja.Object)
	if !ok {
		return nil, false
	}
	if object.Prototype() != r.file {
		stored, ok := storedIn(object)
		if !ok {
			return nil, false
		}
		return &engine.File{Path: stored.Path(), Name: stored.Name(), Disposition: "attachment"}, true
	}
	file := &engine.File{
		Root: realm.Text(object.Get("root")), Name: realm.Text(object.Get("name")), Type: realm.Text(object.Get("type")),
		Disposition: realm.Text(object.Get("disposition")), CacheControl: realm.Text(object.Get("cacheControl")),
	}
	source := object.Get("file")
	behind, isObject := source.(*goja.Object)
	if !isObject {
		file.Path = source.String()
		return file, true
	}
	stored, ok := storedIn(behind)
	if !ok {
		return nil, false // not made by withFile
	}
	file.Path = stored.Path()
	if file.Name == "" {
		file.Name = stored.Name()
	}
	if file.Disposition == "" {
		file.Disposition = "attachment"
	}
	return file, true
}

// isFile reports to a script whether an object represents a file.
func isFile(r *realm.Realm, call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	if ok {
		_, ok = storedIn(object)
	}
	return r.Runtime.ToValue(ok)
}

// storedIn returns the file behind an object. It only exports objects with a Go value behind them: exporting any
// other object would copy it with everything in it.
func storedIn(object *goja.Object) (storedFile, bool) {
	if kind := object.ExportType(); kind == nil || kind.Kind() != reflect.Pointer {
		return nil, false
	}
	stored, ok := object.Export().(storedFile)
	return stored, ok
}
