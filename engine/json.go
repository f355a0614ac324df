package engine

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// maxJSONDepth bounds what is written; a deeper value is a cycle in disguise.
const maxJSONDepth = 512

// JSONAppender is a host object that knows its own JSON, such as the rows of a query:
// it is written as it is, without entering the script. It may decline, when a script has
// changed it; then it is written like any other object.
type JSONAppender interface {
	AppendJSON(dst []byte) (out []byte, ok bool)
}

// AppendJSON writes a value as JSON the way JSON.stringify does, straight from script
// values, and where that would lose data it does better: a Map is an object, a Set an
// array, bytes are base64. A BigInt or a cycle is an error that names the path. A value
// that JSON has no word for (undefined, a function) is null.
func (s *Scope) AppendJSON(dst []byte, value Value) (out []byte, err error) {
	w := jsonWriter{scope: s, inside: insides(), dst: dst}
	exception := s.rt.Try(func() { err = w.value(value, "") })
	if exception != nil {
		return dst, exception
	}
	if err != nil {
		return dst, err
	}
	return w.dst, nil
}

// JSONError is a value that JSON cannot hold.
type JSONError struct {
	Path   string // orders[0].total; empty for the value itself
	Reason string
}

func (e *JSONError) Error() string {
	if e.Path == "" {
		return "the result cannot be written as JSON: " + e.Reason
	}
	return "the result cannot be written as JSON: " + e.Path + " " + e.Reason
}

// under puts a step in front of the path, while the walk unwinds.
func (e *JSONError) under(step string) *JSONError {
	switch {
	case e.Path == "" || e.Path[0] == '[':
		e.Path = step + e.Path
	default:
		e.Path = step + "." + e.Path
	}
	return e
}

type jsonWriter struct {
	scope  *Scope
	inside *inside
	dst    []byte
	open   []*goja.Object // the objects being written, outermost first
	room   [8]*goja.Object
}

var (
	typeInt    = reflect.TypeFor[int64]()
	typeFloat  = reflect.TypeFor[float64]()
	typeString = reflect.TypeFor[string]()
	typeBool   = reflect.TypeFor[bool]()
	typeMap    = reflect.TypeFor[map[string]any]()
	typeSlice  = reflect.TypeFor[[]any]()    // arrays and Sets
	typePairs  = reflect.TypeFor[[][2]any]() // Maps
	typeTime   = reflect.TypeFor[time.Time]()
)

// value writes one value; key is its name in the object it belongs to, for toJSON.
func (w *jsonWriter) value(v Value, key string) error {
	if object, ok := v.(*goja.Object); ok {
		return w.object(object, key)
	}
	return w.primitive(v)
}

func (w *jsonWriter) primitive(v Value) error {
	if v == nil {
		w.dst = append(w.dst, "null"...)
		return nil
	}
	switch v.ExportType() {
	case typeInt:
		w.dst = strconv.AppendInt(w.dst, v.ToInteger(), 10)
	case typeFloat:
		w.dst = AppendNumber(w.dst, v.ToFloat())
	case typeString:
		w.dst = AppendString(w.dst, v.String())
	case typeBool:
		w.dst = strconv.AppendBool(w.dst, v.ToBoolean())
	case nil:
		w.dst = append(w.dst, "null"...) // null and undefined
	default:
		if _, isSymbol := v.(*goja.Symbol); isSymbol {
			w.dst = append(w.dst, "null"...)
			return nil
		}
		return &JSONError{Reason: "is a BigInt; turn it into a text or a number first"}
	}
	return nil
}

func (w *jsonWriter) object(o *goja.Object, key string) error {
	switch o.ExportType() {
	case typeMap, typeSlice:
	case typeTime:
		return w.date(o)
	default:
		if o.ClassName() == "Function" {
			w.dst = append(w.dst, "null"...)
			return nil
		}
		if appender, ok := o.Export().(JSONAppender); ok {
			if out, ok := appender.AppendJSON(w.dst); ok {
				w.dst = out
				return nil
			}
		}
	}
	if toJSON := o.Get("toJSON"); toJSON != nil {
		if call, ok := goja.AssertFunction(toJSON); ok {
			return w.converted(o, call, key)
		}
	}
	return w.nested(o)
}

// converted writes what an object's own toJSON makes of it.
func (w *jsonWriter) converted(o *goja.Object, toJSON goja.Callable, key string) error {
	value, err := toJSON(o, w.scope.rt.ToValue(key))
	if err != nil {
		return err
	}
	if again, ok := value.(*goja.Object); ok {
		return w.nested(again)
	}
	return w.primitive(value)
}

func (w *jsonWriter) date(o *goja.Object) error {
	t, _ := o.Export().(time.Time)
	if t.IsZero() { // an invalid Date
		w.dst = append(w.dst, "null"...)
		return nil
	}
	w.dst = append(w.dst, '"')
	w.dst = appendISO(w.dst, t.UTC())
	w.dst = append(w.dst, '"')
	return nil
}

// appendISO writes a time as Date.prototype.toISOString does.
func appendISO(dst []byte, t time.Time) []byte {
	if year := t.Year(); year < 0 || year > 9999 {
		sign := byte('+')
		if year < 0 {
			sign, year = '-', -year
		}
		dst = append(dst, sign)
		dst = fmt.Appendf(dst, "%06d", year)
		return t.AppendFormat(dst, "-01-02T15:04:05.000Z")
	}
	return t.AppendFormat(dst, "2006-01-02T15:04:05.000Z")
}

// nested writes what has parts, watching for cycles.
func (w *jsonWriter) nested(o *goja.Object) error {
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
	err := w.parts(o)
	w.open = w.open[:len(w.open)-1]
	return err
}

