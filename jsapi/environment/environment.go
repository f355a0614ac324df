package environment

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/platform/fault"
)

//go:embed environment.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("environment.js", script)}

// Settings is the configuration as scripts read it. It serves only the application's own code, so it includes
// secrets.
type Settings interface {
	// Get returns a setting as string, int64, float64, bool, []any or map[string]any. It returns false if the setting
	// is missing or null.
	Get(key string) (value any, ok bool)
	// Below lists the scalars below a key, with their full keys, in order.
	Below(prefix string) []Property
	// Profiles returns the active profiles.
	Profiles() []string
	// Resolve replaces the placeholders of a text.
	Resolve(text string) (any, error)
}

// Property is a setting with its full key.
type Property struct {
	Key   string
	Value any // of the types that Settings.Get returns
}

// Module returns the module with the class Environment and, unless settings is nil, the bean "environment".
func Module(settings Settings) realm.Module {
	m := realm.Module{
		Exports: []string{"Environment"}, Types: []string{"Environment"},
		Scripts: code,
		Install: func(r *realm.Realm) (any, error) {
			e := &Realm{r, settings}
			e.install()
			return e, nil
		},
	}
	if settings != nil {
		m.Beans = []realm.Bean{{
			HostBean: manifest.HostBean{Name: "environment", Type: "Environment"},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Object("Environment"), nil },
		}}
	}
	return m
}

// Realm is the environment in one VM.
type Realm struct {
	*realm.Realm
	settings Settings
}

// install adds the methods of Environment. Its objects have no properties, so printing one shows no settings.
func (r *Realm) install() {
	class := realm.Plain[*Realm](r.Realm, "Environment", "{} was called on something that is not an Environment; call it as this.environment.{}(…)")
	class.Behind(func(object *goja.Object) (*Realm, bool) {
		return r, r.settings != nil && realm.Descends(object, class.Prototype)
	})
	class.Method("get", (*Realm).get)
	class.Method("getRequired", (*Realm).getRequired)
	class.Method("has", (*Realm).has)
	class.Method("getAll", (*Realm).getAll)
	class.Method("getProfiles", (*Realm).getProfiles)
	class.Method("acceptsProfiles", (*Realm).acceptsProfiles)
	class.Method("resolve", (*Realm).resolve)
}

// keyOf returns the first argument, which must be a string.
func (r *Realm) keyOf(call goja.FunctionCall) string {
	key, ok := call.Argument(0).(goja.String)
	if !ok {
		panic(r.Runtime.NewTypeError("a key must be a text, such as \"users.pageSize\""))
	}
	return key.String()
}

func (r *Realm) get(call goja.FunctionCall) (goja.Value, error) {
	if setting, ok := r.settings.Get(r.keyOf(call)); ok {
		return r.value(setting), nil
	}
	return call.Argument(1), nil
}

func (r *Realm) getRequired(call goja.FunctionCall) (goja.Value, error) {
	key := r.keyOf(call)
	value, ok := r.settings.Get(key)
	if !ok {
		return nil, fault.New("jsapi.environment", fault.Internal, key+" is not set").
			WithHint("set it in config/application.yml, or ask for it with get and a default")
	}
	return r.value(value), nil
}

func (r *Realm) has(call goja.FunctionCall) (goja.Value, error) {
	_, ok := r.settings.Get(r.keyOf(call))
	return r.Runtime.ToValue(ok), nil
}

func (r *Realm) getAll(call goja.FunctionCall) (goja.Value, error) {
	object := r.Runtime.NewObject()
	for _, p := range r.settings.Below(r.keyOf(call)) {
		_ = object.DefineDataProperty(p.Key, r.value(p.Value), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
	return object, nil
}

func (r *Realm) getProfiles(_ goja.FunctionCall) (goja.Value, error) {
	return r.Texts(r.settings.Profiles()), nil
}

// acceptsProfiles reports whether one of the profiles is active, or one with a leading "!" is not.
func (r *Realm) acceptsProfiles(call goja.FunctionCall) (goja.Value, error) {
	active := r.settings.Profiles()
	accepted := slices.ContainsFunc(call.Arguments, func(wanted goja.Value) bool {
		name, not := strings.CutPrefix(wanted.String(), "!")
		return slices.Contains(active, name) != not
	})
	return r.Runtime.ToValue(accepted), nil
}

func (r *Realm) resolve(call goja.FunctionCall) (goja.Value, error) {
	value, err := r.settings.Resolve(r.keyOf(call))
	if err != nil {
		return nil, err
	}
	return r.value(value), nil
}

// value returns the script value of a setting.
func (r *Realm) value(value any) goja.Value {
	switch v := value.(type) {
	case []any:
		items := make([]any, len(v))
		for i, item := range v {
			items[i] = r.value(item)
		}
		return r.Runtime.NewArray(items...)
	case map[string]any:
		object := r.Runtime.NewObject()
		for _, key := range slices.Sorted(maps.Keys(v)) {
			_ = object.DefineDataProperty(key, r.value(v[key]), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
		}
		return object
	case nil:
		return goja.Null()
	default:
		return r.Runtime.ToValue(v)
	}
}
