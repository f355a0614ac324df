package web

import (
	"regexp"
	"strings"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/platform/fault"
)

// functionTitle returns the title of a function or a class.
func functionTitle(o *goja.Object) string {
	name := ""
	if n := o.Get("name"); n != nil {
		name = n.String()
	}
	if strings.HasPrefix(o.String(), "class") {
		parent := ""
		if p := o.Prototype(); p != nil {
			if n := p.Get("name"); n != nil && n.String() != "" {
				parent = " extends " + n.String()
			}
		}
		if name == "" {
			name = "(anonymous)"
		}
		return "[class " + name + parent + "]"
	}
	kind := "Function"
	if tag := o.GetSymbol(goja.SymToStringTag); tag != nil {
		kind = tag.String()
	}
	if name == "" {
		return "[" + kind + " (anonymous)]"
	}
	return "[" + kind + ": " + name + "]"
}

// shortSource returns the beginning of a function's source text.
func shortSource(o *goja.Object) string {
	return fault.Shortened(o.String(), 60)
}

// err renders an Error by its stack, which begins with name and message, followed by its cause and its own
// properties.
func (in *inspector) err(o *goja.Object) string {
	text := in.errorHead(o)
	if len(in.inside) > in.depth {
		return "[" + text + "]"
	}
	in.inside = append(in.inside, o)
	defer func() { in.inside = in.inside[:len(in.inside)-1] }()
	members := in.members(o, func(key string) bool { return key == "stack" || key == "message" || key == "cause" })
	if errors := o.Get("errors"); errors != nil && in.title(o) == "AggregateError" {
		members = append(members, "[errors]: "+in.value(errors))
	}
	if cause := o.Get("cause"); cause != nil && !goja.IsUndefined(cause) {
		members = append(members, "[cause]: "+in.value(cause))
	}
	if len(members) == 0 {
		return text
	}
	return text + " {\n  " + strings.ReplaceAll(strings.Join(members, ",\n"), "\n", "\n  ") + "\n}"
}

func (in *inspector) errorHead(o *goja.Object) string {
	head, stack := ErrorText(o)
	switch {
	case o.Get("stack") == nil:
		return "[" + head + "]"
	case stack == "":
		return head
	}
	return head + "\n" + stack
}

// ErrorText returns the first part of an Error's stack, name and message, and its frames, one per line, without those
// of fwrun's own scripts: an error of a method of fwrun belongs to the caller.
func ErrorText(o *goja.Object) (head, frames string) {
	head = o.String()
	stack := o.Get("stack")
	if stack == nil {
		return head, ""
	}
	_, frames, _ = strings.Cut(stack.String(), "\n")
	// The message may have several lines. The frames begin at the first line that begins with "at".
	for !strings.HasPrefix(strings.TrimSpace(frames), "at ") && frames != "" {
		_, frames, _ = strings.Cut(frames, "\n")
	}
	var kept []string
	for line := range strings.SplitSeq(frames, "\n") {
		if line = strings.TrimSpace(line); line != "" && !part.IsInternalFrame(line) {
			kept = append(kept, "    "+withoutCounter(line))
		}
	}
	return head, strings.Join(kept, "\n")
}

var counter = regexp.MustCompile(`\(\d+\)(\)?)$`)

// withoutCounter removes goja's program counter from the end of a frame.
func withoutCounter(line string) string { return counter.ReplaceAllString(line, "$1") }
