package web

import (
	"encoding/base64"
	"strings"

	"github.com/dop251/goja"
)

// dataURL answers a request of a data: URL according to the Fetch standard, with the bytes in the URL. It returns
// undefined for any other URL, or if the URL is malformed.
func (r *Realm) dataURL(call goja.FunctionCall) goja.Value {
	url, _, _ := strings.Cut(call.Argument(0).String(), "#")
	rest, ok := strings.CutPrefix(url, "data:")
	head, encoded, isWhole := strings.Cut(rest, ",")
	if !ok || !isWhole {
		return goja.Undefined()
	}
	data := percentDecoded(encoded)
	head = strings.Trim(head, asciiSpace)
	if before, isBase64 := cutBase64(head); isBase64 {
		if data, ok = forgivingBase64(string(data)); !ok {
			return goja.Undefined()
		}
		head = before
	}
	if strings.HasPrefix(head, ";") {
		head = "text/plain" + head
	}
	kind, ok := parseMediaType(head)
	if !ok {
		kind = "text/plain;charset=US-ASCII"
	}
	answer := r.Runtime.NewObject()
	_ = answer.Set("status", 200)
	_ = answer.Set("statusText", "OK")
	_ = answer.Set("headers", func(goja.FunctionCall) goja.Value {
		return r.Runtime.NewArray(r.Runtime.NewArray("content-type", fromLatin1(kind)))
	})
	_ = answer.Set("url", url)
	_ = answer.Set("redirected", false)
	_ = answer.Set("body", r.NewBuffer(data))
	return answer
}

// mediaType returns a media type in its normalized form, or "" for one that is malformed.
func (r *Realm) mediaType(call goja.FunctionCall) goja.Value {
	kind, _ := parseMediaType(call.Argument(0).String())
	return r.Runtime.ToValue(kind)
}

const asciiSpace = "\t\n\f\r "

// cutBase64 removes the trailing ";base64" of a media type. It reports whether there was one.
func cutBase64(head string) (before string, ok bool) {
	const word = "base64"
	if len(head) < len(word) || !strings.EqualFold(head[len(head)-len(word):], word) {
		return head, false
	}
	before = strings.TrimRight(head[:len(head)-len(word)], " ")
	return strings.CutSuffix(before, ";")
}

func percentDecoded(text string) []byte {
	data := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) && isHexDigit(text[i+1]) && isHexDigit(text[i+2]) {
			data = append(data, hexValue(text[i+1])<<4|hexValue(text[i+2]))
			i += 2
			continue
		}
		data = append(data, text[i])
	}
	return data
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

func hexValue(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// forgivingBase64 decodes Base64 text. It ignores white space, and padding may be missing.
func forgivingBase64(text string) ([]byte, bool) {
	text = strings.Map(func(char rune) rune {
		if strings.ContainsRune(asciiSpace, char) {
			return -1
		}
		return char
	}, text)
	if len(text)%4 == 0 {
		text = strings.TrimSuffix(strings.TrimSuffix(text, "="), "=")
	}
	data, err := base64.RawStdEncoding.DecodeString(text)
	return data, err == nil
}

// parseMediaType parses a media type as browsers do, and returns their normalized form.
func parseMediaType(text string) (string, bool) {
	essence, rest, _ := strings.Cut(text, ";")
	kind, subtype, ok := strings.Cut(strings.Trim(essence, asciiSpace), "/")
	if !ok || !isToken(kind) || !isToken(subtype) {
		return "", false
	}
	out := strings.ToLower(kind + "/" + subtype)
	seen := map[string]bool{}
	for rest != "" {
		var name, value string
		var given bool
		name, value, given, rest = nextParameter(rest)
		name = strings.ToLower(name)
		if !given || !isToken(name) || seen[name] || strings.ContainsFunc(value, isControl) {
			continue
		}
		seen[name] = true
		if isToken(value) {
			out += ";" + name + "=" + value
		} else {
			out += ";" + name + `="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
		}
	}
	return out, true
}

// isControl reports whether a character cannot be in the value of a parameter.
func isControl(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }

// nextParameter cuts off one parameter. If it has no value, given is false, and the caller ignores it.
func nextParameter(text string) (name, value string, given bool, rest string) {
	text = strings.TrimLeft(text, asciiSpace)
	end := strings.IndexAny(text, ";=")
	if end < 0 {
		return text, "", false, ""
	}
	name, rest = text[:end], text[end+1:]
	if text[end] == ';' {
		return name, "", false, rest
	}
	if quoted, ok := strings.CutPrefix(rest, `"`); ok {
		var b strings.Builder
		for i := 0; i < len(quoted); i++ {
			switch {
			case quoted[i] == '"':
				_, rest, _ = strings.Cut(quoted[i:], ";")
				return name, b.String(), true, rest
			case quoted[i] == '\\' && i+1 < len(quoted):
				i++
			}
			b.WriteByte(quoted[i])
		}
		return name, b.String(), true, ""
	}
	value, rest, _ = strings.Cut(rest, ";")
	value = strings.TrimRight(value, asciiSpace)
	return name, value, value != "", rest
}

func isToken(text string) bool {
	for i := range len(text) {
		c := text[i]
		if !(isHexDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0) {
			return false
		}
	}
	return text != ""
}
