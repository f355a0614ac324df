package security

import (
	_ "embed" // the script

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed codes.js
var codesScript string

// codesCode is compiled once.
var codesCode = []realm.Script{realm.Source("codes.js", codesScript)}

// codesBeans are the classes of [Codes], each of which has a bean.
var codesBeans = []string{"Hmac", "Digest", "Random", "Totp"}

// Codes returns the module of what scripts compute by themselves: signatures, digests, random values and one-time codes. It takes microseconds, so
// nothing of it is a promise.
func Codes() realm.Module {
	m := realm.Module{
		Exports: codesBeans,
		Types:   codesBeans,
		OnUse:   true,
		Scripts: codesCode,
		Install: func(r *realm.Realm) (any, error) { return installCodes(r), nil },
	}
	for _, class := range codesBeans {
		m.Beans = append(m.Beans, realm.Bean{
			HostBean: manifest.HostBean{Name: manifest.BeanName(class), Type: class, Yields: true},
			Make:     func(r *realm.Realm, _ string) (engine.Value, error) { return r.Object(class), nil },
		})
	}
	return m
}

// codes is the module [Codes] in one VM.
type codes struct {
	*realm.Realm
	uint8s *goja.Object // the class Uint8Array
}

func installCodes(in *realm.Realm) *codes {
	c := &codes{Realm: in}
	c.uint8s, _ = in.Runtime.Get("Uint8Array").(*goja.Object)
	for _, method := range []struct {
		class, name string
		do          func(call goja.FunctionCall) goja.Value
	}{
		{"Hmac", "sign", c.hmacSign},
		{"Hmac", "verify", c.hmacVerify},
		{"Digest", "of", c.digestOf},
		{"Random", "token", c.randomToken},
		{"Random", "bytes", c.randomBytes},
		{"Random", "int", c.randomInt},
		{"Random", "uuid", c.randomUUID},
		{"Totp", "secret", c.totpSecret},
		{"Totp", "uri", c.totpURI},
		{"Totp", "code", c.totpCode},
		{"Totp", "verify", c.totpVerify},
	} {
		c.Function(c.Prototype(method.class), method.name, func(call goja.FunctionCall) (engine.Value, error) { return method.do(call), nil })
	}
	return c
}
