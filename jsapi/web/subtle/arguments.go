package subtle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

var (
	formats    = []string{"raw", "spki", "pkcs8", "jwk"}
	usageNames = (^webcrypto.Usages(0)).Names()
)

// argument returns the key of an argument, and throws if it is not a CryptoKey.
func (s *realm) argument(name string, value goja.Value) *webcrypto.Key {
	key := s.keyOf(value)
	if key == nil {
		s.TypeError(name + ": the argument is not a CryptoKey")
	}
	return key
}

// bytes returns the bytes of an argument, which are still those of the script.
func (s *realm) bytes(name string, value goja.Value) []byte {
	data, ok := s.Bytes(value)
	if !ok {
		s.TypeError(name + ": the argument is neither an ArrayBuffer nor a view of one")
	}
	return data
}

// format returns an argument that is a format of keys.
func (s *realm) format(value goja.Value) string { return s.oneOf(formats, "format", value) }

func (s *realm) oneOf(list []string, what string, value goja.Value) string {
	text := s.text(value)
	if !slices.Contains(list, text) {
		s.TypeError(fmt.Sprintf("The %s %q is not one of %s", what, text, strings.Join(list, ", ")))
	}
	return text
}

// usages returns an argument that is a sequence of usages.
func (s *realm) usages(name string, value goja.Value) (all webcrypto.Usages) {
	object, ok := value.(*goja.Object)
	if ok {
		_, ok = goja.AssertFunction(object.GetSymbol(goja.SymIterator))
	}
	if !ok {
		s.TypeError(name + ": the usages are not a list")
	}
	s.Runtime.ForOf(object, func(one goja.Value) bool {
		all |= webcrypto.UsageOf(s.oneOf(usageNames, "usage", one))
		return true
	})
	return all
}
