package snapshots

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

const header = "// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html"

// parse reads the texts of a file by their keys.
func parse(name, text string) (map[string]string, error) {
	known := map[string]string{}
	rest := text
	refuse := func() error {
		line := 1 + strings.Count(text[:len(text)-len(rest)], "\n")
		place := fault.Place{File: name, Line: line, Col: 1}
		return fault.New("snapshots.read", fault.Invalid, "the snapshots cannot be read at "+place.String()).
			WithHint("mend the file by hand, or let fwrun test -u write it anew")
	}
	for {
		for rest = strings.TrimLeft(rest, " \t\r\n;"); strings.HasPrefix(rest, "//"); rest = strings.TrimLeft(rest, " \t\r\n;") {
			_, rest, _ = strings.Cut(rest, "\n")
		}
		if rest == "" {
			return known, nil
		}
		key, behind, ok := literal(rest, "exports[")
		if !ok {
			return nil, refuse()
		}
		value, behind, ok := literal(behind, "] = ")
		if !ok || !strings.HasPrefix(behind, ";") {
			return nil, refuse()
		}
		known[key], rest = value, behind
	}
}

// literal reads a template, which must come behind before, and returns what follows.
func literal(text, before string) (value, behind string, ok bool) {
	text, ok = strings.CutPrefix(text, before)
	if !ok || !strings.HasPrefix(text, "`") {
		return "", "", false
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '`':
			return source.StringValue(text[:i+1]), text[i+1:], true
		}
	}
	return "", "", false
}

// format writes texts as parse reads them.
func format(known map[string]string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for _, key := range slices.SortedFunc(maps.Keys(known), compareKeys) {
		b.WriteString("\nexports[" + quoted(key) + "] = " + quoted(known[key]) + ";\n")
	}
	return b.String()
}

var escapes = strings.NewReplacer("`", "\\`", `\`, `\\`, "${", `\${`)

func quoted(text string) string { return "`" + escapes.Replace(text) + "`" }

// spaced sets several lines apart from what is around them.
func spaced(text string) string {
	if strings.Contains(text, "\n") {
		return "\n" + text + "\n"
	}
	return text
}

// trim removes what is space for JavaScript at both ends.
func trim(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return r != '\u0085' && unicode.IsSpace(r) || r == '\ufeff' })
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")
