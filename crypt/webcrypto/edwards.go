package webcrypto

import (
	"context"
	"crypto/ecdh"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/crypt/ciphers"
	"github.com/fwrun/fwrun/crypt/keys"
)

// edwards is Ed25519 and X25519.
type edwards struct{}

func edwardsUsages(name string) (public, private Usages) {
	if name == "X25519" {
		return 0, CanDeriveKey | CanDeriveBits
	}
	return CanVerify, CanSign
}

func (edwards) generate(_ context.Context, p Params, usages Usages) (*pair, error) {
	public, private := edwardsUsages(p.Name)
	if err := usages.within(public | private); err != nil {
		return nil, err
	}
	var key any
	var err error
	if p.Name == "X25519" {
		key, err = keys.GenerateX25519()
	} else {
		key, err = keys.GenerateEd25519()
	}
	if err != nil {
		return nil, secretly()
	}
	return pairOf(newEdwards(key), newEdwards(keys.PublicOf(key)), usages, public, private), nil
}

func newEdwards(material any) *Key { return &Key{Type: typeOf(material), material: material} }

func (e edwards) importKey(s source) (*Key, error) {
	public, private := edwardsUsages(s.Name)
	allowed := public
	if s.format == "pkcs8" || s.format == "jwk" && s.JWK.Has("d") {
		allowed = private
	}
	if err := s.usages.within(allowed); err != nil {
		return nil, err
	}
	material, err := e.read(s)
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

func (edwards) read(s source) (any, error) {
	switch s.format {
	case "raw":
		if len(s.Bytes) != 32 {
			return nil, errors.New("it has to have 32 bytes")
		}
		if s.Name == "X25519" {
			return keys.ParseX25519(s.Bytes)
		}
		return ed25519.PublicKey(slices.Clone(s.Bytes)), nil
	case "spki":
		return keys.ParseSPKI(s.Bytes)
	case "pkcs8":
		return keys.ParsePKCS8(s.Bytes)
	}
	return readOKP(s)
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
	private, ok := k.material.(ed25519.PrivateKey)
	if !ok {
		return nil, invalidAccess("the key is not a private one")
	}
	return ed25519.Sign(private, data), nil
}

func (edwards) verify(_ Params, k *Key, signature, data []byte) (bool, error) {
	public, ok := k.material.(ed25519.PublicKey)
	if !ok {
		return false, invalidAccess("the key is not a public one")
	}
	return ciphers.VerifyEd25519(public, data, signature), nil
}

func (edwards) agree(private, public any) ([]byte, error) {
	return private.(*ecdh.PrivateKey).ECDH(public.(*ecdh.PublicKey))
}
