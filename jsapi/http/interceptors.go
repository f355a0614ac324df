package http

import (
	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
)

// checkPattern throws for a pattern that cannot be matched with paths.
func checkPattern(r *realm.Realm, call goja.FunctionCall) goja.Value {
	if _, err := engine.CompilePattern(call.Argument(0).String()); err != nil {
		panic(r.VM.ErrorValue(err))
	}
	return goja.Undefined()
}

// Registry implements [engine.Registrar].
func (r *Realm) Registry() (registry engine.Value, read func() []engine.Registered, err error) {
	object, err := r.Runtime.New(r.Shared("InterceptorRegistry"))
	if err != nil {
		return nil, nil, err
	}
	return object, func() []engine.Registered {
		_ = object.Set("$closed", true)
		entries, _ := object.Get("$entries").(*goja.Object)
		var list []engine.Registered
		for _, entry := range realm.Elements(entries) {
			fields := entry.(*goja.Object)
			place, _ := fields.Get("place").Export().(*fault.Place)
			list = append(list, engine.Registered{
				Place:  *place,
				Object: fields.Get("interceptor"), Order: realm.Integer(fields.Get("order")),
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
	for _, item := range realm.Elements(list) {
		texts = append(texts, item.String())
	}
	return texts
}

// Exception implements [engine.Exceptions].
func (r *Realm) Exception(status int, message string, errors []any) (engine.Value, error) {
	exception, err := r.Runtime.New(r.Shared("HttpRestException"), r.Runtime.ToValue(status), r.Runtime.ToValue(message))
	if err == nil && len(errors) > 0 {
		err = exception.Set("errors", r.plainValue(errors))
	}
	return exception, err
}

// Refused returns an HttpRestException as an error. An empty message means that of the status. The cause is for logs,
// and may be nil.
func (r *Realm) Refused(status int, message string, headers map[string]string, cause error) error {
	said, fields := goja.Undefined(), r.Runtime.NewObject()
	if message != "" {
		said = r.Runtime.ToValue(message)
	}
	for name, value := range headers {
		_ = fields.Set(name, value)
	}
	exception, err := r.Runtime.New(r.Shared("HttpRestException"), r.Runtime.ToValue(status), said, fields)
	if err != nil {
		return err
	}
	if cause != nil {
		r.VM.Attach(exception, cause)
	}
	return &vm.Thrown{Value: exception}
}

// plainValue converts lists, maps and scalars to script values.
func (r *Realm) plainValue(value any) engine.Value {
	switch v := value.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = r.plainValue(item)
		}
		return r.Runtime.NewArray(items...)
	case [][2]any:
		object := r.Runtime.NewObject()
		for _, pair := range v {
			realm.Define(object, pair[0].(string), r.plainValue(pair[1]))
		}
		return object
	}
	return r.Runtime.ToValue(value)
}

// Merge implements [engine.Responses].
func (r *Realm) Merge(response, result engine.Value) error {
	if object, isObject := result.(*goja.Object); !isObject || object != response && !realm.Descends(object, r.response) {
		return mergeBody(response.(*goja.Object), result)
	}
	_, err := r.merge(goja.Undefined(), response, result)
	return err
}

// mergeBody is mergeResponse for a result that is no ResponseEntity.
func mergeBody(response *goja.Object, result engine.Value) error {
	if result == nil || goja.IsUndefined(result) {
		return nil
	}
	format := engine.Plain
	if goja.IsNull(result) {
		format = engine.JSON // as if the handler had returned it
	}
	if err := response.Set("$body", result); err != nil {
		return err
	}
	return response.Set("$format", int(format))
}

// SetStatus implements [engine.Responses].
func (r *Realm) SetStatus(response engine.Value, status int) error {
	return response.(*goja.Object).Set("$status", status)
}
