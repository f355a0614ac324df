package pack

import (
	"encoding/binary"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// ReadLazily is like Read, for bytes that are valid and do not change. A plain object or an array is decoded when the
// script first uses it. One that is only passed on is written as JSON straight from the bytes.
func (p *Packer) ReadLazily(data []byte) (goja.Value, error) {
	if len(data) > 1 && data[0] == version {
		switch data[1] {
		case tagObject:
			return p.rt.NewDynamicObject(&lazyObject{lazy{packer: p, data: data}}), nil
		case tagArray:
			return p.rt.NewDynamicArray(&lazyArray{lazy{packer: p, data: data}}), nil
		}
	}
	return p.Read(data)
}

// lazy is a value that is decoded when it is first used.
type lazy struct {
	packer *Packer
	data   []byte
	made   *goja.Object // nil until decoded
}

func (l *lazy) real() *goja.Object {
	if l.made == nil {
		v, err := l.packer.Read(l.data)
		if err != nil {
			panic(l.packer.rt.NewGoError(err))
		}
		l.made, l.data = v.(*goja.Object), nil
	}
	return l.made
}

// AppendJSON implements [engine.JSONAppender]. A value that has been decoded is not written from its bytes, since it
// may have been changed.
func (l *lazy) AppendJSON(dst []byte) ([]byte, bool) {
	if l.made != nil {
		return dst, false
	}
	w := jsonFrom{data: l.data[1:]}
	out, ok := w.value(dst)
	if !ok {
		return dst, false
	}
	return out, true
}

// lazyObject is a lazy plain object.
type lazyObject struct{ lazy }

var _ engine.JSONAppender = (*lazyObject)(nil)

// Get implements goja.DynamicObject, like all methods below.
func (l *lazyObject) Get(key string) goja.Value {
	if l.made == nil && !l.mayHave(key) {
		return nil // every object is asked for names such as then and toJSON
	}
	real := l.real()
	if value := real.Get(key); value != nil && hasOwn(real, key) {
		return value
	}
	return nil
}

// mayHave reports whether the object may have a property, without decoding it.
func (l *lazyObject) mayHave(key string) bool {
	n, size := binary.Uvarint(l.data[2:])
	region := l.data[2+size:]
	if n > uint64(len(region)) {
		return true
	}
	sh := l.packer.shape(region[:n])
	return sh == nil || slices.Contains(sh.names, key)
}

// Set sets a property.
func (l *lazyObject) Set(key string, value goja.Value) bool { return setOwn(l.real(), key, value) }

// Has reports whether there is a property.
func (l *lazyObject) Has(key string) bool {
	if l.made == nil && !l.mayHave(key) {
		return false
	}
	return hasOwn(l.real(), key)
}

// Delete removes a property.
func (l *lazyObject) Delete(key string) bool { return l.real().Delete(key) == nil }

// Keys lists the properties.
func (l *lazyObject) Keys() []string { return l.real().Keys() }

// hasOwn reports whether a property is an object's own, not its prototype's.
func hasOwn(o *goja.Object, key string) bool {
	inherited := o.Prototype().Get(key)
	if inherited == nil {
		return true
	}
	for _, own := range o.Keys() {
		if own == key {
			return true
		}
	}
	return false
}

func setOwn(o *goja.Object, key string, value goja.Value) bool {
	return o.DefineDataProperty(key, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE) == nil
}

// lazyArray is a lazy array.
type lazyArray struct{ lazy }

var _ engine.JSONAppender = (*lazyArray)(nil)

// Len implements goja.DynamicArray, like all methods below.
func (l *lazyArray) Len() int {
	if l.made == nil {
		n, _ := binary.Uvarint(l.data[2:])
		return int(n)
	}
	return int(l.made.Get("length").ToInteger())
}

// Get returns an element.
func (l *lazyArray) Get(i int) goja.Value {
	if i < 0 || i >= l.Len() {
		return nil
	}
	return l.real().Get(index(i))
}

// Set sets an element.
func (l *lazyArray) Set(i int, value goja.Value) bool {
	if i < 0 || i > l.Len()+maxGap {
		return false
	}
	return setOwn(l.real(), index(i), value)
}

// maxGap is how far behind the end an element may be set.
const maxGap = 1 << 20

// SetLen sets the length.
func (l *lazyArray) SetLen(n int) bool {
	return n <= l.Len()+maxGap && l.real().Set("length", n) == nil
}
