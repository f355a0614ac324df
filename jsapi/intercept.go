package jsapi

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/fault"
)

// checkPattern refuses a pattern that paths cannot be matched with.
func (r *runtime) checkPattern(call goja.FunctionCall) goja.Value {
	if _, err := engine.CompilePattern(call.Argument(0).String()); err != nil {
		panic(r.vm.ErrorValue(err))
	}
	return goja.Undefined()
}

// Registry implements [engine.Runtime].
func (r *runtime) Registry() (registry engine.Value, read func() []engine.Registered, err error) {
	object, err := r.rt.New(r.shared.Get("InterceptorRegistry"))
	if err != nil {
		return nil, nil, err
	}
	return object, func() []engine.Registered {
		_ = object.Set("$closed", true)
		entries, _ := object.Get("$entries").(*goja.Object)
		var list []engine.Registered
		for _, entry := range elements(entries) {
			fields := entry.(*goja.Object)
			place, _ := fields.Get("place").Export().(*fault.Place)
			list = append(list, engine.Registered{
				Place:  *place,
				Object: fields.Get("interceptor"), Order: integer(fields.Get("order")),
				Patterns: textList(fields.Get("patterns")), Excludes: textList(fields.Get("excludes")),
			})
		}
		return list
	}, nil
}

func textList(v engine.Value) []string {
	list, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	var texts []string
	for _, item := range elements(list) {
		texts = append(texts, item.String())
	}
	return texts
}

// Exception implements [engine.Runtime].
func (r *runtime) Exception(status int, message string, errors []any) (engine.Value, error) {
	exception, err := r.rt.New(r.exports.Get("HttpRestException"), r.rt.ToValue(status), r.rt.ToValue(message))
	if err == nil && len(errors) > 0 {
		err = exception.Set("errors", r.plainValue(errors))
	}
	return exception, err
}

// plainValue makes script values of lists, names with values and scalars.
func (r *runtime) plainValue(value any) engine.Value {
	switch v := value.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = r.plainValue(item)
		}
		return r.rt.NewArray(items...)
	case [][2]any:
		object := r.rt.NewObject()
		for _, pair := range v {
			r.define(object, pair[0].(string), r.plainValue(pair[1]))
		}
		return object
	}
	return r.rt.ToValue(value)
}

// Merge implements [engine.Runtime].
func (r *runtime) Merge(response, result engine.Value) error {
	merge, _ := goja.AssertFunction(r.shared.Get("mergeResponse"))
	_, err := merge(goja.Undefined(), response, result)
	return err
}

// call calls a static method of what an export script has returned.
func (r *runtime) call(owner, method string, args ...engine.Value) (engine.Value, error) {
	this := r.shared.Get(owner).(*goja.Object)
	function, _ := goja.AssertFunction(this.Get(method))
	return function(this, args...)
}
