package http_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
)

// TestFile: bodies that are files are read; of others not even the getters are called.
func TestFile(t *testing.T) {
	p := newPage(t)
	for script, want := range map[string]engine.File{
		`ResponseEntity.ok().withFile("a.txt")`:                               {Path: "a.txt"},
		`ResponseEntity.ok().withFile("a.txt", {root: "data"})`:               {Path: "a.txt", Root: "data"},
		`ResponseEntity.ok().withFile("a.txt", {name: "b.txt"})`:              {Path: "a.txt", Name: "b.txt", Disposition: "attachment"},
		`ResponseEntity.ok().withFile("a.txt", {name: "b", inline: true})`:    {Path: "a.txt", Name: "b", Disposition: "inline"},
		`ResponseEntity.ok().withFile("a.txt", {inline: false})`:              {Path: "a.txt", Disposition: "attachment"},
		`ResponseEntity.ok().withFile("a", {type: "x/y", cacheControl: "z"})`: {Path: "a", Type: "x/y", CacheControl: "z"},
	} {
		value, err := p.Value(script)
		if err != nil {
			t.Fatal(err)
		}
		response, _ := realmtest.Can[engine.Responses](p).Response(value)
		if got, ok := realmtest.Can[engine.Responses](p).File(response.Body); !ok || *got != want {
			t.Errorf("%s: %+v, %v", script, got, ok)
		}
	}
	for _, script := range []string{
		`({path: "a.txt"})`, `"a.txt"`, `null`, `undefined`, `1`, `() => 1`, `new Date()`, `new Uint8Array(1)`, `new Map()`, `new Proxy({}, {})`,
		`({get a() { throw new Error("called") }})`, `[{get a() { throw new Error("called") }}]`, `Promise.resolve(1)`,
	} {
		value, err := p.Value(script)
		if err != nil {
			t.Fatal(err)
		}
		if file, ok := realmtest.Can[engine.Responses](p).File(value); ok {
			t.Errorf("%s is %+v", script, file)
		}
	}
}
