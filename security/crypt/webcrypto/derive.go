package webcrypto

import (
	"context"
	"slices"
)

type deriver interface {
	derive(ctx context.Context, p Params, k *Key, bits *int) ([]byte, error)
}

// DeriveBits derives so many bits from a key; nil means as many as there are.
func DeriveBits(ctx context.Context, p Params, k *Key, bits *int) ([]byte, error) {
	if err := may(p, k, CanDeriveBits); err != nil {
		return nil, err
	}
	return familyOf(p.Name).(deriver).derive(ctx, p, k, bits)
}

// DeriveKey derives a key from another. Its kind is given twice: by imported, for its import, and by measured, for its length.
func DeriveKey(ctx context.Context, p Params, k *Key, imported, measured Params, extractable bool, usages Usages) (*Key, error) {
	if err := may(p, k, CanDeriveKey); err != nil {
		return nil, err
	}
	bits, err := keyLength(measured)
	if err != nil {
		return nil, err
	}
	secret, err := familyOf(p.Name).(deriver).derive(ctx, p, k, bits)
	if err != nil {
		return nil, err
	}
	return Import("raw", KeyData{Bytes: secret}, imported, extractable, usages)
}

// keyLength returns the length of a key in bits; nil if it may have any.
func keyLength(p Params) (*int, error) {
	switch p.Name {
	case "HKDF", "PBKDF2":
		return nil, nil //nolint:nilnil // any length
	case "HMAC":
		length := hmacLength(p)
		if length == 0 {
			return nil, failed("TypeError", "a key of HMAC has a length")
		}
		return &length, nil
	}
	if !isAESLength(p.Length) {
		return nil, operationError("a key of AES has 128, 192 or 256 bits")
	}
	return &p.Length, nil
}

// agreement is a family whose keys agree on a secret, each with the public key of the other.
type agreement interface {
	agree(private, public any) ([]byte, error)
}

func (c curves) derive(_ context.Context, p Params, k *Key, bits *int) ([]byte, error) {
	return agreed(c, p, k, bits)
}

func (e edwards) derive(_ context.Context, p Params, k *Key, bits *int) ([]byte, error) {
	return agreed(e, p, k, bits)
}

func agreed(a agreement, p Params, k *Key, bits *int) ([]byte, error) {
	switch other := p.Public; {
	case k.Type != "private":
		return nil, invalidAccess("the key is not a private key")
	case other.Type != "public":
		return nil, invalidAccess("the other's key is not a public one")
	case other.Algorithm.Name != k.Algorithm.Name || other.Algorithm.NamedCurve != k.Algorithm.NamedCurve:
		return nil, invalidAccess("the other's key is of another algorithm or curve")
	}
	secret, err := a.agree(k.material, p.Public.material)
	if err != nil {
		return nil, secretly()
	}
	if bits == nil {
		return secret, nil
	}
	return firstBits(secret, *bits)
}

// firstBits returns the first bits of a secret; what is left of the last byte is zero.
func firstBits(secret []byte, bits int) ([]byte, error) {
	if bits > 8*len(secret) {
		return nil, operationError("there are only %d bits", 8*len(secret))
	}
	out := slices.Clone(secret[:(bits+7)/8])
	if spare := 8*len(out) - bits; spare > 0 {
		out[len(out)-1] &= 0xFF << spare
	}
	return out, nil
}
