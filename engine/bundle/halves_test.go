package bundle

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
)

// parts returns a bundle of files with a text each.
func parts(n int, text func(i int) string) []byte {
	var b strings.Builder
	b.WriteString("(async (__fwrun, place = \"file:///app\") => {\n")
	for i := range n {
		fmt.Fprintf(&b, "// src/file-%d.ts\n%s\n", i, text(i))
	}
	return []byte(b.String() + "})\n")
}

// a file of 1 KB with declarations of all kinds
func ordinary(i int) string {
	return fmt.Sprintf(`var exports_%[1]d = {};
var hoisted_%[1]d = 1, other_%[1]d = /[a-z]+/u;
function call_%[1]d(a, b = 2, ...c) { var inner = () => a + b; return inner; }
async function waits_%[1]d() { await (1); }
class Shop_%[1]d extends Base { #own = 1; static { this.made = `+"`é ${1 + 2} 𝒳`"+`; } get own() { return this.#own; } }
let later_%[1]d = await (Shop_%[1]d.made);
label: for (var at_%[1]d = 0; ; ) { break label; }
`, i) + strings.Repeat("// é\n", 50)
}

// TestHalvesAreTheWhole: the tree of two halves is that of the whole, with the same places and texts of functions.
func TestHalvesAreTheWhole(t *testing.T) {
	code := parts(600, ordinary)
	halves := parseHalves(code)
	if halves == nil {
		t.Fatal("it was not parsed in halves")
	}
	whole, err := parseAt(nil, code)
	if err != nil {
		t.Fatal(err)
	}
	main, _ := mainOf(whole)
	main.Source = ""
	if halves.File.Source() != whole.File.Source() || halves.File.Base() != whole.File.Base() || halves.File.Name() != whole.File.Name() {
		t.Error("the file is another one")
	}
	halves.File, whole.File = nil, nil
	if !reflect.DeepEqual(halves, whole) {
		t.Error("the trees differ")
	}
}

// TestWhatHasNoHalves: what looks like the begin of a file in the middle may be within a text.
func TestWhatHasNoHalves(t *testing.T) {
	for name, middle := range map[string]string{
		"text":     "var text = `\n" + strings.Repeat("// a line\n", 30_000) + "`;",
		"comment":  "/*\n" + strings.Repeat("// a line\n", 30_000) + "*/",
		"function": "function f() {\n" + strings.Repeat("// a line\n", 30_000) + "}",
		"mistake":  "var = 1;\n" + strings.Repeat("// a line\n", 30_000),
	} {
		code := parts(301, func(i int) string {
			if i == 150 {
				return middle
			}
			return ordinary(i)
		})
		if parseHalves(code) != nil {
			t.Errorf("%s: it was parsed in halves", name)
		}
		tree, err := parse(code)
		_, expected := err.(parser.ErrorList) //nolint:errorlint // as the parser returns it
		if name == "mistake" && !expected || name != "mistake" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if tree != nil && len(tree.Body) != 1 {
			t.Errorf("%s: %d statements", name, len(tree.Body))
		}
	}
	for name, code := range map[string]string{
		"small": string(parts(2, ordinary)), "script": strings.Repeat("// a.js\nvar a = 1;\n", 30_000), "empty": "",
		"beginning": "(async (" + strings.Repeat(" ", 300_000),
		"two":       string(parts(400, ordinary)) + ";1\n", "expression": "(async (\na) => b +\n" + strings.Repeat("// é\n", 100_000) + "c)",
	} {
		if parseHalves([]byte(code)) != nil {
			t.Errorf("%s: it was parsed in halves", name)
		}
	}
	var tree *ast.Program
	if tree, _ = parse([]byte("1 + 1")); tree == nil || len(tree.Body) != 1 {
		t.Error(tree)
	}
}
