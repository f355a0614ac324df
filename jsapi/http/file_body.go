package http

import (
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// storedFile is what stands behind an object that is a file, such as an uploaded one.
type storedFile interface {
	Path() string // absolute
	Name() string // as the client called it, which may be anything
}

// File implements [engine.Responses]: it reads the FileBody of withFile. An object that stands for a file
// is one by itself, too: what a client has sent goes back as something to save, under the name it had.
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
		return nil, false // not what withFile made
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

// isFile tells a script whether an object stands for a file.
func isFile(r *realm.Realm, call goja.FunctionCall) goja.Value {
	object, ok := call.Argument(0).(*goja.Object)
	if ok {
		_, ok = storedIn(object)
	}
	return r.Runtime.ToValue(ok)
}

// storedIn finds the file behind an object. Only an object with something of Go's behind it is looked into: any other
// would be copied, with all that is in it.
func storedIn(object *goja.Object) (storedFile, bool) {
	if kind := object.ExportType(); kind == nil || kind.Kind() != reflect.Pointer {
		return nil, false
	}
	stored, ok := object.Export().(storedFile)
	return stored, ok
}
