package webcrypto

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"math/big"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

// rsas is RSA with its paddings.
type rsas struct{}

func (rsas) generate(ctx context.Context, p Params, usages Usages) (*pair, error) {
	return newPair(p.Name, usages, func() (any, error) {
		exponent := new(big.Int).SetBytes(p.PublicExponent)
		if !exponent.IsUint64() {
			return nil, operationError("the public exponent is too large")
		}
		_, private := pairUsages(p.Name)
		if usages&private == 0 && p.ModulusLength <= keys.MostGenerated && exponent.Int64() == 65537 {
			return nil, noUsages() // before the work, which is much
		}
		return generateRSA(ctx, p.ModulusLength, exponent.Uint64())
	}, func(material any) *Key { return newRSA(material, p.Hash) })
}

// generateRSA makes a key when it is its turn.
func generateRSA(ctx context.Context, bits int, exponent uint64) (any, error) {
	var key *rsa.PrivateKey
	var err error
	if waiting := turns.OfProcess().Take(ctx, func() { key, err = keys.GenerateRSA(bits, exponent) }); waiting != nil {
		return nil, waited(waiting)
	}
	if err != nil {
		return nil, operationError("%v", err)
	}
	return key, nil
}

func newRSA(material any, hash string) *Key {
	public := keys.PublicOf(material).(*rsa.PublicKey)
	return &Key{Type: typeOf(material), material: material, Algorithm: KeyAlgorithm{
		Hash: hash, ModulusLength: public.N.BitLen(), PublicExponent: big.NewInt(int64(public.E)).Bytes(),
	}}
}

func (rsas) importKey(s source) (*Key, error) {
	if s.format == "raw" {
		return nil, noFormat(s.format, s.Name)
	}
	if err := s.checkUsages(); err != nil {
		return nil, err
	}
	material, err := s.readPair(nil, readRSA)
	if err != nil {
		return nil, dataError(err)
	}
	if _, is := keys.PublicOf(material).(*rsa.PublicKey); !is {
		return nil, dataError(fmt.Errorf("it is a %T", material))
	}
	return newRSA(material, s.Hash), nil
}

func readRSA(s source) (any, error) {
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
	public, err := materialOf[*rsa.PublicKey](k, "public")
	if err != nil {
		return nil, err
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	out, err := rsa.EncryptOAEP(hash.New(), rand.Reader, public, data, p.Label)
	return out, concealed(err)
}

func (rsas) decrypt(p Params, k *Key, data []byte) ([]byte, error) {
	private, err := materialOf[*rsa.PrivateKey](k, "private")
	if err != nil {
		return nil, err
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	out, err := rsa.DecryptOAEP(hash.New(), rand.Reader, private, data, p.Label)
	return out, concealed(err)
}

func (rsas) sign(p Params, k *Key, data []byte) ([]byte, error) {
	private, err := materialOf[*rsa.PrivateKey](k, "private")
	if err != nil {
		return nil, err
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	digest := ciphers.Digest(hash, data)
	var out []byte
	if p.Name == "RSA-PSS" {
		out, err = ciphers.SignPSS(private, hash, p.SaltLength, digest)
	} else {
		out, err = rsa.SignPKCS1v15(rand.Reader, private, hash, digest)
	}
	return out, concealed(err)
}

func (rsas) verify(p Params, k *Key, signature, data []byte) (bool, error) {
	public, err := materialOf[*rsa.PublicKey](k, "public")
	if err != nil {
		return false, err
	}
	hash := ciphers.Hash(k.Algorithm.Hash)
	digest := ciphers.Digest(hash, data)
	if p.Name == "RSA-PSS" {
		return ciphers.VerifyPSS(public, hash, p.SaltLength, digest, signature), nil
	}
	return rsa.VerifyPKCS1v15(public, hash, digest, signature) == nil, nil
}
