package realm

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// Module is one capability of "fwrun". It is the same for all VMs.
type Module struct {
	Exports []string // what "fwrun" exports of what the scripts return
	Types   []string // those of the exports that may stand as types without being imported
	Beans   []Bean
	Scripts []Script // they run in this order, in every VM

	// Share gives what the scripts find in `host`, besides what scripts before them have returned. It may be nil.
	Share func(r *Realm) map[string]any

	// Install makes the module's part of a VM, when its scripts have run there. The engine asks the part what it
	// can do: see [engine.Realm]. It may be nil.
	Install func(r *Realm) (part any, err error)
}

// Script is the body of a function of `host` that returns what it makes.
type Script struct{ Name, Text string }

// Bean is a bean of "fwrun".
type Bean struct {
	manifest.HostBean

	// Make makes the bean in one VM, for the asker if each has its own.
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

// MakeWith is the Make of a bean that is made by its module's part of the VM, a T.
func MakeWith[T any](do func(part T, asker string) (engine.Value, error)) func(r *Realm, asker string) (engine.Value, error) {
	return func(r *Realm, asker string) (engine.Value, error) {
		part, err := Part[T](r)
		if err != nil {
			return nil, err
		}
		return do(part, asker)
	}
}
