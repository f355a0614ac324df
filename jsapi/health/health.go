package health

import (
	_ "embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed health.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("health.js", script)}

// Module returns the module with the classes of health indicators and info contributors.
func Module() realm.Module {
	names := []string{"Health", "HealthIndicator", "InfoContributor", "InfoBuilder"}
	return realm.Module{
		Exports: names, Types: names,
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) { return &Realm{r, r.Prototype("Health")}, nil },
	}
}

// Realm reads the results of health indicators and info contributors in one VM.
type Realm struct {
	*realm.Realm
	health *goja.Object // Health.prototype
}

var _ engine.Informers = (*Realm)(nil)

// Health implements [engine.Informers].
func (r *Realm) Health(value engine.Value) (status string, details engine.Value, ok bool) {
	object, isObject := value.(*goja.Object)
	if !isObject || !realm.Descends(object, r.health) {
		return "", nil, false
	}
	code, isText := object.Get("$status").(goja.String)
	if !isText {
		return "", nil, false // made by Object.create
	}
	if found, is := object.Get("$details").(*goja.Object); is && len(found.Keys()) > 0 {
		details = found
	}
	return code.String(), details, true
}

// InfoBuilder implements [engine.Informers].
func (r *Realm) InfoBuilder() (builder engine.Value, read func() engine.Value, err error) {
	object, err := r.Runtime.New(r.Shared("InfoBuilder"))
	if err != nil {
		return nil, nil, err
	}
	return object, func() engine.Value { return object.Get("$details") }, nil
}
