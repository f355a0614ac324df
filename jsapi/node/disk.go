package node

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/node/files"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// diskFunctions are the functions in Go of node:fs: each operation has a name, and is done at once or later.
func diskFunctions(where folders.Folders) func(r *part.Realm) map[string]part.Native {
	return func(r *part.Realm) map[string]part.Native {
		d := &disk{Realm: r, Disk: files.Disk{Folders: where}, open: &files.Open{}}
		r.OnDrop(d.open.CloseAll)
		return map[string]part.Native{"now": d.now, "later": d.later, "folder": func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(where.Application) }}
	}
}

// disk is node:fs in one VM.
type disk struct {
	*part.Realm
	files.Disk

	open *files.Open
}

// operation is done off the VM. Its result becomes a value of scripts by disk.value.
type operation func(ctx context.Context) (any, error)

// now does the operation with the name and the arguments, and returns its result. The VM waits.
func (d *disk) now(call goja.FunctionCall) goja.Value {
	do := d.operation(call)
	var result any
	var err error
	d.VM.Block(func() { result, err = do(d.VM.Context()) })
	if err != nil {
		panic(d.failure(err))
	}
	return d.value(result)
}

// later is now with a promise.
func (d *disk) later(call goja.FunctionCall) goja.Value {
	do := d.operation(call)
	return d.VM.GoFor("fs", func(ctx context.Context) (vm.Result, error) {
		result, err := do(ctx)
		return func(*goja.Runtime) (goja.Value, error) {
			if err != nil {
				return nil, &vm.Thrown{Value: d.failure(err)}
			}
			return d.value(result), nil
		}, nil
	})
}

// operation reads the arguments of an operation, on the VM. Its first argument is its name.
func (d *disk) operation(call goja.FunctionCall) operation {
	arg := func(i int) goja.Value { return call.Argument(i + 1) }
	text := func(i int) string { return arg(i).String() }
	number := func(i int) int { return int(arg(i).ToInteger()) }
	long := func(i int) int64 { return arg(i).ToInteger() }
	flag := func(i int) bool { return arg(i).ToBoolean() }
	mode := func(i int) fs.FileMode { return fs.FileMode(arg(i).ToInteger()) }
	data := func(i int) []byte {
		bytes, _ := d.Bytes(arg(i))
		return append([]byte(nil), bytes...)
	}
	at := func(i int) time.Time { return time.UnixMilli(int64(arg(i).ToFloat() * 1000)) }
	switch call.Argument(0).String() {
	case "readFile":
		path := text(0)
		return func(context.Context) (any, error) { return d.ReadFile(path) }
	case "writeFile":
		path, content, flags, mode := text(0), data(1), systemFlags(number(2)), mode(3)
		return func(context.Context) (any, error) { return nil, d.WriteFile(path, content, flags, mode) }
	case "stat":
		path, follow := text(0), flag(1)
		return func(context.Context) (any, error) { return d.Stat(path, follow) }
	case "mkdir":
		path, all, mode := text(0), flag(1), mode(2)
		return func(context.Context) (any, error) { return d.Mkdir(path, all, mode) }
	case "readdir":
		path, all := text(0), flag(1)
		return func(ctx context.Context) (any, error) { return d.ReadDir(ctx, path, all) }
	case "remove":
		path, folder := text(0), flag(1)
		return func(context.Context) (any, error) { return nil, d.Remove(path, folder) }
	case "rm":
		path, recursive, force := text(0), flag(1), flag(2)
		return func(context.Context) (any, error) { return nil, d.RemoveAll(path, recursive, force) }
	case "rename":
		from, to := text(0), text(1)
		return func(context.Context) (any, error) { return nil, d.Rename(from, to) }
	case "link":
		from, to := text(0), text(1)
		return func(context.Context) (any, error) { return nil, d.Link(from, to) }
	case "symlink":
		target, path := text(0), text(1)
		return func(context.Context) (any, error) { return nil, d.Symlink(target, path) }
	case "readlink":
		path := text(0)
		return func(context.Context) (any, error) { return d.Readlink(path) }
	case "realpath":
		path := text(0)
		return func(context.Context) (any, error) { return d.Realpath(path) }
	case "chmod":
		path, mode := text(0), mode(1)
		return func(context.Context) (any, error) { return nil, d.Chmod(path, mode) }
	case "utimes":
		path, accessed, modified := text(0), at(1), at(2)
		return func(context.Context) (any, error) { return nil, d.Chtimes(path, accessed, modified) }
	case "truncate":
		path, length := text(0), long(1)
		return func(context.Context) (any, error) { return nil, d.Truncate(path, length) }
	case "copy":
		from, to, exclusive := text(0), text(1), flag(2)
		return func(context.Context) (any, error) { return nil, d.Copy(from, to, exclusive) }
	default:
		return d.openOperation(call.Argument(0).String(), text, number, long, mode, data)
	}
}

// openOperation reads the arguments of an operation on a file that is open.
func (d *disk) openOperation(name string, text func(int) string, number func(int) int, long func(int) int64, mode func(int) fs.FileMode, data func(int) []byte) operation {
	file := number(0)
	switch name {
	case "open":
		path, flags, mode := text(0), systemFlags(number(1)), mode(2)
		return func(context.Context) (any, error) { return d.open.Open(d.Disk, path, flags, mode) }
	case "read":
		length, position := number(1), long(2)
		return func(context.Context) (any, error) { return d.open.Read(file, length, position) }
	case "write":
		content, position := data(1), long(2)
		return func(context.Context) (any, error) { return d.open.Write(file, content, position) }
	case "fstat":
		return func(context.Context) (any, error) { return d.open.Stat(file) }
	case "fsync":
		return func(context.Context) (any, error) { return nil, d.open.Sync(file) }
	case "ftruncate":
		length := long(1)
		return func(context.Context) (any, error) { return nil, d.open.Truncate(file, length) }
	case "close":
		return func(context.Context) (any, error) { return nil, d.open.Close(file) }
	default:
		return func(context.Context) (any, error) { return nil, errors.New("there is no operation " + name) }
	}
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

// systemFlags makes the system's flags of Node's, which are those of Linux.
func systemFlags(flags int) int {
	out := flags & 3 // reading, writing or both
	for bit, own := range map[int]int{0o100: os.O_CREATE, 0o200: os.O_EXCL, 0o1000: os.O_TRUNC, 0o2000: os.O_APPEND, 0o4010000: os.O_SYNC} {
		if flags&bit != 0 {
			out |= own
		}
	}
	return out
}
