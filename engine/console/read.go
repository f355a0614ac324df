package console

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// File is the file name in the places of inputs.
const File = "repl"

// ErrIncomplete means that the input continues on the next line: a bracket or a template is open.
var ErrIncomplete = errors.New("the input is not complete")

// Program is an input that is ready to run.
type Program struct {
	// Run evaluates to a function. Called with the scope as argument it returns a function
	// without parameters, which runs the input and returns the promise of its value.
	Run *goja.Program

	Imports []source.Import // to be added to the scope before; without types
	Names   []Name          // to be declared in the scope before, in order
	IsValue bool            // the input ends in an expression
}

// Name is a name that an input declares.
type Name struct {
	Name    string
	Const   bool // it may be declared again, but not assigned
	Implied bool // only assigned: x = 1 declares x, if it does not exist
}

// The text around the input: names are looked up in the scope first, then as globals. The body is strict, as
// in modules, so that inputs behave as in a file. A text with an await would be a module, too, in which this is undefined: so it has a name.
const (
	before = `(function () { with (arguments[0]) { const __this = this; return async () => { "use strict";`
	after  = `} } })`
)

// Read compiles an input that begins at a line of the session. The error is ErrIncomplete, or a fault.List
// whose places are in [File] and which contains the source lines.
func Read(text string, line int) (*Program, error) {
	input, err := Parse(text, line)
	if err != nil {
		return nil, err
	}
	return input.Compile()
}

// Input is an input that is parsed.
type Input struct {
	Program
	Body *ast.ArrowFunctionLiteral // that runs the input: it can be changed before it is compiled

	text string
	line int
	tree *ast.Program
}

// Parse is the first half of [Read].
func Parse(text string, line int) (*Input, error) {
	imports, rest := cutImports(text)
	rest = cutExports(rest)
	tree, err := parse(rest, line)
	if err != nil {
		return nil, err
	}
	input := &Input{Program: Program{Imports: imports}, Body: bodyOf(tree), text: text, line: line, tree: tree}
	input.rewrite(input.Body, rest)
	return input, nil
}

// Compile is the other half.
func (i *Input) Compile() (*Program, error) {
	var problems fault.List
	if i.Run, problems = bundle.Compile(i.tree); problems != nil {
		return nil, withSource(problems, i.text, i.line)
	}
	return &i.Program, nil
}

// parse parses a text as a value if possible, else as statements.
func parse(text string, line int) (*ast.Program, error) {
	asValue, noValue := bundle.Parse(value(text, "\n))", line))
	if len(noValue) == 0 && isValue(bodyOf(asValue)) {
		return asValue, nil
	}
	tree, problems := bundle.Parse(statements(text, line))
	if inBraces(text) && len(noValue) > 0 && len(problems) > 0 {
		if _, open := bundle.Parse(value(text, "", line)); isIncomplete(open) {
			return nil, ErrIncomplete
		}
		if isFurther(noValue[0].Place, problems[0].Place) {
			problems = noValue // it was meant as an object
		}
	}
	switch {
	case len(problems) == 0:
		return tree, nil
	case isIncomplete(problems):
		return nil, ErrIncomplete
	}
	return nil, explained(withSource(problems, text, line))
}

// The newline distinguishes a text in quotes, which ends with its line, from a template, which continues.
func statements(text string, line int) bundle.Text {
	return bundle.Text{File: File, Line: line, Source: text + "\n", Before: before, After: after, This: "__this"}
}

// valueName is the name to which a value is assigned while it is compiled: the compiler drops an expression
// that it can evaluate, such as -1.
const valueName = "__value"

func value(text, closing string, line int) bundle.Text {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") { // in braces, it could be a block
		text = strings.TrimSuffix(strings.TrimRight(text, " \t\r\n"), ";")
	}
	return statements(valueName+"((\n"+text+closing, line-1)
}

// inBraces reports whether the text may be an object, such as {a: 1}, or a block.
func inBraces(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

func isIncomplete(problems fault.List) bool {
	return len(problems) > 0 && problems[0].Code == bundle.CodeIncomplete
}

func isFurther(a, b fault.Place) bool {
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}

// withSource adds the source lines that a report shows above its carets.
func withSource(problems fault.List, text string, line int) fault.List {
	lines := strings.Split(text, "\n")
	for i, d := range problems {
		if at := d.Place.Line - line; d.Place.File == File && at >= 0 && at < len(lines) {
			problems[i].Source = strings.TrimSuffix(lines[at], "\r")
		}
	}
	return problems
}

// explained adds to the engine's messages what is particular to a prompt. Messages after the first are
// dropped, since the parser is out of step by then.
func explained(problems fault.List) fault.List {
	d := &problems[0]
	for word, hint := range map[string]string{
		"import": "imports must be at the beginning of an input",
		"export": "export has no effect at the prompt; remove the word",
	} {
		if strings.HasPrefix(d.Source[min(max(0, d.Place.Col-1), len(d.Source)):], word) {
			d.Message, d.Hint = word+" is not allowed here", hint
		}
	}
	return problems[:1]
}
