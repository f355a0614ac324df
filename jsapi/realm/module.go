package realm

import (
	"fmt"
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
	Scripts []Script // run in this order in every VM, or only where they are used

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
type Script struct{ Name, Text string }

// Bean is a bean of "fwrun".
type Bean struct {
	manifest.HostBean

	// Make makes the bean in one VM. asker is the bean it is injected into, for beans that each asker has of its own.
	Make func(r *Realm, asker string) (engine.Value, error)
}

// Program is a module with its scripts, which are compiled once for all VMs.
type Program struct {
	Module
	scripts func() ([]*goja.Program, error)
}

// Compile compiles the scripts of a module, unless that waits for their use.
func Compile(m Module) (Program, error) {
	p := Program{m, sync.OnceValues(func() ([]*goja.Program, error) { return compile(m.Scripts) })}
	if m.OnUse {
		return p, nil
	}
	_, err := p.scripts()
	return p, err
}

func compile(scripts []Script) (programs []*goja.Program, err error) {
	for _, script := range scripts {
		compiled, err := goja.Compile("fwrun:"+script.Name, "(function (host) { \"use strict\"; "+script.Text+"})", true)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", script.Name, err)
		}
		programs = append(programs, compiled)
	}
	return programs, nil
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
