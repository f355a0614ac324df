package client

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
)

// quote writes a text as a literal. What cannot be seen is escaped, so that nothing is other than it looks.
func quote(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteRune(c)
		case c == '\n':
			out.WriteString(`\n`)
		case c == ' ' || unicode.IsGraphic(c) && !unicode.IsSpace(c):
			out.WriteRune(c)
		default:
			for _, unit := range utf16.AppendRune(nil, c) {
				fmt.Fprintf(&out, `\u%04x`, unit)
			}
		}
	}
	out.WriteByte('"')
	return out.String()
}

// comment writes lines above a declaration; nothing if there are none.
func comment(indent string, paragraphs ...string) string {
	var lines []string
	for _, paragraph := range paragraphs {
		lines = append(lines, strings.Split(paragraph, "\n")...)
	}
	if len(lines) == 0 {
		return ""
	}
	if len(lines) == 1 {
		return indent + "/** " + lines[0] + " */\n"
	}
	var out strings.Builder
	out.WriteString(indent + "/**\n")
	for _, line := range lines {
		out.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	out.WriteString(indent + " */\n")
	return out.String()
}

// about returns the paragraphs of a comment. Texts are words of people and stay words: they end no comment and begin no tag.
func about(deprecated bool, texts ...string) []string {
	var list []string
	for _, text := range texts {
		if text = words(text); text != "" {
			list = append(list, text)
		}
	}
	if deprecated {
		list = append(list, "@deprecated")
	}
	return list
}

var (
	lineEnds  = regexp.MustCompile(`\r\n|[\r\v\f\x{85}\x{2028}\x{2029}]`)
	blankEnds = regexp.MustCompile(`[ \t]+(\n|$)`)
	manyLines = regexp.MustCompile(`\n{3,}`)
	tags      = regexp.MustCompile(`(?m)^(\s*)@`)
)

// words makes a text fit for a comment.
func words(text string) string {
	text = lineEnds.ReplaceAllString(strings.ReplaceAll(text, `\<`, "<"), "\n") // which is HTML in Markdown only
	text = strings.Map(func(c rune) rune {
		if c != '\n' && c != '\t' && !unicode.IsGraphic(c) {
			return -1
		}
		return c
	}, text)
	text = strings.ReplaceAll(text, "*/", `*\/`)
	text = tags.ReplaceAllString(text, `$1\@`)
	text = blankEnds.ReplaceAllString(text, "$1")
	return strings.TrimSpace(manyLines.ReplaceAllString(text, "\n\n"))
}

// oneLine makes a text fit for a comment of one line.
func oneLine(text string) string { return strings.Join(strings.Fields(words(text)), " ") }

// indented moves all lines but the first to the right.
func indented(text string, by string) string { return strings.ReplaceAll(text, "\n", "\n"+by) }
