package web

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// encodingLabels are the labels of the supported encodings in the Encoding standard.
var encodingLabels = map[string][]string{
	"utf-8":    {"unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "utf-8", "utf8", "x-unicode20utf8"},
	"utf-16le": {"csunicode", "iso-10646-ucs-2", "ucs-2", "unicode", "unicodefeff", "utf-16", "utf-16le"},
	"utf-16be": {"unicodefffe", "utf-16be"},
	"windows-1252": {
		"ansi_x3.4-1968", "ascii", "cp1252", "cp819", "csisolatin1", "ibm819", "iso-8859-1", "iso-ir-100",
		"iso8859-1", "iso88591", "iso_8859-1", "iso_8859-1:1987", "l1", "latin1", "us-ascii", "windows-1252", "x-cp1252",
	},
}

// encodingName returns the encoding of a label, or "" for an unknown one.
func (r *Realm) encodingName(call goja.FunctionCall) goja.Value {
	label := strings.ToLower(strings.Trim(call.Argument(0).String(), "\t\n\f\r "))
	for name, labels := range encodingLabels {
		for _, known := range labels {
			if known == label {
				return r.Runtime.ToValue(name)
			}
		}
	}
	return r.Runtime.ToValue("")
}

// encodeUTF8 returns a Uint8Array with a string in UTF-8.
func (r *Realm) encodeUTF8(call goja.FunctionCall) goja.Value {
	if text, ok := call.Argument(0).(goja.String); ok && text.Length() > maxEncoded {
		r.RangeError(fmt.Sprintf("encode: a text of %d characters is too long; the limit is %d", text.Length(), maxEncoded))
	}
	return r.NewBytes([]byte(call.Argument(0).String()))
}

// maxEncoded is the longest text that is encoded at once, in UTF-16 units: no interrupt takes effect meanwhile.
const maxEncoded = 16 << 20

// utf8Buffer returns an ArrayBuffer with a string in UTF-8.
func (r *Realm) utf8Buffer(call goja.FunctionCall) goja.Value {
	return r.NewBuffer([]byte(call.Argument(0).String()))
}

// decodeUTF8 decodes a whole body, like a TextDecoder with default options.
func (r *Realm) decodeUTF8(call goja.FunctionCall) goja.Value {
	data, _ := r.Bytes(call.Argument(0))
	text, _ := (&decoder{encoding: "utf-8"}).decode(data, false)
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
	d := &decoder{
		encoding: call.Argument(0).String(),
		fatal:    call.Argument(1).ToBoolean(),
		keepBOM:  call.Argument(2).ToBoolean(),
	}
	return r.Runtime.ToValue(func(call goja.FunctionCall) goja.Value {
		data, _ := r.Bytes(call.Argument(0))
		text, ok := d.decode(data, call.Argument(1).ToBoolean())
		if !ok {
			return goja.Null()
		}
		return r.Runtime.ToValue(text)
	})
}
