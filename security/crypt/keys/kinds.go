package keys

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
)

// PublicOf returns the public key of a private one, and a public key as it is. It returns nil for anything else.
func PublicOf(key any) any {
	switch k := key.(type) {
	case *rsa.PrivateKey:
		return &k.PublicKey
	case *ecdsa.PrivateKey:
		return &k.PublicKey
	case ed25519.PrivateKey:
		return k.Public()
	case *ecdh.PrivateKey:
		return k.PublicKey()
	case *rsa.PublicKey, *ecdsa.PublicKey, ed25519.PublicKey, *ecdh.PublicKey:
		return k
	}
	return nil
}

// IsPrivate reports whether a key is a private one.
func IsPrivate(key any) bool {
	switch key.(type) {
	case *rsa.PrivateKey, *ecdsa.PrivateKey, ed25519.PrivateKey, *ecdh.PrivateKey:
		return true
	}
	return false
}

// GenerateRSA makes a key. The exponent is 65537, as everybody's is: the standard library makes no others.
func GenerateRSA(bits int, exponent uint64) (*rsa.PrivateKey, error) {
	switch {
	case bits < LeastModulus || bits > MostGenerated:
		return nil, fmt.Errorf("RSA keys of %d to %d bits are made, not of %d", LeastModulus, MostGenerated, bits)
	case exponent != 65537:
		return nil, errors.New("RSA keys are made with the exponent 65537")
	}
	return rsa.GenerateKey(rand.Reader, bits)
}

// GenerateEC makes a key of a curve.
func GenerateEC(curveName string) (*ecdsa.PrivateKey, error) {
	curve := Curve(curveName)
	if curve == nil {
		return nil, fmt.Errorf("there is no curve %q", curveName)
	}
	return ecdsa.GenerateKey(curve, rand.Reader)
}

// GenerateEd25519 makes a key of Ed25519.
func GenerateEd25519() (ed25519.PrivateKey, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	return key, err
}

// GenerateX25519 makes a key of X25519.
func GenerateX25519() (*ecdh.PrivateKey, error) { return ecdh.X25519().GenerateKey(rand.Reader) }
