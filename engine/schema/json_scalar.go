package schema

import "strconv"

// string reads a string and resolves its escapes.
func (b *binder[V]) string() (string, bool) {
	raw, escaped, ok := b.in.quoted()
	if escaped && ok {
		raw = unescape(raw)
	}
	return raw, ok
}

// textual binds a JSON string to a type that is written as a string.
func (b *binder[V]) textual(t *Type) (V, bool) {
	s, ok := b.string()
	if !ok {
		return b.none, false
	}
	if t.Kind == String && t.Rules == nil { // the most frequent case
		return b.text(s), true
	}
	switch t.Kind {
	case String, Date, Bytes, Duration, Size:
		v, bad := scalar(b.make, t, s)
		if bad != nil {
			return b.refuseAs(bad)
		}
		return v, true
	case Enum:
		return b.enumCase(t, s, isString)
	default:
		return b.coerced(t, s)
	}
}

// coerced binds the text of a scalar of another kind as [Text] does, where that is allowed.
func (b *binder[V]) coerced(t *Type, text string) (V, bool) {
	if !t.isCoercible() || t.Coerce == nil && !b.in.limits.Coerce || t.Coerce != nil && !*t.Coerce {
		return b.refuse(t.unfit())
	}
	v, bad := scalar(b.make, t, text)
	if bad != nil {
		return b.refuseAs(bad)
	}
	return v, true
}

// isCoercible reports whether values of the type can be read from a scalar of another kind.
func (t *Type) isCoercible() bool {
	switch t.Kind {
	case String, Int, Float, Bool, Enum:
		return true
	default:
		return false
	}
}

// numeric binds a JSON number to a type that is written as a number.
func (b *binder[V]) numeric(t *Type) (V, bool) {
	token, whole, ok := b.in.number()
	if !ok {
		return b.none, false
	}
	if t.Rules != nil && t.Kind != String {
		if bad := t.Rules.checkScalar(t.Kind, token); bad != nil {
			return b.refuseAs(bad)
		}
	}
	switch t.Kind {
	case Int:
		return b.integer(t, token, whole)
	case Float:
		if f, ok := finite(token); ok {
			return b.make.Float(f), true
		}
	case Enum:
		return b.enumCase(t, token, isNumber)
	}
	return b.coerced(t, token)
}

func (b *binder[V]) integer(t *Type, token string, whole bool) (V, bool) {
	if !whole {
		return b.refuse(t.unfit())
	}
	n, _, ok := parseInt(token)
	if !ok {
		return b.refuse(outOfRange())
	}
	return b.make.Int(n), true
}

// anyNumber makes an integer where that is exact, and otherwise the number that JavaScript has for it, −0
// included.
func (b *binder[V]) anyNumber() (V, bool) {
	token, whole, ok := b.in.number()
	if !ok {
		return b.none, false
	}
	if n, _, fits := parseInt(token); whole && fits && token != "-0" {
		return b.make.Int(n), true
	}
	f, _ := strconv.ParseFloat(token, 64) // a number out of range is infinite, as in JSON.parse
	return b.make.Float(f), true
}

// enumCase finds the case with the given text among those whose value has the kind that was sent.
func (b *binder[V]) enumCase(t *Type, text string, fits func(value any) bool) (V, bool) {
	for i, candidate := range t.Enum.Texts {
		if candidate == text && fits(t.Enum.Values[i]) {
			return makeCase(b.make, t.Enum.InScript(i)), true
		}
	}
	return b.coerced(t, text)
}

func isString(value any) bool {
	_, ok := value.(string)
	return ok
}

func isNumber(value any) bool {
	switch value.(type) {
	case int64, float64:
		return true
	default:
		return false
	}
}
