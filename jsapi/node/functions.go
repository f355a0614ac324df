package node

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/platform/processors"
)

// machine returns the functions in Go of node:os, which describe what programs choose by, and no more of the machine.
func machine(where folders.Folders) func(r *part.Realm) map[string]part.Native {
	return func(r *part.Realm) map[string]part.Native {
		return map[string]part.Native{
			"machine": func(goja.FunctionCall) goja.Value { return described(r) },
			// tempFolder makes the folder for temporary files, which is one of the application's.
			"tempFolder": func(goja.FunctionCall) goja.Value {
				folder := filepath.Join(where.Application, "data", "tmp")
				_ = os.MkdirAll(folder, 0o700) // a script that uses it gets the error
				return r.Runtime.ToValue(folder)
			},
		}
	}
}

// described returns what node:os tells of the machine.
func described(r *part.Realm) goja.Value {
	arch := map[string]string{"amd64": "x64", "386": "ia32"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	platform := runtime.GOOS
	if platform == "windows" {
		platform = "win32"
	}
	return r.Runtime.ToValue(map[string]any{
		"platform": platform, "arch": arch, "parallelism": processors.Count(), "totalmem": memory(total), "freemem": memory(total) - memory(objects),
	})
}

// processFunctions are the functions in Go of node:process.
func processFunctions(o Options) func(r *part.Realm) map[string]part.Native {
	return func(r *part.Realm) map[string]part.Native { return processIn(r, o) }
}

func processIn(r *part.Realm, o Options) map[string]part.Native {
	return map[string]part.Native{
		// pid is true: the debugger of VS Code looks among its children for more to attach to.
		"pid":    func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(os.Getpid()) },
		"folder": func(goja.FunctionCall) goja.Value { return r.Runtime.ToValue(filepath.ToSlash(o.Folders.Application)) },
		"env": func(goja.FunctionCall) goja.Value {
			object := r.Runtime.NewObject()
			for _, line := range o.Env {
				name, value, _ := strings.Cut(line, "=")
				_ = object.Set(name, value)
			}
			return object
		},
		"version": func(goja.FunctionCall) goja.Value {
			if info, ok := debug.ReadBuildInfo(); ok {
				return r.Runtime.ToValue(info.Main.Version)
			}
			return r.Runtime.ToValue("")
		},
		"memory": func(goja.FunctionCall) goja.Value {
			return r.Runtime.ToValue(map[string]any{
				"rss": memory(total), "heapTotal": memory(total), "heapUsed": memory(objects), "external": 0, "arrayBuffers": 0,
			})
		},
	}
}

// The memory of the process, by the names of package metrics: what it has from the system, and what objects take.
const (
	total   = "/memory/classes/total:bytes"
	objects = "/memory/classes/heap/objects:bytes"
)

// memory returns a number of bytes. Unlike runtime.ReadMemStats it does not stop the other workers.
func memory(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// utilFunctions are the functions in Go of node:util.
func utilFunctions(r *part.Realm) map[string]part.Native {
	return map[string]part.Native{
		// classOf returns the internal class of an object, which a script cannot pretend; empty for any other value.
		"classOf": func(call goja.FunctionCall) goja.Value {
			object, ok := call.Argument(0).(*goja.Object)
			if !ok {
				return r.Runtime.ToValue("")
			}
			return r.Runtime.ToValue(part.ClassOf(object))
		},
		"sameBytes": func(call goja.FunctionCall) goja.Value {
			a, _ := r.Bytes(call.Argument(0))
			b, _ := r.Bytes(call.Argument(1))
			return r.Runtime.ToValue(bytes.Equal(a, b))
		},
	}
}
