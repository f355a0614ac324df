package names

import (
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

func TestLexical(t *testing.T) {
	const text = `"use strict"; let a = 1, { b, c: [d, ...e], f = 2 } = {}, [g = 3] = []; class H {} function i() {} var j;
		for (let k of []); for (const l in {}); for (let m = 0; ;); for (var n of []); for (o of []);`
	tree, err := parser.ParseFile(nil, "", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	for block, want := range map[bool]string{false: "H a b d e f g", true: "H a b d e f g i"} {
		set := Set{}
		set.Lexical(tree.Body, block)
		if got := sorted(set); got != want {
			t.Errorf("in a block (%t): %s, want %s", block, got, want)
		}
	}
	loops := Set{}
	for _, s := range tree.Body {
		loops.Loop(s)
	}
	if got := sorted(loops); got != "k l m" {
		t.Errorf("loops declare %s", got)
	}
	parameters := Set{}
	parameters.Parameters(nil)
	function := tree.Body[3].(*ast.FunctionDeclaration).Function
	if parameters.Parameters(function.ParameterList); len(parameters) > 0 || Function(tree.Body[3]) != function || Function(tree.Body[0]) != nil {
		t.Errorf("a function without parameters has %v", parameters)
	}
	if !Strict(tree.Body) || Strict(tree.Body[1:]) {
		t.Error("strict code is what begins with the directive")
	}
}

func sorted(set Set) string {
	var all []string
	for name := range set {
		all = append(all, name.String())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}
