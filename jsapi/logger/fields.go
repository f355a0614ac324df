package logger

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/web"
)

const (
	mostFields   = 1000 // of a line, including those of nested objects
	deepestField = 8
)

// isOfLine reports whether every line has a field of this name. A field of a script with such a name is renamed.
func isOfLine(name string) bool {
	return slices.Contains([]string{"time", "level", "msg", "logger", "request", "trace"}, name)
}

// fields converts the properties of an object, or an Error, to attributes. Whatever a getter or a proxy does, it does
// not fail.
func (r *Realm) fields(v goja.Value) []slog.Attr {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	if isError(object) {
		return r.failure("error", object)
	}
	var attrs []slog.Attr
	reader := &fieldReader{Realm: r, left: mostFields}
	if exception := r.Runtime.Try(func() { attrs = reader.top(object) }); exception != nil {
		return []slog.Attr{slog.String("fields", "<cannot be shown: "+exception.Value().String()+">")}
	}
	return attrs
}

// failure returns attributes for an Error: its message, its stack and its causes.
func (r *Realm) failure(key string, object *goja.Object) []slog.Attr {
	var attrs []slog.Attr
	_ = r.Runtime.Try(func() {
		head, stack := web.ErrorText(object)
		if key != "" {
			attrs = append(attrs, slog.String(key, head))
		}
		if causes := r.causes(object); causes != "" {
			attrs = append(attrs, slog.String("cause", causes))
		}
		if stack != "" {
			attrs = append(attrs, slog.String("stack", stack))
		}
	})
	return attrs
}

// causes describes the causes of an error.
func (r *Realm) causes(object *goja.Object) string {
	var list []string
	for len(list) < deepestField {
		behind, ok := object.Get("cause").(*goja.Object)
		if !ok || !isError(behind) {
			break
		}
		head, _ := web.ErrorText(behind)
		list = append(list, head)
		object = behind
	}
	return strings.Join(list, ", caused by ")
}

// fieldReader converts script values to attributes, for one line.
type fieldReader struct {
	*Realm
	left   int
	inside []*goja.Object
}

func (f *fieldReader) top(object *goja.Object) []slog.Attr {
	var attrs []slog.Attr
	for _, a := range f.object(object, func(name string, value *goja.Object) []slog.Attr { return f.failure(name, value) }) {
		if isOfLine(a.Key) {
			a.Key += "_"
		}
		attrs = append(attrs, a)
	}
	return attrs
}

// object converts the properties of an object to attributes. failed converts the first Error among them.
func (f *fieldReader) object(object *goja.Object, failed func(string, *goja.Object) []slog.Attr) []slog.Attr {
	f.inside = append(f.inside, object)
	defer func() { f.inside = f.inside[:len(f.inside)-1] }()
	var attrs []slog.Attr
	keys := object.Keys()
	for i, name := range keys {
		if f.left--; f.left < 0 {
			return append(attrs, slog.String("…", fmt.Sprintf("%d more", len(keys)-i)))
		}
		if f.hides(object, name) {
			continue
		}
		value := f.property(object, name)
		if inner, ok := value.(*goja.Object); ok && failed != nil && isError(inner) {
			attrs, failed = append(attrs, failed(name, inner)...), nil
			continue
		}
		if value != nil && !goja.IsUndefined(value) {
			attrs = append(attrs, slog.Attr{Key: name, Value: f.value(value)})
		}
	}
	return attrs
}

// hides reports whether the class of an object keeps a property out of logs.
func (f *fieldReader) hides(object *goja.Object, name string) bool {
	return f.Container != nil && f.Container.Hidden(object, name)
}

// property returns a property, or a description of the error that its getter threw.
func (f *fieldReader) property(object *goja.Object, name string) (value goja.Value) {
	if exception := f.Runtime.Try(func() { value = object.Get(name) }); exception != nil {
		return f.Runtime.ToValue("<cannot be shown: " + exception.Value().String() + ">")
	}
	return value
}

func (f *fieldReader) value(v goja.Value) slog.Value {
	switch v := v.(type) {
	case goja.String:
		return slog.StringValue(v.String())
	case *goja.Symbol:
		return slog.StringValue(web.Show(f.VM, v, web.Look{}))
	case *goja.Object:
		return f.nested(v)
	}
	switch {
	case goja.IsUndefined(v), goja.IsNull(v):
		return slog.AnyValue(nil)
	case goja.IsBigInt(v):
		return slog.StringValue(v.String())
	}
	return slog.AnyValue(v.Export())
}

