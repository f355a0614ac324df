package config

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/fwrun/fwrun/platform/fault"
)

// Limits of one file. The parser takes quadratic time in the entries of one map: 40,000 tokens
// take about a second.
const (
	maxTokens = 40_000
	maxDepth  = 64
	maxNodes  = 100_000
)

// parseYAML parses a file to a tree. The tree is nil for a file without content, and if there are
// problems.
func parseYAML(f *file) (*node, fault.List) {
	doc, problem := f.parse()
	if problem != nil {
		return nil, fault.List{*problem}
	}
	if doc == nil {
		return nil, nil
	}
	c := &converter{file: f, anchors: map[string]*node{}}
	if f.mask != nil { // all of the file is below a secret name
		c.secret++
	}
	tree := c.convert(doc, 1)
	if len(c.problems) > 0 {
		return nil, c.problems
	}
	switch tree.kind {
	case Map:
		return tree, nil
	case Null:
		return nil, nil
	default:
		return nil, fault.List{f.problem("config-syntax", tree.origin.Place,
			"the file must contain “key: value” lines, but contains "+tree.kind.String(), "begin with a key: server:")}
	}
}

// parse returns the body of the file's only document, or nil if it is empty.
func (f *file) parse() (body ast.Node, problem *fault.Diagnostic) {
	// The parser is a large library; if it panics on some text, the text is reported as a mistake
	// in the file.
	defer func() {
		if r := recover(); r != nil {
			d := f.problem("config-syntax", fault.Place{File: f.path}, "the file is not valid YAML", "")
			body, problem = nil, &d
		}
	}()
	tokens := lexer.Tokenize(f.text)
	if problem := f.checkBounds(tokens); problem != nil {
		return nil, problem
	}
	parsed, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, f.syntaxError(err)
	}
	for _, doc := range parsed.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType:
		case body != nil:
			d := f.problem("config-syntax", f.tokenPlace(firstToken(doc.Body)),
				"the file contains more than one document (---)",
				"move the settings of a profile to application-<profile>.yml")
			return nil, &d
		default:
			body = doc.Body
		}
	}
	return body, nil
}

// firstToken returns the token at which a value begins. For a block map, the parser returns the
// first colon.
func firstToken(n ast.Node) *token.Token {
	if m, ok := n.(*ast.MappingNode); ok && !m.IsFlowStyle && len(m.Values) > 0 {
		return m.Values[0].Key.GetToken()
	}
	return n.GetToken()
}

// checkBounds rejects a text that would overload the parser: too many tokens, or brackets and
// dashes nested so deeply that its recursion would exhaust the stack.
func (f *file) checkBounds(tokens token.Tokens) *fault.Diagnostic {
	if len(tokens) > maxTokens {
		d := f.problem("config-limit", f.tokenPlace(tokens[maxTokens]),
			fmt.Sprintf("the file has more than %d keys and values", maxTokens/3),
			"move data that is not configuration into another file")
		return &d
	}
	brackets, line, dashes := 0, 0, 0
	for _, t := range tokens {
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			brackets++
		case token.SequenceEndType, token.MappingEndType:
			brackets--
		case token.SequenceEntryType, token.MappingKeyType:
			if t.Position.Line != line {
				line, dashes = t.Position.Line, 0
			}
			dashes++
		}
		if brackets > maxDepth || dashes > maxDepth {
			d := f.tooDeep(f.tokenPlace(t))
			return &d
		}
	}
	return nil
}

func (f *file) tooDeep(place fault.Place) fault.Diagnostic {
	return f.problem("config-limit", place,
		fmt.Sprintf("values are nested deeper than %d levels", maxDepth), "flatten the structure")
}

// syntaxError converts a parser's error to plain words.
func (f *file) syntaxError(err error) *fault.Diagnostic {
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil {
		message, hint := plainWords(err.Error())
		d := f.problem("config-syntax", fault.Place{File: f.path}, message, hint)
		return &d
	}
	place := f.syntaxPlace(syntax)
	message, hint := plainWords(syntax.GetMessage())
	switch bracket := strings.TrimSpace(syntax.GetToken().Value); {
	case bracket == "}" || bracket == "]":
		message, hint = "this "+bracket+" has no matching bracket before it", "remove it, or put the value in quotes"
	case strings.Contains(f.lines[place.Line-1], "${"):
		hint = `put a value with ${…} in quotes: "${key:default}"`
	}
	d := f.problem("config-syntax", place, message, hint)
	return &d
}

// syntaxPlace returns the place of a parser's error. If a line was taken for the continuation of
// a text and only its colon showed that, it is the place of that line.
func (f *file) syntaxPlace(err yaml.Error) fault.Place {
	t := err.GetToken()
	place := f.tokenPlace(t)
	origin := strings.TrimSpace(t.Origin)
	if more := strings.Count(origin, "\n"); more > 0 && strings.HasPrefix(err.GetMessage(), "mapping value") {
		line := min(place.Line+more, len(f.lines))
		return f.place(line, 1+indentation(f.lines[line-1]))
	}
	return place
}

func (f *file) tokenPlace(t *token.Token) fault.Place {
	if t == nil || t.Position == nil {
		return fault.Place{File: f.path}
	}
	return f.place(t.Position.Line, t.Position.Column)
}

func (f *file) problem(code string, place fault.Place, message, hint string) fault.Diagnostic {
	return fault.Diagnostic{
		Code: code, Place: place, Source: f.source(place.Line), Message: message, Hint: hint,
	}
}
