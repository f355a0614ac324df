package pack

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// ErrUnreadable means that bytes cannot be decoded: they have another version, or a class that no longer exists. Test
// for it with errors.Is.
var ErrUnreadable = fault.New("pack.read", fault.Internal, "the stored value can no longer be read")

// Read decodes a value. It does not keep the bytes.
func (p *Packer) Read(data []byte) (goja.Value, error) {
	if len(data) == 0 || data[0]&^(circular|repeated) != version {
		return nil, ErrUnreadable
	}
	r := reader{Packer: p, data: data[1:], repeated: data[0]&repeated != 0, circular: data[0]&circular != 0}
	v := r.value(0)
	if r.bad || len(r.data) > 0 {
		return nil, ErrUnreadable
	}
	return v, nil
}

// reader decodes bytes. Invalid bytes set bad and end the decoding.
type reader struct {
	*Packer
	data []byte
	seen []*goja.Object // nil for an array that is not made yet
	bad  bool
	// repeated: objects are remembered. circular: an array must be there before its items, which takes longer.
	repeated, circular bool
}

func (r *reader) fail() goja.Value {
	r.bad, r.data = true, nil
	return goja.Undefined()
}

func (r *reader) byte() byte {
	if len(r.data) == 0 {
		r.fail()
		return 0
	}
	b := r.data[0]
	r.data = r.data[1:]
	return b
}

// count reads a number of items, of which each takes at least the given number of bytes.
func (r *reader) count(each int) int {
	n, size := binary.Uvarint(r.data)
	if size <= 0 || n > uint64(len(r.data)-size) && each > 0 || each > 1 && n > uint64(len(r.data)-size)/uint64(each) {
		r.fail()
		return 0
	}
	r.data = r.data[size:]
	return int(n)
}

func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.fail()
		return nil
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *reader) blob() string { return string(r.take(r.count(1))) }

func (r *reader) bits() float64 {
	raw := r.take(8)
	if len(raw) < 8 {
		return 0
	}
	return math.Float64frombits(binary.BigEndian.Uint64(raw))
}

func (r *reader) value(depth int) goja.Value {
	if depth > maxDepth+1 {
		return r.fail()
	}
	switch tag := r.byte(); tag {
	case tagUndefined:
		return goja.Undefined()
	case tagNull:
		return goja.Null()
	case tagFalse, tagTrue:
		return r.rt.ToValue(tag == tagTrue)
	case tagInt:
		n, size := binary.Varint(r.data)
		if size <= 0 {
			return r.fail()
		}
		r.data = r.data[size:]
		return r.rt.ToValue(n)
	case tagFloat:
		return r.rt.ToValue(r.bits())
	case tagText:
		return r.rt.ToValue(r.blob())
	case tagWide:
		return r.wide()
	case tagBigInt:
		if n, ok := new(big.Int).SetString(r.blob(), 10); ok {
			return r.rt.ToValue(n)
		}
		return r.fail()
	case tagSeen:
		if n := r.count(0); n < len(r.seen) && r.seen[n] != nil {
			return r.seen[n]
		}
		return r.fail()
	default:
		return r.object(tag, depth)
	}
}

func (r *reader) wide() goja.Value {
	units := make([]uint16, r.count(2))
	for i := range units {
		units[i] = binary.BigEndian.Uint16(r.take(2))
	}
	return goja.StringFromUTF16(units)
}

func (r *reader) object(tag byte, depth int) goja.Value {
	switch tag {
	case tagDate:
		return r.made(r.date, r.rt.ToValue(r.bits()))
	case tagBytes:
		bytes := append([]byte(nil), r.take(r.count(1))...)
		return r.made(r.bytes, r.rt.ToValue(r.rt.NewArrayBuffer(bytes)))
	case tagArray:
		return r.array(depth)
	case tagObject:
		return r.fields(nil, depth)
	case tagInstance:
		prototype := r.classes.Prototype(manifest.Ref{File: r.blob(), Export: r.blob()})
		if prototype == nil {
			return r.fail()
		}
		return r.fields(prototype, depth)
	case tagMap:
		return r.collection(r.mapClass, r.mapSet, 2, depth)
	case tagSet:
		return r.collection(r.setClass, r.setAdd, 1, depth)
	}
	return r.fail()
}

func (r *reader) keep(o *goja.Object) *goja.Object {
	if r.repeated {
		r.seen = append(r.seen, o)
	}
	return o
}

func (r *reader) made(class *goja.Object, arguments ...goja.Value) goja.Value {
	object, err := r.rt.New(class, arguments...)
	if err != nil {
		return r.fail()
	}
	return r.keep(object)
}

func (r *reader) array(depth int) goja.Value {
	items := make([]any, r.count(1))
	if r.circular {
		array := r.keep(r.rt.NewArray())
		for i := range items {
			_ = array.Set(strconv.Itoa(i), r.value(depth+1))
		}
		return array
	}
	number := len(r.seen)
	r.keep(nil)
	for i := range items {
		items[i] = r.value(depth + 1)
	}
	array := r.rt.NewArray(items...)
	if r.repeated {
		r.seen[number] = array
	}
	return array
}

// fields reads an object. prototype is nil for a plain object.
func (r *reader) fields(prototype *goja.Object, depth int) goja.Value {
	sh := r.shape(r.take(r.count(1)))
	if sh == nil || sh.size > len(r.data) { // each value takes at least one byte
		return r.fail()
	}
	if sh.make == nil || r.circular {
		return r.slowly(sh, prototype, depth)
	}
	number := len(r.seen)
	r.keep(nil)
	var room [8]goja.Value
	values := room[:0]
	for range sh.size {
		values = append(values, r.value(depth+1))
	}
	made, err := sh.made(values, prototype)
	if err != nil {
		return r.fail()
	}
	if r.repeated {
		r.seen[number] = made.(*goja.Object)
	}
	return made
}

func (sh *shape) made(values []goja.Value, prototype *goja.Object) (goja.Value, error) {
	if prototype == nil {
		return sh.make(goja.Undefined(), values...)
	}
	return sh.derive(goja.Undefined(), append(values, prototype)...)
}

// slowly makes the object before its values, or an object whose shape has no function.
func (r *reader) slowly(sh *shape, prototype *goja.Object, depth int) goja.Value {
	object := r.rt.NewObject()
	if prototype != nil {
		object = r.rt.CreateObject(prototype)
	}
	r.keep(object)
	for _, name := range sh.names {
		value := r.value(depth + 1)
		if r.bad {
			return object
		}
		_ = object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return object
}

func index(i int) string { return strconv.Itoa(i) }

func (r *reader) collection(class *goja.Object, add goja.Callable, each, depth int) goja.Value {
	n := r.count(1)
	made := r.made(class)
	for range n / each {
		entry := make([]goja.Value, each)
		for i := range entry {
			entry[i] = r.value(depth + 1)
		}
		if r.bad {
			return made
		}
		if _, err := add(made, entry...); err != nil {
			return r.fail()
		}
	}
	return made
}
