package schema

import (
	"slices"
	"strconv"
	"time"
)

// Plain values are what binding makes when there is no VM yet: nil, string, bool, int64,
// float64, [time.Time], []byte, []any, [Record], [Made], or [Absent]. They are never changed,
// so one is remade in as many VMs as there are.

// Absent is a plain value that was not given.
type Absent struct{}

// Record is a plain object without a class.
type Record struct {
	Keys   []string
	Values []any // plain
}

// Made is a plain instance of a class; Values[i] belongs to Class.Fields[i].
type Made struct {
	Class  *Class
	Values []any // plain
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

func (plainMaker) Instance(c *Class, values []any) (any, error) {
	return Made{c, slices.Clone(values)}, nil
}

// Remake makes the value that a plain one stands for. The error is one a constructor threw, or a
// *[Refusal] of a class within.
func Remake[V any](m Maker[V], plain any) (V, error) {
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
		items, err := remakeAll(m, v, func(i int) string { return "[" + strconv.Itoa(i) + "]" })
		if err != nil {
			return m.Absent(), err
		}
		return m.List(items), nil
	case Record:
		values, err := remakeAll(m, v.Values, func(i int) string { return renderPath(nil, v.Keys[i]) })
		if err != nil {
			return m.Absent(), err
		}
		return m.Map(v.Keys, values), nil
	case Made:
		values, err := remakeAll(m, v.Values, func(i int) string { return v.Class.Fields[i].JSON })
		if err != nil {
			return m.Absent(), err
		}
		return m.Instance(v.Class, values)
	default:
		return m.Null(), nil
	}
}

// remakeAll remakes the parts of a value; a refusal is told as one of the whole.
func remakeAll[V any](m Maker[V], plain []any, name func(i int) string) ([]V, error) {
	values := make([]V, len(plain))
	for i, v := range plain {
		made, err := Remake(m, v)
		if err != nil {
			return nil, within(err, name(i))
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
