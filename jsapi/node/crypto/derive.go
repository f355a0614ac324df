package crypto

import (
	"context"
	"fmt"
	"time"

	"github.com/dop251/goja"
	"golang.org/x/crypto/scrypt"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/ciphers"
)

func (c *realm) derivation() map[string]part.Native {
	return map[string]part.Native{"pbkdf2": c.pbkdf2, "scrypt": c.scrypt, "hkdf": c.hkdf}
}

// What a step takes at the least, on a fast processor.
const (
	roundTakes = 100 * time.Nanosecond // of PBKDF2
	blockTakes = 150 * time.Nanosecond // of scrypt, 128 bytes
)

// mostMemory is the most memory that scrypt may take, whatever the script allows.
const mostMemory = 256 << 20

// pbkdf2 takes whether to work beside the VM, password, salt, rounds, length and the name of a hash function.
func (c *realm) pbkdf2(call goja.FunctionCall) goja.Value {
	password, salt := c.copied(call.Argument(1)), c.copied(call.Argument(2))
	rounds, length := call.Argument(3).ToInteger(), call.Argument(4).ToInteger()
	h, err := hashOf(call.Argument(5).String())
	if err != nil {
		c.must(&coded{"TypeError", "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: " + call.Argument(5).String()})
	}
	if length < 0 || length > ciphers.MostDerived || rounds < 1 || rounds > ciphers.MostRounds {
		c.must(outOfRange(fmt.Sprintf("at most %d bytes are derived, in 1 to %d rounds", ciphers.MostDerived, ciphers.MostRounds)))
	}
	blocks := (length + int64(h.Size()) - 1) / int64(h.Size())
	return c.run(call.Argument(0).ToBoolean(), work{
		"pbkdf2", time.Duration(rounds*blocks) * roundTakes, len(password) + len(salt),
		func(ctx context.Context) (any, error) {
			return ciphers.PBKDF2(ctx, h, password, salt, int(rounds), int(length))
		},
	})
}

// scrypt takes whether to work beside the VM, password, salt, length, N, r, p and the most memory.
func (c *realm) scrypt(call goja.FunctionCall) goja.Value {
	password, salt := c.copied(call.Argument(1)), c.copied(call.Argument(2))
	length, n, r, p := call.Argument(3).ToInteger(), call.Argument(4).ToInteger(), call.Argument(5).ToInteger(), call.Argument(6).ToInteger()
	memory := min(call.Argument(7).ToInteger(), mostMemory)
	const most = 1 << 24
	switch {
	case n < 2 || n&(n-1) != 0 || n > most || r < 1 || r > most || p < 1 || p > most:
		c.must(&coded{"RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params: N is a power of two, r and p are 1 or more"})
	case 128*n*r > memory || 128*r*p > memory:
		c.must(&coded{
			"RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS",
			fmt.Sprintf("Invalid scrypt params: memory limit exceeded, which is %d bytes", memory),
		})
	case n*r*p > 64<<20:
		c.must(&coded{"RangeError", "ERR_CRYPTO_INVALID_SCRYPT_PARAMS", "Invalid scrypt params: it would take longer than ten seconds"})
	case length < 0 || length > ciphers.MostDerived:
		c.must(outOfRange(fmt.Sprintf("at most %d bytes are derived", ciphers.MostDerived)))
	}
	return c.run(call.Argument(0).ToBoolean(), work{
		"scrypt", time.Duration(n*r*p) * blockTakes, len(password) + len(salt),
		func(context.Context) (any, error) {
			if length == 0 {
				return []byte{}, nil
			}
			return scrypt.Key(password, salt, int(n), int(r), int(p), int(length))
		},
	})
}

// hkdf takes whether to work beside the VM, the name of a hash function, key, salt, info and length.
func (c *realm) hkdf(call goja.FunctionCall) goja.Value {
	h, err := hashOf(call.Argument(1).String())
	if err != nil {
		c.must(&coded{"TypeError", "ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: " + call.Argument(1).String()})
	}
	key, salt, info := c.copied(call.Argument(2)), c.copied(call.Argument(3)), c.copied(call.Argument(4))
	length := call.Argument(5).ToInteger()
	if length < 0 || length > int64(255*h.Size()) {
		c.must(&coded{"RangeError", "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length"})
	}
	return c.run(call.Argument(0).ToBoolean(), work{"hkdf", 0, len(key) + len(salt) + len(info), func(context.Context) (any, error) {
		return ciphers.HKDF(h, key, salt, info, int(length))
	}})
}
