package bundle

import (
	"bytes"
	"slices"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// parse returns the tree of a program. Its places are those in the program, until a source map changes them.
func parse(code []byte) (*ast.Program, error) {
	if tree := parseHalves(code); tree != nil {
		return tree, nil
	}
	return parseAt(nil, code)
}

func parseAt(set *file.FileSet, code []byte) (*ast.Program, error) {
	return parser.ParseFile(set, ProgramName, code, 0, parser.WithDisableSourceMaps) // goja.Parse drops the places
}

// parseHalves parses the two halves of a large bundle at the same time, each as a function of its own, and makes one function of them. It
// returns nil for a bundle without halves, and for one that cannot be parsed.
//
// A half that ends within a statement or a text is not a function, so it does not matter that lines of texts look like the begin of a file.
func parseHalves(code []byte) *ast.Program {
	head, at := middle(code)
	if at <= head {
		return nil
	}
	whole := string(code)
	second := make(chan *ast.Program, 1)
	go func() { second <- parseHalf(slices.Concat(code[:head], code[at:]), whole[:at-head-1]) }()
	tree := parseHalf(slices.Concat(code[:at], []byte(tail)), "")
	rest := <-second
	if tree == nil || rest == nil {
		return nil
	}
	function, body := mainOf(tree)
	more, moreBody := mainOf(rest)
	if body == nil || moreBody == nil {
		return nil
	}
	body.List = append(body.List, moreBody.List...)
	body.RightBrace = moreBody.RightBrace
	function.DeclarationList = append(function.DeclarationList, more.DeclarationList...)
	function.Source = "" // no script can ask for the text of a bundle
	tree.File = file.NewFile(ProgramName, whole, 1)
	return tree
}

// worthHalving is the size of a bundle from which on two goroutines are worth it.
const worthHalving = 256 << 10

// The begin of a bundle, up to the end of its line, and its end: see [options]. Each file in it begins with its name in a comment.
const (
	beginning = "(async ("
	tail      = "})"
	fileLine  = "\n// "
)

// middle returns the length of the first line of a bundle, and where the file that is nearest before its middle begins; 0 if there is none.
func middle(code []byte) (head, at int) {
	if len(code) < worthHalving || !bytes.HasPrefix(code, []byte(beginning)) {
		return 0, 0
	}
	return bytes.IndexByte(code, '\n') + 1, bytes.LastIndex(code[:len(code)/2], []byte(fileLine)) + 1
}

// parseHalf parses a half, whose places begin behind a text: the parser leaves one free between two files. It returns nil if that fails, also
// by a panic, as on some literals.
func parseHalf(code []byte, before string) (tree *ast.Program) {
	defer func() {
		if recover() != nil {
			tree = nil
		}
	}()
	set := &file.FileSet{}
	if before != "" {
		set.AddFile("", before)
	}
	tree, err := parseAt(set, code)
	if err != nil {
		return nil
	}
	return tree
}

// mainOf returns the function that a bundle consists of; nil if there is another statement.
func mainOf(tree *ast.Program) (*ast.ArrowFunctionLiteral, *ast.BlockStatement) {
	if len(tree.Body) != 1 {
		return nil, nil
	}
	statement, _ := tree.Body[0].(*ast.ExpressionStatement)
	if statement == nil {
		return nil, nil
	}
	function, _ := statement.Expression.(*ast.ArrowFunctionLiteral)
	if function == nil {
		return nil, nil
	}
	body, _ := function.Body.(*ast.BlockStatement)
	return function, body
}
