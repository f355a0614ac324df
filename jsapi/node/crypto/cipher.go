package crypto

import (
	"crypto/aes"
	"crypto/cipher"
	"strings"

	"github.com/dop251/goja"
	"golang.org/x/crypto/chacha20"
	"golang.org/x/crypto/chacha20poly1305"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/ciphers"
)

// cipherer encrypts or decrypts piece by piece.
type cipherer interface {
	update(data []byte) ([]byte, error)
	final() ([]byte, error)
}

// cipherInfo is what is known of a cipher by its name.
type cipherInfo struct {
	mode     string
	key, iv  int // lengths in bytes
	hasTag   bool
	hasBlock bool
}

// infoOf returns what is known of a cipher, or nil.
func infoOf(name string) *cipherInfo {
	if name == "chacha20-poly1305" {
		return &cipherInfo{mode: "chacha20", key: 32, iv: 12, hasTag: true}
	}
	length, ok := map[string]int{"aes-128": 16, "aes-192": 24, "aes-256": 32}[name[:min(len(name), 7)]]
	mode := strings.TrimPrefix(name[min(len(name), 7):], "-")
	if !ok {
		return nil
	}
	switch mode {
	case "cbc":
		return &cipherInfo{mode: mode, key: length, iv: 16, hasBlock: true}
	case "ecb":
		return &cipherInfo{mode: mode, key: length, hasBlock: true}
	case "ctr":
		return &cipherInfo{mode: mode, key: length, iv: 16}
	case "gcm":
		return &cipherInfo{mode: mode, key: length, iv: 12, hasTag: true}
	}
	return nil
}

// cipherNames are the ciphers that there are.
func cipherNames() []string {
	names := []string{}
	for _, length := range []string{"128", "192", "256"} {
		for _, mode := range []string{"cbc", "ctr", "ecb", "gcm"} {
			names = append(names, "aes-"+length+"-"+mode)
		}
	}
	return append(names, "chacha20-poly1305")
}

func (c *realm) ciphers() map[string]part.Native {
	return map[string]part.Native{
		"cipherNames": func(goja.FunctionCall) goja.Value { return c.Runtime.ToValue(cipherNames()) },
		"cipherInfo":  c.cipherInfo, "cipher": c.cipher, "cipherUpdate": c.cipherUpdate, "cipherFinal": c.cipherFinal,
		"cipherAAD": c.cipherAAD, "cipherTag": c.cipherTag, "cipherPadding": c.cipherPadding,
	}
}

// cipherInfo takes a name, and returns [mode, key length, iv length, has tag] or undefined.
func (c *realm) cipherInfo(call goja.FunctionCall) goja.Value {
	info := infoOf(strings.ToLower(call.Argument(0).String()))
	if info == nil {
		return goja.Undefined()
	}
	return c.value([]any{info.mode, info.key, info.iv, info.hasTag})
}

// cipher takes a name, whether to decrypt, key, initialization vector and the length of the tag. It returns a handle.
func (c *realm) cipher(call goja.FunctionCall) goja.Value {
	info := infoOf(strings.ToLower(call.Argument(0).String()))
	if info == nil {
		panic(c.errorOf(&coded{"Error", "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher"}))
	}
	decrypts, key, iv := call.Argument(1).ToBoolean(), c.copied(call.Argument(2)), c.copied(call.Argument(3))
	switch {
	case len(key) != info.key:
		c.must(&coded{"RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length"})
	case info.mode == "gcm" && (len(iv) == 0 || len(iv) > 1<<16), info.mode != "gcm" && len(iv) != info.iv:
		c.must(&coded{"TypeError", "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector"})
	}
	made, err := newCipher(info, decrypts, key, iv, int(call.Argument(4).ToInteger()))
	c.must(err)
	return c.Runtime.ToValue(&cipherHandle{made})
}

// cipherHandle is what a Cipheriv refers to.
type cipherHandle struct{ cipherer }

func newCipher(info *cipherInfo, decrypts bool, key, iv []byte, tag int) (cipherer, error) {
	if info.mode == "chacha20" {
		seal, err := chacha20poly1305.New(key)
		if err != nil {
			return nil, err
		}
		stream, err := chacha20.NewUnauthenticatedCipher(key, iv)
		if err != nil {
			return nil, err
		}
		stream.SetCounter(1) // the block of counter 0 makes the key of the tag
		return newSealed(seal, stream, iv, decrypts, tag)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	switch info.mode {
	case "ctr":
		return &streamed{cipher.NewCTR(block, iv)}, nil
	case "gcm":
		seal, err := cipher.NewGCMWithNonceSize(block, len(iv))
		if err != nil {
			return nil, err
		}
		return newSealed(seal, ciphers.NewCounter(block, firstCounter(block, seal, iv), 32), iv, decrypts, tag)
	case "cbc":
		if decrypts {
			return &blocks{mode: cipher.NewCBCDecrypter(block, iv), decrypts: true, padded: true}, nil
		}
		return &blocks{mode: cipher.NewCBCEncrypter(block, iv), padded: true}, nil
	}
	return &blocks{mode: single{block, decrypts}, decrypts: decrypts, padded: true}, nil
}

// firstCounter returns the block of AES-GCM with which the first block of the text is encrypted. Encrypting zeros gives what it becomes.
func firstCounter(block cipher.Block, seal cipher.AEAD, iv []byte) []byte {
	first := seal.Seal(nil, iv, make([]byte, aes.BlockSize), nil)[:aes.BlockSize]
	block.Decrypt(first, first)
	return first
}

// single encrypts or decrypts each block by itself: the mode ECB.
type single struct {
	cipher.Block
	decrypts bool
}

// CryptBlocks implements cipher.BlockMode.
func (s single) CryptBlocks(to, from []byte) {
	for at := 0; at < len(from); at += aes.BlockSize {
		if s.decrypts {
			s.Decrypt(to[at:], from[at:])
		} else {
			s.Encrypt(to[at:], from[at:])
		}
	}
}
