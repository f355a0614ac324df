package ciphers

import (
	"bytes"
	"crypto/aes"
	"crypto/subtle"
	"encoding/binary"
	"errors"
)

// wrapIV is the initial value of RFC 3394.
var wrapIV = bytes.Repeat([]byte{0xA6}, 8)

// WrapKey encrypts a key, of 16 bytes or more and a multiple of eight, with AES Key Wrap.
func WrapKey(with, key []byte) ([]byte, error) {
	if len(key) < 16 || len(key)%8 != 0 {
		return nil, errors.New("a key to wrap has 16 bytes or more, and a multiple of eight")
	}
	block, err := aes.NewCipher(with)
	if err != nil {
		return nil, err
	}
	out := append(bytes.Clone(wrapIV), key...)
	var b [aes.BlockSize]byte
	copy(b[:8], out)
	step := uint64(0)
	for range 6 {
		for at := 8; at < len(out); at += 8 {
			step++
			copy(b[8:], out[at:])
			block.Encrypt(b[:], b[:])
			binary.BigEndian.PutUint64(b[:8], binary.BigEndian.Uint64(b[:8])^step)
			copy(out[at:], b[8:])
		}
	}
	copy(out, b[:8])
	return out, nil
}

// UnwrapKey decrypts what WrapKey returns. Its error is ErrDecrypt, or about the key.
func UnwrapKey(with, wrapped []byte) ([]byte, error) {
	block, err := aes.NewCipher(with)
	if err != nil {
		return nil, err
	}
	if len(wrapped) < 24 || len(wrapped)%8 != 0 {
		return nil, ErrDecrypt
	}
	out := bytes.Clone(wrapped)
	var b [aes.BlockSize]byte
	copy(b[:8], out)
	step := uint64(6 * (len(out)/8 - 1))
	for range 6 {
		for at := len(out) - 8; at > 0; at -= 8 {
			binary.BigEndian.PutUint64(b[:8], binary.BigEndian.Uint64(b[:8])^step)
			copy(b[8:], out[at:])
			block.Decrypt(b[:], b[:])
			copy(out[at:], b[8:])
			step--
		}
	}
	if subtle.ConstantTimeCompare(b[:8], wrapIV) != 1 {
		return nil, ErrDecrypt
	}
	return out[8:], nil
}
