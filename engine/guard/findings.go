package guard

import (
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"

	"github.com/fwrun/fwrun/engine/pattern"
)

// Finding is a regular expression that is not valid, or not supported.
type Finding struct {
	Idx    file.Idx // of the literal, as in the program's file set
	Reason string
}

// CheckRegexps checks the regular expression literals of a program that goja would misunderstand, in the
// order of their positions.
func CheckRegexps(program *ast.Program) []Finding {
	if !hinted(program, mayHaveForeignRegexp) {
		return nil
	}
	var found []Finding
	walk(program, func(slot *ast.Expression) {
		literal, ok := (*slot).(*ast.RegExpLiteral)
		if !ok || !pattern.Needed(literal.Pattern, literal.Flags) {
			return
		}
		if read := exactOf(literal.Pattern, literal.Flags); read != nil && read.Needed && read.matcher() != nil {
			return
		}
		if _, err := pattern.Translate(literal.Pattern, literal.Flags); err != nil {
			found = append(found, Finding{literal.Idx, err.Error()})
		}
	})
	return found
}
