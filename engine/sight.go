package engine

import (
	"github.com/fwrun/fwrun/engine/bodies"
	"github.com/fwrun/fwrun/platform/fault"
)

// sceneAt reads the file of a place with those that it imports. It returns nil if they cannot be read.
func (a *Application) sceneAt(place fault.Place) *bodies.Scene {
	scripts, err := readScripts(a.options.Files, []string{place.File})
	if err != nil {
		return nil
	}
	if scripts, err = readSources(a.options.Files, a.paths, scripts, a.options.Reuse.reader(nil)); err != nil {
		return nil
	}
	return bodies.SceneAt(a.bodiesOf(a.projectOf(scripts), scripts), place)
}

// hintAwait suggests an await if a thing is read from a promise: from the call of an async function, or from a variable that was given such
// a call.
func hintAwait(thing bodies.Thing) string {
	made, call := thing.Promised()
	if made == "" {
		return ""
	}
	return made + " is async and returns a promise: is an await missing before " + call + "?"
}
