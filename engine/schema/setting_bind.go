package schema

import (
	"slices"

	"github.com/fwrun/fwrun/platform/fault"
)

// Unset describes what is wrong with a setting, or that it is missing.
type Unset struct {
	Setting Setting // the value, or the section that lacks it
	Key     string  // in full
	Field   *Field  // that needs it; nil for an unknown key, and inside of a list or map
	Mismatch
	Unknown bool   // no field reads it
	Near    string // for an unknown key: the key that was probably meant
}

// Use describes a scalar that was bound.
type Use struct {
	Path    string // in the class: limits.maxAge
	Type    string
	Setting Setting
}

// Settings binds a section to fields: values[i] belongs to fields[i], and is [Absent] if the setting is not
// set. Names are matched as in package config. A field keeps its default if the section has no value for it,
// or null. Settings returns all problems, and the settings that were used.
func Settings(fields []*Field, section Setting) (values []any, used []Use, wrong []Unset) {
	b := &settingBinder{}
	values = b.fields(fields, &section)
	return values, b.used, b.wrong
}

// settingBinder is the state of one binding.
type settingBinder struct {
	path  []step
	field *Field // the field being bound
	used  []Use
	wrong []Unset
}

func (b *settingBinder) refuse(s *Setting, list ...Mismatch) any {
	for _, bad := range list {
		bad.Path = renderPath(b.path, "")
		b.wrong = append(b.wrong, Unset{Setting: *s, Key: s.Key, Field: b.field, Mismatch: bad})
	}
	return Absent{}
}

// unfitSection returns the mismatch for a value that should be a section.
func unfitSection() Mismatch {
	bad := unfitObject()
	bad.Expected = "a section with keys of its own"
	return bad
}

// fields binds the entries of a section, and reports those that no field reads.
func (b *settingBinder) fields(fields []*Field, section *Setting) []any {
	values := make([]any, len(fields))
	for i := range values {
		values[i] = Absent{}
	}
	if !section.IsSection && !section.isNothing() {
		b.refuse(section, unfitSection())
		return values
	}
	read := make([]bool, len(section.Fields))
	outer := b.field
	for i, f := range fields {
		b.field = f
		b.path = append(b.path, step{name: f.JSON, index: -1})
		values[i] = b.entry(f, section, read)
		b.path = b.path[:len(b.path)-1]
	}
	b.field = outer
	for i, known := range read {
		if !known {
			b.unknown(fields, &section.Fields[i], section.Key)
		}
	}
	return values
}

// entry binds the field's entry of a section, if there is one.
func (b *settingBinder) entry(f *Field, section *Setting, read []bool) any {
	var found *Setting
	for _, name := range append([]string{f.JSON, f.Name}, f.Aliases...) {
		i := slices.IndexFunc(section.Fields, func(s Setting) bool { return foldName(s.Name) == foldName(name) })
		if i >= 0 && !read[i] {
			read[i] = true
			if found == nil {
				found = &section.Fields[i]
			}
		}
	}
	switch {
	case found != nil && !found.isNothing():
		return b.value(f.Type, found)
	case found != nil && f.NotNull && !found.Reported:
		return b.refuse(found, f.Type.unfitNull())
	case found != nil && f.Type.Nullable && !found.Reported:
		return nil
	case f.Required && (found == nil || !found.Reported):
		missing := f.Type.missing(f.RequiredMessage)
		missing.Path = renderPath(b.path, "")
		b.wrong = append(b.wrong, Unset{Setting: *section, Key: joinKey(section.Key, f.JSON), Field: f, Mismatch: missing})
	}
	return Absent{}
}

func joinKey(section, name string) string {
	if section == "" {
		return name
	}
	return section + "." + name
}

func (b *settingBinder) unknown(fields []*Field, s *Setting, section string) {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = foldName(f.JSON)
	}
	near := ""
	if found := slices.Index(names, fault.Nearest(foldName(s.Name), names)); found >= 0 {
		near = joinKey(section, fields[found].JSON)
	}
	b.wrong = append(b.wrong, Unset{Setting: *s, Key: s.Key, Unknown: true, Near: near})
}

func (b *settingBinder) value(t *Type, s *Setting) any {
	item := t.ItemType()
	switch {
	case s.Reported:
		return Absent{}
	case s.isNothing():
		if t.takesNull() {
			return nil
		}
		return b.refuse(s, t.unfitNull())
	case item != nil:
		return b.list(t, item, s)
	case t.Kind == Any || t.Kind == Untyped:
		b.use(t, s)
		return s.plain()
	case t.Kind == Map:
		return b.dictionary(t, s)
	case t.Kind == Object || t.Kind == Shape:
		return b.object(t, s)
	case s.IsList || s.IsSection:
		return b.refuse(s, t.unfit())
	default:
		return b.scalar(t, s)
	}
}

func (b *settingBinder) scalar(t *Type, s *Setting) any {
	text := s.text()
	if t.Kind == String || t.Kind == Enum {
		text = s.Text
	}
	value, bad := scalar(plainMaker{}, t, text)
	if bad != nil {
		return b.refuse(s, bad...)
	}
	b.use(t, s)
	return value
}

func (b *settingBinder) use(t *Type, s *Setting) {
	b.used = append(b.used, Use{renderPath(b.path, ""), t.display(), *s})
}

func (b *settingBinder) list(t, item *Type, s *Setting) any {
	items, isList := s.listed()
	if !isList {
		return b.refuse(s, t.unfit())
	}
	values, before := make([]any, len(items)), len(b.wrong)
	for i := range items {
		b.path = append(b.path, step{index: i})
		values[i] = b.value(item, &items[i])
		b.path = b.path[:len(b.path)-1]
	}
	if len(b.wrong) == before {
		if bad := t.Rules.checkItems(len(values), func() bool { return plainDiffer(values) }); bad != nil {
			return b.refuse(s, bad...)
		}
	}
	return values
}

func (b *settingBinder) dictionary(t *Type, s *Setting) any {
	if !s.IsSection {
		return b.refuse(s, unfitSection())
	}
	record := Record{}
	for i := range s.Fields {
		name := s.Fields[i].Name
		b.path = append(b.path, step{name: name, index: -1})
		record.Keys = append(record.Keys, name)
		record.Values = append(record.Values, b.value(orAny(t.Elem), &s.Fields[i]))
		b.path = b.path[:len(b.path)-1]
	}
	if bad := t.Rules.checkItems(len(record.Keys), nil); bad != nil {
		return b.refuse(s, bad...)
	}
	return record
}

func orAny(t *Type) *Type {
	if t == nil {
		return anyItem
	}
	return t
}

// object binds a section to a class or a shape; a shape leaves out what is not set.
func (b *settingBinder) object(t *Type, s *Setting) any {
	fields := t.settingFields()
	values := b.fields(fields, s)
	if t.Kind == Object {
		return Made{t.Class, values}
	}
	record := Record{}
	for i, f := range fields {
		if _, absent := values[i].(Absent); !absent {
			record.Keys = append(record.Keys, f.Name)
			record.Values = append(record.Values, values[i])
		}
	}
	return record
}
