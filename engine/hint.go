package engine

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/fault"
)

// The messages of the engine that the source line can explain.
var (
	readOfNothing = regexp.MustCompile(`^Cannot read properties of (?:undefined|null) \(reading '(.*)'\)$`)
	noMember      = regexp.MustCompile(`\.([\w$]+) is not a function$`)
	notCallable   = regexp.MustCompile(`^([\w$]+) is not a function$`)
	notDefined    = regexp.MustCompile(`^(.*) is not defined$`)
)

// Hint says how to fix the error if its message and its place in the source tell enough; otherwise it returns "".
// It reads the application's files.
func (e *ScriptError) Hint() string {
	if f, ok := errors.AsType[*fault.Error](e.Cause); ok && f.Hint != "" {
		return f.Hint
	}
	place, known := e.Place()
	if !known && e.Name == "" && e.Cause == nil {
		return "only an Error records where it was made: throw new Error(…) instead of a plain value"
	}
	lines := e.app.readLines(place.File)
	if !known || place.Line > len(lines) {
		return ""
	}
	spot := newSpot(lines, place)
	switch {
	case e.Name == "TypeError" && readOfNothing.MatchString(e.Message):
		return e.app.hintOfNothing(spot, readOfNothing.FindStringSubmatch(e.Message)[1])
	case e.Name == "TypeError" && noMember.MatchString(e.Message):
		return e.app.hintNoMember(spot, noMember.FindStringSubmatch(e.Message)[1])
	case e.Name == "TypeError" && notCallable.MatchString(e.Message):
		return hintNotCallable(spot, notCallable.FindStringSubmatch(e.Message)[1])
	case e.Name == "ReferenceError" && notDefined.MatchString(e.Message):
		return e.app.hintNotDefined(place.File, notDefined.FindStringSubmatch(e.Message)[1])
	}
	return ""
}

// hintOfNothing names the expression that is undefined, or an await that is missing.
func (a *Application) hintOfNothing(at spot, property string) string {
	object := at.objectOf(property)
	switch object {
	case "":
		return ""
	case "this":
		return "the function was passed without its object, so this is undefined: pass (…) => this.name(…) instead of this.name"
	}
	if hint := a.hintAwait(at, object); hint != "" {
		return hint
	}
	if meant := a.hintField(object); meant != "" {
		return meant
	}
	return object + " is undefined or null here: check it before, or read " + object + "?." + property
}

// hintField suggests the member of the application's classes that this.name was meant to be, if no class has a
// member of that name.
func (a *Application) hintField(object string) string {
	name, ok := strings.CutPrefix(object, "this.")
	if !ok || identifier.FindString(name) != name {
		return ""
	}
	near := a.outline.NearestMember(name)
	if near == "" {
		return ""
	}
	return object + " is undefined; did you mean this." + near + "?"
}

// hintNoMember suggests the method that was meant, or says that a promise has no such method.
func (a *Application) hintNoMember(at spot, member string) string {
	object := at.objectOf(member)
	if object == "" {
		return ""
	}
	if hint := a.hintAwait(at, object); hint != "" {
		return hint
	}
	hint := object + "." + member + " is not a function"
	if near, owner := a.outline.NearestMethod(member); near != "" {
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

// hintNotDefined names the file that exports a name.
func (a *Application) hintNotDefined(file, name string) string {
	if slices.Contains(a.exports(), name) {
		return `import it: import { ` + strings.Join(a.forgotten(file, name), ", ") + ` } from "fwrun";`
	}
	if other := a.outline.Exporter(name); other != "" {
		return `import it: import { ` + name + ` } from "` + bundle.Specifier(file, other) + `";`
	}
	return elsewhere(name)
}

// elsewhere says what to use instead of a name that other platforms define, or returns "".
func elsewhere(name string) string {
	switch name {
	case "window", "document", "localStorage", "alert":
		return "scripts run on a server, where there is no page: return HTML instead"
	case "__dirname", "__filename":
		return `paths of node:fs are relative to the folder of the application: readFileSync("templates/mail.html")`
	case "Deno", "Bun":
		return `read configuration instead: @Value("${some.key}"), which the variable SOME_KEY sets in the environment`
	case "module", "exports":
		return "write `export` before what other files import"
	case "React":
		return "JSX is compiled to calls of React, which fwrun does not have: return a string or an object"
	}
	return ""
}

// call matches calls in an expression: the name in front of each parenthesis.
var call = regexp.MustCompile(`([\w$#]+)\(`)

// hintAwait suggests an await if an expression reads from a promise: from the call of an async function, or from a
// variable that was assigned such a call.
func (a *Application) hintAwait(at spot, object string) string {
	text, name := object, identifier.FindString(object)
	if !strings.HasPrefix(object[len(name):], "(") {
		text = cmp.Or(at.givenTo(name), object)
	}
	if strings.Contains(text, "await ") || strings.Contains(text, "=>") { // "=>" as in list.find((x) => …)
		return ""
	}
	for _, m := range call.FindAllStringSubmatchIndex(text, -1) {
		if name := text[m[2]:m[3]]; a.outline.ReturnsPromises(name) {
			return name + " is async and returns a promise: is an await missing before " + text[:closing(text, m[3])] + "?"
		}
	}
	return ""
}
