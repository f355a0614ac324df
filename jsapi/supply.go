package jsapi

import (
	"fmt"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/web"
)

// Show implements [engine.Runtime].
func (r *runtime) Show(value engine.Value, how engine.Look) string {
	return web.Show(r.VM, value, web.Look{Colour: how.Colour, Width: how.Width})
}

// Supply implements [engine.Runtime].
func (r *runtime) Supply(hostType string, subject any) (value engine.Value, ok bool, err error) {
	switch hostType {
	case "HttpRequest":
		return supply(subject, r.request)
	case "HttpUploadedFile":
		return supply(subject, r.uploadedFile)
	case "ResponseEntity":
		value, err = r.Runtime.New(r.responseEntity, r.Runtime.ToValue(subject))
	case "HttpStatus":
		value, err = r.Call("HttpStatus", "of", r.Runtime.ToValue(subject))
	default:
		return nil, false, nil
	}
	return value, true, err
}

// supply makes a view of a T.
func supply[T any](subject any, view func(T) goja.Value) (engine.Value, bool, error) {
	known, ok := subject.(T)
	if !ok {
		return nil, true, fmt.Errorf("a %T is no %s", subject, reflect.TypeFor[T]())
	}
	return view(known), true, nil
}
