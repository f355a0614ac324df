package node

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"syscall"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/node/files"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// diskFunctions are the functions in Go of node:fs: each operation has a name, and is done at once or later.
func diskFunctions(where folders.Folders) func(r *part.Realm) map[string]part.Native {
	turns := newTurns()
	return func(r *part.Realm) map[string]part.Native {
		d := &disk{Realm: r, Disk: files.Disk{Folders: where, Room: r.VM.Room}, open: &files.Open{}, turns: turns, shut: map[int]*vm.Opened{}}
		r.OnDrop(d.open.CloseAll)
		return map[string]part.Native{
			"now": d.now, "later": d.later,
			"folder": func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(where.Application) },
		}
	}
}

// disk is node:fs in one VM.
type disk struct {
	*part.Realm
	files.Disk

	open  *files.Open
	turns turns
	shut  map[int]*vm.Opened // the files that are open, which are closed some time after their call
}

// opened is the number of a file that has been opened.
type opened int

// operation is done off the VM. Its result becomes a value of scripts by disk.value.
type operation func(ctx context.Context) (any, error)

// now does the operation with the name and the arguments, and returns its result. The VM waits.
func (d *disk) now(call goja.FunctionCall) goja.Value {
	do := d.operation(call)
	var result any
	var err error
	d.VM.Block(func() { result, err = do(d.VM.Context()) })
	d.forget(call)
	if err != nil {
		panic(d.failure(err))
	}
	return d.value(result)
}

// later is now with a promise.
func (d *disk) later(call goja.FunctionCall) goja.Value {
	do := d.operation(call)
	call.Arguments = slices.Clone(call.Arguments) // they are on the stack of the VM, which others use meanwhile
	return d.VM.GoFor("fs", func(ctx context.Context) (vm.Result, error) {
		var result any
		err := d.turns.take(ctx, func() (err error) {
			result, err = do(ctx)
			return err
		})
		return func(*goja.Runtime) (goja.Value, error) {
			d.forget(call)
			if err != nil {
				return nil, &vm.Thrown{Value: d.failure(err)}
			}
			return d.value(result), nil
		}, nil
	})
}

// operation reads the arguments of an operation, on the VM. The first argument of the call is its name.
func (d *disk) operation(call goja.FunctionCall) operation {
	name := call.Argument(0).String()
	prepare := operations[name]
	if prepare == nil {
		d.TypeError("there is no operation " + name)
	}
	return prepare(d, arguments{d, call})
}

// value makes a value of scripts of the result of an operation.
func (d *disk) value(result any) goja.Value {
	switch result := result.(type) {
	case nil:
		return goja.Undefined()
	case []byte:
		return d.NewBytes(result)
	case string:
		if result == "" {
			return goja.Undefined()
		}
		return d.Runtime.ToValue(result)
	case opened:
		d.keep(int(result))
		return d.Runtime.ToValue(int(result))
	case fs.FileInfo:
		return d.stat(result)
	case []files.Entry:
		list := make([]any, len(result))
		for i, entry := range result {
			list[i] = d.Runtime.NewArray(entry.Name, entry.Parent, kind(entry.Type))
		}
		return d.Runtime.NewArray(list...)
	default:
		return d.Runtime.ToValue(result)
	}
}

// keep lets an open file belong to the call that has opened it.
func (d *disk) keep(file int) {
	if len(d.shut) > 2*files.MaxOpen { // some of which have been closed after their calls
		maps.DeleteFunc(d.shut, func(file int, _ *vm.Opened) bool { return !d.open.Has(file) })
	}
	d.shut[file] = d.VM.Open("file", func() { _ = d.open.Close(file) })
}

// forget ends that when the operation has closed a file.
func (d *disk) forget(call goja.FunctionCall) {
	if call.Argument(0).String() != "close" {
		return
	}
	file := int(call.Argument(1).ToInteger())
	if held := d.shut[file]; held != nil {
		held.Closed()
		delete(d.shut, file)
	}
}

// kind returns the bits of a type of files, as stat has them.
func kind(mode fs.FileMode) int {
	switch {
	case mode.IsDir():
		return syscall.S_IFDIR
	case mode&fs.ModeSymlink != 0:
		return syscall.S_IFLNK
	case mode&fs.ModeNamedPipe != 0:
		return syscall.S_IFIFO
	case mode&fs.ModeSocket != 0:
		return syscall.S_IFSOCK
	case mode&fs.ModeCharDevice != 0:
		return syscall.S_IFCHR
	case mode&fs.ModeDevice != 0:
		return syscall.S_IFBLK
	default:
		return syscall.S_IFREG
	}
}

// stat returns the numbers that the class Stats is made of.
func (d *disk) stat(info fs.FileInfo) goja.Value {
	modified := float64(info.ModTime().UnixNano()) / 1e6
	return d.Runtime.ToValue(map[string]any{
		"mode": kind(info.Mode()) | int(info.Mode().Perm()), "size": info.Size(), "mtimeMs": modified,
	})
}

// failure makes an Error with the properties that Node's errors of the system have.
func (d *disk) failure(err error) goja.Value {
	known, ok := errors.AsType[*files.Error](err)
	if !ok {
		return d.VM.ErrorValue(err)
	}
	object, made := d.Runtime.New(d.Runtime.Get("Error"), d.Runtime.ToValue(known.Error()))
	if made != nil {
		return d.VM.ErrorValue(err)
	}
	_ = object.Set("errno", known.Number)
	_ = object.Set("code", known.Code)
	_ = object.Set("syscall", known.Syscall)
	if known.Path != "" {
		_ = object.Set("path", known.Path)
	}
	return part.TrimStack(d.Runtime, object)
}
