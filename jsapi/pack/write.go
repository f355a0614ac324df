package pack

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Append encodes a value. The error says what cannot be encoded, and where it is.
func (p *Packer) Append(dst []byte, v goja.Value) ([]byte, error) {
	w := writer{Packer: p, dst: append(dst, version)}
	if err := w.value(v, 0); err != nil {
		return dst, err
	}
	if w.repeated {
		w.dst[len(dst)] |= repeated
	}
	if w.circular {
		w.dst[len(dst)] |= circular
	}
	return w.dst, nil
}

type writer struct {
	*Packer
	dst  []byte
	seen map[*goja.Object]int
	open []*goja.Object // objects whose contents are being written
	path []string

	repeated, circular bool
}

func (w *writer) refuse(what string) error {
	where := ""
	for i, step := range w.path {
		switch {
		case step[0] == '[':
			where += step
		case i == 0:
			where += step
		default:
			where += "." + step
		}
	}
	if where == "" {
		return fmt.Errorf("it is %s, which cannot be serialized", what)
	}
	return fmt.Errorf("its %s is %s, which cannot be serialized", where, what)
}

func (w *writer) tag(t byte)  { w.dst = append(w.dst, t) }
func (w *writer) count(n int) { w.dst = binary.AppendUvarint(w.dst, uint64(n)) }
func (w *writer) blob(text string) {
	w.count(len(text))
	w.dst = append(w.dst, text...)
}

func (w *writer) value(v goja.Value, depth int) error {
	switch {
	case v == nil || goja.IsUndefined(v):
		w.tag(tagUndefined)
		return nil
	case goja.IsNull(v):
		w.tag(tagNull)
		return nil
	}
	switch v := v.(type) {
	case *goja.Object:
		return w.object(v, depth+1)
	case goja.String:
		w.text(v)
		return nil
	}
	switch x := v.Export().(type) {
	case bool:
		w.tag(tagFalse)
		if x {
			w.dst[len(w.dst)-1] = tagTrue
		}
	case int64:
		w.tag(tagInt)
		w.dst = binary.AppendVarint(w.dst, x)
	case float64:
		w.tag(tagFloat)
		w.dst = binary.BigEndian.AppendUint64(w.dst, math.Float64bits(x))
	case *big.Int:
		w.tag(tagBigInt)
		w.blob(x.String())
	default:
		return w.refuse("a symbol")
	}
	return nil
}

// text writes a string as UTF-8, or as UTF-16 if it has an unpaired surrogate.
func (w *writer) text(s goja.String) {
	text := s.String()
	if !hasReplacement(text) {
		w.tag(tagText)
		w.blob(text)
		return
	}
	w.tag(tagWide)
	n := s.Length()
	w.count(n)
	for i := range n {
		w.dst = binary.BigEndian.AppendUint16(w.dst, s.CharAt(i))
	}
}

func hasReplacement(text string) bool {
	for _, r := range text {
		if r == utf8.RuneError {
			return true
		}
	}
	return false
}

func (w *writer) object(o *goja.Object, depth int) error {
	if depth > maxDepth {
		return w.refuse("nested deeper than " + strconv.Itoa(maxDepth) + " levels")
	}
	if number, known := w.seen[o]; known {
		w.tag(tagSeen)
		w.count(number)
		w.repeated = true
		w.circular = w.circular || slices.Contains(w.open, o)
		return nil
	}
	if w.seen == nil {
		w.seen = map[*goja.Object]int{}
	}
	w.seen[o] = len(w.seen)
	w.open = append(w.open, o)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	switch class := classOf(o); class {
	case "Array":
		return w.array(o, depth)
	case "Date":
		w.tag(tagDate)
		w.dst = binary.BigEndian.AppendUint64(w.dst, math.Float64bits(o.ToNumber().ToFloat()))
		return nil
	case "Map":
		return w.collection(tagMap, o, w.mapEach, depth)
	case "Set":
		return w.collection(tagSet, o, w.setEach, depth)
	case "Function", "AsyncFunction", "GeneratorFunction":
		return w.refuse("a function")
	case "Promise":
		return w.refuse("a promise that was not awaited")
	case "Error":
		return w.refuse("an error")
	case "RegExp", "WeakMap", "WeakSet", "Proxy":
		return w.refuse("a " + class)
	}
	if _, callable := goja.AssertFunction(o); callable {
		return w.refuse("a function")
	}
	if bytes, ok := w.bytesOf(o); ok {
		w.tag(tagBytes)
		w.count(len(bytes))
		w.dst = append(w.dst, bytes...)
		return nil
	}
	return w.fields(o, depth)
}

func (w *writer) array(o *goja.Object, depth int) error {
	n := int(o.Get("length").ToInteger())
	w.tag(tagArray)
	w.count(n)
	for i := range n {
		if err := w.member("["+strconv.Itoa(i)+"]", o.Get(strconv.Itoa(i)), depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) member(name string, v goja.Value, depth int) error {
	w.path = append(w.path, name)
	err := w.value(v, depth)
	w.path = w.path[:len(w.path)-1]
	return err
}

// collection writes the entries of a Map or a Set. The arguments of forEach's callback are all that is needed for
// either.
func (w *writer) collection(tag byte, o *goja.Object, each goja.Callable, depth int) error {
	var entries []goja.Value
	visit := w.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		if tag == tagMap {
			entries = append(entries, call.Argument(1))
		}
		entries = append(entries, call.Argument(0))
		return goja.Undefined()
	})
	if _, err := each(o, visit); err != nil {
		return err
	}
	w.tag(tag)
	w.count(len(entries))
	for i, entry := range entries {
		if err := w.member("["+strconv.Itoa(i)+"]", entry, depth); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) fields(o *goja.Object, depth int) error {
	w.tag(tagObject)
	if prototype := o.Prototype(); prototype != nil && prototype != w.objects && w.classes != nil {
		if ref, known := w.classes.ClassOf(prototype); known {
			w.dst[len(w.dst)-1] = tagInstance
			w.blob(ref.File)
			w.blob(ref.Export)
		} else if ref, host := hostClass(prototype); host {
			return w.refuse("a " + ref)
		}
	}
	keys := o.Keys()
	w.blob(shapeOf(keys))
	for _, key := range keys {
		if err := w.member(key, o.Get(key), depth); err != nil {
			return err
		}
	}
	return nil
}
