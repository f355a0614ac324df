package aspects

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// parseTemplate parses a template over a method's parameters. If it is malformed, problem continues a sentence
// about it, and hint says how to fix it.
func parseTemplate(text string, params []string) (t *manifest.Template, problem, hint string) {
	t = &manifest.Template{Text: text}
	rest := text
	for {
		before, after, found := strings.Cut(rest, "#{")
		if before != "" {
			t.Parts = append(t.Parts, manifest.TemplatePart{Literal: before, Param: -1})
		}
		if !found {
			return t, "", ""
		}
		inner, tail, closed := strings.Cut(after, "}")
		if !closed {
			return nil, "#{ has no closing brace", "write #{name}"
		}
		part, problem, hint := parsePart(strings.TrimSpace(inner), params)
		if problem != "" {
			return nil, problem, hint
		}
		t.Parts = append(t.Parts, part)
		rest = tail
	}
}

func parsePart(inner string, params []string) (part manifest.TemplatePart, problem, hint string) {
	path := strings.Split(inner, ".")
	for _, step := range path {
		if step == "" || strings.ContainsAny(step, " \t()[]+-*/?!&|<>=\"'`") {
			return part, fmt.Sprintf("#{%s} is neither the name of a parameter nor a path that begins with one", inner),
				"for other expressions write a function: (user) => …"
		}
	}
	for i, name := range params {
		if name == path[0] {
			return manifest.TemplatePart{Param: i, Path: path[1:]}, "", ""
		}
	}
	if i, err := strconv.Atoi(path[0]); err == nil && i >= 0 && i < len(params) {
		return manifest.TemplatePart{Param: i, Path: path[1:]}, "", ""
	}
	otherwise := "the method has the parameters " + strings.Join(params, ", ")
	if len(params) == 0 {
		otherwise = "the method has no parameters"
	}
	return part, fmt.Sprintf("#{%s} does not name a parameter of the method", inner), fault.DidYouMean("#{%s}", path[0], params, otherwise)
}
