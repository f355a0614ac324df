package part

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// Part is a group of globals that are made together. It is the same for all VMs.
type Part struct {
	Name    string
	Needs   []string // parts that must have run before it
	Globals []string // the globals that it defines; it runs when one of them is first used
	Eager   bool     // it adds to built-ins, so it runs at once

	// Script compiles the part's script: see [Script].
	Script func() (*goja.Program, error)
	// Host returns the functions in Go that only this part needs. It is called when the part runs. It may be nil.
	Host func(r *Realm) map[string]Native
}

// Native is a function of scripts that is written in Go.
type Native = func(goja.FunctionCall) goja.Value

// Prefix begins the names of all scripts of fwrun in stack frames.
const Prefix = "fwrun:"

// Script returns a function that compiles a file: at the first call, and once for all VMs. In stack frames the file is
// called fwrun:web/ and its base name.
func Script(files fs.FS, name string) func() (*goja.Program, error) {
	return sync.OnceValues(func() (*goja.Program, error) {
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		return compile("web/"+name[strings.LastIndexByte(name, '/')+1:], string(source))
	})
}

// Text is like [Script] for a text that is at hand. In stack frames it is called fwrun: and its name.
func Text(name, text string) func() (*goja.Program, error) {
	return sync.OnceValues(func() (*goja.Program, error) { return compile(name, text) })
}

func compile(name, text string) (*goja.Program, error) {
	program, err := goja.Compile(Prefix+name, text, true)
	if err != nil {
		return nil, fmt.Errorf("web: %s: %w", name, err)
	}
	return program, nil
}

// Internal reports whether a file name is that of a script of fwrun itself, which a stack trace need not show.
func Internal(file string) bool { return strings.HasPrefix(file, Prefix) }
