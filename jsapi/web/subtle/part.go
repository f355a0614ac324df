package subtle

import (
	"embed"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

//go:embed subtle.js
var scripts embed.FS

// Part returns the part that defines SubtleCrypto and CryptoKey. Its script leaves `web.newSubtle`, which makes the object crypto.subtle, and
// `web.keyOf`, which returns what a CryptoKey refers to.
func Part() part.Part { return thePart }

var thePart = part.Part{
	Name: "subtle", Needs: []string{"base", "exception"}, Globals: []string{"CryptoKey", "SubtleCrypto"},
	Script: part.Script(scripts, "subtle.js"), Host: host,
}

func host(r *part.Realm) map[string]part.Native {
	s := &realm{Realm: r, load: turns.NewLoad(mostBytes, mostOperations)}
	r.AddCloner(s.clone)
	return map[string]part.Native{"define": s.define, "remember": s.remember}
}

// clone copies a CryptoKey for structuredClone: another object for the same key.
func (s *realm) clone(original *goja.Object) (*goja.Object, bool) {
	key := s.keyOf(original)
	if key == nil {
		return nil, false
	}
	return s.cryptoKey(key).(*goja.Object), true
}
