package crypto

import (
	"context"
	"crypto"
	"crypto/x509/pkix"
	"encoding/asn1"
	"errors"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
	"github.com/fwrun/fwrun/security/crypt/keys"
)

// encryptedInfo is an EncryptedPrivateKeyInfo (RFC 5958).
type encryptedInfo struct {
	Algorithm pkix.AlgorithmIdentifier
	Data      []byte
}

// pbes2 are the parameters of PBES2 (RFC 8018).
type pbes2 struct{ Derivation, Scheme pkix.AlgorithmIdentifier }

type pbkdf2Params struct {
	Salt   []byte
	Rounds int
	Length int                      `asn1:"optional"`
	PRF    pkix.AlgorithmIdentifier `asn1:"optional"`
}

var (
	idPBES2  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 13}
	idPBKDF2 = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 5, 12}
)

// mostKeyRounds bounds the rounds for a key that is read on the VM.
const mostKeyRounds = 1_000_000

// fromEncrypted reads a private key that was encrypted by PBES2, as OpenSSL does: with PBKDF2 and AES in CBC mode.
func fromEncrypted(der, passphrase []byte) (any, error) {
	if passphrase == nil {
		return nil, errors.New("it is encrypted, and there is no passphrase")
	}
	var info encryptedInfo
	var scheme pbes2
	var derivation pbkdf2Params
	var iv []byte
	if _, err := asn1.Unmarshal(der, &info); err != nil {
		return nil, err
	}
	if _, err := asn1.Unmarshal(info.Algorithm.Parameters.FullBytes, &scheme); err != nil || !info.Algorithm.Algorithm.Equal(idPBES2) {
		return nil, errors.New("it is not encrypted with PBES2")
	}
	if _, err := asn1.Unmarshal(scheme.Derivation.Parameters.FullBytes, &derivation); err != nil || !scheme.Derivation.Algorithm.Equal(idPBKDF2) {
		return nil, errors.New("its key is not derived with PBKDF2")
	}
	if _, err := asn1.Unmarshal(scheme.Scheme.Parameters.FullBytes, &iv); err != nil || len(iv) != 16 || derivation.Rounds > mostKeyRounds {
		return nil, errors.New("it is not encrypted with AES in CBC mode")
	}
	hash, length := prfOf(derivation.PRF.Algorithm), aesLength(scheme.Scheme.Algorithm)
	if hash == 0 || length == 0 {
		return nil, errors.New("its encryption is not known")
	}
	key, err := ciphers.PBKDF2(context.Background(), hash, passphrase, derivation.Salt, derivation.Rounds, length)
	if err != nil {
		return nil, err
	}
	plain, err := ciphers.DecryptCBC(key, iv, info.Data)
	if err != nil {
		return nil, errors.New("bad decrypt: the passphrase is wrong")
	}
	return keys.ParsePKCS8(plain)
}

// prfOf returns the hash function of the HMAC that PBKDF2 is made with.
func prfOf(id asn1.ObjectIdentifier) crypto.Hash {
	if id == nil {
		return crypto.SHA1 // the default
	}
	prefix, last := asn1.ObjectIdentifier{1, 2, 840, 113549, 2}, id[len(id)-1]
	if !id[:len(id)-1].Equal(prefix) {
		return 0
	}
	return map[int]crypto.Hash{7: crypto.SHA1, 8: crypto.SHA224, 9: crypto.SHA256, 10: crypto.SHA384, 11: crypto.SHA512}[last]
}

// aesLength returns the length of the key of AES in CBC mode.
func aesLength(id asn1.ObjectIdentifier) int {
	prefix := asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 1}
	if len(id) != len(prefix)+1 || !id[:len(prefix)].Equal(prefix) {
		return 0
	}
	return map[int]int{2: 16, 22: 24, 42: 32}[id[len(prefix)]]
}
