package webcrypto

import (
	"context"
	"crypto/ecdh"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// edwards is Ed25519 and X25519.
type edwards struct{}

func (edwards) generate(_ context.Context, p Params, usages Usages) (*pair, error) {
	return newPair(p.Name, usages, func() (key any, err error) {
		if p.Name == "X25519" {
			key, err = keys.GenerateX25519()
		} else {
			key, err = keys.GenerateEd25519()
		}
		return key, concealed(err)
	}, newEdwards)
}

func newEdwards(material any) *Key { return &Key{Type: typeOf(material), material: material} }

func (edwards) importKey(s source) (*Key, error) {
	if err := s.checkUsages(); err != nil {
		return nil, err
	}
	material, err := s.readPair(readCoordinate, readOKP)
	if err == nil && !isOf(s.Name, material) {
		err = fmt.Errorf("it is not a key of %s", s.Name)
	}
	if err != nil {
		return nil, dataError(err)
	}
	return newEdwards(material), nil
}

// isOf reports whether a key is one of Ed25519 or X25519.
func isOf(name string, material any) bool {
	switch k := keys.PublicOf(material).(type) {
	case ed25519.PublicKey:
		return name == "Ed25519"
	case *ecdh.PublicKey:
		return name == "X25519" && k.Curve() == ecdh.X25519()
	}
	return false
}

func readCoordinate(s source) (any, error) {
	if len(s.Bytes) != 32 {
		return nil, errors.New("it must have 32 bytes")
	}
	if s.Name == "X25519" {
		return keys.ParseX25519(s.Bytes)
	}
	return ed25519.PublicKey(slices.Clone(s.Bytes)), nil
}

func readOKP(s source) (any, error) {
	use := "enc"
	if s.Name == "Ed25519" {
		use = "sig"
		if alg, has := s.JWK.Texts["alg"]; has && alg != "Ed25519" && alg != "EdDSA" {
			return nil, fmt.Errorf("alg is %q", alg)
		}
	}
	if err := s.checkJWK("OKP", use); err != nil {
		return nil, err
	}
	return keys.ParseJWK(s.JWK)
}

func (edwards) exportKey(format string, k *Key) (KeyData, error) {
	if format != "raw" {
		alg := ""
		if k.Algorithm.Name == "Ed25519" {
			alg = "Ed25519"
		}
		return exportPair(format, k, alg)
	}
	switch public := k.material.(type) {
	case ed25519.PublicKey:
		return KeyData{Bytes: public}, nil
	case *ecdh.PublicKey:
		return KeyData{Bytes: public.Bytes()}, nil
	}
	return KeyData{}, invalidAccess("only public keys are exported as raw")
}

func (edwards) sign(_ Params, k *Key, data []byte) ([]byte, error) {
	private, err := materialOf[ed25519.PrivateKey](k, "private")
	if err != nil {
		return nil, err
	}
	return ed25519.Sign(private, data), nil
}

func (edwards) verify(_ Params, k *Key, signature, data []byte) (bool, error) {
	public, err := materialOf[ed25519.PublicKey](k, "public")
	if err != nil {
		return false, err
	}
	return ciphers.VerifyEd25519(public, data, signature), nil
}

func (edwards) agree(private, public any) ([]byte, error) {
	return private.(*ecdh.PrivateKey).ECDH(public.(*ecdh.PublicKey))
}
