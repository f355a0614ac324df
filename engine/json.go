package engine

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/inside"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/records"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// Bounds of what is written. A deeper value is taken for a cycle; a longer array usually has a length but no
// elements.
const (
	maxJSONDepth  = 512
	maxJSONLength = 16 << 20 // elements of an array
)

// defaultResultBytes is the largest result unless the options say otherwise.
const defaultResultBytes = 64 << 20

// JSONAppender is a host object that writes its own JSON, such as the rows of a query: it is written without
// entering the script. It may decline if a script has changed it; then it is written like any other object.
type JSONAppender interface {
	AppendJSON(dst []byte) (out []byte, ok bool)
}

// AppendJSON writes a value as JSON the way JSON.stringify does, straight from script values, except where
// JSON.stringify would lose data: a Map is an object, a Set and a typed array are arrays, a BigInt is a number with
// all its digits, and bytes (an ArrayBuffer, a Uint8Array) are base64. A value that JSON cannot express (undefined,
// a function) is null.
//
// A promise, a cycle, and a value that exceeds the bounds are a *[JSONError] that names the path; a
// getter or toJSON that throws ends the writing with what it threw. On an error, out is dst without what was
// written.
func (s *Scope) AppendJSON(dst []byte, value Value) (out []byte, err error) {
	return s.appendJSON(dst, value, nil, false)
}

// AppendDeclared is AppendJSON for a value of a declared type with this form.
func (s *Scope) AppendDeclared(dst []byte, value Value, form *manifest.Form) (out []byte, err error) {
	return s.appendJSON(dst, value, form, false)
}

func (s *Scope) appendJSON(dst []byte, value Value, form *manifest.Form, tree bool) (out []byte, err error) {
	w := jsonWriter{scope: s, tree: tree, dst: dst, limit: len(dst) + s.ResultBytes()}
	w.plainObjects = s.instance.builtin.objects.Get("toJSON") == nil
	exception := s.rt.Try(func() { err = w.top(value, form) })
	if exception != nil {
		return dst, exception
	}
	if err != nil {
		return dst, err
	}
	return w.dst, nil
}

// jsonWriter writes one value. Each value goes through ready, which applies toJSON, then skipped, which reports
// whether an object omits it, then write. The form is that of the declared type, or nil; the form of an object's
// class overrides it.
type jsonWriter struct {
	scope *Scope
	tree  bool // names are those for XML
	dst   []byte
	limit int // bound of len(dst)
	steps int // values written since the last poll

	plainObjects bool // Object.prototype has no toJSON; scripts may add one
	builtIns     builtIns

	open []*goja.Object // the objects being written, outermost first
	room [8]*goja.Object
}

var (
	typeInt     = reflect.TypeFor[int64]()
	typeFloat   = reflect.TypeFor[float64]()
	typeString  = reflect.TypeFor[string]()
	typeBool    = reflect.TypeFor[bool]()
	typeObject  = reflect.TypeFor[map[string]any]() // also boxed primitives, weak maps, …
	typeList    = reflect.TypeFor[[]any]()          // an array or a Set
	typeMap     = reflect.TypeFor[[][2]any]()
	typeTime    = reflect.TypeFor[time.Time]()
	typeBytes   = reflect.TypeFor[[]byte]()
	typeBuffer  = reflect.TypeFor[goja.ArrayBuffer]()
	typeProxy   = reflect.TypeFor[goja.Proxy]()
	typeBigInt  = reflect.TypeFor[*big.Int]()
	typePromise = reflect.TypeFor[*goja.Promise]()
	typeCallee  = reflect.TypeFor[func(goja.FunctionCall) goja.Value]()
	typeCreator = reflect.TypeFor[func(goja.ConstructorCall) *goja.Object]()
)

func (w *jsonWriter) top(v Value, form *manifest.Form) error {
	v, form, err := w.ready(v, "", form)
	if err != nil {
		return err
	}
	return w.write(v, form)
}

// ready returns what to write for a value: the result of its toJSON if it has one, to which the form of
// the declared type does not apply. key is the value's name in the object or array that contains it.
func (w *jsonWriter) ready(v Value, key string, form *manifest.Form) (Value, *manifest.Form, error) {
	o, ok := v.(*goja.Object)
	if !ok || w.hasNoToJSON(o) {
		return v, form, nil
	}
	toJSON := o.Get("toJSON")
	if toJSON == nil || toJSON == w.scope.instance.builtin.dateToJSON && o.ExportType() == typeTime {
		return v, form, nil
	}
	call, ok := goja.AssertFunction(toJSON)
	if !ok {
		return v, form, nil
	}
	made, err := call(o, w.scope.rt.ToValue(key))
	return made, nil, err
}

