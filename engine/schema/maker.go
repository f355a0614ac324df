package schema

import "time"

// Maker makes the values that binding yields. V is a script value in the host and a plain Go value in tests.
// Absent marks a field that was not sent.
//
// The slices given to List, Map and Instance are lent: they are reused as soon as the call returns, so a
// Maker copies what it keeps. Strings may be parts of the document that is bound, so the owner of its bytes
// must not change them afterwards.
type Maker[V any] interface {
	Absent() V
	Null() V
	String(s string) V // one value may serve equal texts
	Int(i int64) V
	Float(f float64) V
	Bool(b bool) V
	Date(t time.Time) V // in UTC
	Bytes(b []byte) V   // the Maker owns b
	List(items []V) V

	// Map makes an object with keys[i]: values[i]. The keys are not parts of the document, so they may be kept. They
	// are as they were sent: one may occur twice, in which case its last value counts, and "__proto__" is a key
	// like any other, so it must be defined on the object and never assigned.
	Map(keys []string, values []V) V

	// Instance makes an object of class c; values[i] belongs to c.Fields[i] and may be Absent, which keeps
	// what the constructor set there. An error is one that the script threw, or a *Refusal with the result of
	// the class's own checks.
	Instance(c *Class, values []V) (V, error)

	// Poll is called now and then while a large JSON text is bound. An error ends the binding.
	Poll() error
}
