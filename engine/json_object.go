package engine

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// object writes an object according to its kind.
func (w *jsonWriter) object(o *goja.Object, form *manifest.Form) error {
	switch kind := o.ExportType(); kind {
	case typeObject:
		return w.plainObject(o, form)
	case typeList:
		if o.ClassName() == "Array" {
			return w.nested(o, form, w.array)
		}
		return w.nested(o, form, w.set)
	case typeMap:
		return w.nested(o, form, w.mapObject)
	case typeTime:
		w.date(o)
	case typeBytes, typeBuffer:
		bytes, _ := w.scope.BytesOf(o)
		if err := w.fits(len(bytes) / 3 * 4); err != nil {
			return err
		}
		w.dst = appendBase64(w.dst, bytes)
	case typeInt, typeFloat, typeBool:
		w.boxed(o, kind)
	case typeCallee, typeCreator:
		w.null()
	default:
		return w.other(o, kind, form)
	}
	return nil
}

// plainObject writes an object with properties, or one of the few built-in objects that look like such an object
// from outside.
func (w *jsonWriter) plainObject(o *goja.Object, form *manifest.Form) error {
	switch o.ClassName() {
	case "String":
		return w.text(o.ToString())
	case "RawJSON":
		w.dst = append(w.dst, o.Get("rawJSON").String()...)
		return nil
	}
	return w.nested(o, form, w.fields)
}

// boxed writes new Number(1) and new Boolean(true).
func (w *jsonWriter) boxed(o *goja.Object, kind reflect.Type) {
	if kind == typeBool {
		truth, _ := o.Export().(bool)
		w.dst = strconv.AppendBool(w.dst, truth)
		return
	}
	w.dst = jsontext.AppendNumber(w.dst, o.ToFloat())
}

// other writes proxies, typed arrays and host objects. It refuses promises: their results are not known yet, and
// the {} that JSON.stringify writes for them is of no use.
func (w *jsonWriter) other(o *goja.Object, kind reflect.Type, form *manifest.Form) error {
	switch {
	case kind == typeProxy && isFunction(o):
		w.null()
		return nil
	case kind == typeProxy && isArrayProxy(o):
		return w.nested(o, form, w.array)
	case kind.Kind() == reflect.Slice && isNumber(kind.Elem().Kind()):
		return w.nested(o, form, w.array)
	case kind == typeBigInt:
		return w.bigInt(o)
	case kind == typePromise:
		return &JSONError{Reason: "is a promise: is an await missing?"}
	}
	if appender, ok := o.Export().(JSONAppender); ok && form == nil {
		if out, ok := appender.AppendJSON(w.dst); ok {
			w.dst = out
			return w.fits(0)
		}
	}
	if o.ClassName() == "Array" {
		return w.nested(o, form, w.array)
	}
	return w.nested(o, form, w.fields)
}

// isArrayProxy reports what Array.isArray would return.
func isArrayProxy(o *goja.Object) bool {
	for o != nil && o.ExportType() == typeProxy {
		proxy, ok := o.Export().(goja.Proxy)
		if !ok {
			return false
		}
		o = proxy.Target()
	}
	return o != nil && o.ClassName() == "Array"
}

// isNumber reports whether k is the kind of the elements of a typed array.
func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

// date writes a Date as toISOString does; an invalid one is null.
func (w *jsonWriter) date(o *goja.Object) {
	t, ok := o.Export().(time.Time)
	if !ok {
		w.null()
		return
	}
	w.dst = append(w.dst, '"')
	w.dst = jsontext.AppendTime(w.dst, t.UTC())
	w.dst = append(w.dst, '"')
}

// nested writes the parts of a value, and refuses cycles.
func (w *jsonWriter) nested(o *goja.Object, form *manifest.Form, parts func(*goja.Object, *manifest.Form) error) error {
	if w.open == nil {
		w.open = w.room[:0]
	}
	if slices.Contains(w.open, o) {
		return &JSONError{Reason: "refers back to an object that contains it"}
	}
	if len(w.open) >= maxJSONDepth {
		return &JSONError{Reason: fmt.Sprintf("is nested deeper than %d levels", maxJSONDepth)}
	}
	w.open = append(w.open, o)
	err := parts(o, form)
	w.open = w.open[:len(w.open)-1]
	return err
}

func (w *jsonWriter) array(o *goja.Object, form *manifest.Form) error {
	form = elementForm(form)
	elements, direct := inside.List(o)
	length := int64(len(elements))
	if !direct {
		if length = o.Get("length").ToInteger(); length > maxJSONLength {
			return &JSONError{Reason: fmt.Sprintf("is an array of %d elements; at most %d are written", length, maxJSONLength)}
		}
	}
	w.dst = append(w.dst, '[')
	for i := range int(length) {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		var v Value
		if direct && inside.IsValue(elements[i]) {
			v = elements[i]
		} else {
			v = o.Get(strconv.Itoa(i))
		}
		if err := w.element(v, i, form); err != nil {
			return within(err, "["+strconv.Itoa(i)+"]")
		}
	}
	w.dst = append(w.dst, ']')
	return nil
}