// hasNoToJSON avoids a look-up for the most common objects: those of no class, without a property of that name.
func (w *jsonWriter) hasNoToJSON(o *goja.Object) bool {
	if view, ok := records.Of(o); ok {
		return !view.Has("toJSON") && o.Prototype() == w.scope.instance.builtin.objects && w.plainObjects
	}
	_, values, ok := inside.Fields(o)
	return ok && values["toJSON"] == nil && o.Prototype() == w.scope.instance.builtin.objects && w.plainObjects
}

// skipped reports whether v is a value that JSON omits from an object, and replaces by null in an array.
func skipped(v Value) bool {
	switch v := v.(type) {
	case nil, *goja.Symbol:
		return true
	case *goja.Object:
		switch v.ExportType() {
		case typeObject, typeList:
			return false
		case typeCallee, typeCreator:
			return true
		case typeProxy:
			return isFunction(v)
		}
		return false
	}
	return v == goja.Undefined()
}

// write writes a value that is ready.
func (w *jsonWriter) write(v Value, form *manifest.Form) error {
	if o, ok := v.(*goja.Object); ok {
		return w.object(o, form)
	}
	if form != nil && form.Cases != nil {
		if name, ok := caseName(v, form); ok {
			w.dst = jsontext.AppendString(w.dst, name)
			return nil
		}
	}
	return w.primitive(v)
}

// caseName returns the name of an enumeration's case if cases are written by name.
func caseName(v Value, form *manifest.Form) (name string, ok bool) {
	if v == nil || v.ExportType() != typeInt {
		return "", false
	}
	name, ok = form.Cases[v.ToInteger()]
	return name, ok
}

// Declared returns what represents a value of a declared type outside of scripts if the value is not an object:
// the name of a case of an enumeration whose cases are written by name.
func (s *Scope) Declared(v Value, form *manifest.Form) Value {
	if form != nil && form.Cases != nil {
		if name, ok := caseName(v, form); ok {
			return s.String(name)
		}
	}
	return v
}

func (w *jsonWriter) primitive(v Value) error {
	if v == nil {
		w.null()
		return nil
	}
	switch v.ExportType() {
	case typeInt:
		w.dst = strconv.AppendInt(w.dst, v.ToInteger(), 10)
	case typeFloat:
		w.dst = jsontext.AppendNumber(w.dst, v.ToFloat())
	case typeString:
		if _, isSymbol := v.(*goja.Symbol); isSymbol {
			w.null()
			return nil
		}
		return w.text(v)
	case typeBool:
		w.dst = strconv.AppendBool(w.dst, v.ToBoolean())
	case nil:
		w.null() // null and undefined
	default:
		return w.bigInt(v)
	}
	return nil
}

// mostBits limits a BigInt: to write the digits of one that is far larger takes longer than anybody waits.
const mostBits = 1 << 18

// bigInt writes all digits of a BigInt, unless BigInt.prototype has a toJSON, as programs that use JSON.stringify give it.
func (w *jsonWriter) bigInt(v Value) error {
	if convert, ok := goja.AssertFunction(v.ToObject(w.scope.rt).Get("toJSON")); ok {
		converted, err := convert(v, w.scope.String(""))
		if err != nil {
			return err
		}
		if converted.ExportType() != typeBigInt {
			return w.write(converted, nil)
		}
		v = converted
	}
	n, _ := v.Export().(*big.Int)
	if n.BitLen() > mostBits {
		return &JSONError{Reason: "is a BigInt with too many digits"}
	}
	if err := w.fits(n.BitLen() / 3); err != nil {
		return err
	}
	w.dst = n.Append(w.dst, 10)
	return nil
}

// text writes a string. A lone surrogate, which UTF-8 cannot encode, is escaped.
func (w *jsonWriter) text(v Value) error {
	units, ok := v.(goja.String)
	if ok {
		if err := w.fits(leastLength(units)); err != nil {
			return err
		}
	}
	s := v.String()
	if ok && !jsontext.IsPlain(s) && strings.Contains(s, "\uFFFD") {
		w.dst = appendUnits(w.dst, units)
		return nil
	}
	w.dst = jsontext.AppendString(w.dst, s)
	return nil
}

func (w *jsonWriter) null() { w.dst = append(w.dst, "null"...) }

// pollEvery is the number of values that are written between two checks for an interrupt.
const pollEvery = 1 << 12

// fits reports an error if there is no room for so many further bytes.
func (w *jsonWriter) fits(bytes int) error {
	if len(w.dst)+bytes > w.limit {
		return errResultBytes(w.scope.ResultBytes())
	}
	return nil
}

// step checks the size before each value within others. At intervals it lets a pending interrupt take effect, as it
// does while script code runs.
func (w *jsonWriter) step() error {
	if err := w.fits(0); err != nil {
		return err
	}
	if w.steps++; w.steps < pollEvery {
		return nil
	}
	w.steps = 0
	_, err := w.scope.instance.builtin.nothing(goja.Undefined())
	return err
}
