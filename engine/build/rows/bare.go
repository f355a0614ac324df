package rows

import (
	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/source"
)

// isBare reports whether a class has no constructor and no private members, and each of its fields is plain.
func isBare(chain []*declared.Owner, plain func(field *source.Member) bool) bool {
	if last := chain[len(chain)-1]; last.Class.Extends != nil {
		return false // a base class that was not read
	}
	for _, link := range chain {
		for _, m := range link.Class.Members {
			switch {
			case m.Static:
			case m.Kind == source.Constructor, m.Access == source.HashPrivate, m.Accessor, m.Computed:
				return false
			case m.Kind == source.Field && !plain(m):
				return false
			}
		}
	}
	return true
}

// isLiteral reports whether a field has no initialiser, or one that does nothing but be a value.
func isLiteral(field *source.Member) bool {
	switch field.DefaultAs {
	case source.ValueString, source.ValueInt, source.ValueFloat, source.ValueBool, source.ValueNull, source.ValueBigInt:
		return true
	case source.ValueArray, source.ValueObject:
		return field.Default == "[]" || field.Default == "{}"
	default:
		return !field.HasDefault
	}
}
