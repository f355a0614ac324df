package crypto

import (
	"context"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/subtle"
	"math/big"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/keys"
	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

// keyHandle is what a KeyObject refers to: bytes, or a key as package keys has them.
type keyHandle struct{ material any }

func handleOf(v goja.Value) *keyHandle {
	h, _ := v.Export().(*keyHandle)
	return h
}

func (c *realm) keyObjects() map[string]part.Native {
	return map[string]part.Native{
		"secretKey": c.secretKey, "secretBytes": c.secretBytes, "readKey": c.readKey, "readJWK": c.readJWK, "publicKey": c.publicKey,
		"keyDetails": c.keyDetails, "writeKey": c.writeKey, "writeJWK": c.writeJWK, "sameKey": c.sameKey, "generateKeys": c.generateKeys,
		"keyOfCryptoKey": c.keyOfCryptoKey, "agree": c.agree, "pointOf": c.pointOf, "privateOf": c.privateOf, "publicOfPoint": c.publicOfPoint,
	}
}

func (c *realm) handle(material any) goja.Value { return c.Runtime.ToValue(&keyHandle{material}) }

// secretKey takes bytes, and returns the handle of a secret key.
func (c *realm) secretKey(call goja.FunctionCall) goja.Value {
	return c.handle(c.copied(call.Argument(0)))
}

// secretBytes returns the bytes of a secret key.
func (c *realm) secretBytes(call goja.FunctionCall) goja.Value {
	data, _ := handleOf(call.Argument(0)).material.([]byte)
	return c.NewBytes(append([]byte{}, data...))
}

// readKey takes bytes, "pem" or "der", the type of the structure, a passphrase or undefined, and whether the key has to be private. It returns a
// handle.
func (c *realm) readKey(call goja.FunctionCall) goja.Value {
	data, format, structure := c.data(call.Argument(0)), call.Argument(1).String(), call.Argument(2).String()
	var passphrase []byte
	if !goja.IsUndefined(call.Argument(3)) {
		passphrase = c.data(call.Argument(3))
	}
	wantPrivate := call.Argument(4).ToBoolean()
	var material any
	var err error
	if format == "pem" {
		material, err = fromPEM(data, passphrase, wantPrivate)
	} else {
		material, err = fromDER(data, passphrase, structure, wantPrivate)
	}
	c.must(unreadable(err))
	return c.wanted(material, wantPrivate)
}

func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return failed("ERR_OSSL_UNSUPPORTED", "the key cannot be read: "+err.Error())
}

// wanted returns the handle of a private key, or of the public one.
func (c *realm) wanted(material any, private bool) goja.Value {
	if private && !keys.IsPrivate(material) {
		c.must(failed("ERR_OSSL_UNSUPPORTED", "the key is not a private key"))
	}
	if !private {
		material = keys.PublicOf(material)
	}
	return c.handle(material)
}

// readJWK takes a JSON Web Key as JSON, and whether the key has to be private. It returns a handle.
func (c *realm) readJWK(call goja.FunctionCall) goja.Value {
	j, err := keys.ParseJSON([]byte(call.Argument(0).String()))
	if err == nil {
		var material any
		if material, err = keys.ParseJWK(j); err == nil {
			return c.wanted(material, call.Argument(1).ToBoolean())
		}
	}
	c.must(&coded{"Error", "ERR_CRYPTO_INVALID_JWK", "Invalid JWK data: " + err.Error()})
	return nil
}

// publicKey returns the handle of the public key of a key.
func (c *realm) publicKey(call goja.FunctionCall) goja.Value {
	return c.wanted(handleOf(call.Argument(0)).material, false)
}

// curveNames are the names that OpenSSL has for curves.
var curveNames = map[string]string{"P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1"}

// curveOf returns Web Cryptography's name of a curve.
func curveOf(name string) string {
	for ours, theirs := range curveNames {
		if name == theirs || name == ours {
			return ours
		}
	}
	return ""
}

