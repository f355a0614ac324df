package schematest

import (
	"slices"
	"time"

	"github.com/fwrun/fwrun/engine/schema"
)

// Absent is the value of a field that was not sent.
type Absent struct{}

// Entry is one key of a map, in the order it was sent.
type Entry struct {
	Key   string
	Value any
}

// Instance is an object of a class: its fields by the names they have in the script, without those that were
// not sent.
type Instance struct {
	Class  string
	Fields map[string]any
}

// Maker makes nil, string, int64, float64, bool, time.Time, []byte, []any, []Entry, Instance and Absent.
type Maker struct {
	// Construct, if set, is called as the constructor of a class; an error it returns is one that the script
	// threw.
	Construct func(class string) error
}

var _ schema.Supplier[any] = Maker{}

// Absent implements schema.Supplier, as do all methods.
func (Maker) Absent() any { return Absent{} }

// Null makes nil.
func (Maker) Null() any { return nil }

// String makes a string.
func (Maker) String(s string) any { return s }

// Int makes an int64.
func (Maker) Int(i int64) any { return i }

// Float makes a float64.
func (Maker) Float(f float64) any { return f }

// Bool makes a bool.
func (Maker) Bool(b bool) any { return b }

// Date makes a time.Time.
func (Maker) Date(t time.Time) any { return t }

// Bytes makes a []byte.
func (Maker) Bytes(b []byte) any { return b }

// List makes a []any.
func (Maker) List(items []any) any { return append([]any{}, items...) }

// Poll does nothing.
func (Maker) Poll() error { return nil }

// Map makes a []Entry in which a repeated key has its last value, at its first position.
func (Maker) Map(keys []string, values []any) any {
	entries := make([]Entry, 0, len(keys))
	for i, key := range keys {
		at := slices.IndexFunc(entries, func(e Entry) bool { return e.Key == key })
		if at >= 0 {
			entries[at].Value = values[i]
			continue
		}
		entries = append(entries, Entry{key, values[i]})
	}
	return entries
}

// Instance makes an Instance, unless Construct fails.
func (m Maker) Instance(c *schema.Class, values []any) (any, error) {
	if m.Construct != nil {
		if err := m.Construct(c.Name); err != nil {
			return nil, err
		}
	}
	fields := make(map[string]any, len(values))
	for i, v := range values {
		if v != (Absent{}) {
			fields[c.Fields[i].Name] = v
		}
	}
	return Instance{c.Name, fields}, nil
}

// Supply returns the subject itself.
func (Maker) Supply(_ string, subject any) (any, error) { return subject, nil }
