package schema

// SettingKey is a key that a class reads, relative to the class's own.
type SettingKey struct {
	Name string // hosts[], limits.maxAge
	Kind Kind   // String for kinds other than Int, Bool, List and so on
}

// deepestSetting limits how deep nested classes are followed for their keys.
const deepestSetting = 16

// SettingKeys lists the keys that fields read, including those of classes and shapes within. The keys of a
// map are not known.
func SettingKeys(fields []*Field) []SettingKey { return settingKeys(nil, "", fields, 0) }

func settingKeys(keys []SettingKey, prefix string, fields []*Field, depth int) []SettingKey {
	if depth > deepestSetting {
		return keys
	}
	for _, f := range fields {
		keys = keysOfType(keys, prefix+f.JSON, f.Type, depth)
	}
	return keys
}

func keysOfType(keys []SettingKey, name string, t *Type, depth int) []SettingKey {
	if item := t.ItemType(); item != nil {
		if inner := item.settingFields(); inner != nil {
			return settingKeys(keys, name+"[].", inner, depth+1)
		}
		return append(keys, SettingKey{name, List})
	}
	if inner := t.settingFields(); inner != nil {
		return settingKeys(keys, name+".", inner, depth+1)
	}
	if t.Kind == Map {
		return keys
	}
	return append(keys, SettingKey{name, t.Kind})
}

// settingFields returns the fields that a section is bound to; nil if the type has no fields.
func (t *Type) settingFields() []*Field {
	switch t.Kind {
	case Object:
		return t.Class.Fields
	case Shape:
		return t.Fields
	default:
		return nil
	}
}
