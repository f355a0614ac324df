package bundle

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/engine/machine"
	"github.com/fwrun/fwrun/platform/fault"
)

// CodeIncomplete is the code of a text that ends too early: it may become valid with more text.
const CodeIncomplete = "incomplete"

// Text is a piece of script that is compiled by itself: TypeScript, with await at the top level.
type Text struct {
	File   string // the name used in places
	Line   int    // the number of the text's first line
	Source string
	// Before and After are put around the text once its types are removed.
	Before, After string
	This          string // the name that stands for this outside of functions; this itself if it is empty
}

// Parse strips the types and parses. Places in the tree are those of the text.
func Parse(t Text) (tree *ast.Program, problems fault.List) {
	defer func() {
		if p := recover(); p != nil { // goja's parser panics on some literals
			tree, problems = nil, fault.List{t.failed(p)}
		}
	}()
	dialect := options(Input{})
	stripped := api.Transform(t.Source, api.TransformOptions{
		Loader: api.LoaderTS, Sourcefile: t.File, LogLevel: api.LogLevelSilent,
		Target: dialect.Target, Supported: dialect.Supported, TsconfigRaw: keepImports, Define: t.define(dialect.Define),
		Banner: t.Before, Footer: t.After, LegalComments: dialect.LegalComments,
		Sourcemap: dialect.Sourcemap, SourcesContent: dialect.SourcesContent,
	})
	if len(stripped.Errors) > 0 {
		return nil, t.problems(stripped.Errors)
	}
	places := readMap(func() ([]byte, error) { return fromLine(stripped.Map, t.Line) })
	tree, err := parse(mendFields(stripped.Code))
	found := places()
	if err = cmp.Or(err, found.err); err != nil {
		return nil, parseProblems("", found.correct(err))
	}
	found.tell(tree)
	if problems = regexpProblems("", tree, guard.CheckRegexps(tree)); len(problems.Errors()) > 0 {
		return nil, problems
	}
	return tree, problems
}

// define adds what stands for this to what stands for other names.
func (t Text) define(names map[string]string) map[string]string {
	names["import.meta"] = "{}" // a piece has no place
	if t.This != "" {
		names["this"] = t.This
	}
	return names
}

// keepImports is the dialect of all scripts, except that unused imports are not dropped silently.
const keepImports = `{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":true,"verbatimModuleSyntax":true}}`

// Compile compiles a tree that Parse returned.
func Compile(tree *ast.Program) (program *goja.Program, problems fault.List) {
	defer func() {
		if p := recover(); p != nil {
			program, problems = nil, fault.List{Text{}.failed(p)}
		}
	}()
	guard.Rewrite(tree)
	program, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, parseProblems("", err)
	}
	machine.Improve(program)
	return program, nil
}

func (t Text) failed(reason any) fault.Diagnostic {
	return fault.Diagnostic{
		Code: codeFailed, Message: fmt.Sprintf("the script engine cannot compile this: %v", reason),
		Hint: "this is a bug in fwrun, please report it; until it is fixed, rewriting an unusual literal may help",
	}
}

// problems returns the compiler's messages, with places that count from the text's line.
func (t Text) problems(messages []api.Message) fault.List {
	list := diagnostics(messages, fault.Err)
	for i := range list {
		list[i].Place.Line += t.Line - 1
		for n := range list[i].Notes {
			list[i].Notes[n].Place.Line += t.Line - 1
		}
		if t.endsTooEarly(messages[i]) {
			list[i].Code = CodeIncomplete
		}
	}
	return list
}

// endsTooEarly reports whether the compiler's message means that the text is incomplete. A text in quotes
// ends with its line; only a template extends to the end.
func (t Text) endsTooEarly(m api.Message) bool {
	switch {
	case strings.HasSuffix(m.Text, "end of file"), m.Text == `Expected "*/" to terminate multi-line comment`:
		return true
	case m.Text == "Unterminated string literal" && m.Location != nil:
		return m.Location.Line > strings.Count(t.Source, "\n")
	}
	return false
}

// fromLine is forEngine for a text that does not begin at line 1.
func fromLine(sourceMap []byte, line int) ([]byte, error) {
	sourceMap, err := forEngine(sourceMap)
	if err != nil {
		return nil, err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(sourceMap, &fields); err != nil {
		return nil, err
	}
	var mappings string
	if err := json.Unmarshal(fields["mappings"], &mappings); err != nil {
		return nil, err
	}
	fields["mappings"] = json.RawMessage(jsString(shifted(mappings, line-1)))
	return json.Marshal(fields)
}

// shifted adds a number of lines to all source lines. Each is relative to the one before, so it is enough to
// change the first.
func shifted(mappings string, lines int) string {
	skip := len(mappings) - len(strings.TrimLeft(mappings, ";"))
	end := skip + strings.IndexAny(mappings[skip:]+";", ",;")
	numbers := decodeNumbers(mappings[skip:end])
	if len(numbers) < 4 { // the text contained at most a directive
		numbers = []int{1, 0, 0, 1}
	}
	numbers[2] += lines
	return mappings[:skip] + encodeNumbers(numbers) + mappings[end:]
}
