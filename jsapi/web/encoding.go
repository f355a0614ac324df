package web

import (
	"fmt"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/encodings"
	"github.com/fwrun/fwrun/jsapi/web/part"
)

// encodingName returns the encoding of a label, or "" for an unknown one.
func (r *Realm) encodingName(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(encodings.Name(call.Argument(0).String()))
}

// encodeUTF8 returns a Uint8Array with a string in UTF-8.
func (r *Realm) encodeUTF8(call goja.FunctionCall) goja.Value {
	if text, ok := call.Argument(0).(goja.String); ok && text.Length() > maxEncoded {
		r.RangeError(fmt.Sprintf("encode: a text of %d characters is too long; the limit is %d", text.Length(), maxEncoded))
	}
	return r.NewBytes(part.UTF8(call.Argument(0)))
}

// maxEncoded is the longest text that is encoded at once, in UTF-16 units: no interrupt takes effect meanwhile.
const maxEncoded = 16 << 20

// utf8Buffer returns an ArrayBuffer with a string in UTF-8.
func (r *Realm) utf8Buffer(call goja.FunctionCall) goja.Value {
	return r.NewBuffer(part.UTF8(call.Argument(0)))
}

// decodeUTF8 decodes a whole body, like a TextDecoder with default options.
func (r *Realm) decodeUTF8(call goja.FunctionCall) goja.Value {
	data, _ := r.Bytes(call.Argument(0))
	text, _ := encodings.New("utf-8", false, false).Decode(data, false)
	return r.Runtime.ToValue(text)
}

// encodeInto writes as many whole characters as fit into a view. It returns how many UTF-16 units were read and how
// many bytes were written.
func (r *Realm) encodeInto(call goja.FunctionCall) goja.Value {
	target, _ := r.Bytes(call.Argument(1))
	read, written := 0, 0
	for _, char := range call.Argument(0).String() {
		size := utf8.RuneLen(char)
		if written+size > len(target) {
			break
		}
		utf8.EncodeRune(target[written:], char)
		written += size
		read += 1 + (size / 4) // a character outside the basic plane is a surrogate pair
	}
	return r.Runtime.NewArray(read, written)
}

// wellFormed replaces unpaired surrogates, like WebIDL's USVString. The conversion to a Go string does that.
func (r *Realm) wellFormed(call goja.FunctionCall) goja.Value {
	return r.Runtime.ToValue(call.Argument(0).String())
}

// decoder returns the decode function of one TextDecoder. The function returns null for invalid data if fatal is set.
func (r *Realm) decoder(call goja.FunctionCall) goja.Value {
	d := encodings.New(call.Argument(0).String(), call.Argument(1).ToBoolean(), call.Argument(2).ToBoolean())
	return r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		data, _ := r.Bytes(call.Argument(0))
		text, ok := d.Decode(data, call.Argument(1).ToBoolean())
		if !ok {
			return goja.Null()
		}
		return r.Runtime.ToValue(text)
	})
}
