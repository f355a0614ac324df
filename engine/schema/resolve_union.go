package schema

import (
	"slices"
	"strconv"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// union resolves A | B. Literals and enumerations are joined to one enumeration, true | false is bool, and
// equal types are one, so User | Promise<User> is User.
func (r *Resolver) union(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	var parts []*Type
	nullable := false
	for _, arg := range t.Args {
		part, bad := r.settled(s, arg)
		if bad != nil {
			return nil, bad
		}
		nullable = nullable || part.Nullable || part.Kind == Void
		switch {
		case part.OneOf != nil:
			parts = append(parts, part.OneOf...)
		case part.Kind != Void:
			parts = append(parts, part)
		}
	}
	joined := s.join(t, parts)
	if joined == nil {
		return nil, s.refuse(t, codeUnsupported, "a value cannot be bound to a union of different types",
			`write one type, only literals ("a" | "b"), or any`)
	}
	return r.withNull(joined, nullable || joined.Nullable), nil
}

// join returns the one type that all parts have; nil if they differ.
func (s site) join(t *source.Type, parts []*Type) *Type {
	if len(parts) == 0 {
		return s.made(t, Void, "void")
	}
	if allEnums(parts) {
		return s.joinEnums(t, parts)
	}
	first := parts[0]
	for _, part := range parts {
		switch {
		case part.isOpen():
			return part
		case part.Kind != first.Kind || part.Name != first.Name || part.Class != first.Class || part.Standard != first.Standard:
			if s.result && !slices.ContainsFunc(parts, (*Type).isOpen) {
				joined := s.made(t, Any, nameOf(t))
				joined.OneOf = parts
				return joined
			}
			if s.result {
				return s.made(t, Any, nameOf(t))
			}
			return nil
		}
	}
	return first
}

// discriminator returns the field that has another text in each of some objects, and these texts; "" if there is none.
func discriminator(parts []*Type) (name string, texts []string) {
	if len(parts) == 0 {
		return "", nil
	}
	for _, f := range parts[0].OwnFields() {
		texts = texts[:0]
		for _, part := range parts {
			at := slices.IndexFunc(part.OwnFields(), func(other *Field) bool { return other.JSON == f.JSON })
			if at < 0 {
				break
			}
			other := part.OwnFields()[at]
			if other.Type.Kind != Enum || other.Type.Nullable || !other.Required || len(other.Type.Enum.Values) != 1 || !isString(other.Type.Enum.Values[0]) ||
				slices.Contains(texts, other.Type.Enum.Texts[0]) {
				break
			}
			texts = append(texts, other.Type.Enum.Texts[0])
		}
		if len(texts) == len(parts) {
			return f.JSON, texts
		}
	}
	return "", nil
}

// nameParts names the objects of a union that was declared, which have no names, by what tells them apart: of Shape, they are ShapeCircle and
// ShapeSquare.
func nameParts(union string, parts []*Type) {
	if _, texts := discriminator(parts); texts != nil {
		for i, part := range parts {
			if part.Kind == Shape && !isNamed(part) {
				part.Name = union + "-" + texts[i]
			}
		}
	}
}

func allEnums(parts []*Type) bool {
	for _, part := range parts {
		if part.Kind != Enum {
			return false
		}
	}
	return true
}

// joinEnums joins several enumerations to one; true and false together are bool. It returns nil if scripts
// have the same value for cases of different names.
func (s site) joinEnums(t *source.Type, parts []*Type) *Type {
	all := &Enumeration{Name: nameOf(t), Place: s.place(t.Pos)}
	seen, names := map[any]any{}, map[any]any{} // by wire value, and by value in scripts
	for _, part := range parts {
		for i, value := range part.Enum.Values {
			live := part.Enum.InScript(i)
			other, isSeen := seen[value]
			if name, isNamed := names[live]; isNamed && name != value || isSeen && other != live {
				return nil
			}
			if isSeen {
				continue
			}
			seen[value], names[live] = live, value
			all.Texts = append(all.Texts, part.Enum.Texts[i])
			all.Values = append(all.Values, value)
			all.Live = append(all.Live, live)
		}
	}
	if slices.Equal(all.Live, all.Values) {
		all.Live = nil
	}
	if len(seen) == 2 && seen[true] != nil && seen[false] != nil {
		return s.made(t, Bool, "bool")
	}
	joined := s.made(t, Enum, all.Name)
	joined.Enum = all
	return joined
}

// literal resolves "a" or 1 on its own: an enumeration with one case.
func (r *Resolver) literal(s site, t *source.Type) (*Type, *fault.Diagnostic) {
	value, ok := literalValue(t.Literal, t.Text)
	if !ok {
		return nil, s.refuse(t, codeUnsupported, "it is not a plain text, number or bool", "")
	}
	enum := s.made(t, Enum, nameOf(t))
	enum.Enum = &Enumeration{Name: enum.Name, Place: enum.Place, Texts: []string{literalText(value)}, Values: []any{value}}
	return enum, nil
}

// literalValue makes the value of a literal, as string, int64, float64 or bool.
func literalValue(kind source.ValueKind, text string) (any, bool) {
	switch kind {
	case source.ValueString:
		return text, true
	case source.ValueBool:
		return text == "true", true
	case source.ValueInt:
		n, err := strconv.ParseInt(text, 0, 64)
		return n, err == nil && n >= -maxSafe && n <= maxSafe
	case source.ValueFloat:
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil
	default:
		return nil, false
	}
}

// literalText returns the wire form of a case: the text, or the number or bool as in JSON.
func literalText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	default:
		return strconv.FormatBool(value == true)
	}
}

// enumType resolves an enumeration that was declared.
func (r *Resolver) enumType(s site, t *source.Type, target source.Target) (*Type, *fault.Diagnostic) {
	at, decl := site{file: target.File}, target.Enum
	enum := &Enumeration{Name: decl.Name, Place: at.place(decl.Pos)}
	for _, c := range decl.Cases {
		value, ok := literalValue(c.Kind, c.Value)
		if ok && decl.Unit {
			enum.Live = append(enum.Live, value)
			value = c.Name
		}
		if !ok {
			bad := s.refuse(t, codeUnsupported, "the value of its case "+c.Name+" is not a plain text or number",
				"give the case a literal value")
			bad.Notes = []fault.Note{{Place: at.place(c.Pos), Text: "the case is here"}}
			return nil, bad
		}
		enum.Texts = append(enum.Texts, literalText(value))
		enum.Values = append(enum.Values, value)
	}
	resolved := s.made(t, Enum, decl.Name)
	resolved.Enum = enum
	return resolved, nil
}
