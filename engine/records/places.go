package records

import (
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/fwrun/fwrun/engine/inside"
)

// places holds the methods of records, and those of plain objects that they call.
type places struct {
	record *inside.Methods

	getStr            func(r *record, name unistring.String, receiver goja.Value) goja.Value
	setOwnStr         func(r *record, name unistring.String, v goja.Value, throw bool) bool
	setForeignStr     func(r *record, name unistring.String, v, receiver goja.Value, throw bool) (bool, bool)
	setForeignIdx     func(r *record, index int64, v, receiver goja.Value, throw bool) (bool, bool)
	define            func(r *record, name unistring.String, d goja.PropertyDescriptor, throw bool) bool
	deleteStr         func(r *record, name unistring.String, throw bool) bool
	export            func(r *record, context *inside.Context) any
	put               func(r *record, name unistring.String, v goja.Value, writable, enumerable, configurable bool) goja.Value
	iterateStringKeys func(r *record) inside.Iterator
	iterateKeys       func(r *record) inside.Iterator
	iterateSymbols    func(r *record) inside.Iterator
	stringKeys        func(r *record, all bool, names []goja.Value) []goja.Value
}

// known returns the places; nil if records are off.
var known = sync.OnceValue(func() *places {
	if !inside.Records.On() {
		return nil
	}
	m := inside.NewMethods()
	inside.Override(m, "getOwnPropStr", (*record).getOwnPropStr)
	inside.Override(m, "hasOwnPropertyStr", (*record).hasOwnPropertyStr)
	return &places{
		record:            m,
		getStr:            inside.Override(m, "getStr", (*record).getStr),
		setOwnStr:         inside.Override(m, "setOwnStr", (*record).setOwnStr),
		setForeignStr:     inside.Override(m, "setForeignStr", (*record).setForeignStr),
		setForeignIdx:     inside.Override(m, "setForeignIdx", (*record).setForeignIdx),
		define:            inside.Override(m, "defineOwnPropertyStr", (*record).defineOwnPropertyStr),
		deleteStr:         inside.Override(m, "deleteStr", (*record).deleteStr),
		export:            inside.Override(m, "export", (*record).export),
		put:               inside.Override(m, "_putProp", (*record).putProp),
		iterateStringKeys: inside.Override(m, "iterateStringKeys", (*record).iterateStringKeys),
		iterateKeys:       inside.Override(m, "iterateKeys", (*record).iterateKeys),
		iterateSymbols:    inside.PlainMethod[func(r *record) inside.Iterator]("iterateSymbols"),
		stringKeys:        inside.Override(m, "stringKeys", (*record).stringKeys),
	}
})
