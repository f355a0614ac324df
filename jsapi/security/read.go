package security

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/platform/pollution"
)

// read parses the JSON of a session or a token, without names that lead to the prototype of all objects.
func (r *Realm) read(text string) (goja.Value, error) {
	if !strings.Contains(text, pollution.Proto) && !strings.Contains(text, pollution.Constructor) && !strings.Contains(text, `\u`) {
		return r.parse(goja.Undefined(), r.Runtime.ToValue(text)) // no name can be one of them
	}
	return r.parse(goja.Undefined(), r.Runtime.ToValue(text), r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		name, value := call.Argument(0).String(), call.Argument(1)
		if pollution.Reaches("", name) {
			return goja.Undefined() // removes it
		}
		if object, isObject := value.(*goja.Object); isObject && name == pollution.Constructor {
			if err := object.Delete(pollution.Prototype); err != nil {
				panic(err)
			}
		}
		return value
	}))
}
