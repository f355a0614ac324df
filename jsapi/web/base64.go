package web

import (
	"encoding/base64"
	"strings"

	"github.com/dop251/goja"
)

// btoa encodes a string whose characters are bytes.
func (r *Realm) btoa(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) == 0 {
		return r.TypeError("btoa: 1 argument required, but only 0 present")
	}
	text := call.Arguments[0].String()
	data := make([]byte, 0, len(text))
	for _, char := range text {
		if char > 0xFF {
			r.DOMException("InvalidCharacterError", "btoa: the text has characters beyond Latin-1")
		}
		data = append(data, byte(char))
	}
	return r.Runtime.ToValue(base64.StdEncoding.EncodeToString(data))
}

// atob decodes forgivingly: it ignores white space, and padding may be missing.
func (r *Realm) atob(call goja.FunctionCall) goja.Value {
	if len(call.Arguments) == 0 {
		return r.TypeError("atob: 1 argument required, but only 0 present")
	}
	data, ok := forgivingBase64(call.Arguments[0].String())
	if !ok {
		r.DOMException("InvalidCharacterError", "atob: the text is not correctly encoded")
	}
	var out strings.Builder
	for _, b := range data {
		out.WriteRune(rune(b))
	}
	return r.Runtime.ToValue(out.String())
}
