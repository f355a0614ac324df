package management

import (
	"fmt"
	"slices"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// defaultsWithin is how long the values that scripts give to fields are waited for. Without them the answer has fewer properties.
const defaultsWithin = time.Second

// boundObjects returns a function that describes the beans with @ConfigurationProperties.
func boundObjects(app *engine.Application, sectionOf Section) func(*actuator.Request) []actuator.Bound {
	return func(r *actuator.Request) []actuator.Bound {
		defaults, _ := app.SettingsDefaults(r.Context(), defaultsWithin)
		return describeBound(app.Manifest(), sectionOf, defaults)
	}
}

// describeBound describes the beans with @ConfigurationProperties. The values that scripts give to their fields may be nil.
func describeBound(m *manifest.Manifest, sectionOf Section, defaults [][]any) []actuator.Bound {
	list, names := make([]actuator.Bound, len(m.Settings)), map[string]bool{}
	for i, s := range m.Settings {
		bean := m.Beans[s.Bean]
		name := s.Prefix + "-" + s.Class.Name
		if bean.Stereotype == manifest.Produced || names[name] {
			name = bean.Name
		}
		names[name] = true
		var unset []any
		if defaults != nil {
			unset = defaults[i]
		}
		properties, inputs := describeSettings(sectionOf, s, unset)
		list[i] = actuator.Bound{Name: name, Prefix: s.Prefix, Properties: properties, Inputs: inputs}
	}
	return list
}

// describeSettings returns the properties of a bean and their inputs, with secrets masked. Of the fields that are not set, unset has
// the values.
func describeSettings(sectionOf Section, s *manifest.Settings, unset []any) (properties, inputs map[string]any) {
	section := sectionOf(s.Prefix, schema.SettingKeys(s.Fields))
	properties, inputs = map[string]any{}, map[string]any{}
	for i, f := range s.Class.Fields {
		if !slices.Contains(s.Fields, f) {
			continue
		}
		inputs[f.Name] = nil
		value := s.Values[i]
		if _, absent := value.(schema.Absent); absent && unset != nil {
			value = unset[i]
		} else if absent && f.Default != nil {
			value = f.Type.OnWire(f.Default)
		}
		set := settingFor(section, f)
		if set.Kind() != config.Null {
			inputs[f.Name] = inputOf(set)
		}
		b := boundValue{s.Prefix + "." + f.Name, set, config.IsSecret(f.JSON)}
		if shown, ok := b.show(f.Type, value); ok {
			properties[f.Name] = shown
		}
	}
	return properties, inputs
}

// settingFor returns the entry of a section that sets a field; null if there is none.
func settingFor(section config.Value, f *schema.Field) config.Value {
	for _, name := range append([]string{f.JSON, f.Name}, f.Aliases...) {
		for _, entry := range section.Fields() {
			if config.SameKey("["+entry.Name+"]", "["+name+"]") {
				return entry.Value
			}
		}
	}
	return config.Value{}
}

// inputOf returns a value of the configuration as a tree of inputs.
func inputOf(v config.Value) any {
	switch v.Kind() {
	case config.List:
		list := []any{}
		for _, item := range v.Items() {
			list = append(list, inputOf(item))
		}
		return list
	case config.Map:
		section := map[string]any{}
		for _, f := range v.Fields() {
			section[f.Name] = inputOf(f.Value)
		}
		return section
	default:
		return actuator.Input{Value: v.Harmless(), Origin: originText(v.Origin)}
	}
}

// boundValue is a value on its way to be shown.
type boundValue struct {
	key    string       // in full
	set    config.Value // what the configuration says; null if that is nothing
	secret bool         // a value around it is a secret
}

// show returns a plain value as a tree of maps, lists and scalars. It reports false for a value that is not known.
func (b boundValue) show(t *schema.Type, plain any) (any, bool) {
	b.secret = b.secret || b.set.Secret()
	switch plain := plain.(type) {
	case nil:
		return nil, true
	case schema.Absent:
		return nil, false
	case []any:
		return b.showList(t, plain), true
	case schema.Record:
		return b.showRecord(t, plain), true
	case schema.Made:
		out := map[string]any{}
		for i, f := range plain.Class.Fields {
			below := boundValue{b.key + "." + f.Name, settingFor(b.set, f), b.secret || config.IsSecret(f.JSON)}
			if shown, ok := below.show(f.Type, plain.Values[i]); ok {
				out[f.Name] = shown
			}
		}
		return out, true
	}
	if b.secret || config.IsSecret(b.key) {
		return actuator.Masked, true
	}
	return b.showScalar(t, plain), true
}

func (b boundValue) showList(t *schema.Type, items []any) any {
	list := make([]any, 0, len(items))
	set := b.set.Items()
	for i, item := range items {
		below := boundValue{key: b.key, secret: b.secret}
		if i < len(set) {
			below.set = set[i]
		}
		shown, _ := below.show(itemType(t), item)
		list = append(list, shown)
	}
	return list
}

func (b boundValue) showRecord(t *schema.Type, record schema.Record) any {
	out := map[string]any{}
	for i, name := range record.Keys {
		of, field := elemType(t), &schema.Field{Name: name, JSON: name}
		for _, f := range fieldsOf(t) {
			if f.Name == name || f.JSON == name {
				field, of = f, f.Type
			}
		}
		below := boundValue{b.key + "." + name, settingFor(b.set, field), b.secret || config.IsSecret(field.JSON)}
		if shown, ok := below.show(of, record.Values[i]); ok {
			out[name] = shown
		}
	}
	return out
}

func (b boundValue) showScalar(t *schema.Type, plain any) any {
	switch plain := plain.(type) {
	case string:
		return config.Harmless(b.key, plain)
	case time.Time:
		return plain.UTC().Format(time.RFC3339Nano)
	case []byte:
		return fmt.Sprintf("%d bytes", len(plain))
	case int64:
		if t != nil && t.Kind == schema.Duration {
			return actuator.Period(time.Duration(plain) * time.Millisecond)
		}
	case float64:
		if t != nil && t.Kind == schema.Duration {
			return actuator.Period(time.Duration(plain * float64(time.Millisecond)))
		}
	}
	return plain
}

func itemType(t *schema.Type) *schema.Type {
	if t == nil {
		return nil
	}
	return t.ItemType()
}

func elemType(t *schema.Type) *schema.Type {
	if t == nil {
		return nil
	}
	return t.Elem
}

// fieldsOf returns the fields of a class or a shape.
func fieldsOf(t *schema.Type) []*schema.Field {
	switch {
	case t == nil:
		return nil
	case t.Kind == schema.Object && t.Class != nil:
		return t.Class.Fields
	default:
		return t.Fields
	}
}
