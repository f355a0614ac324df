package engine

import (
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
)

// declarations converts the records of a VM whose modules have all been registered. Records of classes and
// functions that no file exports are left out.
func (in *instance) declarations(r *recorder) []declared.Declaration {
	list := make([]declared.Declaration, 0, len(r.records))
	for i, rec := range r.records {
		ref, ok := in.refs[rec.owner]
		if !ok {
			continue
		}
		list = append(list, declared.Declaration{
			Decorator: rec.decorator.Name, Target: rec.target, Owner: ref, Name: nameOf(rec.owner), Member: rec.member,
			Static: rec.static, Param: rec.param, Options: in.options(r, rec.applied), Record: i,
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

// options converts the arguments to plain values: positional arguments get the names that the listing gives them,
// and an object's properties keep theirs.
func (in *instance) options(r *recorder, a applied) manifest.Options {
	if a.use > 0 {
		return in.ownOptions(r, a.use)
	}
	options := manifest.Options{}
	var rest []any
	for i, arg := range a.args {
		object, isObject := arg.(*goja.Object)
		switch {
		case isObject && isPlainObject(object) && !a.isValue(i):
			for _, key := range object.Keys() {
				options[key] = in.option(r, a.decorator, key, object.Get(key))
			}
		case goja.IsUndefined(arg):
		case a.decorator.Rest && i < maxOptionItems:
			rest = append(rest, in.plain(r, arg, 0))
		default:
			options[a.decorator.Positional(i)] = in.plain(r, arg, 0)
		}
	}
	if list, isList := firstOf(rest).([]any); isList && len(rest) == 1 { // OneOf(["a", "b"])
		rest = list
	}
	if rest != nil {
		options[a.decorator.First] = rest
	}
	return options
}

func firstOf(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// option converts one argument. A JSON document keeps its members in their order and so is not converted.
func (in *instance) option(r *recorder, d *declared.Decorator, name string, value Value) any {
	if d.Kind(name) == declared.StandardSchema {
		return in.schemaOption(r, value)
	}
	object, isObject := value.(*goja.Object)
	if !isObject || d.Kind(name) != declared.SchemaDocument {
		return in.plain(r, value, 0)
	}
	text, err := object.MarshalJSON()
	if err != nil {
		return declared.Unwritable(err.Error())
	}
	return declared.JSON(text)
}

// maxOptionDepth bounds nesting; it also stops at an object that contains itself.
const maxOptionDepth = 8

// maxOptionItems bounds lists; no decorator needs longer ones.
const maxOptionItems = 10_000

// plain converts an option's value to one of those that [manifest.Options] lists; any other object becomes its
// text.
func (in *instance) plain(r *recorder, value Value, depth int) any {
	object, ok := value.(*goja.Object)
	if !ok {
		return plainScalar(value)
	}
	if a, ok := r.known[object]; ok { // before exports, because constraints that the application makes are usually exported
		return declared.ParamDecorator{Decorator: a.decorator.Name, Options: in.options(r, a)}
	}
	if ref, ok := in.refs[object]; ok {
		return ref
	}
	switch {
	case depth >= maxOptionDepth:
		return nil
	case isFunction(object):
		return declared.Unexported(nameOf(object))
	case object.ClassName() == "Array":
		items := make([]any, min(object.Get("length").ToInteger(), maxOptionItems))
		for i := range items {
			items[i] = in.plain(r, object.Get(strconv.Itoa(i)), depth+1)
		}
		return items
	case object.ClassName() == "RegExp":
		return declared.Regexp{Source: object.Get("source").String(), Flags: object.Get("flags").String()}
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
