package subtle

import (
	"context"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

var bytesType = reflect.TypeFor[[]uint8]()

// key returns the outcome that is a CryptoKey.
func (s *realm) key(k *webcrypto.Key, err error) (outcome, error) {
	return func() goja.Value { return s.cryptoKey(k) }, err
}

// generate implements generateKey(algorithm, extractable, usages).
func (s *realm) generate(call goja.FunctionCall) goja.Value {
	extractable, usages := call.Argument(1).ToBoolean(), s.usages("generateKey", call.Argument(2))
	n := s.normalize(webcrypto.DoGenerate, call.Argument(0))
	return s.start("generateKey", n.copied, func(ctx context.Context) (outcome, error) {
		secret, private, public, err := webcrypto.Generate(ctx, n.Params, extractable, usages)
		return func() goja.Value {
			if secret != nil {
				return s.cryptoKey(secret)
			}
			pair := s.Runtime.NewObject()
			_ = pair.Set("publicKey", s.cryptoKey(public))
			_ = pair.Set("privateKey", s.cryptoKey(private))
			return pair
		}, err
	})
}

// importKey implements importKey(format, keyData, algorithm, extractable, usages).
func (s *realm) importKey(call goja.FunctionCall) goja.Value {
	format, given := s.format(call.Argument(0)), call.Argument(1)
	extractable, usages := call.Argument(3).ToBoolean(), s.usages("importKey", call.Argument(4))
	bytes, isBuffer := s.Bytes(given)
	var data webcrypto.KeyData
	if !isBuffer {
		data.JWK = s.readJWK(given)
	}
	n := s.normalize(webcrypto.DoImport, call.Argument(2))
	switch {
	case isBuffer && format == "jwk":
		s.TypeError("importKey: a key of the format jwk is an object, not bytes")
	case !isBuffer && format != "jwk":
		s.TypeError("importKey: a key of the format " + format + " is an ArrayBuffer or a view of one")
	case isBuffer:
		data.Bytes = s.copied(bytes)
	}
	isSecret := n.NamedCurve == "" && format == "raw" || data.JWK.Texts["kty"] == "oct"
	return s.startQuick(isSecret && isFew(data.Bytes), "importKey", n.copied+len(data.Bytes), nil, func(context.Context, []byte) (outcome, error) {
		return s.key(webcrypto.Import(format, data, n.Params, extractable, usages))
	})
}

// exportKey implements exportKey(format, key).
func (s *realm) exportKey(call goja.FunctionCall) goja.Value {
	format, key := s.format(call.Argument(0)), s.argument("exportKey", call.Argument(1))
	return s.startQuick(key.Type == "secret", "exportKey", 0, nil, func(context.Context, []byte) (outcome, error) {
		data, err := webcrypto.Export(format, key)
		return func() goja.Value {
			if format == "jwk" {
				return s.writeJWK(data.JWK)
			}
			return s.NewBuffer(append([]byte{}, data.Bytes...))
		}, err
	})
}

// deriveKey implements deriveKey(algorithm, baseKey, derivedKeyType, extractable, usages).
func (s *realm) deriveKey(call goja.FunctionCall) goja.Value {
	key, extractable, usages := s.argument("deriveKey", call.Argument(1)), call.Argument(3).ToBoolean(), s.usages("deriveKey", call.Argument(4))
	n := s.normalize(webcrypto.DoDerive, call.Argument(0))
	imported := s.normalize(webcrypto.DoImport, call.Argument(2))
	measured := s.normalize(webcrypto.DoKeyLength, call.Argument(2))
	return s.start("deriveKey", n.copied, func(ctx context.Context) (outcome, error) {
		return s.key(webcrypto.DeriveKey(ctx, n.Params, key, imported.Params, measured.Params, extractable, usages))
	})
}

// wrapper reads an algorithm that wraps keys, or one that encrypts.
func (s *realm) wrapper(value goja.Value, wrap, encrypt webcrypto.Operation) normalized {
	if n, err := s.normalizeFor(wrap, value); err == nil {
		return n
	}
	return s.normalize(encrypt, value)
}

// wrapKey implements wrapKey(format, key, wrappingKey, wrapAlgorithm).
func (s *realm) wrapKey(call goja.FunctionCall) goja.Value {
	format := s.format(call.Argument(0))
	key, with := s.argument("wrapKey", call.Argument(1)), s.argument("wrapKey", call.Argument(2))
	n := s.wrapper(call.Argument(3), webcrypto.DoWrap, webcrypto.DoEncrypt)
	return s.start("wrapKey", n.copied, func(context.Context) (outcome, error) {
		return s.buffer(webcrypto.Wrap(format, key, n.Params, with))
	})
}

// unwrapKey implements unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, usages).
func (s *realm) unwrapKey(call goja.FunctionCall) goja.Value {
	format, wrapped, with := s.format(call.Argument(0)), s.bytes("unwrapKey", call.Argument(1)), s.argument("unwrapKey", call.Argument(2))
	extractable, usages := call.Argument(5).ToBoolean(), s.usages("unwrapKey", call.Argument(6))
	n := s.wrapper(call.Argument(3), webcrypto.DoUnwrap, webcrypto.DoDecrypt)
	imported := s.normalize(webcrypto.DoImport, call.Argument(4))
	data := s.copied(wrapped)
	return s.start("unwrapKey", n.copied+2*len(data), func(context.Context) (outcome, error) {
		return s.key(webcrypto.Unwrap(format, data, n.Params, with, imported.Params, extractable, usages))
	})
}
