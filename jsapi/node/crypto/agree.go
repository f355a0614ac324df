package crypto

import (
	"crypto/ecdh"
	"crypto/ecdsa"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/keys"
)

// agree takes the handles of a private key and of another's public one, and returns their secret.
func (c *realm) agree(call goja.FunctionCall) goja.Value {
	secret, err := agreed(handleOf(call.Argument(0)).material, handleOf(call.Argument(1)).material)
	c.must(err)
	return c.NewBytes(secret)
}

func agreed(private, public any) ([]byte, error) {
	incompatible := &coded{"Error", "ERR_CRYPTO_INCOMPATIBLE_KEY", "Incompatible key types for Diffie-Hellman"}
	switch own := private.(type) {
	case *ecdh.PrivateKey:
		if other, ok := public.(*ecdh.PublicKey); ok {
			return own.ECDH(other)
		}
	case *ecdsa.PrivateKey:
		other, ok := public.(*ecdsa.PublicKey)
		if !ok || other.Curve != own.Curve {
			return nil, incompatible
		}
		a, err := own.ECDH()
		if err != nil {
			return nil, err
		}
		b, err := other.ECDH()
		if err != nil {
			return nil, err
		}
		return a.ECDH(b)
	}
	return nil, incompatible
}

// pointOf takes the handle of a key of a curve, and whether to compress the point. It returns the public point.
func (c *realm) pointOf(call goja.FunctionCall) goja.Value {
	public, ok := keys.PublicOf(handleOf(call.Argument(0)).material).(*ecdsa.PublicKey)
	if !ok {
		c.must(invalid("the key is not an elliptic-curve key"))
	}
	point, err := keys.Point(public)
	c.must(err)
	if call.Argument(1).ToBoolean() {
		point = keys.Compressed(point)
	}
	return c.NewBytes(point)
}

// privateOf takes the name of a curve and a private number, and returns the handle of the key; or the handle of a key, and returns the number.
func (c *realm) privateOf(call goja.FunctionCall) goja.Value {
	if h := handleOf(call.Argument(0)); h != nil {
		private, ok := h.material.(*ecdsa.PrivateKey)
		if !ok {
			c.must(invalid("the key is not a private elliptic-curve key"))
		}
		number, err := private.Bytes()
		c.must(err)
		return c.NewBytes(number)
	}
	curve := keys.Curve(curveOf(call.Argument(0).String()))
	number := c.copied(call.Argument(1))
	if curve == nil || len(number) > keys.FieldBytes(curve) {
		c.must(&coded{"Error", "ERR_CRYPTO_INVALID_CURVE", "Private key is not valid for specified curve"})
	}
	padded := make([]byte, keys.FieldBytes(curve))
	copy(padded[len(padded)-len(number):], number)
	private, err := ecdsa.ParseRawPrivateKey(curve, padded)
	if err != nil {
		c.must(failed("ERR_CRYPTO_INVALID_KEYTYPE", "Private key is not valid for specified curve"))
	}
	return c.handle(private)
}

// publicOfPoint takes the name of a curve and a point, and returns the handle of the public key.
func (c *realm) publicOfPoint(call goja.FunctionCall) goja.Value {
	public, err := keys.ParsePoint(curveOf(call.Argument(0).String()), c.data(call.Argument(1)))
	if err != nil {
		c.must(failed("ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY", "Public key is not valid for specified curve"))
	}
	return c.handle(public)
}
