package bodies

import (
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// problem is a mistake from one offset to another.
type problem struct {
	code, message, why, hint string
	lacks                    []string
	from, to                 int32
	mend                     *fault.Mend
	severity                 fault.Severity
}

// report collects the mistakes of a file.
type report struct {
	file  *source.File
	tree  *source.Tree
	found fault.List
	lines []string
}

// isUnchecked reports whether a file begins with a comment that says that it is not to be checked.
func isUnchecked(tree *source.Tree) bool {
	text := tree.Text
	if len(tree.Body) > 0 {
		text = text[:tree.Body[0].At]
	}
	return strings.Contains(text, "@ts-nocheck")
}

// ignored reports whether a comment above a line silences it.
func (r *report) ignored(line int) bool {
	if r.lines == nil {
		r.lines = strings.Split(r.tree.Text, "\n")
	}
	for i := min(line, len(r.lines)) - 2; i >= 0; i-- {
		text := strings.TrimSpace(r.lines[i])
		if strings.Contains(text, "@ts-ignore") || strings.Contains(text, "@ts-expect-error") {
			return true
		}
		if text != "" && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "*") && !strings.HasPrefix(text, "/*") {
			return false
		}
	}
	return false
}

func (r *report) add(p problem) {
	at := r.tree.At(p.from)
	if r.ignored(at.Line) {
		return
	}
	d := fault.Diagnostic{
		Code: p.code, Severity: p.severity, Message: p.message, Why: p.why, Hint: p.hint, Mend: p.mend, Lacks: p.lacks,
		Place: fault.Place{File: r.file.Path, Line: at.Line, Col: at.Col}, Length: units(firstLine(cut(r.tree, p.from, p.to))),
	}
	if at.Line <= len(r.lines) {
		d.Source = strings.TrimSuffix(r.lines[at.Line-1], "\r")
	}
	r.found = append(r.found, d)
}

// cut returns what is from one offset to another.
func cut(tree *source.Tree, from, to int32) string { return tree.Text[from:max(from, to)] }

// mend replaces what is from one offset to another. It returns nil if that is more than a part of a line.
func (r *report) mend(from, to int32, text string) *fault.Mend {
	old := cut(r.tree, from, to)
	if strings.ContainsAny(old, "\r\n") {
		return nil
	}
	at := r.tree.At(from)
	return &fault.Mend{Line: at.Line, Col: at.Col, Old: old, New: text}
}

// shown returns the text of a node as a message has it.
func (r *report) shown(n *source.Node) string {
	text := strings.Join(strings.Fields(cut(r.tree, n.At, n.End)), " ")
	if len(text) > 60 {
		return text[:strings.LastIndexByte(" "+text[:57], ' ')] + "…"
	}
	return text
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }
