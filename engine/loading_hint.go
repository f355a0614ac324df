package engine

import (
	"regexp"
	"strings"
)

// notYetDefined matches the errors of a file that runs before a file that it imports.
var notYetDefined = regexp.MustCompile(
	`^Cannot read properties of undefined |^Class extends value |^Cannot access .* before initialization|is not a constructor$`)

// loadingHint says what module code that threw e most likely lacks, or returns "".
func (a *Application) loadingHint(e *ScriptError) string {
	if place, known := e.Place(); known && notYetDefined.MatchString(e.Message) {
		if circle := a.outline.Circle(place.File); circle != nil {
			return "files that import each other run one after the other, so the first runs before the exports of the last are defined: " +
				strings.Join(circle, " → ") + "; move what they share to a separate file"
		}
	}
	return e.Hint()
}
