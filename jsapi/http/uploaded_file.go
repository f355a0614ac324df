package http

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// UploadedFile is the file behind a script's HttpUploadedFile. The edge that received the request implements it. All
// methods may be called from any goroutine.
type UploadedFile interface {
	Field() string       // the name in the form
	Name() string        // the client's, any text
	ClaimedType() string // the client's, any text
	MediaType() string   // detected from the content; empty without a file
	Path() string        // empty without a file
	Size() int64
	Code() int // one of uploadErrors

	// Bytes reads the whole file. A file larger than limit is an error.
	Bytes(limit int64) ([]byte, error)
	// Move moves the file into a folder of the application, under a safe form of the name, or a random name.
	Move(ctx context.Context, folder, name string, overwrite bool) (stored string, err error)
}

// mostInMemory is the maximum size of a file that a script can read into memory.
const mostInMemory = 64 << 20

// uploadError is one of PHP's upload error codes.
type uploadError struct {
	name string
	code int
	text string
}

// uploadErrors lists the codes. A handler sees only OK and NO_FILE: an upload that fails otherwise is answered before
// the handler is called.
func uploadErrors() []uploadError {
	return []uploadError{
		{"UPLOAD_ERR_OK", 0, "There is no error, the file uploaded with success"},
		{"UPLOAD_ERR_INI_SIZE", 1, "The uploaded file exceeds the size that is configured"},
		{"UPLOAD_ERR_FORM_SIZE", 2, "The uploaded file exceeds the MAX_FILE_SIZE directive that was specified in the HTML form"},
		{"UPLOAD_ERR_PARTIAL", 3, "The uploaded file was only partially uploaded"},
		{"UPLOAD_ERR_NO_FILE", 4, "No file was uploaded"},
		{"UPLOAD_ERR_NO_TMP_DIR", 6, "Missing a temporary folder"},
		{"UPLOAD_ERR_CANT_WRITE", 7, "Failed to write file to disk"},
		{"UPLOAD_ERR_EXTENSION", 8, "An extension stopped the file upload"},
	}
}

func uploadErrorText(code int) string {
	for _, e := range uploadErrors() {
		if e.code == code {
			return e.text
		}
	}
	return "Unknown upload error"
}

// uploadConstants returns the names and values of the codes as pairs.
func uploadConstants(r *realm.Realm) engine.Value {
	var list []any
	for _, e := range uploadErrors() {
		list = append(list, r.Runtime.NewArray(e.name, e.code))
	}
	return r.Runtime.NewArray(list...)
}

// uploadObject is a script's HttpUploadedFile.
type uploadObject struct {
	UploadedFile
	realm.Properties
}

// uploadedFile returns the script's view of a file.
func (r *Realm) uploadedFile(file UploadedFile) goja.Value {
	return r.uploads.New(&uploadObject{UploadedFile: file})
}

// installUpload adds the methods of HttpUploadedFile.
func (r *Realm) installUpload() {
	r.uploads = realm.Dynamic[*uploadObject](r.Realm, "HttpUploadedFile", "this is not an HttpUploadedFile")
	method := func(name string, do func(UploadedFile, goja.FunctionCall) any) {
		r.uploads.Method(name, func(this *uploadObject, call goja.FunctionCall) (engine.Value, error) {
			return r.plain(do(this.UploadedFile, call)), nil
		})
	}
	method("getFilePath", func(f UploadedFile, _ goja.FunctionCall) any { return f.Path() })
	method("getName", func(f UploadedFile, _ goja.FunctionCall) any { return f.Name() })
	method("getSize", func(f UploadedFile, _ goja.FunctionCall) any { return f.Size() })
	method("getError", func(f UploadedFile, _ goja.FunctionCall) any { return f.Code() })
	method("getErrorText", func(f UploadedFile, _ goja.FunctionCall) any { return uploadErrorText(f.Code()) })
	method("getMediaType", func(f UploadedFile, _ goja.FunctionCall) any { return known(f.MediaType()) })
	method("getClientMediaType", func(f UploadedFile, _ goja.FunctionCall) any { return known(f.ClaimedType()) })
	method("moveTo", r.moveUpload)
	method("bytes", func(f UploadedFile, _ goja.FunctionCall) any {
		return r.readUpload(f, func(content []byte) (goja.Value, error) {
			return r.Runtime.New(r.bytes, r.Runtime.ToValue(r.Runtime.NewArrayBuffer(content)))
		})
	})
	method("toFile", func(f UploadedFile, _ goja.FunctionCall) any {
		return r.readUpload(f, func(content []byte) (goja.Value, error) { return r.asFile(f, content) })
	})
	method("text", func(f UploadedFile, _ goja.FunctionCall) any {
		return r.readUpload(f, func(content []byte) (goja.Value, error) {
			text := string(bytes.TrimPrefix(content, []byte("\uFEFF")))
			return r.Runtime.ToValue(strings.ToValidUTF8(text, "\uFFFD")), nil
		})
	})
}

