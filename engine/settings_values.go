package engine

import (
	"context"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// SettingsDefaults returns, for each of the manifest's Settings, the values of the fields that the configuration does not set, as one
// of the workers has them: plain values by index in Class.Fields, [schema.Absent] for the other fields and for values that are not data. A bean
// that was not made yet has nil.
func (a *Application) SettingsDefaults(ctx context.Context, within time.Duration) ([][]any, error) {
	read := &settingsReader{settings: a.manifest.Settings}
	if len(read.settings) == 0 {
		return nil, nil
	}
	err := a.RunUntil(ctx, time.Now().Add(within), read)
	return read.values, err
}

// settingsReader is the Task that reads the fields.
type settingsReader struct {
	settings []*manifest.Settings
	values   [][]any
}

func (t *settingsReader) Start(s *Scope) (Value, error) {
	values := make([][]any, len(t.settings))
	for i, one := range t.settings {
		object, isObject := s.instance.beans[one.Bean].(*goja.Object)
		if !isObject {
			continue
		}
		values[i] = make([]any, len(one.Class.Fields))
		for at, field := range one.Class.Fields {
			values[i][at] = schema.Absent{}
			if _, unset := one.Values[at].(schema.Absent); unset {
				_ = s.VM.Runtime.Try(func() { // a getter that throws has no value
					values[i][at] = plainOf(object.Get(field.Name), field.Type, plainDepth)
				})
			}
		}
	}
	t.values = values
	return nil, nil
}

func (t *settingsReader) Next(*Scope, Value) (Value, error) { return nil, nil }

func (t *settingsReader) Catch(_ *Scope, err error) (Value, error) { return nil, err }

// The bounds of what is read of a field.
const (
	plainDepth = 8
	plainItems = 1000
)

// plainOf returns a value as a plain value of its type.
func plainOf(v Value, t *schema.Type, depth int) any {
	if v == nil || goja.IsUndefined(v) || depth == 0 {
		return schema.Absent{}
	}
	if goja.IsNull(v) {
		return nil
	}
	object, isObject := v.(*goja.Object)
	if !isObject {
		switch plain := v.Export().(type) {
		case string, int64, float64, bool:
			return plain
		}
		return schema.Absent{}
	}
	switch {
	case t.Kind == schema.Date:
		return v.Export()
	case t.ItemType() != nil:
		return plainList(object, t.ItemType(), depth)
	case t.Kind == schema.Object && t.Class != nil:
		return plainFields(object, t.Class.Fields, depth)
	case t.Kind == schema.Shape:
		return plainFields(object, t.Fields, depth)
	case t.Kind == schema.Map && t.Elem != nil:
		return plainMap(object, t.Elem, depth)
	}
	return schema.Absent{}
}

func plainList(object *goja.Object, item *schema.Type, depth int) any {
	length := object.Get("length")
	if length == nil {
		return schema.Absent{}
	}
	list := []any{}
	for i := range min(length.ToInteger(), plainItems) {
		list = append(list, plainOf(object.Get(strconv.FormatInt(i, 10)), item, depth-1))
	}
	return list
}

func plainFields(object *goja.Object, fields []*schema.Field, depth int) any {
	record := schema.Record{}
	for _, f := range fields {
		record.Keys = append(record.Keys, f.Name)
		record.Values = append(record.Values, plainOf(object.Get(f.Name), f.Type, depth-1))
	}
	return record
}

func plainMap(object *goja.Object, elem *schema.Type, depth int) any {
	record := schema.Record{}
	for _, key := range object.Keys() {
		if len(record.Keys) == plainItems {
			break
		}
		record.Keys = append(record.Keys, key)
		record.Values = append(record.Values, plainOf(object.Get(key), elem, depth-1))
	}
	return record
}
