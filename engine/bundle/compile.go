package bundle

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/fault"
)

// compile parses and compiles the bundle; the program is nil when there are errors. goja's
// parser panics on some literals, so a panic here is a diagnostic too.
func compile(folder string, code, sourceMap []byte) (program *goja.Program, problems fault.List) {
	defer func() {
		if p := recover(); p != nil {
			program = nil
			problems = fault.List{{
				Code: codeFailed, Message: fmt.Sprintf("the script engine cannot compile this application: %v", p),
				Hint: "this is a defect of fwrun worth reporting; look for an unusual literal, and write it another way",
			}}
		}
	}()
	sourceMap, err := forEngine(sourceMap)
	if err != nil {
		return nil, fault.List{{Code: codeFailed, Message: err.Error()}}
	}
	// The parser asks for a source map only where the text names one.
	text := string(code) + "\n//# sourceMappingURL=" + ProgramName + ".map\n"
	load := func(string) ([]byte, error) { return sourceMap, nil }
	tree, err := goja.Parse(ProgramName, text, parser.WithSourceMapLoader(load))
	if err != nil {
		return nil, parseProblems(folder, err)
	}
	if problems = regexpProblems(folder, tree); len(problems.Errors()) > 0 {
		return nil, problems
	}
	guard.Rewrite(tree)
	if program, err = goja.CompileAST(tree, true); err != nil {
		return nil, append(problems, parseProblems(folder, err)...)
	}
	return program, problems
}

// regexpProblems reports regular expressions that the engine would silently match
// wrongly. In a package, where the user cannot mend them, that is a warning.
func regexpProblems(folder string, program *ast.Program) fault.List {
	var list fault.List
	for _, finding := range guard.CheckRegexps(program) {
		pos := program.File.Position(int(finding.Idx) - program.File.Base())
		d := unsupported(folder, pos.Filename, pos.Line, pos.Column, finding.Reason)
		if what, mend, ok := strings.Cut(finding.Reason, ": "); ok {
			d.Message, d.Hint = "in this regular expression, "+what, mend
		}
		if isPackage(d.Place.File) {
			d.Severity = fault.Warning
		}
		list = append(list, d)
	}
	return list
}

// parseProblems reports what esbuild accepted and goja does not, in the user's file.
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
		Hint:    "write it another way",
	}
}

// Relative names a file of a stack frame or message relative to the application, with
// slashes. A file outside keeps its dots. The engine names files by URLs.
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
