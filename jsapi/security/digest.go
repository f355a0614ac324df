package security

import (
	"crypto/md5"  //nolint:gosec // for checksums of others, when it is asked for by name
	"crypto/sha1" //nolint:gosec // likewise
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"

	"github.com/dop251/goja"
)

// The names of algorithms and encodings, the default first.
var (
	macNames      = []string{"SHA-256", "SHA-384", "SHA-512"}
	digestNames   = []string{"SHA-256", "SHA-384", "SHA-512", "SHA-1", "MD5"}
	encodingNames = []string{"hex", "base64", "base64url"}
)

var algorithms = map[string]func() hash.Hash{
	"SHA-256": sha256.New, "SHA-384": sha512.New384, "SHA-512": sha512.New, "SHA-1": sha1.New, "MD5": md5.New,
}

var encodings = map[string]func([]byte) string{
	"hex": hex.EncodeToString, "base64": base64.StdEncoding.EncodeToString, "base64url": base64.RawURLEncoding.EncodeToString,
}

// digestOf implements digest.of(input, options).
func (c *codes) digestOf(call goja.FunctionCall) goja.Value {
	const method = "digest.of"
	o := c.options(method, call.Argument(1), "algorithm", "encoding")
	h := algorithms[c.oneOf(method, o, "algorithm", digestNames)]()
	encode := encodings[c.oneOf(method, o, "encoding", encodingNames)]
	h.Write(c.input(method, "the input", call.Argument(0)))
	return c.Runtime.ToValue(encode(h.Sum(nil)))
}
