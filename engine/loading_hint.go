package engine

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/source"
)

// notYetDefined matches the errors of a file that runs before a file that it imports.
var notYetDefined = regexp.MustCompile(
	`^Cannot read properties of undefined |^Class extends value |^Cannot access .* before initialization|is not a constructor$`)

// loadingHint says what module code that threw e most likely lacks, or returns "".
func (a *Application) loadingHint(e *ScriptError) string {
	if place, known := e.Place(); known && notYetDefined.MatchString(e.Message) {
		if circle := a.importCircle(place.File); circle != nil {
			return "files that import each other run one after the other, so the first runs before the exports of the last are defined: " +
				strings.Join(circle, " → ") + "; move what they share to a separate file"
		}
	}
	return e.Hint()
}

// importCircle returns the shortest chain of imports from a file back to itself, or nil.
func (a *Application) importCircle(start string) []string {
	first := a.project.File(start)
	if first == nil {
		return nil
	}
	type step struct {
		file *source.File
		way  []string
	}
	seen := map[*source.File]bool{}
	for queue := []step{{first, []string{start}}}; len(queue) > 0; queue = queue[1:] {
		for _, i := range queue[0].file.Imports {
			next, ok := a.project.Resolve(queue[0].file, i.From)
			if !ok || i.TypeOnly || seen[next] {
				continue
			}
			seen[next] = true
			way := append(slices.Clone(queue[0].way), next.Path)
			if next == first {
				return way
			}
			queue = append(queue, step{next, way})
		}
	}
	return nil
}