func (f *fieldReader) nested(object *goja.Object) slog.Value {
	switch {
	case slices.Contains(f.inside, object):
		return slog.StringValue("[Circular]")
	case isError(object):
		head, stack := web.ErrorText(object)
		return slog.StringValue(strings.TrimRight(head+"\n"+stack, "\n"))
	case len(f.inside) > deepestField:
		return slog.StringValue("…")
	case isList(object):
		return f.list(object)
	}
	if _, is := goja.AssertFunction(object); is {
		return slog.StringValue(web.Show(f.VM, object, web.Look{}))
	}
	if own, is := goja.AssertFunction(f.property(object, "toJSON")); is {
		return f.own(object, own)
	}
	switch t := object.ExportType(); {
	case t == reflect.TypeFor[[][2]any]():
		return f.entries(object)
	case t == reflect.TypeFor[[]any]():
		return f.members(object)
	case t.Kind() == reflect.Map && object.ClassName() == "Object", t.Kind() == reflect.Pointer && t != promiseType, t.Kind() == reflect.Struct:
		return group(f.object(object, nil))
	}
	return slog.StringValue(web.Show(f.VM, object, web.Look{}))
}

var promiseType = reflect.TypeFor[*goja.Promise]()

// own returns the value that an object's own toJSON method returns.
func (f *fieldReader) own(object *goja.Object, toJSON goja.Callable) slog.Value {
	said, err := toJSON(object)
	switch {
	case isInterruption(err):
		panic(f.Thrown(err))
	case err != nil:
		return slog.StringValue("<cannot be shown: " + err.Error() + ">")
	case said == nil || said.SameAs(object):
		return group(f.object(object, nil))
	}
	f.inside = append(f.inside, object)
	defer func() { f.inside = f.inside[:len(f.inside)-1] }()
	return f.value(said)
}

// entries returns the entries of a Map as fields.
func (f *fieldReader) entries(object *goja.Object) slog.Value {
	var attrs []slog.Attr
	f.each(object, func(entry goja.Value) {
		if pair, ok := entry.(*goja.Object); ok {
			attrs = append(attrs, slog.Attr{Key: f.plainly(pair.Get("0")), Value: f.value(pair.Get("1"))})
		}
	})
	return group(attrs)
}

// members returns the members of a Set as a list.
func (f *fieldReader) members(object *goja.Object) slog.Value {
	var values []any
	f.each(object, func(member goja.Value) { values = append(values, f.value(member)) })
	return slog.AnyValue(values)
}

// each iterates as long as the line has room.
func (f *fieldReader) each(object *goja.Object, do func(goja.Value)) {
	f.inside = append(f.inside, object)
	defer func() { f.inside = f.inside[:len(f.inside)-1] }()
	f.Runtime.ForOf(object, func(value goja.Value) bool {
		if f.left--; f.left >= 0 {
			do(value)
		}
		return f.left > 0
	})
}

func (f *fieldReader) list(object *goja.Object) slog.Value {
	f.inside = append(f.inside, object)
	defer func() { f.inside = f.inside[:len(f.inside)-1] }()
	length := realm.Integer(object.Get("length"))
	values := make([]any, 0, min(length, max(0, f.left)))
	for i := range length {
		if f.left--; f.left < 0 {
			values = append(values, fmt.Sprintf("… %d more", length-i))
			break
		}
		item := f.property(object, realm.Index(i))
		if item == nil {
			item = goja.Undefined()
		}
		values = append(values, f.value(item))
	}
	return slog.AnyValue(values)
}

// group returns an object of fields as a value; slog leaves out an empty group.
func group(attrs []slog.Attr) slog.Value {
	if len(attrs) == 0 {
		return slog.AnyValue(map[string]any{})
	}
	return slog.GroupValue(attrs...)
}

// isInterruption reports whether an error ends the script, as opposed to one that the script threw.
func isInterruption(err error) bool {
	_, thrown := errors.AsType[*goja.Exception](err)
	return err != nil && !thrown
}

func isError(object *goja.Object) bool { return object.ClassName() == "Error" }

func isList(object *goja.Object) bool { return object.ClassName() == "Array" }
