package aspects

import (
	_ "embed"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed aspect.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("aspect.js", script)}

var _ engine.Advisor = (*Realm)(nil)

// Module returns the module that runs aspects around methods, with the class Aspect, which aspects of applications
// extend.
func Module(ports Ports) realm.Module {
	return realm.Module{
		Exports: []string{"Aspect"}, Types: []string{"Aspect"},
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return newRealm(r, ports) },
	}
}
