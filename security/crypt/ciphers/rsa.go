package ciphers

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/subtle"
	"errors"
	"math/big"
)

// SignPSS signs data with RSA-PSS.
func SignPSS(key *rsa.PrivateKey, hash crypto.Hash, saltLength int, digest []byte) ([]byte, error) {
	if most := (key.N.BitLen()+6)/8 - hash.Size() - 2; saltLength < 0 || saltLength > most {
		return nil, errors.New("the salt is too long for the key")
	}
	if saltLength == 0 {
		return signUnsalted(key, hash, digest)
	}
	return rsa.SignPSS(rand.Reader, key, hash, digest, &rsa.PSSOptions{SaltLength: saltLength})
}

// VerifyPSS reports whether a signature is one of RSA-PSS with a salt of exactly that length.
func VerifyPSS(key *rsa.PublicKey, hash crypto.Hash, saltLength int, digest, signature []byte) bool {
	if saltLength < 0 {
		return false
	}
	if saltLength == 0 {
		return verifyUnsalted(key, hash, digest, signature)
	}
	return rsa.VerifyPSS(key, hash, digest, signature, &rsa.PSSOptions{SaltLength: saltLength}) == nil
}

// unsalted is EMSA-PSS-ENCODE (RFC 8017, 9.1.1) with an empty salt. The standard library takes a length of zero for "choose one".
func unsalted(key *rsa.PublicKey, hash crypto.Hash, digest []byte) ([]byte, error) {
	bits := key.N.BitLen() - 1
	length := (bits + 7) / 8
	if length < hash.Size()+2 || len(digest) != hash.Size() {
		return nil, errors.New("the key is too short for the digest")
	}
	h := hash.New()
	h.Write(make([]byte, 8))
	h.Write(digest)
	sum := h.Sum(nil)
	encoded := make([]byte, length)
	db := encoded[:length-len(sum)-1]
	db[len(db)-1] = 1
	subtle.XORBytes(db, db, mask(hash, sum, len(db)))
	db[0] &= 0xFF >> (8*length - bits)
	copy(encoded[len(db):], sum)
	encoded[length-1] = 0xBC
	return encoded, nil
}

// mask is MGF1 (RFC 8017, B.2.1).
func mask(hash crypto.Hash, seed []byte, length int) []byte {
	var out []byte
	for i := uint32(0); len(out) < length; i++ {
		h := hash.New()
		h.Write(seed)
		h.Write([]byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)})
		out = h.Sum(out)
	}
	return out[:length]
}

// signUnsalted signs a message that is the same for the same data. The message is blinded, so that the time of the exponentiation tells nothing, and
// the signature is checked, so that a fault in it tells nothing, either.
func signUnsalted(key *rsa.PrivateKey, hash crypto.Hash, digest []byte) ([]byte, error) {
	encoded, err := unsalted(&key.PublicKey, hash, digest)
	if err != nil {
		return nil, err
	}
	n, e := key.N, big.NewInt(int64(key.E))
	blind, inverse, err := blinding(n)
	if err != nil {
		return nil, err
	}
	message := new(big.Int).SetBytes(encoded)
	blinded := new(big.Int).Mul(message, blind.Exp(blind, e, n))
	signature := new(big.Int).Exp(blinded.Mod(blinded, n), key.D, n)
	signature.Mod(signature.Mul(signature, inverse), n)
	if new(big.Int).Exp(signature, e, n).Cmp(message) != 0 {
		return nil, errors.New("the signature does not verify")
	}
	return signature.FillBytes(make([]byte, key.Size())), nil
}

// blinding returns a random number and its inverse.
func blinding(n *big.Int) (blind, inverse *big.Int, err error) {
	for {
		blind, err = rand.Int(rand.Reader, n)
		if err != nil {
			return nil, nil, err
		}
		if inverse = new(big.Int).ModInverse(blind, n); inverse != nil {
			return blind, inverse, nil
		}
	}
}

func verifyUnsalted(key *rsa.PublicKey, hash crypto.Hash, digest, signature []byte) bool {
	encoded, err := unsalted(key, hash, digest)
	s := new(big.Int).SetBytes(signature)
	if err != nil || len(signature) != key.Size() || s.Cmp(key.N) >= 0 {
		return false
	}
	return s.Exp(s, big.NewInt(int64(key.E)), key.N).Cmp(new(big.Int).SetBytes(encoded)) == 0
}
