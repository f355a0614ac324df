package bodies

import (
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// The codes of the diagnostics.
const (
	codeName      = "name-unknown"
	codeMember    = "member-unknown"
	codeImport    = "import-name"
	codeExport    = "not-exported"
	codeAwait     = "await-missing"
	codeReturn    = "return-missing"
	codeArguments = "arguments-missing"
	codePath      = "path-variable-unused"
	codeCompare   = "compare-never"
)

// inquiry is the judging of one file.
type inquiry struct {
	*world
	file   *source.File
	tree   *source.Tree
	facts  *facts
	script bool // JavaScript

	found   fault.List
	lines   []string
	lookups map[string]uint64 // the files that were asked, with their sums

	bound    map[*source.Node]*binding // what names mean
	free     []*source.Node            // names that mean nothing
	scopes   map[*source.Node]*scope   // where these stand
	self     map[*source.Node]*value   // what this and super are
	asked    map[string]bool           // names whose typeof is asked for
	tested   map[string]bool           // members that some condition asks for
	narrowed map[string]bool           // paths whose type is narrowed somewhere
	values   map[*source.Node]*value
	misused  map[*binding][]misuse

	within    *source.Node // the function around what is judged
	wrapped   bool         // an await there needs parentheses
	typing    *typing      // what types of expressions are found with; nil while bodies are judged
	decorated bool         // the class has decorators
}

func newInquiry(w *world, file *source.File, tree *source.Tree, f *facts) *inquiry {
	return &inquiry{
		world: w, file: file, tree: tree, facts: f, script: isScript(file.Path), lookups: map[string]uint64{},
		bound: map[*source.Node]*binding{}, scopes: map[*source.Node]*scope{}, self: map[*source.Node]*value{},
		asked: map[string]bool{}, tested: map[string]bool{},
		narrowed: map[string]bool{}, values: map[*source.Node]*value{}, misused: map[*binding][]misuse{},
	}
}

func isScript(file string) bool { return strings.HasSuffix(path.Ext(file), "js") }

func (q *inquiry) judge() {
	if q.unchecked() {
		return
	}
	q.resolveNames()
	q.judgeNames()
	q.judgeImports()
	for _, n := range q.tree.Body {
		q.walk(n, nil, nil)
	}
	q.judgeConstants()
	q.judgePaths()
}

// look records that a file was asked for what it declares.
func (q *inquiry) look(f *source.File) {
	if f == nil || f == q.file || f == q.types {
		return
	}
	if j := q.files[f.Path]; j != nil {
		q.lookups[f.Path] = j.sum
	}
}

// unchecked reports whether the file begins with a comment that says that it is not to be checked.
func (q *inquiry) unchecked() bool {
	text := q.tree.Text
	if len(q.tree.Body) > 0 {
		text = text[:q.tree.Body[0].At]
	}
	return strings.Contains(text, "@ts-nocheck")
}

// ignored reports whether a comment above a line silences it.
func (q *inquiry) ignored(line int) bool {
	if q.lines == nil {
		q.lines = strings.Split(q.tree.Text, "\n")
	}
	for i := min(line, len(q.lines)) - 2; i >= 0; i-- {
		text := strings.TrimSpace(q.lines[i])
		if strings.Contains(text, "@ts-ignore") || strings.Contains(text, "@ts-expect-error") {
			return true
		}
		if text != "" && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "*") && !strings.HasPrefix(text, "/*") {
			return false
		}
	}
	return false
}

// problem is a mistake from one offset to another.
type problem struct {
	code, message, why, hint string
	lacks                    []string
	from, to                 int32
	mend                     *fault.Mend
	severity                 fault.Severity
}

func (q *inquiry) report(p problem) {
	at := q.tree.At(p.from)
	if q.ignored(at.Line) {
		return
	}
	d := fault.Diagnostic{
		Code: p.code, Severity: p.severity, Message: p.message, Why: p.why, Hint: p.hint, Mend: p.mend, Lacks: p.lacks,
		Place: fault.Place{File: q.file.Path, Line: at.Line, Col: at.Col}, Length: units(firstLine(q.text(p.from, p.to))),
	}
	if at.Line <= len(q.lines) {
		d.Source = strings.TrimSuffix(q.lines[at.Line-1], "\r")
	}
	q.found = append(q.found, d)
}

func (q *inquiry) text(from, to int32) string { return q.tree.Text[from:max(from, to)] }

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r")
}

func units(text string) int { return len(utf16.Encode([]rune(text))) }

// mend replaces what is from one offset to another. It returns nil if that is more than a part of a line.
func (q *inquiry) mend(from, to int32, text string) *fault.Mend {
	old := q.text(from, to)
	if strings.ContainsAny(old, "\r\n") {
		return nil
	}
	at := q.tree.At(from)
	return &fault.Mend{Line: at.Line, Col: at.Col, Old: old, New: text}
}

// shown returns the text of a node as a message has it.
func (q *inquiry) shown(n *source.Node) string {
	text := strings.Join(strings.Fields(q.text(n.At, n.End)), " ")
	if len(text) > 60 {
		return text[:strings.LastIndexByte(" "+text[:57], ' ')] + "…"
	}
	return text
}

func sortedNames(names map[string]bool) []string {
	list := make([]string, 0, len(names))
	for name := range names {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
