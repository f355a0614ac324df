package engine

import (
	"errors"
	"regexp"
	"strings"
	"sync"

	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/platform/fault"
)

// The messages of the engine that the source can explain.
var (
	readOfNothing = regexp.MustCompile(`^Cannot read properties of (?:undefined|null) \(reading '(.*)'\)$`)
	noMember      = regexp.MustCompile(`\.([\w$]+) is not a function$`)
	notCallable   = regexp.MustCompile(`^([\w$]+) is not a function$`)
)

// Hint says how to fix the error if its message and its place in the source tell enough; otherwise it returns "".
// It reads the application's files.
func (e *ScriptError) Hint() string {
	if f, ok := errors.AsType[*fault.Error](e.Cause); ok && f.Hint != "" {
		return f.Hint
	}
	if hint := e.parseHint(); hint != "" {
		return hint
	}
	place, known := e.Place()
	if !known && e.Name == "" && e.Cause == nil {
		return "only an Error records where it was made: throw new Error(…) instead of a plain value"
	}
	lines := e.app.readLines(place.File)
	if !known || place.Line > len(lines) {
		return ""
	}
	spot := newSpot(lines[place.Line-1], place.Col)
	scene := sync.OnceValue(func() *bodies.Scene { return e.app.sceneAt(place) })
	switch {
	case e.Name == "TypeError" && readOfNothing.MatchString(e.Message):
		return hintOfNothing(spot, scene, readOfNothing.FindStringSubmatch(e.Message)[1])
	case e.Name == "TypeError" && noMember.MatchString(e.Message):
		return hintNoMember(spot, scene, noMember.FindStringSubmatch(e.Message)[1])
	case e.Name == "TypeError" && notCallable.MatchString(e.Message):
		return hintNotCallable(spot, notCallable.FindStringSubmatch(e.Message)[1])
	case e.Name == "TypeError" && strings.HasSuffix(e.Message, " is not iterable"):
		return hintAwait(scene().Iterated())
	}
	return ""
}

// parseHint says where to name a schema whose own parse has thrown, which may have been about the application's own data; "" for other errors.
func (e *ScriptError) parseHint() string {
	switch e.Name {
	case "ZodError", "ValiError", "TraversalError":
		return "what a client has sent is refused with 400 where it is bound: @RequestBody({ schema: User })"
	}
	return ""
}

// hintOfNothing names the expression that is undefined, or an await that is missing.
func hintOfNothing(at spot, scene func() *bodies.Scene, property string) string {
	object := at.objectOf(property)
	switch object {
	case "":
		return ""
	case "this":
		return "the function was passed without its object, so this is undefined: pass (…) => this.name(…) instead of this.name"
	}
	thing := scene().Object(property)
	if hint := hintAwait(thing); hint != "" {
		return hint
	}
	if near := thing.NearestOfThis(); near != "" {
		return object + " is undefined; did you mean this." + near + "?"
	}
	return object + " is undefined or null here: check it before, or read " + object + "?." + property
}

// hintNoMember suggests the method of the same object that was meant, or says that a promise has no such method.
func hintNoMember(at spot, scene func() *bodies.Scene, member string) string {
	object := at.objectOf(member)
	if object == "" {
		return ""
	}
	thing := scene().Object(member)
	if hint := hintAwait(thing); hint != "" {
		return hint
	}
	hint := object + "." + member + " is not a function"
	if near, owner := thing.NearestMethod(member); near != "" {
		return hint + "; did you mean " + near + " of " + owner + "?"
	}
	return hint
}

func hintNotCallable(at spot, name string) string {
	if at.called() == name {
		return "check where " + name + " gets its value: it is something else, or undefined"
	}
	return ""
}
