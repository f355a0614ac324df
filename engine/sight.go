package engine

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/fwrun/fwrun/engine/outline"
	"github.com/fwrun/fwrun/platform/fault"
)

// sight is a place in a file with what the sources say of the expressions there.
type sight struct {
	spot
	outline *outline.Outline
	place   fault.Place
}

func (s sight) scene() outline.Scene {
	return outline.Scene{Outline: s.outline, File: s.place.File, Line: s.place.Line, Variable: func(name string) (given, declared string) {
		return s.givenTo(name), s.declaredAs(name)
	}}
}

// call matches calls in an expression: the name in front of each parenthesis.
var call = regexp.MustCompile(`([\w$#]+)\(`)

// withoutCasts returns an expression without what matters to compilers only: names that are said to be of a type.
func withoutCasts(expression string) string {
	return regexp.MustCompile(`\(([\w$.#]+) as [\w$.]+\)`).ReplaceAllString(expression, "$1")
}

// hintAwait suggests an await if an expression reads from a promise: from the call of an async function, or from a
// variable that was given such a call.
func (s sight) hintAwait(object string) string {
	object = withoutCasts(object)
	text, name := object, identifier.FindString(object)
	if !strings.HasPrefix(object[len(name):], "(") {
		text = cmp.Or(s.givenTo(name), object)
	}
	if strings.Contains(text, "await ") || strings.Contains(text, "=>") { // "=>" as in list.find((x) => …)
		return ""
	}
	scene := s.scene()
	for _, m := range call.FindAllStringSubmatchIndex(text, -1) {
		upTo := text[:closing(text, m[3])]
		called := lastExpression(upTo)
		if promised := scene.Of(called).Promised(); promised != "" {
			return promised + " is async and returns a promise: is an await missing before " + upTo + "?"
		}
	}
	return ""
}
