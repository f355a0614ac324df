package weburl

import "strings"

// encodeSet reports whether a character is percent-encoded.
type encodeSet func(c rune) bool

// The percent-encode sets of the standard. Each includes those before it.
func controlSet(c rune) bool { return c < ' ' || c > '~' }

func fragmentSet(c rune) bool { return controlSet(c) || strings.ContainsRune(" \"<>`", c) }

func querySet(c rune) bool { return controlSet(c) || strings.ContainsRune(" \"#<>", c) }

func specialQuerySet(c rune) bool { return querySet(c) || c == '\'' }

func pathSet(c rune) bool { return querySet(c) || strings.ContainsRune("?^`{}", c) }

func userinfoSet(c rune) bool { return pathSet(c) || strings.ContainsRune("/:;=@[\\]|", c) }

func formSet(c rune) bool { return userinfoSet(c) || strings.ContainsRune("$%&+,!'()~", c) }

const upperHex = "0123456789ABCDEF"

func encode(text string, set encodeSet) string {
	var out strings.Builder
	for _, c := range text {
		encodeRune(&out, c, set)
	}
	return out.String()
}

func encodeRune(out *strings.Builder, c rune, set encodeSet) {
	if !set(c) {
		out.WriteRune(c)
		return
	}
	for _, b := range []byte(string(c)) {
		out.WriteByte('%')
		out.WriteByte(upperHex[b>>4])
		out.WriteByte(upperHex[b&15])
	}
}

// decode decodes %xx to bytes, and leaves everything else as it is.
func decode(text string) string {
	if !strings.Contains(text, "%") {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			high, low := hexValue(text[i+1]), hexValue(text[i+2])
			if high >= 0 && low >= 0 {
				out = append(out, byte(high<<4|low))
				i += 2
				continue
			}
		}
		out = append(out, text[i])
	}
	return string(out)
}

func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
