package dates

import "strings"

// item is a field of a pattern, or a text between fields.
type item struct {
	letter byte // 0 for a text
	length int
	text   string
}

// parsePattern reads a pattern: letters are fields, other characters and what is between quotes are texts.
func parsePattern(pattern string) []item {
	var items []item
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			items = append(items, item{text: text.String()})
			text.Reset()
		}
	}
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\'':
			i += readQuoted(pattern[i:], &text)
		case isLetter(c):
			flush()
			n := 1
			for i+n < len(pattern) && pattern[i+n] == c {
				n++
			}
			items = append(items, item{letter: c, length: n})
			i += n
		default:
			text.WriteByte(c)
			i++
		}
	}
	flush()
	return items
}

// readQuoted reads a text in quotes, in which two quotes are one, and returns its length.
func readQuoted(pattern string, text *strings.Builder) int {
	if strings.HasPrefix(pattern, "''") {
		text.WriteByte('\'')
		return 2
	}
	for i := 1; i < len(pattern); i++ {
		if pattern[i] != '\'' {
			text.WriteByte(pattern[i])
			continue
		}
		if i+1 == len(pattern) || pattern[i+1] != '\'' {
			return i + 1
		}
		text.WriteByte('\'')
		i++
	}
	return len(pattern)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// textOf writes items as a pattern again.
func textOf(items []item) string {
	var out strings.Builder
	for _, it := range items {
		if it.letter != 0 {
			out.WriteString(strings.Repeat(string(it.letter), it.length))
			continue
		}
		out.WriteString(quoted(it.text))
	}
	return out.String()
}

// quoted puts a text in quotes if it has letters.
func quoted(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == '\'' || r < 128 && isLetter(byte(r)) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// fill puts texts in the places of {0} and {1}.
func fill(pattern string, values ...string) string {
	var pairs []string
	for i, value := range values {
		pairs = append(pairs, "{"+string(rune('0'+i))+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(pattern)
}

// withHour replaces the letters of hours in a pattern.
func withHour(items []item, letter byte) []item {
	for i := range items {
		if strings.IndexByte("hHkK", items[i].letter) >= 0 && items[i].letter != 0 {
			items[i].letter = letter
		}
	}
	return items
}

// hourLetter returns the letter of hours in a pattern, or 0.
func hourLetter(items []item) byte {
	for _, it := range items {
		if it.letter != 0 && strings.IndexByte("hHkK", it.letter) >= 0 {
			return it.letter
		}
	}
	return 0
}
