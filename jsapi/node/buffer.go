package node

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/encodings"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// maxText is the longest text that is encoded at once, in UTF-16 units: no interrupt takes effect meanwhile.
const maxText = 64 << 20

// bufferFunctions are the functions in Go of node:buffer.
func bufferFunctions(r *part.Realm) map[string]part.Native {
	b := buffers{r}
	functions := loads(map[string]string{"loadBuffer": "buffer"})(r)
	maps.Copy(functions, map[string]part.Native{
		"encode": b.encode, "decode": b.decode, "write": b.write, "byteLength": b.byteLength,
		"compare": b.compare, "indexOf": b.indexOf, "isUTF8": b.isUTF8, "isASCII": b.isASCII,
	})
	return functions
}

// buffers works on the bytes of Buffers.
type buffers struct{ *part.Realm }

// bytes returns the bytes of an argument, of which the scripts have made sure that it has some.
func (b buffers) bytes(v goja.Value) []byte {
	data, ok := b.Bytes(v)
	if !ok {
		b.TypeError("the argument is not a Buffer")
	}
	return data
}

// encode takes a text and an encoding, and returns a Uint8Array.
func (b buffers) encode(call goja.FunctionCall) goja.Value {
	return b.NewBytes(b.encoded(call.Argument(0), call.Argument(1).String()))
}

func (b buffers) encoded(value goja.Value, encoding string) []byte {
	text, ok := value.(goja.String)
	if ok && text.Length() > maxText {
		b.RangeError(fmt.Sprintf("a text of %d characters is too long for a Buffer; the limit is %d", text.Length(), maxText))
	}
	switch encoding {
	case "hex":
		return fromHex(value.String())
	case "base64", "base64url":
		return fromBase64(value.String())
	case "latin1", "binary", "ascii":
		out := make([]byte, 0, len(value.String()))
		for i := range text.Length() {
			out = append(out, byte(text.CharAt(i)))
		}
		return out
	case "ucs2", "ucs-2", "utf16le", "utf-16le":
		out := make([]byte, 0, 2*text.Length())
		for i := range text.Length() {
			unit := text.CharAt(i)
			out = append(out, byte(unit), byte(unit>>8))
		}
		return out
	default:
		return []byte(value.String())
	}
}

// fromHex decodes pairs of digits up to the first that is not one.
func fromHex(text string) []byte {
	end := 0
	for end+2 <= len(text) && isHex(text[end]) && isHex(text[end+1]) {
		end += 2
	}
	out, _ := hex.DecodeString(text[:end])
	return out
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// fromBase64 decodes either alphabet, and passes over what belongs to neither, up to the first padding.
func fromBase64(text string) []byte {
	text, _, _ = strings.Cut(text, "=")
	clean := make([]byte, 0, len(text))
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '+', c == '/':
			clean = append(clean, c)
		case c == '-':
			clean = append(clean, '+')
		case c == '_':
			clean = append(clean, '/')
		}
	}
	if len(clean)%4 == 1 {
		clean = clean[:len(clean)-1]
	}
	out, _ := base64.RawStdEncoding.DecodeString(string(clean))
	return out
}

// decode takes a Buffer, an encoding and two positions, and returns a text.
func (b buffers) decode(call goja.FunctionCall) goja.Value {
	data := b.bytes(call.Argument(0))
	from, to := int(call.Argument(2).ToInteger()), int(call.Argument(3).ToInteger())
	data = data[min(max(from, 0), len(data)):min(max(to, 0), len(data))]
	if len(data) > maxText {
		b.RangeError(fmt.Sprintf("%d bytes are too many for a text; the limit is %d", len(data), maxText))
	}
	switch call.Argument(1).String() {
	case "hex":
		return b.Runtime.ToValue(hex.EncodeToString(data))
	case "base64":
		return b.Runtime.ToValue(base64.StdEncoding.EncodeToString(data))
	case "base64url":
		return b.Runtime.ToValue(base64.RawURLEncoding.EncodeToString(data))
	case "ascii":
		return b.units(data, 0x7f)
	case "latin1", "binary":
		return b.units(data, 0xff)
	case "ucs2", "ucs-2", "utf16le", "utf-16le":
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = uint16(data[2*i]) | uint16(data[2*i+1])<<8
		}
		return goja.StringFromUTF16(units)
	default:
		text, _ := encodings.UTF8(data)
		return b.Runtime.ToValue(text)
	}
}

