package jsapi

import (
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// Environment is what scripts may ask of the configuration. All of it is for the application's own
// code, secrets included.
type Environment interface {
	// Get gives a setting as string, int64, float64, bool, []any or map[string]any; false when it
	// is not set, or null.
	Get(key string) (value any, ok bool)
	// Below lists the scalars below a key, by their full keys, in order.
	Below(prefix string) []Property
	// Profiles are the active ones.
	Profiles() []string
	// Resolve replaces the placeholders of a text.
	Resolve(text string) (any, error)
}

// Property is a setting with its full key.
type Property struct {
	Key   string
	Value any // as of Environment.Get
}

// environmentBean is the name of its bean.
const environmentBean = "environment"

// environment makes an Environment.
func (r *runtime) environment() goja.Value { return r.Runtime.CreateObject(r.Prototype("Environment")) }

// installEnvironment adds the methods of Environment. An object has nothing of its own, so there
// is nothing to print.
func (r *runtime) installEnvironment() {
	prototype := r.Prototype("Environment")
	for name, method := range map[string]func(Environment, goja.FunctionCall) (goja.Value, error){
		"get":             r.environmentGet,
		"getRequired":     r.environmentRequired,
		"has":             r.environmentHas,
		"getAll":          r.environmentAll,
		"getProfiles":     r.environmentProfiles,
		"acceptsProfiles": r.environmentAccepts,
		"resolve":         r.environmentResolve,
	} {
		r.method(prototype, name, func(call goja.FunctionCall) goja.Value {
			object, _ := call.This.(*goja.Object)
			if object == nil || r.api.options.Environment == nil || !realm.Descends(object, prototype) {
				panic(r.Runtime.NewTypeError("%s was called on something that is no Environment; call it as this.environment.%s(…)", name, name))
			}
			value, err := method(r.api.options.Environment, call)
			if err != nil {
				panic(r.Thrown(err))
			}
			return value
		})
	}
}

// keyOf is the first argument, which must be a text.
func (r *runtime) keyOf(call goja.FunctionCall) string {
	key, ok := call.Argument(0).(goja.String)
	if !ok {
		panic(r.Runtime.NewTypeError("a key is a text, such as \"users.pageSize\""))
	}
	return key.String()
}

func (r *runtime) environmentGet(e Environment, call goja.FunctionCall) (goja.Value, error) {
	if value, ok := e.Get(r.keyOf(call)); ok {
		return r.settingValue(value), nil
	}
	return call.Argument(1), nil
}

func (r *runtime) environmentRequired(e Environment, call goja.FunctionCall) (goja.Value, error) {
	key := r.keyOf(call)
	value, ok := e.Get(key)
	if !ok {
		return nil, fault.New("jsapi.environment", fault.Internal, key+" is not set").
			WithHint("set it in config/application.yml, or ask for it with get and a default")
	}
	return r.settingValue(value), nil
}

func (r *runtime) environmentHas(e Environment, call goja.FunctionCall) (goja.Value, error) {
	_, ok := e.Get(r.keyOf(call))
	return r.Runtime.ToValue(ok), nil
}

func (r *runtime) environmentAll(e Environment, call goja.FunctionCall) (goja.Value, error) {
	object := r.Runtime.NewObject()
	for _, p := range e.Below(r.keyOf(call)) {
		_ = object.DefineDataProperty(p.Key, r.settingValue(p.Value), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return object, nil
}

func (r *runtime) environmentProfiles(e Environment, _ goja.FunctionCall) (goja.Value, error) {
	return r.Texts(e.Profiles()), nil
}

// environmentAccepts tells whether one of the profiles is active, or one with "!" is not.
func (r *runtime) environmentAccepts(e Environment, call goja.FunctionCall) (goja.Value, error) {
	active := e.Profiles()
	accepted := slices.ContainsFunc(call.Arguments, func(wanted goja.Value) bool {
		name, not := strings.CutPrefix(wanted.String(), "!")
		return slices.Contains(active, name) != not
	})
	return r.Runtime.ToValue(accepted), nil
}

func (r *runtime) environmentResolve(e Environment, call goja.FunctionCall) (goja.Value, error) {
	value, err := e.Resolve(r.keyOf(call))
	if err != nil {
		return nil, err
	}
	return r.settingValue(value), nil
}

// settingValue makes a script value of a setting.
func (r *runtime) settingValue(value any) goja.Value {
	switch v := value.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = r.settingValue(item)
		}
		return r.Runtime.NewArray(items...)
	case map[string]any:
		object := r.Runtime.NewObject()
		for _, key := range slices.Sorted(maps.Keys(v)) {
			_ = object.DefineDataProperty(key, r.settingValue(v[key]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		return object
	case nil:
		return goja.Null()
	default:
		return r.Runtime.ToValue(v)
	}
}
