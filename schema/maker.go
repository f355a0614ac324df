package schema

import "time"

// Maker makes the values that binding yields. V is a script value in the host and a
// plain Go value in tests. Absent marks a field that was not sent.
type Maker[V any] interface {
	Absent() V
	Null() V
	String(s string) V
	Int(i int64) V
	Float(f float64) V
	Bool(b bool) V
	Date(t time.Time) V
	Bytes(b []byte) V
	List(items []V) V
	Map(keys []string, values []V) V
	// Instance makes an object of class c; values[i] belongs to c.Fields[i] and may be
	// Absent, which leaves what the constructor put there. An error is one the script threw.
	Instance(c *Class, values []V) (V, error)
}

// Mismatch is one value that does not fit.
type Mismatch struct {
	Path     string // order.lines[0].quantity; empty for the value itself
	Expected string // "integer", "one of \"a\", \"b\"", "a date-time such as 2026-01-31T12:00:00Z"
	Missing  bool   // required and not there
}

// String renders the mismatch the way callers show it: "order.total: expected number".
func (m Mismatch) String() string {
	text := "expected " + m.Expected
	if m.Missing {
		text = "is required"
	}
	if m.Path == "" {
		return text
	}
	return m.Path + ": " + text
}
