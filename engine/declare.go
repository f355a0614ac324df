package engine

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// declarations converts the records of a VM whose modules have all been registered.
// What stands on a class or function that no file exports is left out.
func (in *instance) declarations(r *recorder) []manifest.Declaration {
	var list []manifest.Declaration
	for _, rec := range r.records {
		ref, ok := in.refs[rec.owner]
		if !ok {
			continue
		}
		list = append(list, manifest.Declaration{
			Decorator: rec.decorator.Name, Target: rec.target, Owner: ref, Name: nameOf(rec.owner), Member: rec.member,
			Static: rec.static, Param: rec.param, Options: in.options(r, rec.applied),
		})
	}
	return list
}

func nameOf(owner *goja.Object) string {
	if name, ok := owner.Get("name").(goja.String); ok {
		return name.String()
	}
	return ""
}

// fingerprint is the same for two VMs that declared the same.
func fingerprint(declarations []manifest.Declaration) uint64 {
	h := fnv.New64a()
	for _, d := range declarations {
		_, _ = fmt.Fprintf(h, "%+v\n", d) // maps are printed in order of their keys
	}
	return h.Sum64()
}

// options makes the arguments plain: a positional first one has the name the listing
// gives it, an object's properties are the others.
func (in *instance) options(r *recorder, a applied) manifest.Options {
	options := manifest.Options{}
	for i, arg := range a.args {
		object, isObject := arg.(*goja.Object)
		switch {
		case isObject && isPlainObject(object):
			for _, key := range object.Keys() {
				options[key] = in.plain(r, object.Get(key), 0)
			}
		case i == 0 && !goja.IsUndefined(arg):
			name := a.decorator.First
			if name == "" {
				name = "first argument"
			}
			options[name] = in.plain(r, arg, 0)
		}
	}
	return options
}

// maxOptionDepth bounds nesting; an object that contains itself stops there.
const maxOptionDepth = 8

// maxOptionItems bounds lists; no decorator has a use for longer ones.
const maxOptionItems = 10_000

// plain makes an option's value one of those that [manifest.Options] lists; any other
// object becomes its text.
func (in *instance) plain(r *recorder, value Value, depth int) any {
	object, ok := value.(*goja.Object)
	if !ok {
		return plainScalar(value)
	}
	if ref, ok := in.refs[object]; ok {
		return ref
	}
	if a, ok := r.known[object]; ok {
		return manifest.ParamDecorator{Decorator: a.decorator.Name, Options: in.options(r, a)}
	}
	switch {
	case depth >= maxOptionDepth:
		return nil
	case isFunction(object):
		return manifest.Unexported(nameOf(object))
	case object.ClassName() == "Array":
		items := make([]any, min(object.Get("length").ToInteger(), maxOptionItems))
		for i := range items {
			items[i] = in.plain(r, object.Get(strconv.Itoa(i)), depth+1)
		}
		return items
	case isPlainObject(object):
		fields := map[string]any{}
		for _, key := range object.Keys() {
			fields[key] = in.plain(r, object.Get(key), depth+1)
		}
		return fields
	}
	return object.String()
}

func isPlainObject(o *goja.Object) bool {
	return o.ExportType() == typeObject && o.ClassName() == "Object"
}

func plainScalar(value Value) any {
	if value == nil || goja.IsUndefined(value) || goja.IsNull(value) {
		return nil
	}
	switch v := value.Export().(type) {
	case int64, float64, bool, string:
		return v
	default:
		return value.String()
	}
}

// properties answers the resolver's questions about JsonProperty.
func properties(declarations []manifest.Declaration) func(file, class, member string) (schema.Property, bool) {
	type key struct {
		owner  manifest.Ref
		member string
	}
	known := map[key]schema.Property{}
	for _, d := range declarations {
		if d.Decorator == "JsonProperty" {
			known[key{d.Owner, d.Member}] = d.JSONProperty()
		}
	}
	return func(file, class, member string) (schema.Property, bool) {
		p, ok := known[key{manifest.Ref{File: file, Export: class}, member}]
		return p, ok
	}
}
