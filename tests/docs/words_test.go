package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// taken lists phrases that comments had to be read twice for, and what to write in their place.
var taken = []struct {
	phrase *regexp.Regexp
	write  string
}{
	{regexp.MustCompile(`\b[Tt]ells? (whether|that|which|what|how)\b`), "reports whether; or say what it returns"},
	{regexp.MustCompile(`^\w+ tells\b`), "begin with what it does: reports whether, returns, lists"},
	{regexp.MustCompile(`\b[Ww]hoever\b`), "name who it is: a client, a caller, a script"},
	{regexp.MustCompile(`\bnil for none\b`), "nil if there is none"},
	{regexp.MustCompile(`\bthe mend\b`), "the fix"},
	{regexp.MustCompile(`\bstands? in\b`), "say what replaces what"},
	{regexp.MustCompile(`\bwhose it is\b`), "name the owner"},
	{regexp.MustCompile(`\blies about\b`), "say where it is"},
	{regexp.MustCompile(`\brequests? of HTTP\b`), "HTTP request"},
	{regexp.MustCompile(`\bas the other two\b`), "say which"},
}

// TestPlainWords holds what was taken out of comments: they are to be understood when they are read once.
func TestPlainWords(t *testing.T) {
	for _, file := range goFiles(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "..", file), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range parsed.Comments {
			checkWords(t, file, group)
		}
	}
}

func checkWords(t *testing.T, file string, group *ast.CommentGroup) {
	t.Helper()
	text := strings.Join(strings.Fields(group.Text()), " ") // a phrase may go on in the next line
	for _, one := range taken {
		if found := one.phrase.FindString(text); found != "" {
			t.Errorf("%s: a comment has %q: %s\n\t%s", file, found, one.write, text)
		}
	}
}
