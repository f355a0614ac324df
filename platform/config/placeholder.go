package config

import (
	"regexp"
	"strings"
)

// expression is a parsed text with placeholders. Its value is the first of its choices that is
// neither null nor empty. Most expressions have one choice.
type expression struct {
	choices []choice
}

// choice is one of the parts that || separates.
type choice struct {
	variable string // $env.NAME
	quoted   bool   // a literal in quotes: text, even if it looks like a number
	template template
}

// template is a sequence of texts and references: http://${host}:${port:80}/.
type template []part

// part is a reference if ref is set, and a literal text otherwise.
type part struct {
	text string
	ref  *reference
}

// reference is ${key} or ${key:fallback}. Both may contain references.
type reference struct {
	key         template
	fallback    template
	hasFallback bool
	written     string
}

// whole returns the reference of a template that consists of a single one.
func (t template) whole() *reference {
	if len(t) == 1 {
		return t[0].ref
	}
	return nil
}

// maxNesting bounds the depth of references within references.
const maxNesting = 32

// environmentValue matches a reference to a variable, which is always a whole value.
var environmentValue = regexp.MustCompile(`^\$env\.([A-Za-z_][A-Za-z0-9_]*)$`)

// mistake is a problem with a text, without its place.
type mistake struct {
	message, hint string
}

func (m *mistake) Error() string { return m.message }

// isExpression reports whether a text contains anything to resolve or unescape.
func isExpression(text string) bool {
	return strings.Contains(text, "${") || strings.HasPrefix(strings.TrimLeft(text, ` \`), "$env.")
}

// parseExpression parses a text for which isExpression returns true.
func parseExpression(text string) (expression, error) {
	parts := splitChoices(text)
	var e expression
	for _, p := range parts {
		if len(parts) > 1 {
			p = strings.TrimSpace(p)
		}
		c, err := parseChoice(p, len(parts) > 1)
		if err != nil {
			return e, err
		}
		e.choices = append(e.choices, c)
	}
	return e, nil
}

func parseChoice(text string, quotes bool) (choice, error) {
	if match := environmentValue.FindStringSubmatch(strings.TrimSpace(text)); match != nil {
		return choice{variable: match[1]}, nil
	}
	if quotes && len(text) > 1 && closingQuote(text) == len(text)-1 {
		return choice{quoted: true, template: template{{text: text[1 : len(text)-1]}}}, nil
	}
	if rest, ok := strings.CutPrefix(text, `\`); ok && strings.HasPrefix(rest, "$env.") {
		text = rest
	}
	p := placeholderParser{text: text}
	t, err := p.template(atTop)
	return choice{template: t}, err
}

// splitChoices splits a text at ||. Only a text that begins with a reference has choices; in any
// other text, such as SQL or a regular expression, || is literal.
func splitChoices(text string) []string {
	var parts []string
	start, braces := 0, 0
	for i := 0; i < len(text); i++ {
		switch {
		case strings.TrimSpace(text[start:i]) == "" && closingQuote(text[i:]) > 0:
			i += closingQuote(text[i:])
		case text[i] == '{':
			braces++
		case text[i] == '}':
			braces--
		case braces <= 0 && strings.HasPrefix(text[i:], "||"):
			if start == 0 && !beginsChoices(text[:i]) {
				return []string{text}
			}
			parts = append(parts, text[start:i])
			start, braces, i = i+2, 0, i+1
		}
	}
	return append(parts, text[start:])
}

// beginsChoices reports whether a text is exactly one reference.
func beginsChoices(text string) bool {
	text = strings.TrimSpace(text)
	if environmentValue.MatchString(text) {
		return true
	}
	p := placeholderParser{text: text}
	t, err := p.template(atTop)
	return err == nil && t.whole() != nil
}

// closingQuote returns the end of a quoted text that begins at 0, or 0 if it is not closed.
func closingQuote(text string) int {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		return 0
	}
	return strings.IndexByte(text[1:], text[0]) + 1
}

// ending is what ends a piece of a text.
type ending uint8

const (
	atTop      ending = iota // the end of the text
	inKey                    // : or }
	inFallback               // the } that closes the reference
)

// placeholderParser parses ${…} by recursive descent.
type placeholderParser struct {
	text       string
	pos, depth int
}

func (p *placeholderParser) template(in ending) (template, error) {
	var out template
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			out = append(out, part{text: literal.String()})
			literal.Reset()
		}
	}
	braces := 0
	for p.pos < len(p.text) {
		rest := p.text[p.pos:]
		switch c := rest[0]; {
		case strings.HasPrefix(rest, `\${`):
			literal.WriteString("${")
			p.pos += 3
			braces++
			continue
		case strings.HasPrefix(rest, "${"):
			flush()
			ref, err := p.reference()
			if err != nil {
				return nil, err
			}
			out = append(out, part{ref: ref})
			continue
		case in == inKey && (c == ':' || c == '}'), in == inFallback && c == '}' && braces == 0:
			flush()
			return out, nil
		case c == '{':
			braces++
		case c == '}' && braces > 0:
			braces--
		}
		literal.WriteByte(rest[0])
		p.pos++
	}
	flush()
	return out, nil
}

// reference parses from ${ to its }.
func (p *placeholderParser) reference() (*reference, error) {
	start := p.pos
	if p.depth++; p.depth > maxNesting {
		return nil, &mistake{"placeholders are nested too deeply", "move the inner ones to keys of their own"}
	}
	defer func() { p.depth-- }()
	p.pos += len("${")
	ref := &reference{}
	var err error
	if ref.key, err = p.template(inKey); err != nil {
		return nil, err
	}
	if p.pos < len(p.text) && p.text[p.pos] == ':' {
		p.pos++
		ref.hasFallback = true
		if ref.fallback, err = p.template(inFallback); err != nil {
			return nil, err
		}
	}
	if p.pos >= len(p.text) {
		return nil, &mistake{"a ${ has no closing }", `add the }, or write \${ for the characters themselves`}
	}
	p.pos++
	if len(ref.key) == 0 || len(ref.key) == 1 && ref.key[0].ref == nil && strings.TrimSpace(ref.key[0].text) == "" {
		return nil, &mistake{"a placeholder has no key", `write ${key}, or \${ for the characters themselves`}
	}
	ref.written = p.text[start:p.pos]
	return ref, nil
}
