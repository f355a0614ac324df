package testapi

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/fault"
)

// Snapshot is the text of a value that a test compares with the one of an earlier run.
type Snapshot struct {
	Test   string // the names around the test and its own, joined by " > "; of the context if empty
	Hint   string
	Text   string
	Inline *Inline // nil for the file of snapshots
}

// Inline is the call of a matcher whose argument is the snapshot.
type Inline struct {
	Place      fault.Place // of the name of the matcher
	Method     string
	Properties bool // the first argument is an object
	Given      string
	IsGiven    bool
}

// Compared is a text beside that of an earlier run.
type Compared struct {
	Key                string
	Pass, Missing      bool
	Expected, Received string
}

var errNoPlace = fault.New("testapi.snapshot", fault.Invalid, "it is not known where the snapshot is to be written").
	WithHint("call toMatchInlineSnapshot in a file of the application, by its name")

// snapshot takes (text, hint, {at, method, properties, given}), the last one for an inline snapshot, and returns a [Compared].
func (r *Realm) snapshot(call goja.FunctionCall) goja.Value {
	s := Snapshot{Text: call.Argument(0).String()}
	if hint := call.Argument(1); !goja.IsUndefined(hint) {
		s.Hint = hint.String()
	}
	if options, ok := call.Argument(2).(*goja.Object); ok {
		place, known := r.scope.ErrorOf(options.Get("at")).Place()
		if !known {
			r.throw(errNoPlace)
		}
		given := options.Get("given")
		s.Inline = &Inline{Place: place, Method: options.Get("method").String(), Properties: options.Get("properties").ToBoolean()}
		if s.Inline.IsGiven = !goja.IsUndefined(given); s.Inline.IsGiven {
			s.Inline.Given = given.String()
		}
	}
	compared, err := r.module.options.Snapshot(r.vm.Context(), s)
	if err != nil {
		r.throw(err)
	}
	object := r.rt.NewObject()
	for name, value := range map[string]any{
		"key": compared.Key, "pass": compared.Pass, "missing": compared.Missing, "expected": compared.Expected, "received": compared.Received,
	} {
		_ = object.Set(name, value)
	}
	return object
}
