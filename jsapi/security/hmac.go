package security

import (
	"crypto/hmac"
	"crypto/subtle"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
)

// hmacSign implements hmac.sign(input, secret, options).
func (c *codes) hmacSign(call goja.FunctionCall) goja.Value {
	prefix, signature, _ := c.signature("hmac.sign", call.Argument(0), call.Argument(1), call.Argument(2))
	return c.Runtime.ToValue(prefix + signature)
}

// hmacVerify implements hmac.verify(input, signature, secret, options). A signature that is missing is a wrong one: it is what a client
// has sent, or not.
func (c *codes) hmacVerify(call goja.FunctionCall) goja.Value {
	const method = "hmac.verify"
	prefix, want, encoding := c.signature(method, call.Argument(0), call.Argument(2), call.Argument(3))
	given := call.Argument(1)
	if realm.Absent(given) {
		return c.Runtime.ToValue(false)
	}
	text, ok := given.(goja.String)
	if !ok {
		c.fail("%s: the signature must be a text", method)
	}
	got, found := strings.CutPrefix(text.String(), prefix)
	return c.Runtime.ToValue(found && subtle.ConstantTimeCompare([]byte(spelled(got, encoding)), []byte(want)) == 1)
}

// signature returns the signature of an input, the prefix that it has, and its encoding.
func (c *codes) signature(method string, input, secret, options goja.Value) (prefix, signature, encoding string) {
	o := c.options(method, options, "algorithm", "encoding", "prefix")
	algorithm := c.oneOf(method, o, "algorithm", macNames)
	encoding = c.oneOf(method, o, "encoding", encodingNames)
	if value := get(o, "prefix"); value != nil {
		text, ok := value.(goja.String)
		if !ok {
			c.fail("%s: `prefix` must be a text such as \"sha256=\"", method)
		}
		prefix = text.String()
	}
	data := c.input(method, "the input", input)
	h := hmac.New(algorithms[algorithm], c.secret(method, secret))
	h.Write(data)
	return prefix, encodings[encoding](h.Sum(nil)), encoding
}

// spelled returns a signature as it is written here: senders write hex in capitals, too, and pad or do not pad base64url.
func spelled(signature, encoding string) string {
	switch encoding {
	case "hex":
		return strings.ToLower(signature)
	case "base64url":
		return strings.TrimRight(signature, "=")
	}
	return signature
}