// element writes one value of an array or Set.
func (w *jsonWriter) element(v Value, i int, form *manifest.Form) error {
	if err := w.step(); err != nil {
		return err
	}
	if o, ok := v.(*goja.Object); ok {
		var err error
		if v, form, err = w.ready(o, strconv.Itoa(i), form); err != nil {
			return err
		}
	}
	return w.write(v, form)
}

// elementForm returns the form of the items of a list or a map.
func elementForm(form *manifest.Form) *manifest.Form {
	if form == nil {
		return nil
	}
	return form.Elem
}

func (w *jsonWriter) set(o *goja.Object, form *manifest.Form) (err error) {
	form = elementForm(form)
	w.dst = append(w.dst, '[')
	i := 0
	w.scope.rt.ForOf(o, func(item Value) bool {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		if err = w.element(item, i, form); err != nil {
			err = within(err, "["+strconv.Itoa(i)+"]")
		}
		i++
		return err == nil
	})
	w.dst = append(w.dst, ']')
	return err
}

// fields writes the properties of an object. The form of its class overrides that of the declared type.
func (w *jsonWriter) fields(o *goja.Object, form *manifest.Form) error {
	w.dst = append(w.dst, '{')
	said := w.saidOf(o, form)
	if view, ok := records.Of(o); ok {
		if err := w.record(view, said); err != nil {
			return err
		}
	} else if names, values, ok := inside.Fields(o); ok {
		if err := w.direct(o, names, values, said); err != nil {
			return err
		}
	} else {
		empty := len(w.dst)
		for _, key := range o.Keys() {
			if err := w.member(key, o.Get(key), said, empty); err != nil {
				return err
			}
		}
	}
	w.dst = append(w.dst, '}')
	return nil
}

// saidOf returns how the properties of an object are written.
func (w *jsonWriter) saidOf(o *goja.Object, form *manifest.Form) saying {
	objects := w.scope.instance.builtin.objects
	if o.Prototype() != objects {
		if of := w.scope.instance.layouts.of(o, objects); of != nil {
			return saying{byName: of}
		}
	}
	switch {
	case form == nil:
		return saying{}
	case form.Members != nil:
		return saying{byName: form.Members}
	default:
		return saying{each: form.Elem} // a map
	}
}

// saying is how the properties of an object are written, each by its name or all alike.
type saying struct {
	byName layout
	each   *manifest.Form
}

// member writes a property as said describes.
func (w *jsonWriter) member(key string, v Value, said saying, empty int) error {
	if said.byName == nil {
		return w.field(key, v, said.each, empty)
	}
	m, ok := said.byName[key]
	switch {
	case !ok:
		return w.field(key, v, nil, empty)
	case m.Hidden:
		return nil
	case w.tree && m.XML != "":
		key = m.XML
	case m.JSON != "":
		key = m.JSON
	}
	return w.field(key, v, m.Form, empty)
}

// direct writes the properties of an object from where goja stores them.
func (w *jsonWriter) direct(o *goja.Object, names []unistring.String, values map[unistring.String]Value, said saying) error {
	empty := len(w.dst)
	for _, name := range names {
		v := values[name]
		key := name.String()
		if !inside.IsValue(v) {
			if !enumerable(o, key) {
				continue
			}
			v = o.Get(key)
		}
		if err := w.member(key, v, said, empty); err != nil {
			return err
		}
	}
	return nil
}

// enumerable uses the slow public method; such properties are rare in what is written.
func enumerable(o *goja.Object, key string) bool { return slices.Contains(o.Keys(), key) }

// mapObject writes a Map as an object whose keys are converted to strings.
func (w *jsonWriter) mapObject(o *goja.Object, form *manifest.Form) (err error) {
	form = elementForm(form)
	w.dst = append(w.dst, '{')
	empty := len(w.dst)
	w.scope.rt.ForOf(o, func(entry Value) bool {
		pair := entry.(*goja.Object)
		err = w.field(pair.Get("0").String(), pair.Get("1"), form, empty)
		return err == nil
	})
	w.dst = append(w.dst, '}')
	return err
}

// field writes one property, unless JSON omits it. empty is the length of dst before the first property.
func (w *jsonWriter) field(key string, v Value, form *manifest.Form, empty int) error {
	return w.named(key, nil, v, form, empty)
}

// named is field for a name whose text may be known: that of a key of JSON, with the colon.
func (w *jsonWriter) named(key string, text []byte, v Value, form *manifest.Form, empty int) error {
	if err := w.step(); err != nil {
		return err
	}
	if o, ok := v.(*goja.Object); ok {
		var err error
		if v, form, err = w.ready(o, key, form); err != nil {
			return err
		}
	}
	if skipped(v) {
		return nil
	}
	if len(w.dst) > empty {
		w.dst = append(w.dst, ',')
	}
	if err := w.fits(len(key)); err != nil {
		return err
	}
	if text != nil {
		w.dst = append(w.dst, text...)
	} else {
		w.dst = append(jsontext.AppendString(w.dst, key), ':')
	}
	if err := w.write(v, form); err != nil {
		return within(err, key)
	}
	return nil
}
