package webcrypto

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"math/big"

	"github.com/fwrun/fwrun/crypt/ciphers"
	"github.com/fwrun/fwrun/crypt/keys"
	"github.com/fwrun/fwrun/crypt/turns"
)

// rsas is RSA with its paddings.
type rsas struct{}

// rsaUsages returns what public and private keys can be used for.
func rsaUsages(name string) (public, private Usages) {
	if name == "RSA-OAEP" {
		return CanEncrypt | CanWrap, CanDecrypt | CanUnwrap
	}
	return CanVerify, CanSign
}

func (rsas) generate(ctx context.Context, p Params, usages Usages) (*pair, error) {
	public, private := rsaUsages(p.Name)
	if err := usages.within(public | private); err != nil {
		return nil, err
	}
	exponent := new(big.Int).SetBytes(p.PublicExponent)
	if !exponent.IsUint64() {
		return nil, operationError("the public exponent is too large")
	}
	if usages&private == 0 && p.ModulusLength <= keys.MostGenerated && exponent.Int64() == 65537 {
		return &pair{private: &Key{Type: "private"}}, nil // which is refused
	}
	var key *rsa.PrivateKey
	var err error
	if waiting := turns.OfProcess().Take(ctx, func() { key, err = keys.GenerateRSA(p.ModulusLength, exponent.Uint64()) }); waiting != nil {
		return nil, waited(waiting)
	}
	if err != nil {
		return nil, operationError("%v", err)
	}
	return pairOf(newRSA(key, p.Hash), newRSA(&key.PublicKey, p.Hash), usages, public, private), nil
}

func newRSA(material any, hash string) *Key {
	public := keys.PublicOf(material).(*rsa.PublicKey)
	return &Key{Type: typeOf(material), material: material, Algorithm: KeyAlgorithm{
		Hash: hash, ModulusLength: public.N.BitLen(), PublicExponent: big.NewInt(int64(public.E)).Bytes(),
	}}
}

func (r rsas) importKey(s source) (*Key, error) {
	public, private := rsaUsages(s.Name)
	var material any
	var err error
	switch s.format {
	case "spki":
		if err := s.usages.within(public); err != nil {
			return nil, err
		}
		material, err = keys.ParseSPKI(s.Bytes)
	case "pkcs8":
		if err := s.usages.within(private); err != nil {
			return nil, err
		}
		material, err = keys.ParsePKCS8(s.Bytes)
	case "jwk":
		allowed := public
		if s.JWK.Has("d") {
			allowed = private
		}
		if err := s.usages.within(allowed); err != nil {
			return nil, err
		}
		material, err = r.read(s)
	default:
		return nil, noFormat(s.format, s.Name)
	}
	if err != nil {
		return nil, dataError(err)
	}
	if _, is := keys.PublicOf(material).(*rsa.PublicKey); !is {
		return nil, dataError(fmt.Errorf("it is a %T", material))
	}
	return newRSA(material, s.Hash), nil
}

func (rsas) read(s source) (any, error) {
	use := "sig"
	if s.Name == "RSA-OAEP" {
		use = "enc"
	}
	if err := s.checkJWK("RSA", use); err != nil {
		return nil, err
	}
	if err := s.checkAlg(rsaAlg(s.Name, s.Hash)); err != nil {
		return nil, err
	}
	return keys.ParseJWK(s.JWK)
}

// rsaAlg returns the value of alg, such as PS256.
func rsaAlg(name, hash string) string {
	switch name {
	case "RSASSA-PKCS1-v1_5":
		return hashAlg("RS", hash)
	case "RSA-PSS":
		return hashAlg("PS", hash)
	}
	if hash == "SHA-1" {
		return "RSA-OAEP"
	}
	return hashAlg("RSA-OAEP-", hash)
}

func (rsas) exportKey(format string, k *Key) (KeyData, error) {
	return exportPair(format, k, rsaAlg(k.Algorithm.Name, k.Algorithm.Hash))
}

func (rsas) encrypt(p Params, k *Key, data []byte) ([]byte, error) {
	public, ok := k.material.(*rsa.PublicKey)
	if !ok {
		return nil, invalidAccess("the key is not a public one")
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	out, err := rsa.EncryptOAEP(hash.New(), rand.Reader, public, data, p.Label)
	if err != nil {
		return nil, secretly()
	}
	return out, nil
}

func (rsas) decrypt(p Params, k *Key, data []byte) ([]byte, error) {
	private, ok := k.material.(*rsa.PrivateKey)
	if !ok {
		return nil, invalidAccess("the key is not a private one")
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	out, err := rsa.DecryptOAEP(hash.New(), rand.Reader, private, data, p.Label)
	if err != nil {
		return nil, secretly()
	}
	return out, nil
}

func (rsas) sign(p Params, k *Key, data []byte) ([]byte, error) {
	private, ok := k.material.(*rsa.PrivateKey)
	if !ok {
		return nil, invalidAccess("the key is not a private one")
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	digest := ciphers.Digest(hash, data)
	var out []byte
	var err error
	if p.Name == "RSA-PSS" {
		out, err = ciphers.SignPSS(private, hash, p.SaltLength, digest)
	} else {
		out, err = rsa.SignPKCS1v15(rand.Reader, private, hash, digest)
	}
	if err != nil {
		return nil, secretly()
	}
	return out, nil
}

func (rsas) verify(p Params, k *Key, signature, data []byte) (bool, error) {
	public, ok := k.material.(*rsa.PublicKey)
	if !ok {
		return false, invalidAccess("the key is not a public one")
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	digest := ciphers.Digest(hash, data)
	if p.Name == "RSA-PSS" {
		return ciphers.VerifyPSS(public, hash, p.SaltLength, digest, signature), nil
	}
	return rsa.VerifyPKCS1v15(public, hash, digest, signature) == nil, nil
}
