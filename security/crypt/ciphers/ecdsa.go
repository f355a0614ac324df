package ciphers

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/asn1"
	"errors"
	"math/big"
	"slices"
	"sync"
)

// twoNumbers is a signature of a curve as ASN.1 has it.
type twoNumbers struct{ R, S *big.Int }

// SignP1363 signs a digest. The signature is two numbers, each as long as the order of the curve.
func SignP1363(key *ecdsa.PrivateKey, digest []byte) ([]byte, error) {
	der, err := ecdsa.SignASN1(rand.Reader, key, digest)
	if err != nil {
		return nil, err
	}
	return FromASN1(key.Curve, der)
}

// FromASN1 converts a signature from ASN.1 to two numbers of fixed length.
func FromASN1(curve elliptic.Curve, der []byte) ([]byte, error) {
	var numbers twoNumbers
	size := orderBytes(curve)
	if rest, err := asn1.Unmarshal(der, &numbers); err != nil || len(rest) > 0 {
		return nil, errors.New("the signature is not two numbers of ASN.1")
	}
	for _, n := range []*big.Int{numbers.R, numbers.S} {
		if n.Sign() < 0 || n.BitLen() > 8*size {
			return nil, errors.New("a number of the signature is out of range")
		}
	}
	return slices.Concat(numbers.R.FillBytes(make([]byte, size)), numbers.S.FillBytes(make([]byte, size))), nil
}

// VerifyP1363 reports whether a signature, as SignP1363 makes it, is one of a digest.
func VerifyP1363(key *ecdsa.PublicKey, digest, signature []byte) bool {
	size := orderBytes(key.Curve)
	if len(signature) != 2*size {
		return false
	}
	der, err := asn1.Marshal(twoNumbers{new(big.Int).SetBytes(signature[:size]), new(big.Int).SetBytes(signature[size:])})
	return err == nil && ecdsa.VerifyASN1(key, digest, der)
}

func orderBytes(curve elliptic.Curve) int { return (curve.Params().N.BitLen() + 7) / 8 }

// VerifyEd25519 reports whether a signature is one of data. A point of small order, as which the public key or the first half of the signature may be
// chosen so that it fits several messages, is never good.
func VerifyEd25519(key ed25519.PublicKey, data, signature []byte) bool {
	if len(signature) != ed25519.SignatureSize || smallOrder(key) || smallOrder(signature[:32]) {
		return false
	}
	return ed25519.Verify(key, data, signature)
}

// smallOrder reports whether an encoded point has an order of 1, 2, 4 or 8. The sign, its highest bit, makes no difference to that.
func smallOrder(point []byte) bool {
	y := slices.Clone(point)
	y[31] &= 0x7F
	slices.Reverse(y)
	n := new(big.Int).SetBytes(y)
	n.Mod(n, edwardsPrime) // an encoding may be larger than the field
	return slices.ContainsFunc(smallYs(), func(small *big.Int) bool { return small.Cmp(n) == 0 })
}

// edwardsPrime is 2^255 - 19.
var edwardsPrime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

// smallYs are the y of the points of small order: 1, -1 (order 2), 0 (order 4), and four of order 8. Doubling one of those gives an order of 4, for
// which x² = -y²; on the curve -x² + y² = 1 + dx²y² that is dy⁴ + 2y² - 1 = 0.
var smallYs = sync.OnceValue(func() []*big.Int {
	p := edwardsPrime
	inverse := func(n *big.Int) *big.Int { return new(big.Int).ModInverse(n, p) }
	d := new(big.Int).Mul(big.NewInt(-121665), inverse(big.NewInt(121666)))
	d.Mod(d, p)
	ys := []*big.Int{big.NewInt(0), big.NewInt(1), new(big.Int).Sub(p, big.NewInt(1))}
	root := new(big.Int).ModSqrt(new(big.Int).Add(big.NewInt(1), d), p) // y² = (-1 ± √(1+d)) / d
	for _, r := range []*big.Int{root, new(big.Int).Neg(root)} {
		square := new(big.Int).Mul(new(big.Int).Sub(r, big.NewInt(1)), inverse(d))
		if y := new(big.Int).ModSqrt(square.Mod(square, p), p); y != nil {
			ys = append(ys, y, new(big.Int).Sub(p, y))
		}
	}
	return ys
})
