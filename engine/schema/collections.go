package schema

// The item types that binding supplies itself. They are not written in any source, so they have no place.
var (
	anyItem    = &Type{Kind: Any, Name: "any"}
	stringItem = &Type{Kind: String, Name: "string"}
	intItem    = &Type{Kind: Int, Name: "int"}
	floatItem  = &Type{Kind: Float, Name: "float"}
	boolItem   = &Type{Kind: Bool, Name: "bool"}
	dateItem   = &Type{Kind: Date, Name: "Date"}
	anyList    = &Type{Kind: List, Name: "list<any>"}
	anyMap     = &Type{Kind: Map, Name: "array<string, any>"}
)

// ItemType returns the type of a list's items; nil when the type is not a list.
func (t *Type) ItemType() *Type {
	switch {
	case !t.Kind.IsList():
		return nil
	case t.Elem != nil: // a typed collection whose items have rules of their own
		return t.Elem
	default:
		return ownItem(t.Kind)
	}
}

// ownItem returns the type of the items of a list that does not name one.
func ownItem(k Kind) *Type {
	switch k {
	case StringList:
		return stringItem
	case IntegerList:
		return intItem
	case FloatList:
		return floatItem
	default:
		return anyItem
	}
}

// looseItem binds an item of a typed collection. Unlike a plain list<T>, a typed collection converts between
// numbers and texts: StringList takes a number as its text, with the digits as they were sent; IntegerList
// and FloatList take a text that is such a number.
func (b *binder[V]) looseItem(item *Type) (V, bool) {
	c := b.in.peek()
	switch {
	case c == '"' && item.Kind != String:
		s, ok := b.string()
		if !ok {
			return b.none, false
		}
		v, bad := scalar(b.make, item, s)
		if bad != nil {
			return b.refuseAs(bad)
		}
		return v, true
	case item.Kind == String && (c == '-' || isDigit(c)):
		token, _, ok := b.in.number()
		if !ok {
			return b.none, false
		}
		if bad := item.Rules.checkScalar(String, token); bad != nil {
			return b.refuseAs(bad)
		}
		return b.make.String(token), true
	default:
		return b.value(item)
	}
}
