package schema

import (
	"strings"

	"github.com/fwrun/fwrun/engine/source"
)

// FromDefault returns the type that a default value implies for a parameter or field that has no other type
// information: the kind of the literal, Date for new Date(…), and Untyped where the value does not show one.
// The text is the default's source.
func FromDefault(kind source.ValueKind, text string) *Type {
	switch kind {
	case source.ValueString:
		return &Type{Kind: String, Name: "string"}
	case source.ValueInt:
		return &Type{Kind: Int, Name: "int"}
	case source.ValueFloat:
		return &Type{Kind: Float, Name: "float"}
	case source.ValueBool:
		return &Type{Kind: Bool, Name: "bool"}
	case source.ValueArray:
		return &Type{Kind: List, Name: "list<any>", Elem: anyItem}
	case source.ValueObject:
		return &Type{Kind: Any, Name: "object"}
	case source.ValueNew:
		if strings.HasPrefix(strings.Join(strings.Fields(text), " "), "new Date(") {
			return &Type{Kind: Date, Name: "Date"}
		}
	}
	return &Type{Kind: Untyped}
}

// LiteralDefault returns the value of a default that is a plain literal, from its source: a string, int64,
// float64 or bool; nil for any other default.
func LiteralDefault(kind source.ValueKind, text string) any {
	switch kind {
	case source.ValueString:
		quote := text[:min(1, len(text))]
		inner := strings.TrimSuffix(strings.TrimPrefix(text, quote), quote)
		if len(inner) != len(text)-2 || strings.ContainsAny(inner, quote+"\\$\n") {
			return nil // truncated, with escapes, or a template
		}
		return inner
	case source.ValueInt, source.ValueFloat, source.ValueBool:
		value, ok := literalValue(kind, text)
		if !ok {
			return nil
		}
		return value
	default:
		return nil
	}
}

// Default returns the value of a default in a file that is a plain literal, or a case of an enumeration: Color.Green; nil for any other.
func (r *Resolver) Default(file *source.File, kind source.ValueKind, text string) any {
	if value := LiteralDefault(kind, text); value != nil {
		return value
	}
	name, member, isMember := strings.Cut(text, ".")
	if !isMember || !isIdentifier(name) || !isIdentifier(member) {
		return nil
	}
	if target := r.project.Lookup(file, name); target.Enum != nil {
		for _, c := range target.Enum.Cases {
			if value, ok := literalValue(c.Kind, c.Value); ok && c.Name == member {
				return value
			}
		}
	}
	return nil
}

// looksLikeFunction reports whether a field's initialiser, given as source, is a function.
func looksLikeFunction(text string) bool {
	text = strings.TrimSpace(strings.TrimPrefix(text, "async"))
	if strings.HasPrefix(text, "function") {
		return true
	}
	if strings.HasPrefix(text, "(") {
		depth := 0
		for i := range len(text) {
			switch text[i] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				if depth--; depth == 0 {
					rest := strings.TrimSpace(text[i+1:])
					return strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, ":")
				}
			}
		}
		return false
	}
	name, _, arrow := strings.Cut(text, "=>")
	return arrow && isIdentifier(strings.TrimSpace(name))
}
