package config

import (
	"cmp"
	"time"
)

// declared returns the key that is read. It panics if nobody has declared it, with this type, or if a default is handed over for a key
// that does not say so: a setting that is read has to be in the list of keys.
func (r *Reader) declared(key string, kind Type, _ int) *Key {
	full := joinKeys(r.prefix, key)
	k := r.shared.known.declared(splitKey(full))
	switch {
	case k == nil:
		panic("config: " + full + " is read, and is not in the list of keys")
	case k.Type != kind:
		panic("config: " + full + " is read as a " + string(kind) + ", and is declared as a " + string(k.Type))
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

// IntBetween, OneOf and Positive are Int, String and Duration.
func (r *Reader) IntBetween(key string, otherwise, _, _ int) int { return r.Int(key, otherwise) }

func (r *Reader) OneOf(key, otherwise string, _ ...string) string { return r.String(key, otherwise) }

func (r *Reader) Positive(key string, otherwise time.Duration) time.Duration {
	return r.Duration(key, otherwise)
}
