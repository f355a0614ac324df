package engine

import (
	"encoding/base64"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// IsUndefined reports whether v is undefined, or was never set.
func (s *Scope) IsUndefined(v Value) bool { return v == nil || goja.IsUndefined(v) }

// IsNull reports whether v is null.
func (s *Scope) IsNull(v Value) bool { return v != nil && goja.IsNull(v) }

// IsNothing reports whether v is undefined or null.
func (s *Scope) IsNothing(v Value) bool { return s.IsUndefined(v) || goja.IsNull(v) }

// BoolOf returns a boolean; ok is false for anything else.
func (s *Scope) BoolOf(v Value) (truth, ok bool) {
	if v == nil || v.ExportType() != typeBool {
		return false, false
	}
	return v.ToBoolean(), true
}

// Describe describes a value for messages.
func (s *Scope) Describe(v Value) string { return vm.Describe(v) }

// FieldsOf reads the properties of a plain object; ok is false if it has no properties, or one whose name is not
// listed.
func (s *Scope) FieldsOf(v Value, names ...string) (fields map[string]Value, ok bool) {
	object, isObject := v.(*goja.Object)
	if !isObject || !isPlainObject(object) {
		return nil, false
	}
	fields = map[string]Value{}
	for _, key := range object.Keys() {
		if !slices.Contains(names, key) {
			return nil, false
		}
		fields[key] = object.Get(key)
	}
	return fields, len(fields) > 0
}

// TextOf returns a script string; ok is false for anything else.
func (s *Scope) TextOf(v Value) (text string, ok bool) {
	if _, isString := v.(goja.String); !isString {
		return "", false
	}
	return v.String(), true
}

// IsScalar reports whether v is a number, a boolean, a BigInt or a symbol.
func (s *Scope) IsScalar(v Value) bool {
	if s.IsNothing(v) {
		return false
	}
	switch v.(type) {
	case *goja.Object, goja.String:
		return false
	}
	return true
}

// ScalarText returns a scalar as JavaScript prints it.
func (s *Scope) ScalarText(v Value) string { return v.String() }

// ResultBytes returns how many bytes a result may have when it is written.
func (s *Scope) ResultBytes() int {
	if app := s.instance.app; app != nil && app.options.ResultBytes > 0 {
		return app.options.ResultBytes
	}
	return defaultResultBytes
}

// CheckResult returns an error for a result of more bytes than may be written.
func (s *Scope) CheckResult(bytes int) error {
	if limit := s.ResultBytes(); bytes > limit {
		return errResultBytes(limit)
	}
	return nil
}

// BytesOf returns the bytes of an ArrayBuffer or a typed array; they belong to the script, and are valid until it
// runs again.
func (s *Scope) BytesOf(v Value) ([]byte, bool) {
	object, ok := v.(*goja.Object)
	if !ok {
		return nil, false
	}
	if buffer, ok := asBuffer(object); ok {
		return buffer, true
	}
	if object.ExportType() == typeObject { // the "buffer" of a plain object is any property
		return nil, false
	}
	buffer, ok := asBuffer(object.Get("buffer"))
	if !ok {
		return nil, false
	}
	offset, length := object.Get("byteOffset"), object.Get("byteLength")
	if offset == nil || length == nil {
		return nil, false
	}
	from, n := offset.ToInteger(), length.ToInteger()
	if from < 0 || n < 0 || from+n > int64(len(buffer)) {
		return nil, false
	}
	return buffer[from : from+n], true
}

func asBuffer(v Value) ([]byte, bool) {
	object, ok := v.(*goja.Object)
	if !ok || object.ExportType() != typeBuffer {
		return nil, false
	}
	buffer, ok := object.Export().(goja.ArrayBuffer)
	if !ok {
		return nil, false
	}
	return buffer.Bytes(), true
}

func appendBase64(dst, bytes []byte) []byte {
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, bytes)
	return append(dst, '"')
}

// Member returns an own property of an object, or else undefined.
func (s *Scope) Member(of Value, name string) (member Value) {
	member = goja.Undefined()
	object, isObject := of.(*goja.Object)
	if !isObject {
		return member
	}
	_ = s.rt.Try(func() {
		if slices.Contains(object.Keys(), name) {
			member = object.Get(name)
		}
	})
	return member
}
