package engine

import (
	"math/big"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsontext"
)

// Bounds of what is written. A deeper value is a cycle in disguise; a longer array was
// given its length, not its elements.
const (
	maxJSONDepth  = 512
	maxJSONLength = 16 << 20 // elements of an array
	maxJSONBytes  = 256 << 20
)

// JSONAppender is a host object that knows its own JSON, such as the rows of a query:
// it is written as it is, without entering the script. It may decline, when a script has
// changed it; then it is written like any other object.
type JSONAppender interface {
	AppendJSON(dst []byte) (out []byte, ok bool)
}

// AppendJSON writes a value as JSON the way JSON.stringify does, straight from script
// values, and where that would lose data it does better: a Map is an object, a Set and a
// typed array are arrays, and bytes (an ArrayBuffer, a Uint8Array) are base64. A value
// that JSON has no word for (undefined, a function) is null.
//
// A BigInt, a promise, a cycle, and whatever passes the bounds is a *[JSONError] that names the path;
// a getter or toJSON that throws ends the writing with what it threw. dst is handed back
// as it was then.
func (s *Scope) AppendJSON(dst []byte, value Value) (out []byte, err error) {
	return s.appendJSON(dst, value, nil, false)
}

// AppendDeclared is AppendJSON for a value of a declared type, whose form this is.
func (s *Scope) AppendDeclared(dst []byte, value Value, form *manifest.Form) (out []byte, err error) {
	return s.appendJSON(dst, value, form, false)
}

func (s *Scope) appendJSON(dst []byte, value Value, form *manifest.Form, tree bool) (out []byte, err error) {
	w := jsonWriter{scope: s, inside: insides(), tree: tree, dst: dst, limit: len(dst) + maxJSONBytes}
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

// jsonWriter writes one value. A value goes through ready, which applies toJSON, then
// skipped tells whether an object leaves it out, then write writes it. Form is what the declared
// type says of it, or nil; what the class of an object says goes before that.
type jsonWriter struct {
	scope  *Scope
	inside *inside
	tree   bool // names are those in XML
	dst    []byte
	limit  int // of len(dst)
	steps  int // values written since the last poll

	plainObjects bool // Object.prototype has no toJSON; scripts may add one

	open []*goja.Object // the objects being written, outermost first
	room [8]*goja.Object
}

var (
	typeInt     = reflect.TypeFor[int64]()
	typeFloat   = reflect.TypeFor[float64]()
	typeString  = reflect.TypeFor[string]()
	typeBool    = reflect.TypeFor[bool]()
	typeObject  = reflect.TypeFor[map[string]any]() // also boxed strings, weak maps, …
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

// ready gives what is to be written for a value: what its toJSON makes of it, if it has
// one, of which the declared type says nothing. Key is its name in the object or array it belongs to.
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

// hasNoToJSON spares the commonest objects a look-up: those of no class, without a
// property of that name.
func (w *jsonWriter) hasNoToJSON(o *goja.Object) bool {
	_, values, ok := w.inside.fields(o)
	return ok && values["toJSON"] == nil && o.Prototype() == w.scope.instance.builtin.objects && w.plainObjects
}

// skipped tells values that an object's JSON leaves out, and an array's has null for.
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

// caseName is the name of an enumeration's case that goes by it.
func caseName(v Value, form *manifest.Form) (name string, ok bool) {
	if v == nil || v.ExportType() != typeInt {
		return "", false
	}
	name, ok = form.Cases[v.ToInteger()]
	return name, ok
}

// Declared gives what stands outside of scripts for a value of a declared type, if that is no object: the name of a case
// of an enumeration that goes by them.
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
		w.text(v)
	case typeBool:
		w.dst = strconv.AppendBool(w.dst, v.ToBoolean())
	case nil:
		w.null() // null and undefined
	default:
		return errBigInt()
	}
	return nil
}

// text writes a string. Half a character, which has no UTF-8, is escaped.
func (w *jsonWriter) text(v Value) {
	s := v.String()
	if !jsontext.IsPlain(s) && strings.Contains(s, "\uFFFD") {
		if units, ok := v.(goja.String); ok {
			w.dst = appendUnits(w.dst, units)
			return
		}
	}
	w.dst = jsontext.AppendString(w.dst, s)
}

func (w *jsonWriter) null() { w.dst = append(w.dst, "null"...) }

// pollEvery is how many values are written between two looks for an interrupt.
const pollEvery = 1 << 12

// step counts the values within others. Now and then it lets a pending interrupt take
// effect, as it does wherever script code runs, and looks at the size.
func (w *jsonWriter) step() error {
	if w.steps++; w.steps < pollEvery {
		return nil
	}
	w.steps = 0
	if len(w.dst) > w.limit {
		return &JSONError{Reason: "makes the text larger than " + strconv.Itoa(maxJSONBytes>>20) + " MiB"}
	}
	_, err := w.scope.instance.builtin.nothing(goja.Undefined())
	return err
}
