package files

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed files.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("files.js", script)}

// Module returns the module with the class Files, and with the bean "files".
func Module(in folders.Folders) realm.Module {
	return realm.Module{
		Exports: []string{"Files"}, Types: []string{"Files"}, OnUse: true,
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return install(r, in), nil },
		Beans: []realm.Bean{{
			HostBean: manifest.HostBean{Name: "files", Type: "Files", Primary: true},
			Make:     realm.MakeWith(func(r *Realm, _ string) (engine.Value, error) { return r.bean, nil }),
		}},
	}
}

// Realm is the API of files in one VM.
type Realm struct {
	*realm.Realm
	folders folders.Folders
	bean    *goja.Object
	date    *goja.Object // the class Date
}

func install(in *realm.Realm, where folders.Folders) *Realm {
	r := &Realm{Realm: in, folders: where}
	r.date, _ = in.Runtime.Get("Date").(*goja.Object)
	class := realm.Plain[*Realm](in, "Files", "{} is called on an object that is not a Files")
	class.Method("list", func(_ *Realm, call goja.FunctionCall) (engine.Value, error) { return r.list(call), nil })
	class.Method("delete", func(_ *Realm, call goja.FunctionCall) (engine.Value, error) { return r.remove(call), nil })
	r.bean = class.New(r)
	return r
}

func (r *Realm) path(call goja.FunctionCall, method, example string) string {
	name, ok := call.Argument(0).(goja.String)
	if !ok || name.String() == "" {
		panic(r.Runtime.NewTypeError("%s takes a path, such as %q", method, example))
	}
	return name.String()
}

// list implements list(folder).
func (r *Realm) list(call goja.FunctionCall) goja.Value {
	name := r.path(call, "list", "inbox")
	return r.VM.Go(func(ctx context.Context) (vm.Result, error) {
		found, err := r.read(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("list: the folder %q cannot be read: %w", name, folders.CauseOf(err))
		}
		return func(*goja.Runtime) (goja.Value, error) { return r.shown(found) }, nil
	})
}

// read returns the regular files in a folder, sorted by name.
func (r *Realm) read(ctx context.Context, name string) (found []fs.FileInfo, err error) {
	root, below, err := r.folders.OpenFor(name)
	if err == nil {
		defer func() { _ = root.Close() }()
		var folder *os.File
		if folder, err = root.Open(below); err == nil {
			defer func() { _ = folder.Close() }()
			found, err = regular(ctx, folder)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	slices.SortFunc(found, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
	return found, err
}

func regular(ctx context.Context, folder *os.File) (found []fs.FileInfo, err error) {
	entries, err := folder.ReadDir(-1)
	for _, entry := range entries {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if !entry.Type().IsRegular() {
			continue
		}
		if info, err := entry.Info(); err == nil { // otherwise it has been deleted meanwhile
			found = append(found, info)
		}
	}
	return found, err
}

// shown returns what scripts get of files.
func (r *Realm) shown(found []fs.FileInfo) (goja.Value, error) {
	list := make([]any, len(found))
	for i, info := range found {
		modified, err := r.Runtime.New(r.date, r.Runtime.ToValue(info.ModTime().UnixMilli()))
		if err != nil {
			return nil, err
		}
		one := r.Runtime.NewObject()
		_ = one.Set("name", info.Name())
		_ = one.Set("size", info.Size())
		_ = one.Set("modified", modified)
		list[i] = one
	}
	return r.Runtime.NewArray(list...), nil
}

// remove implements delete(path).
func (r *Realm) remove(call goja.FunctionCall) goja.Value {
	name := r.path(call, "delete", "inbox/1b2c")
	return r.VM.Go(func(context.Context) (vm.Result, error) {
		done, err := r.deleted(name)
		if err != nil {
			return nil, fmt.Errorf("delete: the file %q cannot be deleted: %w", name, folders.CauseOf(err))
		}
		return func(rt *goja.Runtime) (goja.Value, error) { return rt.ToValue(done), nil }, nil
	})
}

// deleted deletes a file, and reports whether there was one. A symbolic link is deleted, not followed.
func (r *Realm) deleted(name string) (bool, error) {
	if err := r.folders.Changeable(name); err != nil {
		return false, err
	}
	root, below, err := r.folders.Open(name)
	if err == nil {
		defer func() { _ = root.Close() }()
		var info fs.FileInfo
		if info, err = root.Lstat(below); err == nil && info.IsDir() {
			return false, errors.New("it is a folder")
		}
		if err == nil {
			err = root.Remove(below)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
