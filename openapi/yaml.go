package openapi

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
)

// YAML writes a document as YAML 1.2, in block style. Texts that YAML, in any of its versions, would take for something else are quoted
// as in JSON, of which YAML is a superset.
func YAML(document schema.Node) []byte {
	w := yamlWriter{}
	w.members(document, 0)
	return w.out
}

type yamlWriter struct{ out []byte }

func (w *yamlWriter) members(node schema.Node, depth int) {
	for i, m := range node {
		if i > 0 || depth > 0 && w.out[len(w.out)-1] == '\n' {
			w.indent(depth)
		}
		w.out = append(w.out, scalarText(m.Key)...)
		w.out = append(w.out, ':')
		w.value(m.Value, depth)
	}
}

// value writes a value behind a key or a dash, and ends the line.
func (w *yamlWriter) value(value any, depth int) {
	switch v := value.(type) {
	case schema.Node:
		if len(v) > 0 {
			w.out = append(w.out, '\n')
			w.members(v, depth+1)
			return
		}
	case []string:
		w.items(anyList(v), depth)
		return
	case []any:
		w.items(v, depth)
		return
	case string:
		w.out = append(w.out, ' ')
		w.out = append(w.out, scalarText(v)...)
		w.out = append(w.out, '\n')
		return
	}
	w.out = append(w.out, ' ')
	w.out = append(w.out, schema.AppendJSON(nil, value)...)
	w.out = append(w.out, '\n')
}

func (w *yamlWriter) items(list []any, depth int) {
	if len(list) == 0 {
		w.out = append(w.out, " []\n"...)
		return
	}
	w.out = append(w.out, '\n')
	for _, item := range list {
		w.indent(depth + 1)
		w.out = append(w.out, '-')
		if node, ok := item.(schema.Node); ok && len(node) > 0 {
			w.out = append(w.out, ' ')
			w.members(node, depth+2)
			continue
		}
		w.value(item, depth+1)
	}
}

func (w *yamlWriter) indent(depth int) {
	for range depth {
		w.out = append(w.out, "  "...)
	}
}

func anyList(texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = text
	}
	return list
}

var plainText = regexp.MustCompile(`^[A-Za-z/_$][A-Za-z0-9/_.,$+(){}-]*( [A-Za-z0-9/_.,$+(){}-]+)*$`)

// scalarText returns a text as YAML has it.
func scalarText(text string) []byte {
	words := []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
	if plainText.MatchString(text) && !slices.Contains(words, strings.ToLower(text)) {
		return []byte(text)
	}
	return schema.AppendJSON(nil, text)
}
