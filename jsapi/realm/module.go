package realm

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// Module is one capability of "fwrun". It is the same for all VMs.
type Module struct {
	Exports []string // names that "fwrun" exports of the values that the scripts return
	Types   []string // the exports that scripts can use as types without importing them
	Beans   []Bean
	Scripts []Script // run in this order in every VM

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

// Program is a compiled module.
type Program struct {
	Module
	scripts []*goja.Program
}

// Compile compiles the scripts of a module.
func Compile(m Module) (Program, error) {
	p := Program{Module: m}
	for _, script := range m.Scripts {
		compiled, err := goja.Compile("fwrun:"+script.Name, "(function (host) { \"use strict\"; "+script.Text+"})", true)
		if err != nil {
			return p, fmt.Errorf("%s: %w", script.Name, err)
		}
		p.scripts = append(p.scripts, compiled)
	}
	return p, nil
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
