package editor

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/lsp"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/typings"
)

// Hover says what a key is set to and where, what a decorator means and leads to, and what a column is.
func (e *Editor) Hover(place lsp.Cursor) string {
	x, at := e.seen.Load(), cursorOf(place)
	if key, _, ok := at.key(); ok {
		return x.aboutKey(key)
	}
	if isYAML(at.File) {
		if key, ok := at.yamlKey(); ok {
			return x.aboutKey(key)
		}
		return ""
	}
	if begin := at.wordBegin(); at.within.quote == 0 && begin > 0 && at.Text[begin-1] == '@' {
		return x.aboutDecorator(at)
	}
	if at.isSQL() {
		return x.aboutColumn(at)
	}
	return ""
}

// aboutKey says what a key means, its value and where that comes from.
func (x *index) aboutKey(key string) string {
	var parts []string
	if k, known := documented(key); known {
		parts = append(parts, k.Meaning())
	}
	if x.Properties != nil {
		value, known := x.Properties.Lookup(key)
		switch {
		case !known:
			parts = append(parts, "`"+key+"` is not set.")
		case value.Kind() == config.List || value.Kind() == config.Map:
			parts = append(parts, fmt.Sprintf("`%s` is %s: %s", key, value.Kind(), value.Origin))
		default:
			parts = append(parts, fmt.Sprintf("`%s: %v` from %s", key, shown(value), value.Origin))
		}
	}
	return strings.Join(parts, "\n\n")
}

// shown returns the value of a key without what is secret in it.
func shown(v config.Value) any {
	if v.Kind() == config.Null {
		return "null"
	}
	return v.Harmless()
}

// aboutDecorator says what a decorator means, and what the method is offered as.
func (x *index) aboutDecorator(at cursor) string {
	parts := []string{decorators()[at.word()]}
	for _, one := range x.entries() {
		if one.At.File == at.File && x.decorates(at, one) {
			parts = append(parts, "`"+one.Name+"`"+strings.TrimPrefix(one.title(), one.Name))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n\n")
}

// decorates reports whether nothing but decorators is between the cursor and what is offered.
func (x *index) decorates(at cursor, one entry) bool {
	if one.At.Line < at.Line {
		return false
	}
	for i, line := range strings.Split(at.Text[at.offset:], "\n") {
		if i > 0 && at.Line+i < one.At.Line && !strings.HasPrefix(strings.TrimSpace(line), "@") {
			return false
		}
		if at.Line+i == one.At.Line {
			return true
		}
	}
	return false
}

// declaration matches what "fwrun" exports, with the comment above it.
var declaration = regexp.MustCompile(`(?s)/\*\*((?:[^*]|\*[^/])*)\*/\s*export const ([A-Z]\w*):`)

// decorators returns what the typings say of decorators, by name.
var decorators = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	names, _ := fs.Glob(typings.Files, "*.d.ts") // a valid pattern
	for _, name := range names {
		text, _ := fs.ReadFile(typings.Files, name) // which is embedded
		for _, m := range declaration.FindAllStringSubmatch(string(text), -1) {
			var lines []string
			for line := range strings.Lines(m[1]) {
				lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "*"), " "))
			}
			all[m[2]] = link.ReplaceAllString(strings.TrimSpace(strings.Join(lines, "\n")), "`$1`")
		}
	}
	return all
})

// link matches a reference within a comment.
var link = regexp.MustCompile(`\{@link (\w+)\}`)
