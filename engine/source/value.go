package source

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// name returns the identifier at i with its \u escapes resolved.
func (r *reader) name(i int) string {
	s := r.text(i)
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	return unescape(s)
}

// stringValue returns the value of the string or plain template at i.
func (r *reader) stringValue(i int) string { return StringValue(r.text(i)) }

// StringValue returns the value of a string, or of a template without substitutions, that is given with its quotes.
func StringValue(s string) string {
	quote := s[0]
	s = s[1:]
	if n := len(s); n > 0 && s[n-1] == quote {
		s = s[:n-1]
	}
	if strings.IndexByte(s, '\\') < 0 && (quote != '`' || strings.IndexByte(s, '\r') < 0) {
		return s
	}
	if quote == '`' {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return unescape(s)
}

// unescape resolves the escapes of a JavaScript string.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		i += 1 + writeEscape(&b, s[i+1:])
	}
	return b.String()
}

// writeEscape writes the character of the escape after a backslash, and returns its length.
func writeEscape(b *strings.Builder, s string) int {
	switch c := s[0]; c {
	case 'n', 't', 'r', 'b', 'f', 'v':
		b.WriteByte("\n\t\r\b\f\v"[strings.IndexByte("ntrbfv", c)])
	case '\n':
	case '\r':
		if strings.HasPrefix(s, "\r\n") {
			return 2
		}
	case 'x':
		return writeCode(b, s, 1, 3)
	case 'u':
		return writeUnicode(b, s)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return writeOctal(b, s)
	default:
		_, size := utf8.DecodeRuneInString(s)
		if !isLineSeparator(s, 0) {
			b.WriteString(s[:size])
		}
		return size
	}
	return 1
}

func writeOctal(b *strings.Builder, s string) int {
	n, code := 0, 0
	for n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '7' && code*8+int(s[n]-'0') < 256 {
		code = code*8 + int(s[n]-'0')
		n++
	}
	b.WriteRune(rune(code))
	return n
}

// writeUnicode writes a \u escape; two that form a surrogate pair are one character.
func writeUnicode(b *strings.Builder, s string) int {
	if strings.HasPrefix(s, "u{") {
		if end := strings.IndexByte(s[:min(len(s), 12)], '}'); end > 0 {
			writeCode(b, s, 2, end)
			return end + 1
		}
		return 1
	}
	high, err := strconv.ParseUint(s[1:min(len(s), 5)], 16, 32)
	if err == nil && high>>10 == 0xd800>>10 && len(s) >= 11 && s[5:7] == `\u` {
		if low, err := strconv.ParseUint(s[7:11], 16, 32); err == nil && low>>10 == 0xdc00>>10 {
			b.WriteRune(rune((high-0xd800)<<10 + (low - 0xdc00) + 0x10000))
			return 11
		}
	}
	return writeCode(b, s, 1, 5)
}

func writeCode(b *strings.Builder, s string, from, to int) int {
	to = min(to, len(s))
	code, err := strconv.ParseUint(s[from:to], 16, 32)
	if err != nil || code > utf8.MaxRune {
		b.WriteByte(s[0])
		return 1
	}
	b.WriteRune(rune(code))
	return to
}

// numberValue returns the value of a number as JavaScript prints it, and its kind. A number too large to be
// exact is returned as it is written.
func numberValue(text string) (string, ValueKind) {
	s := strings.ReplaceAll(text, "_", "")
	if strings.HasSuffix(s, "n") {
		if n, ok := new(big.Int).SetString(strings.TrimSuffix(s, "n"), 0); ok && len(s) < 1000 {
			return n.String() + "n", ValueBigInt
		}
		return s, ValueBigInt
	}
	if n, err := strconv.ParseInt(s, 0, 64); err == nil && (len(s) == 1 || !isDigit(s[1])) {
		return strconv.FormatInt(n, 10), ValueInt
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return text, ValueFloat
	}
	kind := ValueFloat
	if !strings.ContainsAny(s, ".eE") {
		kind = ValueInt
	}
	return formatNumber(f), kind
}

// formatNumber formats a number as JavaScript does.
func formatNumber(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		s := strconv.FormatFloat(f, 'e', -1, 64)
		return strings.NewReplacer("e-0", "e-", "e+0", "e+").Replace(s)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// valueKind returns the kind of the expression of the tokens from the index from up to the index to, as far
// as its tokens show it.
func (r *reader) valueKind(from, to int) ValueKind {
	if kind, _ := r.literal(from, to); kind != ValueUnknown {
		return kind
	}
	whole := to > from && r.after(from) == to
	switch {
	case r.op(from) == '[' && whole:
		return ValueArray
	case r.op(from) == '{' && whole:
		return ValueObject
	case r.word(from, "new") && r.isNew(from+1, to):
		return ValueNew
	}
	return ValueUnknown
}

// isNew reports whether the tokens are the name, type arguments and arguments of a new.
func (r *reader) isNew(from, to int) bool {
	if !r.isIdent(from) {
		return false
	}
	for from++; r.op(from) == '.'; {
		from += 2
	}
	if r.op(from) == '<' {
		from, _ = r.skipAngles(from, false)
	}
	return from == to || r.op(from) == '(' && r.after(from) == to
}

// literal returns the value of one plain literal.
func (r *reader) literal(from, to int) (ValueKind, string) {
	sign := ""
	if to-from == 2 && r.op(from) == '-' {
		sign, from = "-", from+1
	}
	if to-from != 1 {
		return ValueUnknown, ""
	}
	switch r.tok(from).kind {
	case tokenNumber:
		value, kind := numberValue(r.text(from))
		return kind, sign + value
	case tokenString, tokenTemplate:
		if sign == "" {
			return ValueString, r.stringValue(from)
		}
	case tokenIdent:
		if sign == "" {
			return wordValue(r.text(from))
		}
	}
	return ValueUnknown, ""
}

func wordValue(word string) (ValueKind, string) {
	switch word {
	case "true", "false":
		return ValueBool, word
	case "null", "undefined":
		return ValueNull, word
	}
	return ValueUnknown, ""
}
