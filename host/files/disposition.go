package files

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Disposition returns a Content-Disposition header (RFC 6266): the kind is "attachment" or "inline", the name is the
// one that a browser should give the file. Folders and control characters are removed from the name. A name beyond
// ASCII is sent twice: as it is, and in ASCII for old clients.
func Disposition(kind, name string) string {
	name = baseName(name)
	if name == "" {
		return kind
	}
	plain := asciiName(name)
	header := kind + `; filename="` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(plain) + `"`
	if plain != name || strings.ContainsAny(name, `%\"`) { // clients differ in how they unescape these
		header += "; filename*=UTF-8''" + percentEncoded(name)
	}
	return header
}

// baseName returns the last part of a name, with slashes or backslashes, without control characters and invalid UTF-8.
func baseName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.ToValidUTF8(name, "")
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) { // the latter can hide a file's extension
			return -1
		}
		return r
	}, name)
	name = strings.TrimSpace(name)
	if name == "." || name == ".." {
		return ""
	}
	return name
}

func asciiName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return '_'
		}
		return r
	}, name)
}

// percentEncoded escapes all bytes but the attr-char of RFC 5987.
func percentEncoded(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		letterOrDigit := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		if letterOrDigit || strings.IndexByte("!#$&+-.^_`|~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}
