package config

import "strings"

// Values returns what a key is set to, or its default, as it is read: 30s and 0.5m are the same. It is one value, or one for each element of
// a list and each name of a section that the key is below. Of a key that is Apart and not set it is nil.
func (p *Properties) Values(key Key) []any { return p.Reader().values(key.Name) }

func (r *Reader) values(key string) (list []any) {
	if section, rest, is := strings.Cut(key, "[]."); is {
		for _, one := range r.Items(section) {
			list = append(list, one.values(rest)...)
		}
		return list
	}
	if section, rest, is := strings.Cut(key, ".*."); is {
		for _, name := range r.Names(section) {
			list = append(list, r.Named(section, name).values(rest)...)
		}
		return list
	}
	k := r.shared.known.declared(r.pathOf(key))
	if k.Apart && !r.Has(key) {
		return []any{nil}
	}
	return []any{r.get(key, k.Type)}
}

// get reads a key of whatever type.
func (r *Reader) get(key string, kind Type) any {
	switch kind {
	case TypeInt:
		return r.Int(key)
	case TypeNumber:
		return r.Float(key)
	case TypeBool:
		return r.Bool(key)
	case TypeDuration:
		return r.Duration(key)
	case TypeSize:
		return r.Size(key)
	case TypeList:
		return r.Strings(key)
	case TypeMap:
		v, _ := r.value(key)
		return v.Any()
	default:
		return r.String(key)
	}
}
