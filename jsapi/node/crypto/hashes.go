package crypto

import (
	"crypto"
	"crypto/hmac"
	"fmt"
	"hash"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/ciphers"
)

// hashNames returns the hash functions by the names that OpenSSL has for them, in lower case. Nobody changes the map.
var hashNames = sync.OnceValue(func() map[string]crypto.Hash {
	return map[string]crypto.Hash{
		"md5": crypto.MD5, "sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
		"sha512-224": crypto.SHA512_224, "sha512-256": crypto.SHA512_256,
		"sha3-224": crypto.SHA3_224, "sha3-256": crypto.SHA3_256, "sha3-384": crypto.SHA3_384, "sha3-512": crypto.SHA3_512,
	}
})

// hashOf returns a hash function by its name, also as "RSA-SHA256" or "sha-256", or an error.
func hashOf(name string) (crypto.Hash, error) {
	lower := strings.TrimPrefix(strings.ToLower(name), "rsa-")
	if digits, ok := strings.CutPrefix(lower, "sha-"); ok {
		lower = "sha" + digits
	}
	if h, ok := hashNames()[lower]; ok {
		return h, nil
	}
	return 0, failed("ERR_OSSL_EVP_UNSUPPORTED", fmt.Sprintf("Digest method not supported: %q", name))
}

func (c *realm) hashes() map[string]part.Native {
	return map[string]part.Native{
		"hashNames": func(goja.FunctionCall) goja.Value {
			return c.Runtime.ToValue(slices.Sorted(maps.Keys(hashNames())))
		},
		"hash": c.hash, "hmac": c.hmac, "hashUpdate": c.hashUpdate, "hashSum": c.hashSum, "hashCopy": c.hashCopy,
	}
}

// state is a digest in the making.
type state struct{ hash.Hash }

// hash takes the name of a hash function, and returns a state.
func (c *realm) hash(call goja.FunctionCall) goja.Value {
	h, err := hashOf(call.Argument(0).String())
	c.must(err)
	return c.Runtime.ToValue(&state{h.New()})
}

// hmac takes the name of a hash function and a key, and returns a state.
func (c *realm) hmac(call goja.FunctionCall) goja.Value {
	h, err := hashOf(call.Argument(0).String())
	if err != nil {
		c.must(failed("ERR_CRYPTO_INVALID_DIGEST", "Invalid digest: "+call.Argument(0).String()))
	}
	return c.Runtime.ToValue(&state{hmac.New(h.New, c.copied(call.Argument(1)))})
}

func stateOf(v goja.Value) *state { return v.Export().(*state) }

func (c *realm) hashUpdate(call goja.FunctionCall) goja.Value {
	ciphers.Feed(stateOf(call.Argument(0)), c.data(call.Argument(1)))
	return goja.Undefined()
}

func (c *realm) hashSum(call goja.FunctionCall) goja.Value {
	return c.NewBytes(stateOf(call.Argument(0)).Sum(nil))
}

// hashCopy returns a state that goes on from where another one is.
func (c *realm) hashCopy(call goja.FunctionCall) goja.Value {
	original, ok := stateOf(call.Argument(0)).Hash.(hash.Cloner)
	if !ok {
		c.must(failed("ERR_CRYPTO_OPERATION_FAILED", "the digest cannot be copied"))
	}
	copied, err := original.Clone()
	c.must(err)
	return c.Runtime.ToValue(&state{copied})
}
