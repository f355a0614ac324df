package node

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/dop251/goja"
)

// operations reads the arguments of each operation of node:fs, on the VM, and returns what is then done elsewhere.
var operations = map[string]func(d *disk, a arguments) operation{
	"readFile": func(d *disk, a arguments) operation {
		path := a.text(0)
		return func(context.Context) (any, error) { return d.ReadFile(path) }
	},
	"writeFile": func(d *disk, a arguments) operation {
		path, content, flags, mode := a.text(0), a.data(1), systemFlags(a.number(2)), a.mode(3)
		return func(context.Context) (any, error) { return nil, d.WriteFile(path, content, flags, mode) }
	},
	"stat": func(d *disk, a arguments) operation {
		path, follow := a.text(0), a.flag(1)
		return func(context.Context) (any, error) { return d.Stat(path, follow) }
	},
	"mkdir": func(d *disk, a arguments) operation {
		path, all, mode := a.text(0), a.flag(1), a.mode(2)
		return func(context.Context) (any, error) { return d.Mkdir(path, all, mode) }
	},
	"readdir": func(d *disk, a arguments) operation {
		path, all := a.text(0), a.flag(1)
		return func(ctx context.Context) (any, error) { return d.ReadDir(ctx, path, all) }
	},
	"remove": func(d *disk, a arguments) operation {
		path, folder := a.text(0), a.flag(1)
		return func(context.Context) (any, error) { return nil, d.Remove(path, folder) }
	},
	"rm": func(d *disk, a arguments) operation {
		path, recursive, force := a.text(0), a.flag(1), a.flag(2)
		return func(ctx context.Context) (any, error) { return nil, d.RemoveAll(ctx, path, recursive, force) }
	},
	"rename": func(d *disk, a arguments) operation {
		from, to := a.text(0), a.text(1)
		return func(context.Context) (any, error) { return nil, d.Rename(from, to) }
	},
	"link": func(d *disk, a arguments) operation {
		from, to := a.text(0), a.text(1)
		return func(context.Context) (any, error) { return nil, d.Link(from, to) }
	},
	"symlink": func(d *disk, a arguments) operation {
		target, path := a.text(0), a.text(1)
		return func(context.Context) (any, error) { return nil, d.Symlink(target, path) }
	},
	"readlink": func(d *disk, a arguments) operation {
		path := a.text(0)
		return func(context.Context) (any, error) { return d.Readlink(path) }
	},
	"realpath": func(d *disk, a arguments) operation {
		path := a.text(0)
		return func(context.Context) (any, error) { return d.Realpath(path) }
	},
	"chmod": func(d *disk, a arguments) operation {
		path, mode := a.text(0), a.mode(1)
		return func(context.Context) (any, error) { return nil, d.Chmod(path, mode) }
	},
	"utimes": func(d *disk, a arguments) operation {
		path, accessed, modified := a.text(0), a.at(1), a.at(2)
		return func(context.Context) (any, error) { return nil, d.Chtimes(path, accessed, modified) }
	},
	"truncate": func(d *disk, a arguments) operation {
		path, length := a.text(0), a.long(1)
		return func(context.Context) (any, error) { return nil, d.Truncate(path, length) }
	},
	"copy": func(d *disk, a arguments) operation {
		from, to, exclusive := a.text(0), a.text(1), a.flag(2)
		return func(ctx context.Context) (any, error) { return nil, d.Copy(ctx, from, to, exclusive) }
	},
	"open": func(d *disk, a arguments) operation {
		path, flags, mode := a.text(0), systemFlags(a.number(1)), a.mode(2)
		return func(context.Context) (any, error) {
			number, err := d.open.Open(d.Disk, path, flags, mode)
			return opened(number), err
		}
	},
	"read": func(d *disk, a arguments) operation {
		file := a.number(0)
		length, position := a.number(1), a.long(2)
		return func(context.Context) (any, error) { return d.open.Read(d.Disk, file, length, position) }
	},
	"readAll": func(d *disk, a arguments) operation {
		file := a.number(0)
		return func(context.Context) (any, error) { return d.open.ReadAll(file) }
	},
	"write": func(d *disk, a arguments) operation {
		file := a.number(0)
		content, position := a.data(1), a.long(2)
		return func(context.Context) (any, error) { return d.open.Write(file, content, position) }
	},
	"fstat": func(d *disk, a arguments) operation {
		file := a.number(0)
		return func(context.Context) (any, error) { return d.open.Stat(file) }
	},
	"fsync": func(d *disk, a arguments) operation {
		file := a.number(0)
		return func(context.Context) (any, error) { return nil, d.open.Sync(file) }
	},
	"ftruncate": func(d *disk, a arguments) operation {
		file := a.number(0)
		length := a.long(1)
		return func(context.Context) (any, error) { return nil, d.open.Truncate(file, length) }
	},
	"close": func(d *disk, a arguments) operation {
		file := a.number(0)
		return func(context.Context) (any, error) { return nil, d.open.Close(file) }
	},
}

// arguments are those of an operation; the first of the call is its name.
type arguments struct {
	disk *disk
	call goja.FunctionCall
}

func (a arguments) value(i int) goja.Value { return a.call.Argument(i + 1) }
func (a arguments) text(i int) string      { return a.value(i).String() }
func (a arguments) number(i int) int       { return int(a.value(i).ToInteger()) }
func (a arguments) long(i int) int64       { return a.value(i).ToInteger() }
func (a arguments) flag(i int) bool        { return a.value(i).ToBoolean() }
func (a arguments) mode(i int) fs.FileMode { return fs.FileMode(a.value(i).ToInteger()) }

// data returns a copy of bytes, which the script may change meanwhile.
func (a arguments) data(i int) []byte {
	bytes, _ := a.disk.Bytes(a.value(i))
	made, err := a.disk.VM.Room(len(bytes))
	if err != nil {
		panic(a.disk.failure(err))
	}
	defer made()
	return slices.Clone(bytes)
}

// at returns a time that is given in seconds.
func (a arguments) at(i int) time.Time { return time.UnixMilli(int64(a.value(i).ToFloat() * 1000)) }

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
