package part

import "github.com/dop251/goja"

// TypeError throws a TypeError.
func (r *Realm) TypeError(message string) goja.Value {
	panic(r.Runtime.NewTypeError("%s", message))
}

// RangeError throws a RangeError.
func (r *Realm) RangeError(message string) {
	object, err := r.Runtime.New(r.Runtime.Get("RangeError"), r.Runtime.ToValue(message))
	if err != nil {
		panic(err)
	}
	panic(object)
}

// DOMException throws a DOMException.
func (r *Realm) DOMException(name, message string) { panic(r.NewDOMException(name, message)) }

// NewDOMException returns a DOMException whose stack begins in the user's file.
func (r *Realm) NewDOMException(name, message string) goja.Value {
	if err := r.Use("exception"); err != nil {
		panic(err)
	}
	object, err := r.Runtime.New(r.Global("DOMException"), r.Runtime.ToValue(message), r.Runtime.ToValue(name))
	if err != nil {
		panic(err)
	}
	return TrimStack(r.Runtime, object)
}
