package security

import (
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/security/totp"
)

// totpSecret implements totp.secret().
func (c *codes) totpSecret(goja.FunctionCall) goja.Value { return c.Runtime.ToValue(totp.NewSecret()) }

// totpURI implements totp.uri({ secret, account, issuer }).
func (c *codes) totpURI(call goja.FunctionCall) goja.Value {
	const method = "totp.uri"
	o := c.options(method, call.Argument(0), "secret", "account", "issuer")
	if o == nil {
		c.fail("%s takes an object: { secret, account, issuer }", method)
	}
	secret := c.shared(method, o.Get("secret"))
	return c.Runtime.ToValue(totp.URI(secret, c.label(method, o, "account"), c.label(method, o, "issuer")))
}

// label returns an option that an authenticator app shows.
func (c *codes) label(method string, o *goja.Object, name string) string {
	text, ok := o.Get(name).(goja.String)
	if !ok || strings.TrimSpace(text.String()) == "" || strings.Contains(text.String(), ":") {
		c.fail("%s: `%s` must be a text that is not empty and has no colon", method, name)
	}
	return text.String()
}

// shared returns the bytes of a secret in base32. Errors do not have the secret.
func (c *codes) shared(method string, value goja.Value) []byte {
	text, ok := value.(goja.String)
	if !ok {
		c.fail("%s: the secret must be a text in base32, such as totp.secret() returns", method)
	}
	secret, err := totp.ParseSecret(text.String())
	if err != nil {
		c.fail("%s: the secret %s; totp.secret() returns one", method, err)
	}
	return secret
}

// totpCode implements totp.code(secret, { at }).
func (c *codes) totpCode(call goja.FunctionCall) goja.Value {
	const method = "totp.code"
	o := c.options(method, call.Argument(1), "at")
	return c.Runtime.ToValue(totp.Code(c.shared(method, call.Argument(0)), c.step(method, o)))
}

// totpVerify implements totp.verify(secret, code, { window, after, at }), which returns the step that the code belongs to, or null. A code
// that is missing is a wrong one.
func (c *codes) totpVerify(call goja.FunctionCall) goja.Value {
	const method = "totp.verify"
	o := c.options(method, call.Argument(2), "window", "after", "at")
	secret := c.shared(method, call.Argument(0))
	now, window, after := c.step(method, o), int64(1), int64(-1)
	if value := get(o, "window"); value != nil {
		var ok bool
		if window, ok = integer(value, 0, mostWindow); !ok {
			c.fail("%s: `window` must be a whole number of steps from 0 to %d", method, mostWindow)
		}
	}
	if value := get(o, "after"); value != nil {
		var ok bool
		if after, ok = integer(value, -1, mostInteger); !ok {
			c.fail("%s: `after` must be a step that verify has returned", method)
		}
	}
	given := call.Argument(1)
	if realm.Absent(given) {
		return goja.Null()
	}
	code, ok := given.(goja.String)
	if !ok {
		c.fail("%s: the code must be a text: a number has lost its leading zeros", method)
	}
	if code.Length() > longestCode {
		return goja.Null()
	}
	step, found := totp.Match(secret, strings.ReplaceAll(code.String(), " ", ""), now, int(window), after)
	if !found {
		return goja.Null()
	}
	return c.Runtime.ToValue(step)
}

const (
	mostWindow  = 10 // steps before and after
	longestCode = 20 // with the spaces that apps show
)

// step returns the step of the option at, a Date or milliseconds, or that of now.
func (c *codes) step(method string, o *goja.Object) int64 {
	value := get(o, "at")
	if value == nil {
		return totp.StepAt(c.VM.Now())
	}
	switch at := value.Export().(type) {
	case time.Time:
		if at.Unix() >= 0 {
			return totp.StepAt(at)
		}
	case int64:
		if at >= 0 {
			return totp.StepAt(time.UnixMilli(at))
		}
	}
	c.fail("%s: `at` must be a Date, or milliseconds since 1970", method)
	return 0
}
