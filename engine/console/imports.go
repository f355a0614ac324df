package console

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/source"
)

// importStatement matches an import at the beginning of a text: up to the specifier, which is its first text
// in quotes. It does not match import(…).
var importStatement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\s|//[^\n]*\n)*import\b[^"'(;=]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*;?`)
})

// cutImports removes the imports from the beginning of an input. Blanks replace them, so that the places of
// the rest do not change.
func cutImports(text string) (imports []source.Import, rest string) {
	end := 0
	for {
		found := importStatement().FindString(text[end:])
		if found == "" {
			break
		}
		end += len(found)
	}
	imports = source.Read(File, []byte(text[:end])).Imports
	imports = slices.DeleteFunc(imports, func(i source.Import) bool { return i.TypeOnly })
	return imports, blank(text[:end]) + text[end:]
}

// exported matches a declaration with export.
var exported = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*export[ \t]+(?:default[ \t]+)?(?:(?:abstract[ ` +
		`\t]+)?class|async|function|const|let|var|enum|interface|type|declare)\b`)
})

// cutExports turns exported declarations into plain ones.
func cutExports(text string) string {
	return exported().ReplaceAllStringFunc(text, func(found string) string {
		for _, word := range []string{"export", "default"} {
			found = strings.Replace(found, word, blank(word), 1)
		}
		return found
	})
}

// blank replaces a text by blanks, with the same lines and columns.
func blank(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text)
}
