package properties

import (
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/jsapi/environment"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// Expander returns a function that resolves the placeholders of decorators, and distinguishes a key that is
// not set from other mistakes.
func Expander(props *config.Properties) func(string, fault.Place) (any, bool, *fault.Diagnostic) {
	return func(text string, place fault.Place) (any, bool, *fault.Diagnostic) {
		value, problem := props.Expand(text, place)
		return value, problem != nil && problem.Code == config.CodeReference, problem
	}
}

// Sections returns a function that returns the configuration below a prefix, for the classes that are bound
// to it.
func Sections(props *config.Properties) func(string, []schema.SettingKey) (schema.Setting, fault.List) {
	return func(prefix string, keys []schema.SettingKey) (schema.Setting, fault.List) {
		value, problems := Section(props, prefix, keys)
		return settingOf("", value), problems
	}
}

// Section returns the configuration below a prefix, where a class reads keys.
func Section(props *config.Properties, prefix string, keys []schema.SettingKey) (config.Value, fault.List) {
	documented := make([]config.Key, len(keys))
	for i, key := range keys {
		documented[i] = config.Key{Name: key.Name, Type: keyType(key.Kind)}
	}
	return props.Section(prefix, documented)
}

// keyType returns the type to which the text of an environment variable is converted.
func keyType(k schema.Kind) config.Type {
	switch k {
	case schema.List:
		return config.TypeList
	case schema.Int:
		return config.TypeInt
	case schema.Bool:
		return config.TypeBool
	case schema.Float, schema.Duration, schema.Size, schema.Date:
		return config.TypeDuration // the text must not be empty
	default:
		return config.TypeText
	}
}

func settingOf(name string, v config.Value) schema.Setting {
	s := schema.Setting{
		Key: v.Key, Name: name, Place: v.Origin.Place, Origin: v.Origin.String(), Secret: v.Secret(), Reported: v.Reported(),
		IsList: v.Kind() == config.List, IsSection: v.Kind() == config.Map,
	}
	if !s.IsList && !s.IsSection {
		s.Text, s.Scalar, s.Shown = v.Text(), v.Any(), v.Shown()
	}
	for _, item := range v.Items() {
		s.Items = append(s.Items, settingOf("", item))
	}
	for _, f := range v.Fields() {
		s.Fields = append(s.Fields, settingOf(f.Name, f.Value))
	}
	return s
}

// Lines returns a function that returns a line of a configuration file, with secrets hidden.
func Lines(props *config.Properties) func(fault.Place) (string, bool) {
	return func(place fault.Place) (string, bool) { return props.Line(place), props.Owns(place.File) }
}

// Environment adapts properties to [environment.Settings].
type Environment struct{ *config.Properties }

// Get implements [environment.Settings].
func (e Environment) Get(key string) (any, bool) {
	v, ok := e.Find(key)
	return v.Any(), ok && v.Kind() != config.Null
}

// Below implements [environment.Settings].
func (e Environment) Below(prefix string) []environment.Property {
	v, ok := e.Lookup(prefix)
	if !ok {
		return nil
	}
	return leaves(nil, v)
}

func leaves(list []environment.Property, v config.Value) []environment.Property {
	switch v.Kind() {
	case config.List:
		for _, item := range v.Items() {
			list = leaves(list, item)
		}
	case config.Map:
		for _, f := range v.Fields() {
			list = leaves(list, f.Value)
		}
	default:
		list = append(list, environment.Property{Key: v.Key, Value: v.Any()})
	}
	return list
}

// Resolve implements [environment.Settings].
func (e Environment) Resolve(text string) (any, error) {
	value, problem := e.Expand(text, fault.Place{})
	if problem == nil {
		return value, nil
	}
	return nil, fault.New("app.resolve", fault.Internal, problem.Message).WithHint(problem.Hint)
}