func (w *jsonWriter) parts(o *goja.Object) error {
	switch o.ClassName() {
	case "Array":
		return w.array(o)
	case "String":
		w.dst = AppendString(w.dst, o.String())
		return nil
	case "Number":
		w.dst = AppendNumber(w.dst, o.ToFloat())
		return nil
	case "Boolean":
		w.dst = strconv.AppendBool(w.dst, o.Get("valueOf") != nil && o.ToNumber().ToInteger() == 1)
		return nil
	}
	switch o.ExportType() { // goja calls the class of these Object
	case typePairs:
		return w.mapObject(o)
	case typeSlice:
		return w.set(o)
	}
	if bytes, ok := w.scope.BytesOf(o); ok {
		w.dst = appendBase64(w.dst, bytes)
		return nil
	}
	return w.fields(o)
}

func (w *jsonWriter) array(o *goja.Object) error {
	elements, direct := w.inside.list(o)
	n := len(elements)
	if !direct {
		n = int(o.Get("length").ToInteger())
	}
	w.dst = append(w.dst, '[')
	for i := range n {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		var v Value
		if direct && w.inside.isPlain(elements[i]) {
			v = elements[i]
		} else {
			v = o.Get(strconv.Itoa(i))
		}
		if err := w.element(v, i); err != nil {
			return within(err, "["+strconv.Itoa(i)+"]")
		}
	}
	w.dst = append(w.dst, ']')
	return nil
}

func (w *jsonWriter) element(v Value, i int) error {
	if object, ok := v.(*goja.Object); ok {
		return w.object(object, strconv.Itoa(i))
	}
	return w.primitive(v)
}

func (w *jsonWriter) fields(o *goja.Object) error {
	w.dst = append(w.dst, '{')
	empty := len(w.dst)
	if names, values, ok := w.inside.fields(o); ok {
		if err := w.direct(o, names, values, empty); err != nil {
			return err
		}
	} else {
		for _, key := range o.Keys() {
			if err := w.field(key, o.Get(key), empty); err != nil {
				return err
			}
		}
	}
	w.dst = append(w.dst, '}')
	return nil
}

// direct writes the properties of a plain object from where they lie.
func (w *jsonWriter) direct(o *goja.Object, names []unistring.String, values map[unistring.String]Value, empty int) error {
	for _, name := range names {
		v := values[name]
		key := name.String()
		if !w.inside.isPlain(v) {
			if !enumerable(o, key) {
				continue
			}
			v = o.Get(key)
		}
		if err := w.field(key, v, empty); err != nil {
			return err
		}
	}
	return nil
}

// enumerable asks the long way; such properties are rare in what is written.
func enumerable(o *goja.Object, key string) bool { return slices.Contains(o.Keys(), key) }

// field writes one property, unless JSON leaves it out.
func (w *jsonWriter) field(key string, v Value, empty int) error {
	if skipped(v) {
		return nil
	}
	if len(w.dst) > empty {
		w.dst = append(w.dst, ',')
	}
	w.dst = AppendString(w.dst, key)
	w.dst = append(w.dst, ':')
	if err := w.value(v, key); err != nil {
		return within(err, key)
	}
	return nil
}

// skipped tells values that an object's JSON leaves out.
func skipped(v Value) bool {
	if v == nil || v == goja.Undefined() {
		return true
	}
	switch v := v.(type) {
	case *goja.Symbol:
		return true
	case *goja.Object:
		return v.ClassName() == "Function"
	}
	return false
}

func (w *jsonWriter) mapObject(o *goja.Object) (err error) {
	w.dst = append(w.dst, '{')
	empty := len(w.dst)
	w.scope.rt.ForOf(o, func(entry Value) bool {
		pair := entry.(*goja.Object)
		key, v := pair.Get("0").String(), pair.Get("1")
		if skipped(v) {
			return true
		}
		if len(w.dst) > empty {
			w.dst = append(w.dst, ',')
		}
		w.dst = AppendString(w.dst, key)
		w.dst = append(w.dst, ':')
		if err = w.value(v, key); err != nil {
			err = within(err, key)
		}
		return err == nil
	})
	w.dst = append(w.dst, '}')
	return err
}

func (w *jsonWriter) set(o *goja.Object) (err error) {
	w.dst = append(w.dst, '[')
	i := 0
	w.scope.rt.ForOf(o, func(item Value) bool {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		index := strconv.Itoa(i)
		if err = w.value(item, index); err != nil {
			err = within(err, "["+index+"]")
		}
		i++
		return err == nil
	})
	w.dst = append(w.dst, ']')
	return err
}

func within(err error, step string) error {
	if e, ok := err.(*JSONError); ok {
		return e.under(step)
	}
	return err
}

// AppendNumber writes a number as JavaScript prints it; NaN and Infinity are null.
func AppendNumber(dst []byte, f float64) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, "null"...)
	}
	if f == 0 {
		return append(dst, '0') // also −0
	}
	if abs := math.Abs(f); abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, 64)
	// Go writes e-07, JavaScript e-7.
	if n := len(dst); n >= 4 && dst[n-2] == '0' && (dst[n-3] == '-' || dst[n-3] == '+') {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

const hex = "0123456789abcdef"

// AppendString writes a JSON string. U+2028 and U+2029 are escaped, so that the text
// is a JavaScript literal too; what is not UTF-8 becomes U+FFFD.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				dst = append(dst, s[start:i]...)
				dst = append(dst, "\uFFFD"...)
				start = i + 1
			case r == '\u2028' || r == '\u2029':
				dst = append(dst, s[start:i]...)
				dst = append(dst, `\u202`...)
				dst = append(dst, hex[r&0xF])
				start = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' {
			i++
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = appendEscape(dst, c)
		i++
		start = i
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
}
