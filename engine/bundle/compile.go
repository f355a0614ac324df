package bundle

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/fault"
)

// compile parses and compiles the bundle. goja's parser panics on some literals, so a
// panic here is a diagnostic too.
func compile(folder string, code, sourceMap []byte) (program *goja.Program, problems fault.List) {
	defer func() {
		if p := recover(); p != nil {
			program = nil
			problems = fault.List{{Code: "compile-failed", Message: fmt.Sprintf("the script engine cannot compile this application: %v", p),
				Hint: "look for an unusual literal, such as '\\u{10FFFF}', and write it another way"}}
		}
	}()
	// The parser asks for a source map only where the text names one.
	text := string(code) + "\n//# sourceMappingURL=" + ProgramName + ".map\n"
	tree, err := goja.Parse(ProgramName, text, parser.WithSourceMapLoader(func(string) ([]byte, error) { return sourceMap, nil }))
	if err != nil {
		return nil, parseProblems(folder, err)
	}
	problems = regexpProblems(folder, tree)
	guard.Rewrite(tree)
	program, err = goja.CompileAST(tree, true)
	if err != nil {
		return nil, parseProblems(folder, err)
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
		d.Hint = "write the expression another way"
		if strings.Contains(d.Place.File, "node_modules/") {
			d.Severity = fault.Warning
		}
		list = append(list, d)
	}
	return list
}

// parseProblems reports what esbuild accepted and goja does not, in the user's file.
func parseProblems(folder string, err error) fault.List {
	switch err := err.(type) {
	case parser.ErrorList:
		var list fault.List
		for _, e := range err {
			list = append(list, unsupported(folder, e.Position.Filename, e.Position.Line, e.Position.Column, e.Message))
		}
		return list
	case *goja.CompilerSyntaxError:
		pos := err.File.Position(err.Offset)
		return fault.List{unsupported(folder, pos.Filename, pos.Line, pos.Column, err.Message)}
	}
	return fault.List{{Code: "compile-failed", Message: err.Error()}}
}

func unsupported(folder, file string, line, col int, message string) fault.Diagnostic {
	return fault.Diagnostic{
		Code:    "compile-unsupported",
		Place:   fault.Place{File: Relative(folder, file), Line: line, Col: col},
		Message: "the script engine does not support this: " + message,
		Hint:    "write it another way; docs/guide lists what the engine lacks",
	}
}

// Relative names a file of a stack frame or message relative to the application, with
// slashes. A file outside keeps its dots.
func Relative(folder, file string) string {
	file = strings.TrimPrefix(file, "file://")
	if filepath.IsAbs(file) {
		if rel, err := filepath.Rel(folder, file); err == nil {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}

func itoa(i int) string { return strconv.Itoa(i) }
