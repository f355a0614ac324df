package jsontext

// maxDigits is the number of digits of integers that are taken for such as JSON.stringify writes.
const maxDigits = 15

// IsStringified reports whether a valid JSON text is what JSON.stringify would return for the value that JSON.parse
// makes of it. It may report false for such a text, too: for every one with objects, whose keys could be in another
// order or twice, with escapes, and with fractions.
func IsStringified(text []byte) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '[', c == ']', c == ',':
		case c >= 'a' && c <= 'z': // true, false, null
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					return false
				}
			}
		case c == '-' && i+1 < len(text) && text[i+1] != '0', isDigit(c):
			start := i
			for i+1 < len(text) && isDigit(text[i+1]) {
				i++
			}
			if i-start >= maxDigits || i+1 < len(text) && text[i+1] != ',' && text[i+1] != ']' {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