// asFile returns a File of the web platform.
func (r *Realm) asFile(f UploadedFile, content []byte) (goja.Value, error) {
	options := r.Runtime.NewObject()
	_ = options.Set("type", cmp.Or(f.MediaType(), f.ClaimedType()))
	parts := r.Runtime.NewArray(r.Runtime.NewArrayBuffer(content))
	return r.Runtime.New(r.Runtime.Get("File"), parts, r.Runtime.ToValue(f.Name()), options)
}

// readUpload reads a file without blocking the VM.
func (r *Realm) readUpload(f UploadedFile, show func([]byte) (goja.Value, error)) goja.Value {
	return r.VM.Go(func(context.Context) (vm.Result, error) {
		content, err := f.Bytes(mostInMemory)
		return func(*goja.Runtime) (goja.Value, error) { return show(content) }, err
	})
}

// moveUpload implements moveTo(folder, name?, {overwrite}?). It does not block the VM, since a disk may be slow, or
// the folder on another device.
func (r *Realm) moveUpload(f UploadedFile, call goja.FunctionCall) any {
	folder, ok := call.Argument(0).(goja.String)
	if !ok || folder.String() == "" {
		panic(r.Runtime.NewTypeError("moveTo takes a folder, such as \"uploads\""))
	}
	name, options := "", call.Argument(2)
	switch second := call.Argument(1).(type) {
	case goja.String:
		name = second.String()
	case *goja.Object:
		options = second
	default:
		if !realm.Absent(second) {
			panic(r.Runtime.NewTypeError("moveTo takes a name as its second argument, or options"))
		}
	}
	overwrite := false
	if object, ok := options.(*goja.Object); ok {
		overwrite = object.Get("overwrite") != nil && object.Get("overwrite").ToBoolean()
	}
	target := filepath.FromSlash(folder.String())
	if err := r.folders.Changeable(folder.String()); err != nil {
		panic(r.Runtime.NewGoError(fmt.Errorf("moveTo: the folder %q is inside of the executable: %w", folder.String(), err)))
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(r.folders.Application, target)
	}
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		stored, err := f.Move(ctx, target, name, overwrite)
		return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue(stored), nil }, err
	})
}

// firstFile returns the first file of a field, written with or without [], or null.
func (r *Realm) firstFile(files []any, field string) goja.Value {
	for _, one := range files {
		if f, ok := one.(UploadedFile); ok && (f.Field() == field || strings.TrimSuffix(f.Field(), "[]") == field) {
			return r.uploadedFile(f)
		}
	}
	return goja.Null()
}

// allFiles returns an object with every field. Its value is a file, or a list if the field is repeated or written
// with [].
func (r *Realm) allFiles(files []any) goja.Value {
	object, lists, single := r.Runtime.NewObject(), map[string][]any{}, map[string]bool{}
	var order []string
	for _, one := range files {
		f, ok := one.(UploadedFile)
		if !ok {
			continue
		}
		name := strings.TrimSuffix(f.Field(), "[]")
		if !r.keeps("form", name) {
			continue
		}
		if lists[name] == nil {
			order = append(order, name)
			single[name] = name == f.Field()
		} else {
			single[name] = false
		}
		lists[name] = append(lists[name], r.uploadedFile(f))
	}
	for _, name := range order {
		if single[name] {
			realm.Define(object, name, r.plain(lists[name][0]))
		} else {
			realm.Define(object, name, r.Runtime.NewArray(lists[name]...))
		}
	}
	return object
}
