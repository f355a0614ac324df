package engine

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// configure sets the fields of a bean from the configuration. The error is what a script threw, or a
// [schema.Refusal].
func (w wiring) configure(settings *manifest.Settings, object *goja.Object) error {
	if settings == nil {
		return nil
	}
	return w.vm.Run(nil, func() error {
		var refused []schema.Mismatch
		for i, field := range settings.Class.Fields {
			if _, absent := settings.Values[i].(schema.Absent); absent {
				continue
			}
			value, err := schema.Remake(w.scope.Maker, field.Type, settings.Values[i])
			if refusal, ok := errors.AsType[*schema.Refusal](err); ok {
				for _, m := range refusal.Mismatches {
					refused = append(refused, m.Under(field.JSON))
				}
				continue
			}
			if err == nil {
				err = setOwn(object, field.Name, value)
			}
			if err != nil {
				return err
			}
		}
		if refused != nil {
			return &schema.Refusal{Mismatches: refused}
		}
		return nil
	})
}

// checkSettings calls the @Validate methods of the class on the bean.
func (w wiring) checkSettings(settings *manifest.Settings, object *goja.Object) error {
	if settings == nil || settings.Class.Checks == nil {
		return nil
	}
	return w.vm.Run(nil, func() error { return w.scope.check(settings.Class, object) })
}
