package openapi

import (
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// asMarkdown returns a copy of a document in whose descriptions, which are Markdown, nothing is HTML: what comments have of it is shown
// as it is written.
func asMarkdown(document schema.Node) schema.Node {
	return eachMember(document, func(m schema.Member) any { return markdownIn(m.Key, m.Value) })
}

// eachMember returns a copy of a node with other values.
func eachMember(node schema.Node, value func(schema.Member) any) schema.Node {
	out := make(schema.Node, len(node))
	for i, m := range node {
		out[i] = schema.Member{Key: m.Key, Value: value(m)}
	}
	return out
}

// markdownIn returns the value of a key of the document, or of something in it.
func markdownIn(key string, value any) any {
	switch v := value.(type) {
	case string:
		if key == "description" {
			return withoutHTML(v)
		}
	case schema.Node:
		switch key {
		case "example", "examples", "default", "enum", "const": // values, and not what is said of them
		case "properties", "schemas", "responses", "content", "paths", "headers", "securitySchemes", "variables", "mapping": // any names
			return eachMember(v, func(m schema.Member) any { return markdownIn("", m.Value) })
		default:
			return asMarkdown(v)
		}
	case []any:
		if key == "examples" || key == "enum" {
			return v
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = markdownIn("", v[i])
		}
		return out
	}
	return value
}

var (
	// fence begins or ends a block of code.
	fence = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})([^`]*)$")
	// container begins a list or a quotation, in which it takes all of Markdown to see what is code.
	container = regexp.MustCompile(`^\s*([-+*>]|\d{1,9}[.)])(\s|$)|^\s*>`)
	// autolink is an address in angle brackets, which is shown as a link.
	autolink = regexp.MustCompile(`^<(https?://|mailto:)[^\s<>]*>`)
)

// withoutHTML escapes what would begin HTML in a text of Markdown. In code it needs no escape, and would show one; where it is not clear
// that something is code, it is taken for none.
func withoutHTML(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	var out strings.Builder
	open, clear, blank := "", true, true // the fence of a block of code; whether there was neither list nor quotation; the line before is blank
	indented := false                    // the line before is code
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		mark := fence.FindStringSubmatch(bare)
		isCode := false
		switch {
		case open != "":
			isCode = true
			if mark != nil && strings.HasPrefix(mark[1], open) && strings.TrimSpace(mark[2]) == "" {
				open = ""
			}
		case clear && mark != nil:
			open, isCode = mark[1], !strings.Contains(bare, "<")
		case clear && (blank || indented) && isIndented(bare):
			isCode = true
			indented = true
		default:
			indented = indented && strings.TrimSpace(bare) == ""
			clear = clear && !container.MatchString(bare)
		}
		if isCode {
			out.WriteString(line)
		} else {
			escapeLine(&out, line)
		}
		blank = strings.TrimSpace(bare) == ""
	}
	return out.String()
}

func isIndented(line string) bool {
	return (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")) && strings.TrimSpace(line) != ""
}

// escapeLine writes a line with a backslash before each character that would begin HTML, except in spans of code.
func escapeLine(out *strings.Builder, line string) {
	for i := 0; i < len(line); {
		n := 1
		switch line[i] {
		case '\\':
			n = min(2, len(line)-i) // what follows is a character as it is
		case '`':
			n = codeSpan(line[i:])
		case '<':
			if link := autolink.FindString(line[i:]); link != "" {
				n = len(link)
			} else {
				out.WriteByte('\\')
			}
		}
		out.WriteString(line[i : i+n])
		i += n
	}
}

// codeSpan returns the length of the span of code that a text begins with, or that of its backticks if it begins none.
func codeSpan(text string) int {
	ticks := len(text) - len(strings.TrimLeft(text, "`"))
	for at := ticks; at < len(text); {
		begin := strings.IndexByte(text[at:], '`')
		if begin < 0 {
			break
		}
		at += begin
		run := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		if at += run; run == ticks {
			return at
		}
	}
	return ticks
}
