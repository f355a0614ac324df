package webcrypto

import (
	"context"
	"crypto/ecdsa"
	"fmt"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// curves is ECDSA and ECDH.
type curves struct{}

func (curves) generate(_ context.Context, p Params, usages Usages) (*pair, error) {
	return newPair(p.Name, usages, func() (any, error) {
		if keys.Curve(p.NamedCurve) == nil {
			return nil, notSupported("Unrecognized namedCurve")
		}
		key, err := keys.GenerateEC(p.NamedCurve)
		return key, concealed(err)
	}, newCurve)
}

func newCurve(material any) *Key {
	public := keys.PublicOf(material).(*ecdsa.PublicKey)
	return &Key{Type: typeOf(material), material: material, Algorithm: KeyAlgorithm{NamedCurve: public.Curve.Params().Name}}
}

func (curves) importKey(s source) (*Key, error) {
	if err := s.checkUsages(); err != nil {
		return nil, err
	}
	if keys.Curve(s.NamedCurve) == nil {
		return nil, notSupported("Unrecognized namedCurve")
	}
	material, err := s.readPair(readPoint, readEC)
	if err != nil {
		return nil, dataError(err)
	}
	key, ok := keys.PublicOf(material).(*ecdsa.PublicKey)
	if !ok || key.Curve.Params().Name != s.NamedCurve {
		return nil, dataError(fmt.Errorf("it is not a key of the curve %s", s.NamedCurve))
	}
	return newCurve(material), nil
}

func readPoint(s source) (any, error) { return keys.ParsePoint(s.NamedCurve, s.Bytes) }

func readEC(s source) (any, error) {
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
	return exported(keys.Point(public))
}

func (curves) sign(p Params, k *Key, data []byte) ([]byte, error) {
	private, err := materialOf[*ecdsa.PrivateKey](k, "private")
	if err != nil {
		return nil, err
	}
	out, err := ciphers.SignP1363(private, ciphers.Digest(ciphers.Hash(p.Hash), data))
	return out, concealed(err)
}

func (curves) verify(p Params, k *Key, signature, data []byte) (bool, error) {
	public, err := materialOf[*ecdsa.PublicKey](k, "public")
	if err != nil {
		return false, err
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
