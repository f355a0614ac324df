package webcrypto

import (
	"crypto/hmac"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
)

type encrypter interface {
	encrypt(p Params, k *Key, data []byte) ([]byte, error)
	decrypt(p Params, k *Key, data []byte) ([]byte, error)
}

type signer interface {
	sign(p Params, k *Key, data []byte) ([]byte, error)
	verify(p Params, k *Key, signature, data []byte) (bool, error)
}

// may returns an error if a key is of another algorithm, or must not be used for that.
func may(p Params, k *Key, usage Usages) error {
	if k.Algorithm.Name != p.Name {
		return invalidAccess("the key is one of %s, not of %s", k.Algorithm.Name, p.Name)
	}
	if k.Usages&usage == 0 {
		return invalidAccess("Unable to use this key to %s", usage.Names()[0])
	}
	return nil
}

// Digest returns the digest of data.
func Digest(p Params, data []byte) []byte { return ciphers.Digest(ciphers.Hash(p.Name), data) }

// Encrypt encrypts data.
func Encrypt(p Params, k *Key, data []byte) ([]byte, error) {
	if err := may(p, k, CanEncrypt); err != nil {
		return nil, err
	}
	return familyOf(p.Name).(encrypter).encrypt(p, k, data)
}

// Decrypt decrypts data.
func Decrypt(p Params, k *Key, data []byte) ([]byte, error) {
	if err := may(p, k, CanDecrypt); err != nil {
		return nil, err
	}
	return familyOf(p.Name).(encrypter).decrypt(p, k, data)
}

// Sign returns a signature of data.
func Sign(p Params, k *Key, data []byte) ([]byte, error) {
	if err := may(p, k, CanSign); err != nil {
		return nil, err
	}
	return familyOf(p.Name).(signer).sign(p, k, data)
}

// Verify reports whether a signature is one of data.
func Verify(p Params, k *Key, signature, data []byte) (bool, error) {
	if err := may(p, k, CanVerify); err != nil {
		return false, err
	}
	return familyOf(p.Name).(signer).verify(p, k, signature, data)
}

//nolint:unparam // other families' signatures may fail
func (h hmacs) sign(_ Params, k *Key, data []byte) ([]byte, error) { return h.sum(k, data), nil }

//nolint:unparam // likewise
func (h hmacs) verify(_ Params, k *Key, signature, data []byte) (bool, error) {
	return hmac.Equal(h.sum(k, data), signature), nil
}
