package crypto

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/ciphers"
)

// The values of constants, as Node has them.
const (
	paddingPKCS1 = 1
	paddingOAEP  = 4
	paddingPSS   = 6

	saltOfDigest  = -1
	saltOfMaximum = -2 // when signing; whatever it has, when verifying
)

func (c *realm) signatures() map[string]part.Native {
	return map[string]part.Native{"sign": c.sign, "verify": c.verify, "publicEncrypt": c.publicEncrypt, "privateDecrypt": c.privateDecrypt}
}

// signing is how something is signed.
type signing struct {
	hash    crypto.Hash
	padding int
	salt    int
	p1363   bool // for curves: two numbers instead of ASN.1
}

// signing reads the arguments from one on: name of the hash function or null, padding, length of the salt, and whether curves' signatures are two
// numbers.
func (c *realm) signing(call goja.FunctionCall, from int) signing {
	s := signing{
		padding: int(call.Argument(from + 1).ToInteger()), salt: int(call.Argument(from + 2).ToInteger()),
		p1363: call.Argument(from + 3).ToBoolean(),
	}
	if name := call.Argument(from); !goja.IsNull(name) {
		var err error
		s.hash, err = hashOf(name.String())
		c.must(err)
	}
	return s
}

// digest returns the digest of what a state has been given, or of data.
func (s signing) digest(state *state, data []byte) []byte {
	if state != nil {
		return state.Sum(nil)
	}
	return ciphers.Digest(s.hash, data)
}

// input returns the state or the data of an argument.
func (c *realm) input(v goja.Value) (*state, []byte) {
	if s, ok := v.Export().(*state); ok {
		return s, nil
	}
	return nil, c.copied(v)
}

// sign takes whether to work beside the VM, a state or data, a handle, and how. It returns a signature.
func (c *realm) sign(call goja.FunctionCall) goja.Value {
	state, data := c.input(call.Argument(1))
	material, how := handleOf(call.Argument(2)).material, c.signing(call, 3)
	return c.run(call.Argument(0).ToBoolean(), work{"sign", 0, len(data), func(context.Context) (any, error) { return how.sign(material, state, data) }})
}

func (s signing) sign(material any, state *state, data []byte) ([]byte, error) {
	if key, ok := material.(ed25519.PrivateKey); ok && s.hash == 0 && state == nil {
		return ed25519.Sign(key, data), nil
	}
	if s.hash == 0 {
		return nil, failed("ERR_CRYPTO_UNSUPPORTED_OPERATION", "this kind of key needs a digest")
	}
	digest := s.digest(state, data)
	switch key := material.(type) {
	case *rsa.PrivateKey:
		if s.padding == paddingPSS {
			return ciphers.SignPSS(key, s.hash, s.saltLength(key.N.BitLen()), digest)
		}
		return rsa.SignPKCS1v15(rand.Reader, key, s.hash, digest)
	case *ecdsa.PrivateKey:
		if s.p1363 {
			return ciphers.SignP1363(key, digest)
		}
		return ecdsa.SignASN1(rand.Reader, key, digest)
	}
	return nil, failed("ERR_CRYPTO_UNSUPPORTED_OPERATION", "this kind of key cannot sign a digest")
}

// saltLength returns the length of the salt for a modulus of some bits.
func (s signing) saltLength(bits int) int {
	switch s.salt {
	case saltOfDigest:
		return s.hash.Size()
	case saltOfMaximum:
		return (bits+6)/8 - s.hash.Size() - 2
	}
	return s.salt
}

// verify takes whether to work beside the VM, a state or data, a handle, how, and a signature. It reports whether that is good.
func (c *realm) verify(call goja.FunctionCall) goja.Value {
	state, data := c.input(call.Argument(1))
	material, how, signature := handleOf(call.Argument(2)).material, c.signing(call, 3), c.copied(call.Argument(7))
	return c.run(call.Argument(0).ToBoolean(),
		work{"verify", 0, len(data) + len(signature), func(context.Context) (any, error) { return how.verify(material, state, data, signature) }})
}

func (s signing) verify(material any, state *state, data, signature []byte) (bool, error) {
	if key, ok := material.(ed25519.PublicKey); ok && s.hash == 0 && state == nil {
		return len(signature) == ed25519.SignatureSize && ed25519.Verify(key, data, signature), nil
	}
	if s.hash == 0 {
		return false, failed("ERR_CRYPTO_UNSUPPORTED_OPERATION", "this kind of key needs a digest")
	}
	digest := s.digest(state, data)
	switch key := material.(type) {
	case *rsa.PublicKey:
		if s.padding != paddingPSS {
			return rsa.VerifyPKCS1v15(key, s.hash, digest, signature) == nil, nil
		}
		if s.salt == saltOfMaximum {
			return rsa.VerifyPSS(key, s.hash, digest, signature, nil) == nil, nil // of whatever length
		}
		return ciphers.VerifyPSS(key, s.hash, s.saltLength(key.N.BitLen()), digest, signature), nil
	case *ecdsa.PublicKey:
		if s.p1363 {
			return ciphers.VerifyP1363(key, digest, signature), nil
		}
		return ecdsa.VerifyASN1(key, digest, signature), nil
	}
	return false, failed("ERR_CRYPTO_UNSUPPORTED_OPERATION", "this kind of key cannot verify a digest")
}

// publicEncrypt takes a handle, data, the padding, the name of a hash function and a label.
func (c *realm) publicEncrypt(call goja.FunctionCall) goja.Value {
	key, ok := handleOf(call.Argument(0)).material.(*rsa.PublicKey)
	if !ok {
		c.must(failed("ERR_OSSL_EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE", "only RSA keys encrypt"))
	}
	data := c.data(call.Argument(1))
	var out []byte
	var err error
	switch call.Argument(2).ToInteger() {
	case paddingOAEP:
		hash, unknown := hashOf(call.Argument(3).String())
		c.must(unknown)
		out, err = rsa.EncryptOAEP(hash.New(), rand.Reader, key, data, c.copied(call.Argument(4)))
	case paddingPKCS1:
		out, err = rsa.EncryptPKCS1v15(rand.Reader, key, data) //nolint:staticcheck // for those who decrypt with it; fwrun does not
	default:
		err = invalid("the padding is neither RSA_PKCS1_OAEP_PADDING nor RSA_PKCS1_PADDING")
	}
	c.must(err)
	return c.NewBytes(out)
}

// privateDecrypt takes a handle, data, the padding, the name of a hash function and a label.
func (c *realm) privateDecrypt(call goja.FunctionCall) goja.Value {
	key, ok := handleOf(call.Argument(0)).material.(*rsa.PrivateKey)
	if !ok {
		c.must(failed("ERR_OSSL_EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE", "only private RSA keys decrypt"))
	}
	if call.Argument(2).ToInteger() != paddingOAEP {
		c.must(&coded{"TypeError", "ERR_INVALID_ARG_VALUE", "RSA_PKCS1_PADDING is no longer supported for private decryption (CVE-2023-46809): " +
			"use RSA_PKCS1_OAEP_PADDING"})
	}
	hash, err := hashOf(call.Argument(3).String())
	c.must(err)
	out, err := rsa.DecryptOAEP(hash.New(), rand.Reader, key, c.data(call.Argument(1)), c.copied(call.Argument(4)))
	if err != nil {
		c.must(failed("ERR_OSSL_RSA_OAEP_DECODING_ERROR", "oaep decoding error"))
	}
	return c.NewBytes(out)
}
