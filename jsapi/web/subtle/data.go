package subtle

import (
	"context"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/webcrypto"
)

// buffer returns the outcome that is an ArrayBuffer.
func (s *realm) buffer(data []byte, err error) (outcome, error) {
	return func() goja.Value { return s.NewBuffer(data) }, err
}

// digest implements digest(algorithm, data).
func (s *realm) digest(call goja.FunctionCall) goja.Value {
	data := s.bytes("digest", call.Argument(1))
	n := s.normalize(webcrypto.DoDigest, call.Argument(0))
	return s.startQuick(isFew(data), "digest", len(data), data, func(_ context.Context, data []byte) (outcome, error) {
		return s.buffer(webcrypto.Digest(n.Params, data), nil)
	})
}

// isQuick reports whether a key is used within less than a tenth of a millisecond, but for what each byte of data takes.
func isQuick(k *webcrypto.Key) bool {
	return k.Type == "secret" || k.Algorithm.Name == "Ed25519" || k.Algorithm.NamedCurve == "P-256"
}

// transform is encrypt, decrypt or sign.
type transform func(p webcrypto.Params, k *webcrypto.Key, data []byte) ([]byte, error)

// apply implements a method of an algorithm, a key and data.
func (s *realm) apply(name string, op webcrypto.Operation, do transform, call goja.FunctionCall) goja.Value {
	key, data := s.argument(name, call.Argument(1)), s.bytes(name, call.Argument(2))
	n := s.normalize(op, call.Argument(0))
	quick := isQuick(key) && isFew(data, n.AdditionalData)
	return s.startQuick(quick, name, n.copied+2*len(data), data, func(_ context.Context, data []byte) (outcome, error) {
		return s.buffer(do(n.Params, key, data))
	})
}

func (s *realm) encrypt(call goja.FunctionCall) goja.Value {
	return s.apply("encrypt", webcrypto.DoEncrypt, webcrypto.Encrypt, call)
}

func (s *realm) decrypt(call goja.FunctionCall) goja.Value {
	return s.apply("decrypt", webcrypto.DoDecrypt, webcrypto.Decrypt, call)
}

func (s *realm) sign(call goja.FunctionCall) goja.Value {
	return s.apply("sign", webcrypto.DoSign, webcrypto.Sign, call)
}

// verify implements verify(algorithm, key, signature, data).
func (s *realm) verify(call goja.FunctionCall) goja.Value {
	key := s.argument("verify", call.Argument(1))
	signature, data := s.bytes("verify", call.Argument(2)), s.bytes("verify", call.Argument(3))
	n := s.normalize(webcrypto.DoVerify, call.Argument(0))
	signature = s.copied(signature)
	held := n.copied + len(signature) + len(data)
	return s.startQuick(isQuick(key) && isFew(signature, data), "verify", held, data, func(_ context.Context, data []byte) (outcome, error) {
		good, err := webcrypto.Verify(n.Params, key, signature, data)
		return func() goja.Value { return s.Runtime.ToValue(good) }, err
	})
}

// bits returns a length in bits, nil for null and for none.
func (s *realm) bits(value goja.Value) *int {
	if goja.IsNull(value) || goja.IsUndefined(value) {
		return nil
	}
	s.refuseSymbol(value)
	return new(int(uint32(value.ToInteger())))
}

// deriveBits implements deriveBits(algorithm, key, length).
func (s *realm) deriveBits(call goja.FunctionCall) goja.Value {
	key, length := s.argument("deriveBits", call.Argument(1)), s.bits(call.Argument(2))
	n := s.normalize(webcrypto.DoDerive, call.Argument(0))
	return s.start("deriveBits", n.copied, func(ctx context.Context) (outcome, error) {
		return s.buffer(webcrypto.DeriveBits(ctx, n.Params, key, length))
	})
}
