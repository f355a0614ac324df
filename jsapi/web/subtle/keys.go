package subtle

import (
	"context"
	"reflect"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/crypt/webcrypto"
)

var bytesType = reflect.TypeFor[[]uint8]()

func usages(value goja.Value) webcrypto.Usages { return webcrypto.Usages(value.ToInteger()) }

// key returns the outcome that is a CryptoKey.
func (s *realm) key(k *webcrypto.Key, err error) (outcome, error) {
	return func() goja.Value { return s.cryptoKey(k) }, err
}

// generate implements generateKey(algorithm, extractable, usages).
func (s *realm) generate(call goja.FunctionCall) goja.Value {
	n := s.normalize(webcrypto.DoGenerate, call.Argument(0))
	extractable, usages := call.Argument(1).ToBoolean(), usages(call.Argument(2))
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
	format, given := call.Argument(0).String(), call.Argument(1)
	_, isBuffer := s.Bytes(given)
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
		data.Bytes = s.copied(given)
	}
	extractable, usages := call.Argument(3).ToBoolean(), usages(call.Argument(4))
	isSecret := n.NamedCurve == "" && format == "raw" || data.JWK.Texts["kty"] == "oct"
	return s.startQuick(isSecret, "importKey", n.copied+len(data.Bytes), func(context.Context) (outcome, error) {
		return s.key(webcrypto.Import(format, data, n.Params, extractable, usages))
	})
}

// exportKey implements exportKey(format, key).
func (s *realm) exportKey(call goja.FunctionCall) goja.Value {
	format, key := call.Argument(0).String(), given(call.Argument(1))
	return s.startQuick(key.Type == "secret", "exportKey", 0, func(context.Context) (outcome, error) {
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
	n := s.normalize(webcrypto.DoDerive, call.Argument(0))
	imported := s.normalize(webcrypto.DoImport, call.Argument(2))
	measured := s.normalize(webcrypto.DoKeyLength, call.Argument(2))
	key, extractable, usages := given(call.Argument(1)), call.Argument(3).ToBoolean(), usages(call.Argument(4))
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
	n := s.wrapper(call.Argument(3), webcrypto.DoWrap, webcrypto.DoEncrypt)
	format, key, with := call.Argument(0).String(), given(call.Argument(1)), given(call.Argument(2))
	return s.start("wrapKey", n.copied, func(context.Context) (outcome, error) {
		return s.buffer(webcrypto.Wrap(format, key, n.Params, with))
	})
}

// unwrapKey implements unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, usages).
func (s *realm) unwrapKey(call goja.FunctionCall) goja.Value {
	n := s.wrapper(call.Argument(3), webcrypto.DoUnwrap, webcrypto.DoDecrypt)
	imported := s.normalize(webcrypto.DoImport, call.Argument(4))
	format, data, with := call.Argument(0).String(), s.copied(call.Argument(1)), given(call.Argument(2))
	extractable, usages := call.Argument(5).ToBoolean(), usages(call.Argument(6))
	return s.start("unwrapKey", n.copied+2*len(data), func(context.Context) (outcome, error) {
		return s.key(webcrypto.Unwrap(format, data, n.Params, with, imported.Params, extractable, usages))
	})
}
