package engine

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/schema"
)

// declarations converts the records of a VM whose modules have all been registered.
// What stands on a class or function that no file exports is left out.
func (in *instance) declarations(r *recorder) []declared.Declaration {
	var list []declared.Declaration
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

// fingerprint is the same for two VMs that declared the same.
func fingerprint(declarations []declared.Declaration) uint64 {
	h := fnv.New64a()
	for _, d := range declarations {
		_, _ = fmt.Fprintf(h, "%+v\n", d) // maps are printed in order of their keys
	}
	return h.Sum64()
}

// options makes the arguments plain: positional ones have the names the listing gives them,
// an object's properties are the others.
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

// option makes one plain. A document is not taken apart: its members are in an order.
func (in *instance) option(r *recorder, d declared.Decorator, name string, value Value) any {
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
	if a, ok := r.known[object]; ok { // before exports, which constraints of the application's own mostly are
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

// xmlRoots answers the resolver's questions about XmlRoot.
func xmlRoots(declarations []declared.Declaration) func(file, class string) string {
	known := map[manifest.Ref]string{}
	for _, d := range declarations {
		if name := d.XMLRoot(); name != "" {
			known[d.Owner] = name
		}
	}
	return func(file, class string) string { return known[manifest.Ref{File: file, Export: class}] }
}

// memberKey is a member of a class, or a parameter of its constructor; a member itself is -1.
type memberKey struct {
	owner  manifest.Ref
	member string
	param  int
}

func keyOf(d declared.Declaration) memberKey {
	if d.Target == declared.OnParam {
		return memberKey{d.Owner, d.Member, d.Param}
	}
	return memberKey{d.Owner, d.Member, -1}
}

// properties answers the resolver's questions about JsonProperty and its kind.
func properties(declarations []declared.Declaration) func(file, class, member string, param int) (schema.Property, bool) {
	known := map[memberKey]schema.Property{}
	for _, d := range declarations {
		at := keyOf(d)
		if p := known[at]; d.Describe(&p) {
			known[at] = p
		}
	}
	return func(file, class, member string, param int) (schema.Property, bool) {
		p, ok := known[memberKey{manifest.Ref{File: file, Export: class}, member, param}]
		return p, ok
	}
}

// constraints answers the resolver's questions about what values must fulfil. Decorators
// are applied from the last to the first, and the rules are in the order they are written.
func constraints(declarations []declared.Declaration) func(file, class, member string, param int) []schema.Constraint {
	known := map[memberKey][]schema.Constraint{}
	for _, d := range slices.Backward(declarations) {
		switch d.Target {
		case declared.OnField, declared.OnMethod, declared.OnParam:
			known[keyOf(d)] = append(known[keyOf(d)], d.Constraints()...)
		}
	}
	return func(file, class, member string, param int) []schema.Constraint {
		return known[memberKey{manifest.Ref{File: file, Export: class}, member, param}]
	}
}

// checks answers the resolver's question about @Validate.
func checks(declarations []declared.Declaration) func(file, class string) []string {
	known := map[manifest.Ref][]string{}
	for _, d := range declarations {
		if d.Decorator == "Validate" && d.Target == declared.OnMethod && !d.Static {
			known[d.Owner] = append(known[d.Owner], d.Member)
		}
	}
	return func(file, class string) []string { return known[manifest.Ref{File: file, Export: class}] }
}
