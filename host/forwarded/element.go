package forwarded

import (
	"strings"

	"github.com/fwrun/fwrun/host/wire"
)

// element is one entry of a Forwarded header.
type element struct {
	node         node
	scheme, host string
}

// parseElement parses `for="[2001:db8::1]:4711";proto=https;host=example.com`. A parameter that occurs twice is
// malformed; an unknown one is skipped. Without "for" the sender is unknown.
func parseElement(text string) (e element, ok bool) {
	seen := map[string]bool{}
	for text != "" {
		var name, value string
		if name, value, text, ok = cutPair(text); !ok || seen[name] {
			return element{}, false
		}
		seen[name] = true
		switch name {
		case "for":
			e.node, ok = parseNode(value)
		case "proto":
			e.scheme, ok = parseScheme(value)
		case "host":
			e.host, ok = ParseHost(value)
		}
		if !ok {
			return element{}, false
		}
	}
	return e, true
}

// cutPair cuts `name=value` or `name="value"` and the semicolon after it from the beginning.
func cutPair(text string) (name, value, rest string, ok bool) {
	name, rest, ok = strings.Cut(text, "=")
	name = strings.ToLower(strings.Trim(name, " \t"))
	if !ok || !wire.IsToken(name) {
		return "", "", "", false
	}
	if quoted, is := strings.CutPrefix(rest, `"`); is {
		value, rest, ok = cutQuoted(quoted)
		rest = strings.Trim(rest, " \t")
		if rest != "" {
			if rest[0] != ';' {
				return "", "", "", false
			}
			rest = rest[1:]
		}
		return name, value, strings.Trim(rest, " \t"), ok
	}
	value, rest, _ = strings.Cut(rest, ";")
	value = strings.Trim(value, " \t")
	return name, value, strings.Trim(rest, " \t"), isLooseToken(value)
}

// cutQuoted reads up to the closing quote.
func cutQuoted(text string) (value, rest string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return b.String(), text[i+1:], true
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}

// isLooseToken reports whether s is a token, or would be one without the colons and brackets of addresses, which should
// be quoted and often are not.
func isLooseToken(s string) bool { return wire.IsToken(strings.Map(withoutAddress, s)) }

func withoutAddress(r rune) rune {
	if r == ':' || r == '[' || r == ']' {
		return '-'
	}
	return r
}
