package config

import "cmp"

// declared returns the key that is read. It panics if nobody has declared it, with this type, or if a default is handed over for a key
// that does not say so: a setting that is read has to be in the list of keys.
func (r *Reader) declared(key string, kind Type, handed int) *Key {
	k, wrong := r.shared.known.declared(r.pathOf(key)), ""
	switch {
	case k == nil:
		wrong = ", and is not in the list of keys"
	case k.Type != kind:
		wrong = " as a " + string(kind) + ", and is declared as a " + string(k.Type)
	case handed > 0 && (k.Otherwise == "" || k.Default != ""):
		wrong = " with a default that its declaration does not have"
	}
	if wrong != "" {
		panic("config: " + joinKeys(r.prefix, key) + " is read" + wrong)
	}
	return k
}

// number reads a value that may have bounds.
func number[T cmp.Ordered](r *Reader, key string, k *Key, otherwise []T, what, example string, parse func(string) (T, bool)) T {
	if k.Min == "" && k.Max == "" {
		return read(r, key, k, otherwise, what, example, parse)
	}
	low, hasLow := parse(k.Min)
	high, hasHigh := parse(k.Max)
	bounded := func(text string) (T, bool) {
		n, ok := parse(text)
		return n, ok && (!hasLow || n >= low) && (!hasHigh || n <= high)
	}
	switch {
	case hasLow && hasHigh:
		what += " from " + k.Min + " to " + k.Max
	case hasLow:
		what += " of at least " + k.Min
	default:
		what += " of at most " + k.Max
	}
	if _, ok := bounded(example); k.Default != "" {
		example = k.Default
	} else if !ok {
		example = k.Min
	}
	return read(r, key, k, otherwise, what, example, bounded)
}

// read implements the getters of scalars: parse converts the text to the wanted type.
func read[T any](r *Reader, key string, k *Key, otherwise []T, wanted, example string, parse func(string) (T, bool)) T {
	v, ok := r.value(key)
	if ok && v.Kind() != List && v.Kind() != Map {
		if value, ok := parse(v.Text()); ok {
			return value
		}
	}
	if ok {
		r.unusable(v, wanted, example, k.Choices...)
	}
	if len(otherwise) > 0 {
		return otherwise[0]
	}
	value, _ := parse(k.Default)
	return value
}
