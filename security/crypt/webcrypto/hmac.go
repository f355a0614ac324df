package webcrypto

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// hmacs is HMAC.
type hmacs struct{}

const mostHMAC = 1 << 20 // bits of a key that is made

// hmacLength returns the length of a key in bits.
func hmacLength(p Params) int {
	if p.HasLength {
		return p.Length
	}
	return 8 * ciphers.Hash(p.Hash).New().BlockSize()
}

func (hmacs) generate(_ context.Context, p Params, usages Usages) (*pair, error) {
	if err := usages.within(CanSign | CanVerify); err != nil {
		return nil, err
	}
	length := hmacLength(p)
	if length == 0 || length > mostHMAC {
		return nil, operationError("a key of HMAC has 1 to %d bits", mostHMAC)
	}
	return &pair{secret: newHMAC(random((length+7)/8), p.Hash, length)}, nil
}

// newHMAC returns a key of the first bits of data.
func newHMAC(data []byte, hash string, bits int) *Key {
	if spare := 8*len(data) - bits; spare > 0 {
		data = bytes.Clone(data)
		data[len(data)-1] &= 0xFF << spare
	}
	return &Key{Type: "secret", Algorithm: KeyAlgorithm{Hash: hash, Length: bits}, material: data}
}

func (h hmacs) importKey(s source) (*Key, error) {
	if err := s.usages.within(CanSign | CanVerify); err != nil {
		return nil, err
	}
	data := s.Bytes
	switch s.format {
	case "raw":
	case "jwk":
		var err error
		if data, err = h.read(s); err != nil {
			return nil, dataError(err)
		}
	default:
		return nil, noFormat(s.format, s.Name)
	}
	bits := 8 * len(data)
	if s.HasLength {
		if s.Length > bits || s.Length <= bits-8 {
			return nil, dataError(errors.New("its length is not the one that is asked for"))
		}
		bits = s.Length
	}
	if bits == 0 {
		return nil, dataError(errors.New("it is empty"))
	}
	return newHMAC(data, s.Hash, bits), nil
}

func (hmacs) read(s source) ([]byte, error) {
	if err := s.checkJWK("oct", "sig"); err != nil {
		return nil, err
	}
	if err := s.checkAlg(hashAlg("HS", s.Hash)); err != nil {
		return nil, err
	}
	return s.JWK.Bytes("k")
}

func (hmacs) exportKey(format string, k *Key) (KeyData, error) {
	data := k.material.([]byte)
	switch format {
	case "raw":
		return KeyData{Bytes: data}, nil
	case "jwk":
		return described(keys.Secret(data), k, hashAlg("HS", k.Algorithm.Hash)), nil
	}
	return KeyData{}, noFormat(format, k.Algorithm.Name)
}

func (hmacs) sum(k *Key, data []byte) []byte {
	h := hmac.New(ciphers.Hash(k.Algorithm.Hash).New, k.material.([]byte))
	ciphers.Feed(h, data)
	return h.Sum(nil)
}

// hashAlg returns the value of alg for an algorithm with a hash of the family SHA-2, such as HS256, and "" for others, which have none.
func hashAlg(prefix, hash string) string {
	switch hash {
	case "SHA-1":
		return prefix + "1"
	case "SHA-256", "SHA-384", "SHA-512":
		return prefix + hash[len("SHA-"):]
	}
	return ""
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}
