package web

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

//go:embed prelude/*.js
var preludeFiles embed.FS

// part is one file of the prelude.
type part struct {
	name    string
	needs   []string // parts that must have run before it
	globals []string // the globals it defines; it runs when one of them is first used
	eager   bool     // it adds to built-ins, so it runs at once
}

// parts lists the files of the prelude. A VM runs most of them only when they are used, which saves half a megabyte
// and one or two milliseconds in a VM that does not use them. They are not compiled before, either.
var parts = []part{
	{name: "base", eager: true},
	{name: "language", eager: true, needs: []string{"base"}, globals: []string{"FinalizationRegistry", "Iterator", "WeakRef"}},
	{name: "exception", needs: []string{"base"}, globals: []string{"DOMException"}},
	{
		name: "events", needs: []string{"base", "exception"},
		globals: []string{"AbortController", "AbortSignal", "CustomEvent", "Event", "EventTarget"},
	},
	{name: "encoding", needs: []string{"base"}, globals: []string{"TextDecoder", "TextEncoder"}},
	{name: "url", needs: []string{"base"}, globals: []string{"URL", "URLSearchParams"}},
	{name: "headers", needs: []string{"base"}, globals: []string{"Headers"}},
	{name: "body", needs: []string{"base", "url"}},
	{name: "request", needs: []string{"body", "events", "headers"}, globals: []string{"Request"}},
	{name: "response", needs: []string{"body", "headers"}, globals: []string{"Response"}},
	{name: "fetch", needs: []string{"request", "response"}, globals: []string{"fetch"}},
	{
		name: "platform", needs: []string{"base", "exception", "events"},
		globals: []string{"Crypto", "Navigator", "Performance", "crypto", "navigator", "performance", "queueMicrotask"},
	},
}

// internalPrefix begins the names of all scripts of fwrun in stack frames, and preludePrefix those of the prelude.
const (
	internalPrefix = "fwrun:"
	preludePrefix  = internalPrefix + "web/"
)

// Internal reports whether a file name is that of a script of fwrun itself, which a stack trace need not show.
func Internal(file string) bool { return strings.HasPrefix(file, internalPrefix) }

// compiled has a function for each part that compiles its file: at the first call, and once for all VMs.
var compiled = compileOnUse()

func compileOnUse() map[string]func() (*goja.Program, error) {
	programs := map[string]func() (*goja.Program, error){}
	for _, p := range parts {
		programs[p.name] = sync.OnceValues(func() (*goja.Program, error) { return compile(p.name) })
	}
	return programs
}

func compile(name string) (*goja.Program, error) {
	source, err := preludeFiles.ReadFile("prelude/" + name + ".js")
	if err != nil {
		return nil, err
	}
	program, err := goja.Compile(preludePrefix+name+".js", string(source), true)
	if err != nil {
		return nil, fmt.Errorf("web: prelude: %w", err)
	}
	return program, nil
}

// prelude is the JavaScript part of one VM's globals.
type prelude struct {
	host    *goja.Object    // the Go functions
	shared  *goja.Object    // what the files share with each other
	ran     map[string]bool // by name of the part
	waiting map[string]bool // by name of the global: not assigned by the script yet
}

// startPrelude runs the eager parts and puts the others behind accessors.
func (r *Realm) startPrelude() error {
	r.prelude = prelude{host: r.host(), shared: r.rt.NewObject(), ran: map[string]bool{}, waiting: map[string]bool{}}
	for _, p := range parts {
		for _, name := range p.globals {
			r.prelude.waiting[name] = true
		}
		if p.eager {
			if err := r.runPart(p); err != nil {
				return err
			}
			continue
		}
		for _, name := range p.globals {
			r.defineLazily(p, name)
		}
	}
	return nil
}

// defineLazily makes a global that runs its part when it is read. An assignment replaces it.
func (r *Realm) defineLazily(p part, name string) {
	get := r.rt.ToValue(func(goja.FunctionCall) goja.Value {
		if err := r.runPart(p); err != nil {
			panic(err)
		}
		return r.global(name)
	})
	set := r.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		delete(r.prelude.waiting, name)
		r.define(name, call.Argument(0))
		return goja.Undefined()
	})
	_ = r.rt.GlobalObject().DefineAccessorProperty(name, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// runPart runs a part, after those it needs, once, and defines its globals.
func (r *Realm) runPart(p part) error {
	if r.prelude.ran[p.name] {
		return nil
	}
	r.prelude.ran[p.name] = true
	for _, needed := range p.needs {
		if err := r.runNamed(needed); err != nil {
			return err
		}
	}
	program, err := compiled[p.name]()
	if err != nil {
		return err
	}
	value, err := r.rt.RunProgram(program)
	if err != nil {
		return err
	}
	run, _ := goja.AssertFunction(value)
	if _, err := run(goja.Undefined(), r.prelude.host, r.prelude.shared); err != nil {
		return err
	}
	for _, name := range p.globals {
		if r.prelude.waiting[name] {
			delete(r.prelude.waiting, name)
			r.define(name, r.global(name))
		}
	}
	return nil
}

func (r *Realm) runNamed(name string) error {
	i := slices.IndexFunc(parts, func(p part) bool { return p.name == name })
	return r.runPart(parts[i])
}

// global returns what a part that has run defined under a name.
func (r *Realm) global(name string) goja.Value {
	return r.prelude.shared.Get("globals").(*goja.Object).Get(name)
}
