package aspects

import (
	"cmp"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
)

// reported is a layer around another one that reports the outcome of a call when it has ended.
func (r *Realm) reported(inner layer, decorator, method string) layer {
	return func(c *call, rest Body) (goja.Value, error) {
		if r.VM.Current() == nil { // a bean calls it while it is made
			return inner(c, rest)
		}
		ctx, one := r.VM.Context(), Passage{Decorator: decorator, Method: method, Began: time.Now()}
		result, err := inner(c, rest)
		return r.After(result, err, func(result goja.Value, err error) (goja.Value, error) {
			one.Failed = r.failure(err)
			r.Passed(ctx, one)
			return result, err
		})
	}
}

// failure returns a text for what was thrown.
func (r *Realm) failure(err error) string {
	if err == nil {
		return ""
	}
	thrown, ok := engine.ThrownValue(err)
	if !ok {
		return err.Error()
	}
	class, message, _ := r.DescribeThrown(thrown)
	switch {
	case class == "":
		return cmp.Or(message, "something was thrown")
	case message == "":
		return class
	}
	return class + ": " + message
}
