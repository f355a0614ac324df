package subtle

import (
	"maps"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/keys"
)

// jwkMembers are the members of a JsonWebKey, in the order in which WebIDL reads them.
var jwkMembers = slices.Sorted(slices.Values(append(keys.TextMembers(), "ext", "key_ops", "oth")))

// readJWK reads a JSON Web Key from an object.
func (s *realm) readJWK(value goja.Value) keys.JWK {
	object, ok := value.(*goja.Object)
	if !ok {
		s.TypeError("importKey: the key is neither an object nor bytes")
	}
	j := keys.JWK{Texts: map[string]string{}}
	for _, name := range jwkMembers {
		v := object.Get(name)
		if v == nil || goja.IsUndefined(v) {
			continue
		}
		switch name {
		case "ext":
			j.Ext = new(v.ToBoolean())
		case "key_ops":
			j.KeyOps = s.texts(name, v)
		case "oth":
			s.texts(name, v)
			j.Oth = true
		default:
			j.Texts[name] = s.text(v)
		}
	}
	return j
}

// mostOps is the most members of a list: a key has eight usages.
const mostOps = 64

// texts reads a list of texts.
func (s *realm) texts(name string, value goja.Value) []string {
	if _, ok := value.(*goja.Object); !ok {
		s.TypeError("JsonWebKey: " + name + " is not a list")
	}
	list := []string{}
	s.Runtime.ForOf(value, func(item goja.Value) bool {
		if len(list) >= mostOps {
			s.TypeError("JsonWebKey: " + name + " is too long")
		}
		list = append(list, s.text(item))
		return true
	})
	return list
}

// writeJWK returns a JSON Web Key as an object.
func (s *realm) writeJWK(j keys.JWK) goja.Value {
	object := s.Runtime.NewObject()
	if j.KeyOps != nil {
		_ = object.Set("key_ops", s.list(j.KeyOps))
	}
	if j.Ext != nil {
		_ = object.Set("ext", *j.Ext)
	}
	for _, name := range slices.Sorted(maps.Keys(j.Texts)) {
		_ = object.Set(name, j.Texts[name])
	}
	return object
}
