package crypto

import (
	"crypto/aes"
	"crypto/cipher"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/security/crypt/ciphers"
)

// streamed is a cipher that adds a stream of bits.
type streamed struct{ cipher.Stream }

func (s *streamed) update(data []byte) ([]byte, error) {
	out := make([]byte, len(data))
	s.XORKeyStream(out, data)
	return out, nil
}

func (*streamed) final() ([]byte, error) { return []byte{}, nil }

// blocks is a cipher of whole blocks.
type blocks struct {
	mode             cipher.BlockMode
	decrypts, padded bool
	rest             []byte // what is not a whole block yet, or may be the padding
}

func (b *blocks) update(data []byte) ([]byte, error) {
	b.rest = append(b.rest, data...)
	whole := len(b.rest) &^ (aes.BlockSize - 1)
	if b.decrypts && b.padded && whole == len(b.rest) && whole > 0 {
		whole -= aes.BlockSize
	}
	out := make([]byte, whole)
	b.mode.CryptBlocks(out, b.rest[:whole])
	b.rest = append([]byte(nil), b.rest[whole:]...)
	return out, nil
}

func (b *blocks) final() ([]byte, error) {
	last := b.rest
	if !b.decrypts && b.padded {
		last = ciphers.Pad(nil, last)
	}
	if len(last)%aes.BlockSize != 0 || b.decrypts && b.padded && len(last) == 0 {
		return nil, failed("ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH", "wrong final block length")
	}
	out := make([]byte, len(last))
	b.mode.CryptBlocks(out, last)
	if !b.decrypts || !b.padded {
		return out, nil
	}
	plain, err := ciphers.Unpad(out)
	if err != nil {
		return nil, failed("ERR_OSSL_BAD_DECRYPT", "bad decrypt")
	}
	return plain, nil
}

// sealed is a cipher with a tag. The text goes through a stream piece by piece; the tag, of which the libraries make no parts, is made or
// checked at the end, of the whole text.
type sealed struct {
	stream   cipher.Stream
	seal     cipher.AEAD
	iv       []byte
	decrypts bool
	aad      []byte
	text     []byte // what has come in
	tag      []byte
	length   int // of the tag
}

// mostSealed is the most bytes of a text with a tag, since it is kept until its end.
const mostSealed = 64 << 20

func newSealed(seal cipher.AEAD, stream cipher.Stream, iv []byte, decrypts bool, tag int) (cipherer, error) {
	if tag != 4 && tag != 8 && (tag < 12 || tag > 16) {
		return nil, &coded{"TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", "Invalid authentication tag length"}
	}
	return &sealed{stream: stream, seal: seal, iv: iv, decrypts: decrypts, length: tag}, nil
}

func (s *sealed) update(data []byte) ([]byte, error) {
	if len(s.text)+len(data) > mostSealed {
		return nil, failed("ERR_CRYPTO_OPERATION_FAILED", "a text with a tag has at most 64 MiB")
	}
	s.text = append(s.text, data...)
	out := make([]byte, len(data))
	s.stream.XORKeyStream(out, data)
	return out, nil
}

func (s *sealed) final() ([]byte, error) {
	if !s.decrypts {
		s.tag = s.seal.Seal(nil, s.iv, s.text, s.aad)[len(s.text):][:s.length]
		return []byte{}, nil
	}
	unable := failed("ERR_CRYPTO_INVALID_AUTH_TAG", "Unsupported state or unable to authenticate data")
	if s.tag == nil {
		return nil, unable
	}
	if _, err := ciphers.Open(s.seal, s.iv, append(s.text, s.tag...), s.aad, len(s.tag)); err != nil {
		return nil, unable
	}
	return []byte{}, nil
}

func cipherOf(v goja.Value) cipherer { return v.Export().(*cipherHandle).cipherer }

func (c *realm) cipherUpdate(call goja.FunctionCall) goja.Value {
	out, err := cipherOf(call.Argument(0)).update(c.data(call.Argument(1)))
	c.must(err)
	return c.NewBytes(out)
}

func (c *realm) cipherFinal(call goja.FunctionCall) goja.Value {
	out, err := cipherOf(call.Argument(0)).final()
	c.must(err)
	return c.NewBytes(out)
}

// cipherAAD adds to what the tag is for besides the text.
func (c *realm) cipherAAD(call goja.FunctionCall) goja.Value {
	s, ok := cipherOf(call.Argument(0)).(*sealed)
	data := c.data(call.Argument(1))
	if !ok || len(s.aad)+len(data) > mostSealed {
		c.must(failed("ERR_CRYPTO_INVALID_STATE", "Invalid state for operation setAAD"))
	}
	s.aad = append(s.aad, data...)
	return goja.Undefined()
}

// cipherTag sets the tag that the data must have, or returns the one that was made.
func (c *realm) cipherTag(call goja.FunctionCall) goja.Value {
	s, ok := cipherOf(call.Argument(0)).(*sealed)
	if !ok {
		c.must(failed("ERR_CRYPTO_INVALID_STATE", "the cipher has no tag"))
	}
	if goja.IsUndefined(call.Argument(1)) {
		return c.NewBytes(append([]byte{}, s.tag...))
	}
	tag := c.copied(call.Argument(1))
	if n := len(tag); !s.decrypts || n != 4 && n != 8 && (n < 12 || n > 16) {
		c.must(&coded{"TypeError", "ERR_CRYPTO_INVALID_AUTH_TAG", "Invalid authentication tag length"})
	}
	s.tag = tag
	return goja.Undefined()
}

// cipherPadding says whether blocks are padded.
func (c *realm) cipherPadding(call goja.FunctionCall) goja.Value {
	if b, ok := cipherOf(call.Argument(0)).(*blocks); ok {
		b.padded = call.Argument(1).ToBoolean()
	}
	return goja.Undefined()
}
