package console

import (
	"errors"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/fault"
	"github.com/fwrun/fwrun/source"
)

// File is what places in inputs are said to be in.
const File = "repl"

// ErrIncomplete says that the input goes on: a bracket or a template is open.
var ErrIncomplete = errors.New("the input is not complete")

// Program is an input that is ready to run.
type Program struct {
	// Run evaluates to a function. Called with the scope as argument it returns a function
	// without parameters, which runs the input and returns the promise of its value.
	Run *goja.Program

	Imports []source.Import // to be put into the scope before; types are left out
	Names   []Name          // that must be in the scope before, in order
	IsValue bool            // the input ends in an expression
}

// Name is what an input declares.
type Name struct {
	Name    string
	Const   bool // it may be declared again, but not assigned
	Implied bool // merely assigned: x = 1 declares x, when there is none
}

// Around the input: names are looked up in the scope, then they are global. The body is
// strict, as modules are, so that what works here works in a file.
const (
	before = `(function () { with (arguments[0]) { return async () => { "use strict";`
	after  = `} } })`
)

// Read compiles an input that begins at a line of the session. The error is ErrIncomplete,
// or a fault.List whose places are in [File] and which shows the lines.
func Read(text string, line int) (*Program, error) {
	imports, rest := cutImports(text)
	rest = cutExports(rest)
	tree, err := parse(rest, line)
	if err != nil {
		return nil, err
	}
	p := &Program{Imports: imports}
	p.rewrite(bodyOf(tree), rest)
	var problems fault.List
	if p.Run, problems = bundle.Compile(tree); problems != nil {
		return nil, withSource(problems, text, line)
	}
	return p, nil
}

// parse parses a text as a value if it can be one, else as statements.
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

// The newline tells a text in quotes, which ends in its line, from a template, which goes on.
func statements(text string, line int) bundle.Text {
	return bundle.Text{File: File, Line: line, Source: text + "\n", Before: before, After: after}
}

// valueName is what values are given to, on their way through the compiler: it drops an
// expression that it can work out, such as -1.
const valueName = "__value"

func value(text, closing string, line int) bundle.Text {
	if !strings.HasPrefix(strings.TrimSpace(text), "{") { // in braces, it makes them a block
		text = strings.TrimSuffix(strings.TrimRight(text, " \t\r\n"), ";")
	}
	return statements(valueName+"((\n"+text+closing, line-1)
}

// inBraces tells what may be an object, such as {a: 1}, or a block.
func inBraces(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), "{") }

func isIncomplete(problems fault.List) bool {
	return len(problems) > 0 && problems[0].Code == bundle.CodeIncomplete
}

func isFurther(a, b fault.Place) bool {
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}

// withSource adds the lines that a report shows above its carets.
func withSource(problems fault.List, text string, line int) fault.List {
	lines := strings.Split(text, "\n")
	for i, d := range problems {
		if at := d.Place.Line - line; d.Place.File == File && at >= 0 && at < len(lines) {
			problems[i].Source = strings.TrimSuffix(lines[at], "\r")
		}
	}
	return problems
}

// explained adds to the engine's words what is particular to a prompt. After the first of
// its complaints it is out of step.
func explained(problems fault.List) fault.List {
	d := &problems[0]
	for word, hint := range map[string]string{
		"import": "imports stand at the beginning of an input",
		"export": "nothing is exported at the prompt; leave the word out",
	} {
		if strings.HasPrefix(d.Source[min(max(0, d.Place.Col-1), len(d.Source)):], word) {
			d.Message, d.Hint = "there is no "+word+" here", hint
		}
	}
	return problems[:1]
}
