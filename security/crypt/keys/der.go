package keys

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/x509"
	"encoding/asn1"
	"errors"
	"fmt"
)

// ParseSPKI reads a public key from a SubjectPublicKeyInfo.
func ParseSPKI(der []byte) (any, error) {
	if len(der) > mostDER {
		return nil, errTooLong
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, err
	}
	return checked(key)
}

// ParsePKCS8 reads a private key from a PrivateKeyInfo.
func ParsePKCS8(der []byte) (any, error) {
	if len(der) > mostDER {
		return nil, errTooLong
	}
	var outer asn1.RawValue
	if rest, err := asn1.Unmarshal(der, &outer); err != nil || len(rest) > 0 {
		return nil, errors.New("it is not one value of ASN.1")
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, err
	}
	if private, ok := key.(*ecdsa.PrivateKey); ok {
		return private, checkPoint(private, der)
	}
	return checked(key)
}

// privateInfo is the part of a PrivateKeyInfo that the standard library does not show.
type privateInfo struct {
	Version    int
	Algorithm  asn1.RawValue
	PrivateKey []byte
}

// ecPrivateKey is RFC 5915's.
type ecPrivateKey struct {
	Version    int
	PrivateKey []byte
	Curve      asn1.RawValue  `asn1:"optional,explicit,tag:0"`
	PublicKey  asn1.BitString `asn1:"optional,explicit,tag:1"`
}

// checkPoint refuses a private key that was read beside the public key of another: what would be exported again is not what was imported.
func checkPoint(private *ecdsa.PrivateKey, der []byte) error {
	var info privateInfo
	var inner ecPrivateKey
	if _, err := asn1.Unmarshal(der, &info); err != nil {
		return err
	}
	if _, err := asn1.Unmarshal(info.PrivateKey, &inner); err != nil {
		return err
	}
	if len(inner.PublicKey.Bytes) == 0 {
		return nil
	}
	return samePoint(private, inner.PublicKey.Bytes)
}

// samePoint reports, as an error, that a public key in whatever form is not the one of a private key.
func samePoint(private *ecdsa.PrivateKey, point []byte) error {
	public, err := ParsePoint(private.Curve.Params().Name, point)
	if err != nil {
		return err
	}
	if !public.Equal(&private.PublicKey) {
		return errors.New("the public key is not the private key's")
	}
	return nil
}

// MarshalSPKI writes a public key as a SubjectPublicKeyInfo.
func MarshalSPKI(key any) ([]byte, error) { return x509.MarshalPKIXPublicKey(key) }

// MarshalPKCS8 writes a private key as a PrivateKeyInfo.
func MarshalPKCS8(key any) ([]byte, error) { return x509.MarshalPKCS8PrivateKey(key) }

// ParsePKCS1 reads an RSA key as PKCS #1 has it, private or public.
func ParsePKCS1(der []byte, private bool) (any, error) {
	if len(der) > mostDER {
		return nil, errTooLong
	}
	if private {
		key, err := x509.ParsePKCS1PrivateKey(der)
		if err != nil {
			return nil, err
		}
		return checked(key)
	}
	key, err := x509.ParsePKCS1PublicKey(der)
	if err != nil {
		return nil, err
	}
	return checked(key)
}

// MarshalPKCS1 writes an RSA key as PKCS #1 has it.
func MarshalPKCS1(key any) ([]byte, error) {
	switch k := key.(type) {
	case *rsa.PrivateKey:
		return x509.MarshalPKCS1PrivateKey(k), nil
	case *rsa.PublicKey:
		return x509.MarshalPKCS1PublicKey(k), nil
	}
	return nil, fmt.Errorf("only RSA keys are written as PKCS #1, not %T", key)
}

// ParseSEC1 reads the private key of a curve as SEC 1 has it.
func ParseSEC1(der []byte) (any, error) {
	if len(der) > mostDER {
		return nil, errTooLong
	}
	return x509.ParseECPrivateKey(der)
}

// MarshalSEC1 writes the private key of a curve as SEC 1 has it.
func MarshalSEC1(key any) ([]byte, error) {
	k, ok := key.(*ecdsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("only keys of curves are written as SEC 1, not %T", key)
	}
	return x509.MarshalECPrivateKey(k)
}

// ParseX25519 reads a public key of X25519.
func ParseX25519(raw []byte) (*ecdh.PublicKey, error) {
	return ecdh.X25519().NewPublicKey(bytes.Clone(raw))
}
