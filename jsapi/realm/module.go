package realm

import (
	"fmt"
	"io/fs"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// Module is one capability of "fwrun". It is the same for all VMs.
type Module struct {
	Exports []string // names that "fwrun" exports of the values that the scripts return
	Types   []string // the exports that scripts can use as types without importing them
	Beans   []Bean
	Scripts []Script // run in this order in every VM, or only where they are used; each is compiled once, so they are variables

	// OnUse delays the module: it is compiled when a VM first uses one of its exports or beans, and becomes a part of
	// each VM that does. It costs those that do not nothing. The engine does not ask such a part what it can do, and
	// no other module may need it.
	OnUse bool

	// Share returns values that the scripts find in `host`, besides those that earlier scripts returned. It may be
	// nil.
	Share func(r *Realm) map[string]any

	// Install makes the module's part of a VM, after its scripts have run there. The engine finds the interfaces that
	// the part implements: see [engine.Realm]. It may be nil.
	Install func(r *Realm) (part any, err error)
}

// Script is the body of a function with the parameter `host`. It returns an object whose members are shared.
type Script struct {
	compiled func() (*goja.Program, error) // at the first call
}

// Source makes a script of a text. Stack frames have its name.
func Source(name, text string) Script {
	return Script{sync.OnceValues(func() (*goja.Program, error) { return compile(name, text) })}
}

// Sources makes a script of each of the files.
func Sources(files fs.FS, names ...string) (scripts []Script) {
	for _, name := range names {
		scripts = append(scripts, Script{sync.OnceValues(func() (*goja.Program, error) {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			return compile(name, string(text))
		})})
	}
	return scripts
}

func compile(name, text string) (*goja.Program, error) {
	program, err := goja.Compile("fwrun:"+name, "(function (host) { \"use strict\"; "+text+"})", true)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return program, nil
}

// Bean is a bean of "fwrun".
type Bean struct {
	manifest.HostBean

	// Make makes the bean in one VM. asker is the bean it is injected into, for beans that each asker has of its own.
	Make func(r *Realm, asker string) (engine.Value, error)
}

// Compile compiles the scripts of a module, unless that waits for their use.
func (m *Module) Compile() error {
	if m.OnUse {
		return nil
	}
	_, err := m.programs()
	return err
}

func (m *Module) programs() (list []*goja.Program, err error) {
	for _, script := range m.Scripts {
		program, err := script.compiled()
		if err != nil {
			return nil, err
		}
		list = append(list, program)
	}
	return list, nil
}

// MakeWith returns a [Bean.Make] function that calls do with the part of the VM that is a T.
func MakeWith[T any](do func(part T, asker string) (engine.Value, error)) func(r *Realm, asker string) (engine.Value, error) {
	return func(r *Realm, asker string) (engine.Value, error) {
		part, err := Part[T](r)
		if err != nil {
			return nil, err
		}
		return do(part, asker)
	}
}
