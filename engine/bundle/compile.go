package bundle

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/go-sourcemap/sourcemap"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/instrument"
	"github.com/fwrun/fwrun/engine/machine"
	"github.com/fwrun/fwrun/platform/fault"
)

// compile parses and compiles the bundle; it is nil if there are errors. goja's parser panics on
// some literals, so a panic here is a diagnostic, too.
func compile(in Input, code, sourceMap []byte) (built *Bundle, problems fault.List) {
	defer func() {
		if p := recover(); p != nil {
			built = nil
			problems = fault.List{{
				Code: codeFailed, Message: fmt.Sprintf("the script engine cannot compile this application: %v", p),
				Hint: "this is a bug in fwrun, please report it; until it is fixed, rewriting an unusual literal may help",
			}}
		}
	}()
	places := readMap(func() ([]byte, error) { return forEngine(sourceMap) })
	probe := in.probing(code, sourceMap)
	tree, err := parse(code)
	if err != nil {
		return nil, parseProblems(in.Folder, places().correct(err))
	}
	if findings := guard.CheckRegexps(tree); len(findings) > 0 {
		places().tell(tree)
		problems = regexpProblems(in.Folder, tree, findings)
	}
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	if !in.Live {
		registerExports(tree, code)
	}
	built = &Bundle{Output: Output{Leaks: leaks(tree)}}
	if probe != nil {
		if built.Table, err = probe(tree); err != nil {
			return nil, fault.List{{Code: codeFailed, Message: err.Error()}}
		}
	}
	direct := directEvals(tree)
	built.Output.Rewritten = guard.Rewrite(tree, direct...) || len(direct) > 0
	if built.Program, err = in.compileTree(tree, built.Output.Leaks, places, code); err != nil {
		return nil, append(problems, parseProblems(in.Folder, err)...)
	}
	built.Output.Code, built.Output.SourceMap = code, places().text
	if in.packages != nil {
		built.forget(tree)
	}
	return built, problems
}

// Compile compiles an output that was compiled before, with fewer checks. Live is that of [Input].
func (o *Output) Compile(live bool) (program *goja.Program, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("compiling again: %v", p)
		}
	}()
	places := readMap(func() ([]byte, error) { return o.SourceMap, nil })
	tree, err := parse(o.Code)
	if err != nil {
		return nil, err
	}
	if !live {
		registerExports(tree, o.Code)
	}
	if o.Rewritten {
		guard.Rewrite(tree, directEvals(tree)...)
	}
	return Input{}.compileTree(tree, o.Leaks, places, o.Code)
}

// compileTree compiles a tree, and waits for its places.
func (in Input) compileTree(tree *ast.Program, leaked []Leak, places func() positions, code []byte) (*goja.Program, error) {
	sloppy := loosen(tree, leaked)
	program, err := goja.CompileAST(tree, !sloppy)
	found := places()
	if found.err != nil {
		return nil, found.err
	}
	found.tell(tree)
	if err != nil {
		return nil, err
	}
	if in.Probes {
		instrument.Erase(program)
	}
	if in.Counted {
		instrument.EraseCounters(program, code)
	}
	machine.Improve(program)
	release(tree.File)
	return program, nil
}

// release lets go of the text of a file, which goja keeps to look in it for the begins of lines: they are all looked for now. What a parser
// has made of a half has its texts in the half. A smaller bundle was parsed whole, so its program has its texts in that of the file.
func release(f *file.File) {
	if len(f.Source()) < worthHalving {
		return
	}
	f.Position(len(f.Source()))
	if text := reflect.ValueOf(f).Elem().FieldByName("src"); text.Kind() == reflect.String {
		*(*string)(text.Addr().UnsafePointer()) = ""
	}
}

// positions is a parsed source map.
type positions struct {
	text     []byte
	consumer *sourcemap.Consumer
	err      error
}

// readMap reads a source map while the program is parsed and compiled: that needs it only to say where a mistake is. The function that
// it returns waits for the result.
func readMap(load func() ([]byte, error)) func() positions {
	read := sync.OnceValue(func() (found positions) {
		if found.text, found.err = load(); found.err == nil {
			found.consumer, found.err = sourcemap.Parse(ProgramName, found.text)
		}
		return found
	})
	go read()
	return read
}

// tell makes the places in a tree, and in the program that is compiled of it, those in the user's files.
func (p positions) tell(tree *ast.Program) { tree.File.SetSourceMap(p.consumer) }

// correct maps the positions of the parser's errors from the bundle to the user's files. If they are not known it returns why.
func (p positions) correct(err error) error {
	if p.err != nil {
		return p.err
	}
	complaints, _ := errors.AsType[parser.ErrorList](err)
	for _, c := range complaints {
		if name, _, line, column, ok := p.consumer.Source(c.Position.Line, c.Position.Column); ok {
			c.Position = file.Position{Filename: name, Line: line, Column: column}
		}
	}
	return err
}

// regexpProblems reports regular expressions that are not valid, or not supported. In a package, where the
// user cannot fix them, it is a warning, and an error is thrown when the code is reached.
func regexpProblems(folder string, program *ast.Program, findings []guard.Finding) fault.List {
	var list fault.List
	for _, finding := range findings {
		pos := program.File.Position(int(finding.Idx) - program.File.Base())
		d := unsupported(folder, pos.Filename, pos.Line, pos.Column, "")
		d.Message = "this regular expression does not work: " + finding.Reason
		if strings.Contains(finding.Reason, "there is no property") {
			d.Hint = `use the names of Unicode, with the same spelling: \p{Letter}, \p{Lu}, \p{Script=Greek}, \p{Emoji}`
		}
		if isPackage(d.Place.File) {
			d.Severity = fault.Warning
		}
		list = append(list, d)
	}
	return list
}

// parseProblems reports code that esbuild accepts and goja does not, at its place in the user's file.
func parseProblems(folder string, err error) fault.List {
	if found, ok := errors.AsType[parser.ErrorList](err); ok {
		var list fault.List
		for _, e := range found {
			list = append(list, unsupported(folder, e.Position.Filename, e.Position.Line, e.Position.Column, e.Message))
		}
		return list
	}
	if found, ok := errors.AsType[*goja.CompilerSyntaxError](err); ok {
		pos := found.File.Position(found.Offset)
		return fault.List{unsupported(folder, pos.Filename, pos.Line, pos.Column, found.Message)}
	}
	return fault.List{{Code: codeFailed, Message: err.Error()}}
}

func unsupported(folder, file string, line, col int, message string) fault.Diagnostic {
	return fault.Diagnostic{
		Code:    codeUnsupported,
		Place:   fault.Place{File: Relative(folder, file), Line: line, Col: col},
		Message: "the script engine does not support this: " + message,
		Hint:    "rewrite this without it: docs/guide/engine.md lists what the engine lacks, and what to write instead",
	}
}

// Relative returns the name of a file in a stack frame or message, relative to the application, with slashes.
// A file outside keeps its dots. The engine names files by URLs.
func Relative(folder, file string) string {
	if plain, err := url.PathUnescape(strings.TrimPrefix(file, "file://")); err == nil {
		file = plain
	}
	if filepath.IsAbs(file) {
		if rel, err := filepath.Rel(folder, file); err == nil {
			file = rel
		}
	}
	return strings.TrimPrefix(filepath.ToSlash(file), "./")
}

func itoa(i int) string { return strconv.Itoa(i) }
