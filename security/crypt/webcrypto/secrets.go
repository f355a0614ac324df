package webcrypto

import (
	"context"
	"errors"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

// secrets is HKDF and PBKDF2: bytes from which keys are derived, and that nobody gets back.
type secrets struct{}

func (secrets) importKey(s source) (*Key, error) {
	if s.format != "raw" {
		return nil, noFormat(s.format, s.Name)
	}
	if err := s.usages.within(CanDeriveKey | CanDeriveBits); err != nil {
		return nil, err
	}
	if s.extractable {
		return nil, syntaxError("keys of %s are not extractable", s.Name)
	}
	return &Key{Type: "secret", material: s.Bytes}, nil
}

func (secrets) exportKey(format string, k *Key) (KeyData, error) {
	return KeyData{}, noFormat(format, k.Algorithm.Name)
}

func (secrets) derive(ctx context.Context, p Params, k *Key, bits *int) ([]byte, error) {
	if bits == nil || *bits%8 != 0 {
		return nil, operationError("the length must be a multiple of 8")
	}
	secret, hash, length := k.material.([]byte), ciphers.Hash(p.Hash), *bits/8
	if p.Name == "HKDF" {
		out, err := ciphers.HKDF(hash, secret, p.Salt, p.Info, length)
		if err != nil {
			return nil, operationError("%v", err)
		}
		return out, nil
	}
	if length == 0 {
		return nil, operationError("PBKDF2 derives one byte or more")
	}
	var out []byte
	var err error
	if waiting := turns.OfProcess().Take(ctx, func() { out, err = ciphers.PBKDF2(ctx, hash, secret, p.Salt, p.Iterations, length) }); waiting != nil {
		return nil, waited(waiting)
	}
	if err != nil && !errors.Is(err, context.Cause(ctx)) && ctx.Err() == nil {
		return nil, operationError("%v", err)
	}
	return out, err
}
