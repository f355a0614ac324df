package console

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/source"
)

// importStatement is one at the beginning of a text: up to the specifier, which is its
// first text in quotes. import(…) is none.
var importStatement = regexp.MustCompile(`^(?:\s|//[^\n]*\n)*import\b[^"'(;=]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*;?`)

// cutImports takes the imports off the beginning of an input. Blanks take their place, so
// that the rest stays where it is.
func cutImports(text string) (imports []source.Import, rest string) {
	end := 0
	for {
		found := importStatement.FindString(text[end:])
		if found == "" {
			break
		}
		end += len(found)
	}
	imports = source.Read(File, []byte(text[:end])).Imports
	imports = slices.DeleteFunc(imports, func(i source.Import) bool { return i.TypeOnly })
	return imports, blank(text[:end]) + text[end:]
}

// exported is a declaration that a file exports.
var exported = regexp.MustCompile(`(?m)^[ \t]*export[ \t]+(?:default[ \t]+)?(?:(?:abstract[ \t]+)?class|async|function|const|let|var|enum|interface|type|declare)\b`)

// cutExports makes plain declarations of those that come out of a file.
func cutExports(text string) string {
	return exported.ReplaceAllStringFunc(text, func(found string) string {
		for _, word := range []string{"export", "default"} {
			found = strings.Replace(found, word, blank(word), 1)
		}
		return found
	})
}

// blank keeps the lines of a text and, in each, the columns.
func blank(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text)
}
