package engine

import (
	"context"
	"slices"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/fault"
)

// standard is the name of the property by which the schemas of zod, valibot, arktype and others are known: see standardschema.dev.
const standard = "~standard"

// isStandard reports whether an object is a schema. It may be a function, as those of arktype are.
func isStandard(rt *goja.Runtime, object *goja.Object) (is bool) {
	_ = rt.Try(func() { // a getter, or a proxy, that throws is no schema
		if found, ok := object.Get(standard).(*goja.Object); ok {
			is = isFunction(found.Get("validate"))
		}
	})
	return is
}

// standard returns the index of a schema that decorators or types name. It is the same in all VMs, because they run the same modules.
func (r *recorder) standard(value Value) (declared.Standard, bool) {
	object, isObject := value.(*goja.Object)
	if at := slices.Index(r.standards, object); isObject && at >= 0 {
		return declared.Standard(at), true
	}
	if !isObject || !isStandard(r.rt, object) {
		return 0, false
	}
	r.standards = append(r.standards, object)
	return declared.Standard(len(r.standards) - 1), true
}

// schemaOption converts an option that should be a schema. One that is undefined, as by files that import each other, is no option that was
// not given.
func (in *instance) schemaOption(r *recorder, value Value) (option any) {
	if index, ok := r.standard(value); ok {
		return index
	}
	_ = in.vm.Runtime.Try(func() { option = in.plain(r, value, 0) })
	if option == nil {
		return declared.NoStandard
	}
	return option
}

// describer makes what the manifest knows of schemas, on the first VM.
type describer struct {
	*instance
	ctx   context.Context
	made  map[declared.Standard]*schema.Standard
	names map[*goja.Object]string // under which schemas are exported
}

func (a *Application) describer(ctx context.Context, in *instance) *describer {
	d := &describer{instance: in, ctx: ctx, made: map[declared.Standard]*schema.Standard{}, names: map[*goja.Object]string{}}
	for _, exports := range []map[manifest.Ref]*goja.Object{in.schemas, in.exports} {
		for ref, object := range exports {
			if known := d.names[object]; ref.Export != "default" && (known == "" || ref.Export < known) {
				d.names[object] = ref.Export
			}
		}
	}
	return d
}

// exported returns the schema that a file exports, and notes it for the other VMs.
func (d *describer) exported(file, export string) *schema.Standard {
	ref := manifest.Ref{File: file, Export: export}
	before := len(d.records.standards)
	object := d.schemaAt(ref)
	if object == nil {
		return nil
	}
	index, ok := d.records.standard(object)
	if !ok {
		return nil
	}
	if int(index) == before {
		d.app.schemas = append(d.app.schemas, ref)
	}
	return d.standard(index)
}

// standard returns a schema, which it asks to describe itself the first time.
func (d *describer) standard(index declared.Standard) *schema.Standard {
	if known := d.made[index]; known != nil {
		return known
	}
	object := d.records.standards[index]
	s := &schema.Standard{Index: int(index), Name: d.names[object], Read: d.describe(object, "input"), Written: d.describe(object, "output")}
	d.made[index] = s
	return s
}

// describeTimeout bounds the time in which a schema describes itself.
const describeTimeout = 5 * time.Second

// describe asks a schema for its JSON Schema.
func (d *describer) describe(object *goja.Object, side string) (out schema.Description) {
	err := d.vm.Bounded(d.ctx, min(describeTimeout, d.app.options.BootTimeout), func() error {
		return d.vm.Run(nil, func() error {
			converter, isObject := object.Get(standard).(*goja.Object).Get("jsonSchema").(*goja.Object)
			if !isObject {
				out.Problem = schema.NoDescription
				return nil
			}
			call, isCallable := goja.AssertFunction(converter.Get(side))
			if !isCallable {
				out.Problem = schema.NoDescription
				return nil
			}
			options := d.vm.Runtime.NewObject()
			_ = options.Set("target", "draft-2020-12")
			made, err := call(converter, options)
			if err != nil {
				return err
			}
			document, isObject := made.(*goja.Object)
			if !isObject {
				out.Problem = "its JSON Schema is not an object"
				return nil
			}
			text, err := document.MarshalJSON()
			if err == nil {
				out = schema.ReadDescription(text)
			}
			return err
		})
	})
	if err != nil {
		out.Problem = fault.Shortened(d.scriptError(err).Error(), longestIssue)
	}
	return out
}

// schemaAt returns what a file exports under a name, if it may be a schema; some are functions.
func (in *instance) schemaAt(ref manifest.Ref) *goja.Object {
	if object := in.schemas[ref]; object != nil {
		return object
	}
	return in.exports[ref]
}

// learnSchemas takes the schemas that only types name from what files export.
func (in *instance) learnSchemas() {
	for _, ref := range in.app.schemas {
		in.records.standard(in.schemaAt(ref))
	}
	in.validators = make([]validator, len(in.records.standards))
}
