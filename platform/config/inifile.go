package config

import "strings"

// parseINI parses name=value or name: value lines in [sections], whose names precede the keys.
// Comments after ; or # have lines of their own.
func parseINI(file *file) *flatFile {
	f := &flatFile{file: file}
	section := ""
	for i, text := range f.lines {
		line := strings.TrimSpace(text)
		at := spot{i + 1, len(text) - len(strings.TrimLeft(text, " \t"))}
		switch {
		case line == "" || line[0] == ';' || line[0] == '#':
		case line[0] == '[':
			name, rest, closed := cutLast(line[1:], ']')
			switch name = strings.TrimSpace(name); {
			case !closed || !isComment(rest):
				f.fail(at, "the name of a section has no closing ]", "write [name]")
			case name == "":
				f.fail(at, "a section has no name", "write [name]")
			default:
				section = name
			}
		default:
			f.iniEntry(section, text, at)
		}
	}
	return f
}

// cutLast cuts a text around the last occurrence of b, since the name of a section may contain
// brackets.
func cutLast(text string, b byte) (before, after string, found bool) {
	i := strings.LastIndexByte(text, b)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// isComment reports whether the rest of a line is blank or a comment.
func isComment(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || text[0] == ';' || text[0] == '#'
}

func (f *flatFile) iniEntry(section, line string, at spot) {
	sign := strings.IndexAny(line, "=:")
	if sign < 0 {
		f.fail(at, "this line is not of the form name=value", "write name=value, or begin a comment with ;")
		return
	}
	name := strings.TrimSpace(line[:sign])
	if name == "" {
		f.fail(at, "there is no name before the =", "write name=value")
		return
	}
	from := len(line) - len(strings.TrimLeft(line[sign+1:], " \t"))
	e := entry{name: joinKeys(section, name), text: strings.TrimSpace(line[from:]), at: at, value: spot{at.line, from}, last: at.line}
	if e.text != "" && (e.text[0] == '"' || e.text[0] == '\'') {
		text, length, ok := quotedText(line[from:])
		if !ok || !isComment(line[from+length:]) {
			f.fail(e.value, "the quoted value does not end with its quote", "close the quote at the end, or put the whole value in other quotes")
			return
		}
		e.text, e.quoted = text, true
	}
	f.entries = append(f.entries, e)
}

// quotedText parses a text in quotes: in single quotes every character is literal, in double
// quotes a backslash escapes. The length is in bytes, including the quotes.
func quotedText(text string) (value string, length int, ok bool) {
	quote := text[0]
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			return out.String(), i + 1, true
		case c == '\\' && quote == '"' && i+1 < len(text):
			i++
			out.WriteString(quotedEscape(text[i]))
		default:
			out.WriteByte(c)
		}
	}
	return "", 0, false
}

// quotedEscape returns the text for a backslash followed by c. Unknown escapes stay unchanged.
func quotedEscape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case '"', '\\', '$', '`':
		return string(c)
	}
	return `\` + string(rune(c))
}
