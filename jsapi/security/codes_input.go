package security

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/realm"
)

// mostInput is the most bytes that are signed or digested at once: other requests of the worker wait meanwhile.
const mostInput = 1 << 20

// fail throws a TypeError.
func (c *codes) fail(format string, args ...any) {
	panic(c.Runtime.NewTypeError("%s", fmt.Sprintf(format, args...)))
}

// input returns the bytes of an argument, which is a text or bytes. They are only read, and only now.
func (c *codes) input(method, what string, value goja.Value) []byte {
	switch v := value.(type) {
	case goja.String:
		if v.Length() <= mostInput {
			return c.bounded(method, what, []byte(v.String()))
		}
		c.tooLarge(method, what)
	case *goja.Object:
		switch data := v.Export().(type) {
		case goja.ArrayBuffer:
			return c.bounded(method, what, data.Bytes())
		case []byte:
			return c.bounded(method, what, data)
		}
	}
	c.fail("%s: %s must be a text, a Uint8Array or an ArrayBuffer", method, what)
	return nil
}

func (c *codes) bounded(method, what string, data []byte) []byte {
	if len(data) > mostInput {
		c.tooLarge(method, what)
	}
	return data
}

func (c *codes) tooLarge(method, what string) {
	c.fail("%s: %s is larger than 1 MiB, and other requests would have to wait for it; take the digest of each part, and join their texts",
		method, what)
}

// secret is input that must not be empty: what was meant to be a secret may not have been set.
func (c *codes) secret(method string, value goja.Value) []byte {
	b := c.input(method, "the secret", value)
	if len(b) == 0 {
		c.fail("%s: the secret is empty; check that it is configured", method)
	}
	return b
}

// options returns an argument with options, nil if there is none. It refuses other options, which would have no effect.
func (c *codes) options(method string, value goja.Value, names ...string) *goja.Object {
	if realm.Absent(value) {
		return nil
	}
	o, ok := value.(*goja.Object)
	if !ok {
		c.fail("%s: the options must be an object such as { %s: … }", method, names[0])
	}
	for _, key := range o.Keys() {
		if !slices.Contains(names, key) {
			c.fail("%s has no option %s; it has %s", method, key, strings.Join(names, ", "))
		}
	}
	return o
}

// get returns an option, or nil.
func get(o *goja.Object, name string) goja.Value {
	if o == nil {
		return nil
	}
	if value := o.Get(name); !realm.Absent(value) {
		return value
	}
	return nil
}

// oneOf returns an option that is one of some texts, by default the first.
func (c *codes) oneOf(method string, o *goja.Object, name string, choices []string) string {
	value := get(o, name)
	if value == nil {
		return choices[0]
	}
	if text, ok := value.(goja.String); ok && slices.Contains(choices, text.String()) {
		return text.String()
	}
	c.fail("%s: `%s` must be one of \"%s\"", method, name, strings.Join(choices, `", "`))
	return ""
}