// keyDetails returns [type, asymmetric type, modulus length, public exponent, curve] of a key.
func (c *realm) keyDetails(call goja.FunctionCall) goja.Value {
	material := handleOf(call.Argument(0)).material
	details := make([]any, 5)
	details[0] = "public"
	if keys.IsPrivate(material) {
		details[0] = "private"
	}
	switch k := keys.PublicOf(material).(type) {
	case *rsa.PublicKey:
		details[1], details[2], details[3] = "rsa", k.N.BitLen(), big.NewInt(int64(k.E))
	case *ecdsa.PublicKey:
		details[1], details[4] = "ec", curveNames[k.Curve.Params().Name]
	case ed25519.PublicKey:
		details[1] = "ed25519"
	case *ecdh.PublicKey:
		details[1] = "x25519"
	default:
		details[0] = "secret"
	}
	return c.value(details)
}

// sameKey reports whether two keys are the same.
func (c *realm) sameKey(call goja.FunctionCall) goja.Value {
	a, b := handleOf(call.Argument(0)).material, handleOf(call.Argument(1)).material
	if secret, ok := a.([]byte); ok {
		other, ok := b.([]byte)
		return c.Runtime.ToValue(ok && subtle.ConstantTimeCompare(secret, other) == 1)
	}
	type public interface {
		Equal(other crypto.PublicKey) bool
	}
	type private interface {
		Equal(other crypto.PrivateKey) bool
	}
	switch k := a.(type) {
	case public:
		return c.Runtime.ToValue(k.Equal(b))
	case private:
		return c.Runtime.ToValue(k.Equal(b))
	}
	return c.Runtime.ToValue(false)
}

// generateKeys takes whether to work beside the VM, the type of keys, and for RSA modulus length and exponent or for curves the name. It returns
// [public, private] as handles.
func (c *realm) generateKeys(call goja.FunctionCall) goja.Value {
	kind, bits := call.Argument(1).String(), call.Argument(2).ToInteger()
	exponent, curve := call.Argument(3).ToInteger(), curveOf(call.Argument(4).String())
	least := time.Duration(0)
	if kind == "rsa" {
		if bits < keys.LeastModulus || bits > keys.MostGenerated {
			c.must(outOfRange("RSA keys have from 1024 to 4096 bits"))
		}
		least = time.Duration(bits*bits*bits) * time.Nanosecond / 500 // 20 ms for 2048 bits
	}
	return c.run(call.Argument(0).ToBoolean(), work{"generateKeyPair", least, 0, func(context.Context) (any, error) {
		private, err := generate(kind, int(bits), uint64(exponent), curve)
		if err != nil {
			return nil, err
		}
		return []any{&keyHandle{keys.PublicOf(private)}, &keyHandle{private}}, nil
	}})
}

func generate(kind string, bits int, exponent uint64, curve string) (any, error) {
	switch kind {
	case "rsa":
		return keys.GenerateRSA(bits, exponent)
	case "ec":
		if curve == "" {
			return nil, &coded{"TypeError", "ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name"}
		}
		return keys.GenerateEC(curve)
	case "ed25519":
		return keys.GenerateEd25519()
	case "x25519":
		return keys.GenerateX25519()
	}
	return nil, invalid("The argument 'type' must be one of rsa, ec, ed25519 and x25519. Received '" + kind + "'")
}

// keyOfCryptoKey takes a CryptoKey, and returns the handle of what it is, or undefined.
func (c *realm) keyOfCryptoKey(call goja.FunctionCall) goja.Value {
	keyOf, ok := goja.AssertFunction(c.Shared("keyOf"))
	if !ok {
		return goja.Undefined()
	}
	found, err := keyOf(goja.Undefined(), call.Argument(0))
	if err != nil {
		return goja.Undefined()
	}
	key, ok := found.Export().(*webcrypto.Key)
	if !ok {
		return goja.Undefined()
	}
	if !key.Extractable && key.Type != "public" {
		c.must(&coded{"Error", "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", "The CryptoKey is not extractable"})
	}
	return c.handle(key.Material())
}
