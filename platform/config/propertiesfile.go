package config

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// parseProperties parses Java's properties: name=value, name: value or name value, with comments
// after # or !, escapes, and a \ at the end of a line that is continued.
func parseProperties(file *file) *flatFile {
	f := &flatFile{file: file}
	for i := 0; i < len(f.lines); {
		line := logicalLine(f.lines, &i)
		if line.text != "" && line.text[0] != '#' && line.text[0] != '!' {
			f.property(line)
		}
	}
	return f
}

// logical is a line together with its continuation lines.
type logical struct {
	text   string
	pieces []piece
}

// piece is the part of a logical line that comes from one line of the file.
type piece struct {
	from int // offset in the logical line
	at   spot
}

const propertySpace = " \t\f"

// logicalLine returns the line at i with its continuation lines, without their indentation.
func logicalLine(lines []string, i *int) logical {
	var l logical
	var text strings.Builder
	for *i < len(lines) {
		line := strings.TrimLeft(lines[*i], propertySpace)
		l.pieces = append(l.pieces, piece{text.Len(), spot{*i + 1, len(lines[*i]) - len(line)}})
		*i++
		comment := text.Len() == 0 && line != "" && (line[0] == '#' || line[0] == '!')
		backslashes := len(line) - len(strings.TrimRight(line, `\`))
		if comment || backslashes%2 == 0 {
			text.WriteString(line)
			break
		}
		text.WriteString(line[:len(line)-1])
	}
	l.text = text.String()
	return l
}

// spot returns where a byte of the logical line is in the file.
func (l logical) spot(offset int) spot {
	p := l.pieces[0]
	for _, next := range l.pieces {
		if next.from <= offset {
			p = next
		}
	}
	return spot{p.at.line, p.at.offset + offset - p.from}
}

func (f *flatFile) property(line logical) {
	end := nameEnd(line.text)
	from := skipSpace(line.text, end)
	if from < len(line.text) && (line.text[from] == '=' || line.text[from] == ':') {
		from = skipSpace(line.text, from+1)
	}
	name, badName := unescape(line.text[:end])
	text, badText := unescape(line.text[from:])
	switch {
	case badName >= 0:
		f.badUnicode(line.spot(badName))
	case badText >= 0:
		f.badUnicode(line.spot(from + badText))
	case name == "":
		f.fail(line.spot(0), "there is no name before the value", "write name=value")
	default:
		last := line.pieces[len(line.pieces)-1].at.line
		f.entries = append(f.entries, entry{name: name, text: text, at: line.spot(0), value: line.spot(from), last: last})
	}
}

func (f *flatFile) badUnicode(at spot) {
	f.fail(at, `this \u is not followed by four hexadecimal digits`, `write \u00e9 for a character, and \\ for a backslash`)
}

// nameEnd returns the offset of the first blank, = or : that is not escaped.
func nameEnd(text string) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '=', ':', ' ', '\t', '\f':
			return i
		}
	}
	return len(text)
}

func skipSpace(text string, from int) int {
	return len(text) - len(strings.TrimLeft(text[from:], propertySpace))
}

// unescape replaces the escapes of properties. It also returns the offset of a \u without its
// digits, or -1 if there is none.
func unescape(text string) (string, int) {
	if !strings.Contains(text, `\`) {
		return text, -1
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			if text[i] != '\\' {
				out.WriteByte(text[i])
			}
			continue
		}
		i++
		switch c := text[i]; c {
		case 'n':
			out.WriteByte('\n')
		case 't':
			out.WriteByte('\t')
		case 'r':
			out.WriteByte('\r')
		case 'f':
			out.WriteByte('\f')
		case 'u':
			units, length := escapedUnits(text[i-1:])
			if length == 0 {
				return "", i - 1
			}
			out.WriteString(string(utf16.Decode(units)))
			i += length - 2
		default:
			out.WriteByte(c)
		}
	}
	return out.String(), -1
}

// escapedUnits parses consecutive \uXXXX escapes, since two of them may be one character. The
// length is in bytes; 0 if the first one does not have four digits.
func escapedUnits(text string) (units []uint16, length int) {
	for strings.HasPrefix(text[length:], `\u`) && len(text) >= length+6 {
		unit, err := strconv.ParseUint(text[length+2:length+6], 16, 16)
		if err != nil {
			break
		}
		units = append(units, uint16(unit))
		length += 6
	}
	return units, length
}
