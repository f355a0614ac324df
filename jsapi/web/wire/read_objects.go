package wire

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// reserve gives the next object its number. Objects that may contain themselves are set before their members are read.
func (in *reader) reserve() int {
	in.seen = append(in.seen, nil)
	return len(in.seen) - 1
}

func (in *reader) object(tag byte) goja.Value {
	if len(in.seen) >= maxObjects {
		return in.fail()
	}
	at := in.reserve()
	switch tag {
	case tagArray:
		return in.array(at)
	case tagObject:
		return in.fields(at)
	case tagMap, tagSet:
		return in.collection(at, tag)
	case tagDate:
		in.seen[at] = in.make("Date", in.Runtime.ToValue(in.float()))
	case tagRegExp:
		in.seen[at] = in.expression()
	case tagError:
		return in.exception(at)
	case tagBoxed:
		if v := in.value(); v != nil && !goja.IsUndefined(v) && !goja.IsNull(v) {
			in.seen[at] = v.ToObject(in.Runtime)
		}
	case tagBuffer:
		in.seen[at] = in.NewBuffer(slices.Clone(in.blob())).(*goja.Object)
	case tagView:
		in.view(at)
	case tagPlatform:
		name := string(in.blob())
		if object, ok := in.Unpack(name, in.blob()); ok && !in.failed {
			in.seen[at] = object
		}
	}
	if in.seen[at] == nil {
		return in.fail()
	}
	return in.seen[at]
}

func (in *reader) expression() *goja.Object {
	source, isText := in.value().(goja.String)
	flags := in.value()
	if !isText {
		in.fail()
		return nil
	}
	if in.patterns += source.Length() + patternCost; in.patterns > maxPatterns {
		in.fail()
		return nil
	}
	return in.make("RegExp", source, flags)
}

// make calls a constructor.
func (in *reader) make(class string, arguments ...goja.Value) *goja.Object {
	if in.failed || slices.Contains(arguments, nil) {
		in.fail()
		return nil
	}
	object, err := in.Runtime.New(in.Runtime.Get(class), arguments...)
	if err != nil {
		in.fail()
		return nil
	}
	return object
}

func (in *reader) array(at int) goja.Value {
	n := in.count()
	array := in.Runtime.NewArray()
	in.seen[at] = array
	_ = array.Set("length", n)
	for i := range n {
		if v := in.value(); in.failed {
			break
		} else if v != nil {
			define(array, strconv.Itoa(i), v)
		}
	}
	return array
}

func (in *reader) fields(at int) goja.Value {
	n := in.count()
	object := in.Runtime.NewObject()
	in.seen[at] = object
	for range n {
		key := in.value()
		value := in.value()
		if _, ok := key.(goja.String); !ok || value == nil || in.failed {
			return in.fail()
		}
		define(object, key.String(), value)
	}
	return object
}

func define(object *goja.Object, key string, value goja.Value) {
	_ = object.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
}

func (in *reader) collection(at int, tag byte) goja.Value {
	class, add, width := "Set", "add", 1
	if tag == tagMap {
		class, add, width = "Map", "set", 2
	}
	n := in.count()
	object := in.make(class)
	if object == nil || n%width != 0 {
		return in.fail()
	}
	in.seen[at] = object
	call, ok := goja.AssertFunction(object.Get(add))
	if !ok {
		return in.fail()
	}
	for range n / width {
		members := make([]goja.Value, width)
		for i := range members {
			members[i] = in.value()
		}
		if in.failed || slices.Contains(members, nil) {
			return in.fail()
		}
		if _, err := call(object, members...); err != nil {
			return in.fail()
		}
	}
	return object
}

func (in *reader) exception(at int) goja.Value {
	class := "Error"
	name := in.value()
	if text, ok := name.(goja.String); ok && slices.Contains(errorClasses, text.String()) {
		class = text.String()
	}
	object := in.make(class)
	if object == nil {
		return in.fail()
	}
	in.seen[at] = object
	for _, key := range errorKeys[1:] {
		value := in.value()
		if in.failed || value == nil {
			return in.fail()
		}
		if !goja.IsUndefined(value) {
			_ = object.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		}
	}
	return object
}

var errorClasses = []string{"EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"}

var views = []string{
	"DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array",
	"Float16Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array",
}

func (in *reader) view(at int) {
	class, from, length := string(in.blob()), in.number(), in.number()
	buffer, ok := in.value().(*goja.Object)
	if !ok || !slices.Contains(views, class) || !part.IsBuffer(buffer) {
		in.fail()
		return
	}
	in.seen[at] = in.make(class, buffer, in.Runtime.ToValue(from), in.Runtime.ToValue(length))
}
