package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

// The tags that precede values.
const (
	tagUndefined byte = iota
	tagNull
	tagFalse
	tagTrue
	tagInt
	tagFloat
	tagBigInt
	tagText
	tagWide // UTF-16, for a text that has unpaired surrogates
	tagSeen // an object that occurred before, by its number
	tagHole
	tagArray
	tagObject
	tagDate
	tagRegExp
	tagMap
	tagSet
	tagError
	tagBoxed
	tagBuffer
	tagView
	tagPlatform
	tagCount // of the tags
)

var (
	// ErrTooLarge is the error of a value of more bytes than the limit.
	ErrTooLarge = errors.New("the value is too large")
	// ErrTooMany is the error of a value of too many objects, or of too many or too long regular expressions.
	ErrTooMany = errors.New("the value has more than 100,000 objects, or regular expressions of more than 32 Ki characters")
	// ErrKind is the error of a value that cannot be written.
	ErrKind = errors.New("the value has an object that cannot be sent")
)

// Write writes a value in at most limit bytes.
func Write(r *part.Realm, v goja.Value, limit int) ([]byte, error) {
	w := &writer{Realm: r, limit: limit, seen: map[*goja.Object]int{}, plain: r.Runtime.NewObject().Prototype()}
	w.value(v)
	return w.out, w.err
}

type writer struct {
	*part.Realm
	out   []byte
	limit int
	seen  map[*goja.Object]int
	plain *goja.Object // the prototype of plain objects, which no part carries
	err   error

	patterns int // the characters in regular expressions
}

func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *writer) tag(t byte) { w.out = append(w.out, t) }

func (w *writer) count(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) }

func (w *writer) float(f float64) {
	w.out = binary.BigEndian.AppendUint64(w.out, math.Float64bits(f))
}

func (w *writer) blob(data []byte) {
	if len(w.out)+len(data) > w.limit {
		w.fail(ErrTooLarge)
		return
	}
	w.count(len(data))
	w.out = append(w.out, data...)
}

func (w *writer) value(v goja.Value) {
	if len(w.out) > w.limit {
		w.fail(ErrTooLarge)
	}
	if w.err != nil {
		return
	}
	switch v := v.(type) {
	case nil:
		w.tag(tagHole)
		return
	case *goja.Object:
		w.object(v)
		return
	case goja.String:
		w.text(v)
		return
	}
	switch x := v.Export().(type) {
	case nil:
		if goja.IsNull(v) {
			w.tag(tagNull)
		} else {
			w.tag(tagUndefined)
		}
	case bool:
		if x {
			w.tag(tagTrue)
		} else {
			w.tag(tagFalse)
		}
	case int64:
		w.tag(tagInt)
		w.out = binary.AppendVarint(w.out, x)
	case float64:
		w.tag(tagFloat)
		w.float(x)
	case *big.Int:
		w.tag(tagBigInt)
		w.bigInt(x)
	default:
		w.fail(ErrKind)
	}
}

// bigInt writes a sign and the magnitude.
func (w *writer) bigInt(n *big.Int) {
	w.tag(byte(n.Sign() + 1))
	w.blob(n.Bytes())
}

func (w *writer) text(s goja.String) {
	if s.Length() > w.limit {
		w.fail(ErrTooLarge)
		return
	}
	text := s.String()
	if !strings.ContainsRune(text, '\ufffd') {
		w.tag(tagText)
		w.blob([]byte(text))
		return
	}
	w.tag(tagWide)
	units := make([]byte, 0, 2*s.Length())
	for i := range s.Length() {
		units = binary.BigEndian.AppendUint16(units, s.CharAt(i))
	}
	w.blob(units)
}

func (w *writer) object(o *goja.Object) {
	if number, known := w.seen[o]; known {
		w.tag(tagSeen)
		w.count(number)
		return
	}
	if len(w.seen) >= maxObjects {
		w.fail(ErrTooMany)
		return
	}
	w.seen[o] = len(w.seen)
	switch {
	case part.IsShared(o): // by the code of one VM
		w.fail(ErrKind)
		return
	case part.IsBuffer(o):
		data, _ := w.Bytes(o)
		w.tag(tagBuffer)
		w.blob(data)
		return
	case w.IsView(o):
		w.view(o)
		return
	}
	switch class := part.ClassOf(o); class {
	case "Array":
		w.array(o)
	case "Date":
		w.tag(tagDate)
		w.float(o.ToNumber().ToFloat())
	case "RegExp":
		w.expression(o)
	case "Map", "Set":
		w.collection(o, class)
	case "Boolean", "Number", "String", "BigInt":
		w.tag(tagBoxed)
		w.value(w.call(class, "valueOf", o))
	case "Error":
		w.exception(o)
	default:
		w.other(o)
	}
}

func (w *writer) expression(o *goja.Object) {
	source := o.Get("source")
	if text, is := source.(goja.String); is {
		w.patterns += text.Length() + patternCost
	}
	if w.patterns > maxPatterns {
		w.fail(ErrTooMany)
		return
	}
	w.tag(tagRegExp)
	w.value(source)
	w.value(o.Get("flags"))
}

// view writes a typed array or a DataView, and its buffer.
func (w *writer) view(o *goja.Object) {
	w.tag(tagView)
	class := w.call("Object", "toString", o).String() // [object Uint8Array]
	class = strings.TrimSuffix(strings.TrimPrefix(class, "[object "), "]")
	w.blob([]byte(class))
	length := o.Get("length")
	if class == "DataView" {
		length = o.Get("byteLength")
	}
	w.count(int(o.Get("byteOffset").ToInteger()))
	w.count(int(length.ToInteger()))
	w.value(o.Get("buffer"))
}

func (w *writer) array(o *goja.Object) {
	n := int(o.Get("length").ToInteger())
	if n > w.limit {
		w.fail(ErrTooLarge)
		return
	}
	w.tag(tagArray)
	w.count(n)
	for i := range n {
		w.value(o.Get(strconv.Itoa(i)))
	}
}

func (w *writer) collection(o *goja.Object, class string) {
	w.tag(tagSet)
	if class == "Map" {
		w.out[len(w.out)-1] = tagMap
	}
	var members []goja.Value
	w.call(class, "forEach", o, w.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		if class == "Map" {
			members = append(members, call.Argument(1))
		}
		members = append(members, call.Argument(0))
		return goja.Undefined()
	}))
	w.count(len(members))
	for _, member := range members {
		w.value(member)
	}
}
