package webcrypto

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// aess is AES in its modes.
type aess struct{}

func aesUsages(name string) Usages {
	if name == "AES-KW" {
		return CanWrap | CanUnwrap
	}
	return CanEncrypt | CanDecrypt | CanWrap | CanUnwrap
}

func isAESLength(bits int) bool { return bits == 128 || bits == 192 || bits == 256 }

func (aess) generate(_ context.Context, p Params, usages Usages) (*pair, error) {
	if err := usages.within(aesUsages(p.Name)); err != nil {
		return nil, err
	}
	if !isAESLength(p.Length) {
		return nil, operationError("a key of AES has 128, 192 or 256 bits")
	}
	return &pair{secret: newAES(random(p.Length / 8))}, nil
}

func newAES(data []byte) *Key {
	return &Key{Type: "secret", Algorithm: KeyAlgorithm{Length: 8 * len(data)}, material: data}
}

func (a aess) importKey(s source) (*Key, error) {
	if err := s.usages.within(aesUsages(s.Name)); err != nil {
		return nil, err
	}
	data := s.Bytes
	switch s.format {
	case "raw":
		if !isAESLength(8 * len(data)) {
			return nil, dataError(errors.New("a key of AES has 128, 192 or 256 bits"))
		}
	case "jwk":
		var err error
		if data, err = a.read(s); err != nil {
			return nil, dataError(err)
		}
	default:
		return nil, noFormat(s.format, s.Name)
	}
	return newAES(data), nil
}

func (aess) read(s source) ([]byte, error) {
	if err := s.checkJWK("oct", "enc"); err != nil {
		return nil, err
	}
	data, err := s.JWK.Bytes("k")
	switch {
	case err != nil:
		return nil, err
	case !isAESLength(8 * len(data)):
		return nil, errors.New("a key of AES has 128, 192 or 256 bits")
	}
	return data, s.checkAlg(aesAlg(s.Name, data))
}

// aesAlg returns the value of alg, such as A128GCM.
func aesAlg(name string, key []byte) string {
	return fmt.Sprintf("A%d%s", 8*len(key), strings.TrimPrefix(name, "AES-"))
}

func (aess) exportKey(format string, k *Key) (KeyData, error) {
	data := k.material.([]byte)
	switch format {
	case "raw":
		return KeyData{Bytes: data}, nil
	case "jwk":
		return described(keys.Secret(data), k, aesAlg(k.Algorithm.Name, data)), nil
	}
	return KeyData{}, noFormat(format, k.Algorithm.Name)
}

func (aess) encrypt(p Params, k *Key, data []byte) ([]byte, error) {
	return aesApply(p, k, data, ciphers.EncryptGCM, ciphers.EncryptCBC)
}

func (aess) decrypt(p Params, k *Key, data []byte) ([]byte, error) {
	return aesApply(p, k, data, ciphers.DecryptGCM, ciphers.DecryptCBC)
}

// aesApply encrypts or decrypts, after the checks of the parameters.
func aesApply(p Params, k *Key, data []byte, gcm func(key, iv, data, additional []byte, tag int) ([]byte, error),
	cbc func(key, iv, data []byte) ([]byte, error),
) (out []byte, err error) {
	key := k.material.([]byte)
	switch p.Name {
	case "AES-GCM":
		tag := 128
		if p.HasTagLength {
			tag = p.TagLength
		}
		switch tag {
		case 32, 64, 96, 104, 112, 120, 128:
		default:
			return nil, operationError("%d is not a length of a tag in bits", tag)
		}
		if len(p.IV) == 0 {
			return nil, operationError("the initialization vector is empty")
		}
		out, err = gcm(key, p.IV, data, p.AdditionalData, tag/8)
	case "AES-CBC":
		if len(p.IV) != 16 {
			return nil, operationError("the initialization vector must have 16 bytes")
		}
		out, err = cbc(key, p.IV, data)
	default:
		if len(p.Counter) != 16 || p.Length < 1 || p.Length > 128 {
			return nil, operationError("the counter must have 16 bytes, and its length must be 1 to 128 bits")
		}
		out, err = ciphers.CTR(key, p.Counter, p.Length, data)
	}
	if err != nil {
		return nil, secretly()
	}
	return out, nil
}
