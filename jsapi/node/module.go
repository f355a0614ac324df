package node

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// Module returns the module through which programs import the modules of Node. The globals of the VM must have [Parts].
func Module() realm.Module {
	return realm.Module{Install: func(r *realm.Realm) (any, error) {
		globals, err := realm.Part[*web.Realm](r)
		if err != nil {
			return nil, err
		}
		return loader{globals.Realm}, nil
	}}
}

// loader implements [engine.NodeModules].
type loader struct{ realm *part.Realm }

var _ engine.NodeModules = loader{}

// Require returns what a module exports, and makes it first if this VM has not used it yet.
func (l loader) Require(name string) (engine.Value, error) {
	if err := l.realm.Use(base.Name); err != nil {
		return nil, err
	}
	return require(l.realm, name)
}

// Has reports whether there is a module with a name.
func (loader) Has(name string) bool { return has(strings.TrimPrefix(name, partPrefix)) }

func has(name string) bool {
	_, known := slices.BinarySearch(names, name)
	return known
}

func require(r *part.Realm, name string) (engine.Value, error) {
	name = strings.TrimPrefix(name, partPrefix)
	if !has(name) {
		return nil, fmt.Errorf("there is no module %q of Node", name)
	}
	if err := r.Use(partPrefix + name); err != nil {
		return nil, err
	}
	return r.Shared("node").ToObject(r.Runtime).Get(name), nil
}
