package ciphers

import (
	"crypto/aes"
	"crypto/cipher"
	"errors"
	"math/big"
	"slices"
)

// CTR encrypts or decrypts with AES in counter mode, in which the last bits of the first block, 1 to 128, are the counter. It refuses data that would
// use a value of the counter twice.
func CTR(key, first []byte, bits int, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if blocks := (int64(len(data)) + aes.BlockSize - 1) / aes.BlockSize; bits < 62 && blocks > 1<<bits {
		return nil, errors.New("the data has more blocks than the counter has values")
	}
	out := make([]byte, len(data))
	NewCounter(block, first, bits).XORKeyStream(out, data)
	return out, nil
}

// counter is a stream of counter mode whose counter is a part of its block: where that ends it begins at zero, and the rest of the block stays.
type counter struct {
	block  cipher.Block
	zero   []byte // the block whose counter is zero
	stream cipher.Stream
	left   *big.Int // bytes until the counter begins at zero; nil for a counter of the whole block
	round  *big.Int // bytes from zero to zero
}

// NewCounter returns the stream of a block cipher of 16 bytes in counter mode.
func NewCounter(block cipher.Block, first []byte, bits int) cipher.Stream {
	stream := cipher.NewCTR(block, first)
	if bits == 8*aes.BlockSize {
		return stream
	}
	values := new(big.Int).Lsh(big.NewInt(1), uint(bits)) // bits is 1 to 127
	whole := new(big.Int).SetBytes(first)
	now := new(big.Int).Mod(whole, values)
	size := big.NewInt(aes.BlockSize)
	return &counter{
		block: block, stream: stream,
		zero:  new(big.Int).Sub(whole, now).FillBytes(make([]byte, aes.BlockSize)),
		left:  new(big.Int).Mul(new(big.Int).Sub(values, now), size),
		round: new(big.Int).Mul(values, size),
	}
}

// XORKeyStream implements cipher.Stream.
func (c *counter) XORKeyStream(to, from []byte) {
	for {
		n := len(from)
		if c.left.IsInt64() {
			n = int(min(int64(n), c.left.Int64()))
		}
		c.stream.XORKeyStream(to[:n], from[:n])
		c.left.Sub(c.left, big.NewInt(int64(n)))
		if c.left.Sign() == 0 {
			c.stream, c.left = cipher.NewCTR(c.block, c.zero), new(big.Int).Set(c.round)
		}
		if to, from = to[n:], from[n:]; len(from) == 0 {
			return
		}
	}
}

// EncryptCBC encrypts with AES in CBC mode, padded as PKCS #7 says.
func EncryptCBC(key, iv, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	out := Pad(slices.Grow([]byte(nil), len(data)+aes.BlockSize), data)
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(out, out)
	return out, nil
}

// DecryptCBC decrypts what EncryptCBC returns.
func DecryptCBC(key, iv, data []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 || len(data)%aes.BlockSize != 0 {
		return nil, ErrDecrypt
	}
	out := make([]byte, len(data))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, data)
	return Unpad(out)
}

// Pad appends data to a slice, and the padding of PKCS #7 for blocks of 16 bytes.
func Pad(to, data []byte) []byte {
	to = append(to, data...)
	n := aes.BlockSize - len(data)%aes.BlockSize
	for range n {
		to = append(to, byte(n))
	}
	return to
}

// Unpad removes the padding of PKCS #7 from blocks of 16 bytes.
func Unpad(data []byte) ([]byte, error) {
	if len(data) == 0 {
		return nil, ErrDecrypt
	}
	n := int(data[len(data)-1])
	if n == 0 || n > aes.BlockSize || n > len(data) {
		return nil, ErrDecrypt
	}
	wrong := byte(0)
	for _, b := range data[len(data)-n:] {
		wrong |= b ^ byte(n)
	}
	if wrong != 0 {
		return nil, ErrDecrypt
	}
	return data[:len(data)-n], nil
}
