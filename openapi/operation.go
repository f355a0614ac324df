package openapi

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// operation describes one method of a path.
func (w *writer) operation(o *operation) schema.Node {
	var out schema.Node
	add := func(key string, value any) { out = append(out, schema.Member{Key: key, Value: value}) }
	if tags := w.tagsOf(o); len(tags) > 0 {
		add("tags", tags)
	}
	add("summary", summaryOf(o))
	if text := describe(o); text != "" {
		add("description", text)
	}
	add("operationId", o.id)
	if o.said.Deprecated {
		add("deprecated", true)
	}
	if parameters := w.parameters(o); len(parameters) > 0 {
		add("parameters", parameters)
	}
	body := w.requestBody(o)
	if body != nil {
		add("requestBody", body)
	}
	guard := w.guardOf(o)
	add("responses", w.responses(o, body != nil, guard))
	if requirement := w.requirement(guard); requirement != nil {
		add("security", requirement)
	}
	return out
}

// summaryOf returns the first paragraph of the handler's comment, or else its name as words: findByEmail is "Find by email".
func summaryOf(o *operation) string {
	if o.said.Summary != "" {
		return o.said.Summary
	}
	name := o.handler.Method
	if name == "" {
		name = o.handler.Name
	}
	words := strings.TrimSpace(strings.ReplaceAll(manifest.Snake(name), "_", " "))
	if words == "" {
		return name
	}
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// describe returns the description of an operation, with what OpenAPI cannot say of its path.
func describe(o *operation) string {
	var parts []string
	if o.said.Description != "" {
		parts = append(parts, o.said.Description)
	}
	if o.beside != nil {
		parts = append(parts, "Paths with more segments are answered by "+o.beside.handler.Name+".")
	}
	return strings.Join(parts, "\n\n")
}
