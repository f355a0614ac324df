package crypto

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
)

func (c *realm) texts() map[string]part.Native {
	return map[string]part.Native{"encode": c.encode, "decode": c.decode}
}

// mostText is the longest text that is converted at once, in UTF-16 units: no interrupt takes effect meanwhile.
const mostText = 64 << 20

// encode takes a text and an encoding of Node, and returns a Uint8Array, or undefined for an unknown encoding.
func (c *realm) encode(call goja.FunctionCall) goja.Value {
	text, _ := call.Argument(0).(goja.String)
	if text == nil || text.Length() > mostText {
		c.must(outOfRange("the text is too long"))
	}
	var data []byte
	switch strings.ToLower(call.Argument(1).String()) {
	case "utf8", "utf-8":
		data = []byte(text.String())
	case "hex":
		digits := text.String()
		end := strings.IndexFunc(digits, func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) })
		if end < 0 {
			end = len(digits)
		}
		data, _ = hex.DecodeString(digits[:end&^1])
	case "base64", "base64url":
		data = fromBase64(text.String())
	case "latin1", "binary", "ascii":
		for i := range text.Length() {
			data = append(data, byte(text.CharAt(i)))
		}
	case "utf16le", "utf-16le", "ucs2", "ucs-2":
		for i := range text.Length() {
			data = append(data, byte(text.CharAt(i)), byte(text.CharAt(i)>>8))
		}
	default:
		return goja.Undefined()
	}
	return c.NewBytes(data)
}

// fromBase64 decodes either alphabet, and passes over what belongs to neither, up to the first padding.
func fromBase64(text string) []byte {
	text, _, _ = strings.Cut(text, "=")
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '+', r == '/':
			return r
		}
		return -1
	}, text)
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	data, _ := base64.RawStdEncoding.DecodeString(clean)
	return data
}

// decode takes bytes and an encoding of Node, and returns a text, or undefined for an unknown encoding.
func (c *realm) decode(call goja.FunctionCall) goja.Value {
	data := c.data(call.Argument(0))
	var text string
	switch strings.ToLower(call.Argument(1).String()) {
	case "hex":
		text = hex.EncodeToString(data)
	case "base64":
		text = base64.StdEncoding.EncodeToString(data)
	case "base64url":
		text = base64.RawURLEncoding.EncodeToString(data)
	case "utf8", "utf-8":
		text = strings.ToValidUTF8(string(data), "\uFFFD")
	case "latin1", "binary", "ascii":
		return c.units(data, 1)
	case "utf16le", "utf-16le", "ucs2", "ucs-2":
		return c.units(data, 2)
	default:
		return goja.Undefined()
	}
	return c.Runtime.ToValue(text)
}

// units returns a text of characters of so many bytes.
func (c *realm) units(data []byte, size int) goja.Value {
	units := make([]uint16, len(data)/size)
	for i := range units {
		units[i] = uint16(data[size*i])
		if size == 2 {
			units[i] |= uint16(data[2*i+1]) << 8
		}
	}
	return goja.StringFromUTF16(units)
}
