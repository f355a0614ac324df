package engine

import (
	"errors"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/pollution"
)

// configure sets the fields of a bean from the configuration. The error is what a script threw, or a
// [schema.Refusal].
func (w wiring) configure(settings *manifest.Settings, object *goja.Object) error {
	if settings == nil {
		return nil
	}
	if settings.Schema != nil {
		return w.configureBy(settings, object)
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

// configureBy sets the fields of a bean to what a schema makes of the section.
func (w wiring) configureBy(settings *manifest.Settings, object *goja.Object) error {
	var result, output Value
	err := w.vm.Run(nil, func() error {
		section, err := schema.Remake(w.scope.Maker, &schema.Type{Kind: schema.Any}, settings.Section)
		if err == nil {
			result, err = w.scope.ask(settings.Schema, section)
		}
		return err
	})
	if err != nil {
		return err
	}
	if result, err = w.settled(result); err != nil {
		return err
	}
	return w.vm.Run(nil, func() error {
		var refused []schema.Mismatch
		output, refused, err = w.scope.judgement(settings.Schema, result)
		if refused != nil && w.app.options.Incomplete { // what is missing may be set elsewhere
			if refused = slices.DeleteFunc(refused, func(m schema.Mismatch) bool { return !settings.IsSet(m.Path) }); len(refused) == 0 {
				return err
			}
		}
		if err == nil && refused != nil {
			err = &schema.Refusal{Mismatches: refused}
		}
		made, isObject := output.(*goja.Object)
		switch {
		case err != nil:
			return err
		case !isObject:
			return fault.New("engine.configure", fault.Invalid, "the schema of "+settings.Prefix+" makes no object").
				WithHint("write a schema of an object: z.object({ … })")
		}
		for _, name := range made.Keys() {
			if name == pollution.Proto {
				continue // the prototype of the bean stays
			}
			if err := setOwn(object, name, made.Get(name)); err != nil {
				return err
			}
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