// units returns a text of which each character is a byte.
func (b buffers) units(data []byte, mask byte) goja.Value {
	units := make([]uint16, len(data))
	for i, c := range data {
		units[i] = uint16(c & mask)
	}
	return goja.StringFromUTF16(units)
}

// write takes a Buffer, a text, an encoding, a position and the room there is, and returns the number of bytes written. Characters
// are written whole.
func (b buffers) write(call goja.FunctionCall) goja.Value {
	target, encoding := b.bytes(call.Argument(0)), call.Argument(2).String()
	from, room := int(call.Argument(3).ToInteger()), int(call.Argument(4).ToInteger())
	encoded := b.encoded(call.Argument(1), encoding)
	room = min(room, len(target)-from)
	if len(encoded) > room {
		encoded = encoded[:max(room, 0)]
		switch encoding {
		case "utf8", "utf-8":
			for len(encoded) > 0 && !utf8.Valid(encoded) {
				encoded = encoded[:len(encoded)-1]
			}
		case "ucs2", "ucs-2", "utf16le", "utf-16le":
			encoded = encoded[:len(encoded)&^1]
		}
	}
	return b.Runtime.ToValue(copy(target[from:], encoded))
}

// byteLength returns how many bytes a text takes.
func (b buffers) byteLength(call goja.FunctionCall) goja.Value {
	text, encoding := call.Argument(0), call.Argument(1).String()
	switch encoding {
	case "utf8", "utf-8":
		return b.Runtime.ToValue(len(text.String()))
	case "latin1", "binary", "ascii":
		return b.Runtime.ToValue(text.(goja.String).Length())
	case "ucs2", "ucs-2", "utf16le", "utf-16le":
		return b.Runtime.ToValue(2 * text.(goja.String).Length())
	case "hex":
		return b.Runtime.ToValue(text.(goja.String).Length() / 2)
	default:
		trimmed := strings.TrimRight(text.String(), "=")
		return b.Runtime.ToValue(len(trimmed) * 3 / 4)
	}
}

func (b buffers) compare(call goja.FunctionCall) goja.Value {
	return b.Runtime.ToValue(bytes.Compare(b.bytes(call.Argument(0)), b.bytes(call.Argument(1))))
}

// indexOf takes a Buffer, bytes, a position, and whether the last place counts. It returns -1 if there is none.
func (b buffers) indexOf(call goja.FunctionCall) goja.Value {
	data, wanted := b.bytes(call.Argument(0)), b.bytes(call.Argument(1))
	from := min(max(int(call.Argument(2).ToInteger()), 0), len(data))
	if call.Argument(3).ToBoolean() {
		return b.Runtime.ToValue(bytes.LastIndex(data[:min(from+len(wanted), len(data))], wanted))
	}
	at := bytes.Index(data[from:], wanted)
	if at >= 0 {
		at += from
	}
	return b.Runtime.ToValue(at)
}

func (b buffers) isUTF8(call goja.FunctionCall) goja.Value {
	return b.Runtime.ToValue(utf8.Valid(b.bytes(call.Argument(0))))
}

func (b buffers) isASCII(call goja.FunctionCall) goja.Value {
	for _, c := range b.bytes(call.Argument(0)) {
		if c > 0x7f {
			return b.Runtime.ToValue(false)
		}
	}
	return b.Runtime.ToValue(true)
}
