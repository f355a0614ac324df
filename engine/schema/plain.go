package schema

import (
	"maps"
	"slices"
	"strconv"
	"time"
)

// Plain values are what binding makes before there is a VM: nil, string, bool, int64, float64, [time.Time],
// []byte, []any, map[string]any, [Record], [Made], or [Absent]. They are never changed, so each VM can remake
// its values from them.

// Absent is the plain value of a field that was not given.
type Absent struct{}

// Record is a plain object without a class.
type Record struct {
	Keys   []string
	Values []any // plain values
}

// Made is a plain instance of a class; Values[i] belongs to Class.Fields[i].
type Made struct {
	Class  *Class
	Values []any // plain values
}

// plainMaker makes plain values.
type plainMaker struct{}

var _ Maker[any] = plainMaker{}

func (plainMaker) Absent() any          { return Absent{} }
func (plainMaker) Null() any            { return nil }
func (plainMaker) String(s string) any  { return s }
func (plainMaker) Int(i int64) any      { return i }
func (plainMaker) Float(f float64) any  { return f }
func (plainMaker) Bool(b bool) any      { return b }
func (plainMaker) Date(t time.Time) any { return t }
func (plainMaker) Bytes(b []byte) any   { return b }
func (plainMaker) List(items []any) any { return slices.Clone(items) }
func (plainMaker) Map(keys []string, values []any) any {
	return Record{slices.Clone(keys), slices.Clone(values)}
}

func (plainMaker) Poll() error { return nil }

func (plainMaker) Instance(c *Class, values []any) (any, error) {
	return Made{c, slices.Clone(values)}, nil
}

// Remake makes the value of the type from a plain value. The error is one that a script threw, or a
// *[Refusal] from a class within, or from a constraint of the application's own.
func Remake[V any](m Maker[V], t *Type, plain any) (V, error) {
	v, err := remake(m, t, plain)
	if _, absent := plain.(Absent); err != nil || absent || !t.isJudged() {
		return v, err
	}
	found, err := Judged(m, t, v, plain == nil)
	if err == nil && found != nil {
		err = &Refusal{found}
	}
	if err != nil {
		return m.Absent(), err
	}
	return v, nil
}

func remake[V any](m Maker[V], t *Type, plain any) (V, error) {
	switch v := plain.(type) {
	case Absent:
		return m.Absent(), nil
	case string:
		return m.String(v), nil
	case bool:
		return m.Bool(v), nil
	case int64:
		return m.Int(v), nil
	case float64:
		return m.Float(v), nil
	case time.Time:
		return m.Date(v), nil
	case []byte:
		return m.Bytes(slices.Clone(v)), nil
	case []any:
		items, err := remakeAll(m, v, func(i int) (string, *Type) { return "[" + strconv.Itoa(i) + "]", orAny(t.ItemType()) })
		if err != nil {
			return m.Absent(), err
		}
		return m.List(items), nil
	case map[string]any:
		record := Record{Keys: slices.Sorted(maps.Keys(v))}
		for _, key := range record.Keys {
			record.Values = append(record.Values, v[key])
		}
		return remake(m, t, record)
	case Record:
		values, err := remakeAll(m, v.Values, func(i int) (string, *Type) { return renderPath(nil, v.Keys[i]), t.memberType(v.Keys[i]) })
		if err != nil {
			return m.Absent(), err
		}
		return m.Map(v.Keys, values), nil
	case Made:
		values, err := remakeAll(m, v.Values, func(i int) (string, *Type) { return v.Class.Fields[i].JSON, v.Class.Fields[i].Type })
		if err != nil {
			return m.Absent(), err
		}
		return m.Instance(v.Class, values)
	default:
		return m.Null(), nil
	}
}

// memberType returns the type of a member of an object that is not an instance of a class.
func (t *Type) memberType(name string) *Type {
	for _, f := range t.Fields {
		if f.Name == name {
			return f.Type
		}
	}
	return orAny(t.Elem)
}

// remakeAll remakes the parts of a value; the path of a refusal is relative to the whole value.
func remakeAll[V any](m Maker[V], plain []any, part func(i int) (name string, t *Type)) ([]V, error) {
	values := make([]V, len(plain))
	for i, v := range plain {
		name, t := part(i)
		made, err := Remake(m, t, v)
		if err != nil {
			return nil, within(err, name)
		}
		values[i] = made
	}
	return values, nil
}

func within(err error, name string) error {
	if list, refused := complaintsOf(err, name); refused {
		return &Refusal{list}
	}
	return err
}
