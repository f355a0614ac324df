package subtle

import (
	"fmt"
	"math"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

// normalized is an algorithm that a script has passed, with the number of bytes that were copied for it.
type normalized struct {
	webcrypto.Params
	copied int
}

// normalize reads an algorithm for an operation, and throws what the specification says if it cannot be one.
func (s *realm) normalize(op webcrypto.Operation, value goja.Value) normalized {
	n, err := s.normalizeFor(op, value)
	s.must(err)
	return n
}

// normalizeFor is like normalize, and returns the error of an algorithm that does not have the operation.
func (s *realm) normalizeFor(op webcrypto.Operation, value goja.Value) (normalized, error) {
	var n normalized
	object, isObject := value.(*goja.Object)
	name := value
	if isObject {
		if name = object.Get("name"); name == nil || goja.IsUndefined(name) {
			s.TypeError("Algorithm: the member name is missing")
		}
	}
	canonical, members, err := webcrypto.Lookup(op, s.text(name))
	if err != nil {
		return n, err
	}
	n.Name = canonical
	for _, member := range members {
		var v goja.Value
		if isObject {
			v = object.Get(member.Name)
		}
		if v != nil && !goja.IsUndefined(v) {
			s.read(&n, member, v)
		} else if member.Required {
			s.TypeError(fmt.Sprintf("%s: the member %s is missing", canonical, member.Name))
		}
	}
	return n, nil
}

// text converts a value to a text, as WebIDL does.
func (s *realm) text(value goja.Value) string {
	s.refuseSymbol(value)
	return value.String()
}

// refuseSymbol throws for a Symbol, which goja converts.
func (s *realm) refuseSymbol(value goja.Value) {
	if _, is := value.(*goja.Symbol); is {
		s.TypeError("Cannot convert a Symbol")
	}
}

// read sets a member.
func (s *realm) read(n *normalized, member webcrypto.Member, v goja.Value) {
	switch member.Kind {
	case webcrypto.Octet:
		s.setNumber(n, member.Name, s.number(member.Name, v, math.MaxUint8))
	case webcrypto.Short:
		s.setNumber(n, member.Name, s.number(member.Name, v, math.MaxUint16))
	case webcrypto.Long:
		s.setNumber(n, member.Name, s.number(member.Name, v, math.MaxUint32))
	case webcrypto.Text:
		n.NamedCurve = s.text(v)
	case webcrypto.Hash:
		n.Hash = s.normalize(webcrypto.DoDigest, v).Name
	case webcrypto.Bytes:
		if object, ok := v.(*goja.Object); !ok || object.ExportType() != bytesType {
			s.TypeError(member.Name + ": it is not a Uint8Array")
		}
		n.PublicExponent = s.copied(s.bytes(member.Name, v))
	case webcrypto.Buffer:
		data := s.copied(s.bytes(member.Name, v))
		n.copied += len(data)
		setBytes(&n.Params, member.Name, data)
	case webcrypto.AKey:
		if n.Public = s.keyOf(v); n.Public == nil {
			s.TypeError(member.Name + ": it is not a CryptoKey")
		}
	}
}

// number converts a value to a whole number from 0 to most, and throws if it is not in that range ([EnforceRange]).
func (s *realm) number(name string, v goja.Value, most float64) int {
	s.refuseSymbol(v)
	f := math.Trunc(v.ToFloat())
	if !(f >= 0 && f <= most) {
		s.TypeError(fmt.Sprintf("%s: the value is outside of the range from 0 to %.0f", name, most))
	}
	return int(f)
}

func (s *realm) setNumber(n *normalized, name string, value int) {
	switch name {
	case "length":
		n.Length, n.HasLength = value, true
	case "tagLength":
		n.TagLength, n.HasTagLength = value, true
	case "saltLength":
		n.SaltLength = value
	case "modulusLength":
		n.ModulusLength = value
	case "iterations":
		n.Iterations = value
	}
}

func setBytes(p *webcrypto.Params, name string, data []byte) {
	switch name {
	case "iv":
		p.IV = data
	case "counter":
		p.Counter = data
	case "additionalData":
		p.AdditionalData = data
	case "label":
		p.Label = data
	case "salt":
		p.Salt = data
	case "info":
		p.Info = data
	}
}
