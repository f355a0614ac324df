package ciphers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"errors"
)

// ErrDecrypt is the error of what cannot be decrypted. Why, is not said: an attacker could learn from it.
var ErrDecrypt = errors.New("the data cannot be decrypted")

// fullTag is the length of a tag that is not cut off.
const fullTag = 16

// gcm returns AES-GCM for initialization vectors of some length, which is not zero.
func gcm(key []byte, ivLength int) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if ivLength == 0 {
		return nil, errors.New("the initialization vector is empty")
	}
	if ivLength == 12 {
		return cipher.NewGCM(block) // the fast one
	}
	return cipher.NewGCMWithNonceSize(block, ivLength)
}

// EncryptGCM encrypts with AES-GCM, and appends the tag, of so many bytes.
func EncryptGCM(key, iv, data, additional []byte, tag int) ([]byte, error) {
	aead, err := gcm(key, len(iv))
	if err != nil {
		return nil, err
	}
	sealed := aead.Seal(make([]byte, 0, len(data)+fullTag), iv, data, additional)
	return sealed[:len(data)+tag], nil
}

// DecryptGCM decrypts what EncryptGCM returns. Its error is ErrDecrypt, or about key or vector.
func DecryptGCM(key, iv, data, additional []byte, tag int) ([]byte, error) {
	aead, err := gcm(key, len(iv))
	if err != nil {
		return nil, err
	}
	if len(data) < tag {
		return nil, ErrDecrypt
	}
	return Open(aead, iv, data, additional, tag)
}

// Open decrypts and checks a tag that may have been cut off. The standard library does not open those: encrypting once more decrypts, since the
// mode adds a stream of bits, and encrypting what that gives has the whole tag.
func Open(aead cipher.AEAD, iv, data, additional []byte, tag int) ([]byte, error) {
	if tag == fullTag {
		plain, err := aead.Open(make([]byte, 0, len(data)), iv, data, additional)
		if err != nil {
			return nil, ErrDecrypt
		}
		return plain, nil
	}
	length := len(data) - tag
	plain := aead.Seal(nil, iv, data[:length], nil)[:length:length]
	again := aead.Seal(nil, iv, plain, additional)
	if subtle.ConstantTimeCompare(again[length:length+tag], data[length:]) != 1 {
		return nil, ErrDecrypt
	}
	return plain, nil
}
