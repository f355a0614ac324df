package webcrypto

import (
	"context"
	"crypto/ecdsa"
	"fmt"

	"github.com/fwrun/fwrun/crypt/ciphers"
	"github.com/fwrun/fwrun/crypt/keys"
)

// curves is ECDSA and ECDH.
type curves struct{}

// curveUsages returns what public and private keys can be used for.
func curveUsages(name string) (public, private Usages) {
	if name == "ECDH" {
		return 0, CanDeriveKey | CanDeriveBits
	}
	return CanVerify, CanSign
}

func (curves) generate(_ context.Context, p Params, usages Usages) (*pair, error) {
	public, private := curveUsages(p.Name)
	if err := usages.within(public | private); err != nil {
		return nil, err
	}
	if keys.Curve(p.NamedCurve) == nil {
		return nil, notSupported("Unrecognized namedCurve")
	}
	key, err := keys.GenerateEC(p.NamedCurve)
	if err != nil {
		return nil, secretly()
	}
	return pairOf(newCurve(key), newCurve(&key.PublicKey), usages, public, private), nil
}

func newCurve(material any) *Key {
	public := keys.PublicOf(material).(*ecdsa.PublicKey)
	return &Key{Type: typeOf(material), material: material, Algorithm: KeyAlgorithm{NamedCurve: public.Curve.Params().Name}}
}

func (c curves) importKey(s source) (*Key, error) {
	public, private := curveUsages(s.Name)
	allowed := public
	if s.format == "pkcs8" || s.format == "jwk" && s.JWK.Has("d") {
		allowed = private
	}
	if err := s.usages.within(allowed); err != nil {
		return nil, err
	}
	if keys.Curve(s.NamedCurve) == nil {
		return nil, notSupported("Unrecognized namedCurve")
	}
	material, err := c.read(s)
	if err != nil {
		return nil, dataError(err)
	}
	key, ok := keys.PublicOf(material).(*ecdsa.PublicKey)
	if !ok || key.Curve.Params().Name != s.NamedCurve {
		return nil, dataError(fmt.Errorf("it is not a key of the curve %s", s.NamedCurve))
	}
	return newCurve(material), nil
}

func (curves) read(s source) (any, error) {
	switch s.format {
	case "raw":
		return keys.ParsePoint(s.NamedCurve, s.Bytes)
	case "spki":
		return keys.ParseSPKI(s.Bytes)
	case "pkcs8":
		return keys.ParsePKCS8(s.Bytes)
	}
	use := "enc"
	if s.Name == "ECDSA" {
		use = "sig"
		if err := s.checkAlg(curveAlg(s.NamedCurve)); err != nil {
			return nil, err
		}
	}
	if err := s.checkJWK("EC", use); err != nil {
		return nil, err
	}
	return keys.ParseJWK(s.JWK)
}

// curveAlg returns the value of alg for ECDSA.
func curveAlg(curve string) string {
	return map[string]string{"P-256": "ES256", "P-384": "ES384", "P-521": "ES512"}[curve]
}

func (curves) exportKey(format string, k *Key) (KeyData, error) {
	if format != "raw" {
		return exportPair(format, k, "")
	}
	public, ok := k.material.(*ecdsa.PublicKey)
	if !ok {
		return KeyData{}, invalidAccess("only public keys are exported as raw")
	}
	point, err := keys.Point(public)
	if err != nil {
		return KeyData{}, secretly()
	}
	return KeyData{Bytes: point}, nil
}

func (curves) sign(p Params, k *Key, data []byte) ([]byte, error) {
	private, ok := k.material.(*ecdsa.PrivateKey)
	if !ok {
		return nil, invalidAccess("the key is not a private one")
	}
	out, err := ciphers.SignP1363(private, ciphers.Digest(ciphers.Hash(p.Hash), data))
	if err != nil {
		return nil, secretly()
	}
	return out, nil
}

func (curves) verify(p Params, k *Key, signature, data []byte) (bool, error) {
	public, ok := k.material.(*ecdsa.PublicKey)
	if !ok {
		return false, invalidAccess("the key is not a public one")
	}
	return ciphers.VerifyP1363(public, ciphers.Digest(ciphers.Hash(p.Hash), data), signature), nil
}

func (curves) agree(private, public any) ([]byte, error) {
	own, err := private.(*ecdsa.PrivateKey).ECDH()
	if err != nil {
		return nil, err
	}
	other, err := public.(*ecdsa.PublicKey).ECDH()
	if err != nil {
		return nil, err
	}
	return own.ECDH(other)
}
