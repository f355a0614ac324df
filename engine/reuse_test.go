package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/instrument"
)

// TestReuseTakesEveryChange: boots that share what they have read run the files as they are now: changed, changed to the same length, added,
// removed, and back to what they were; a boot with a mistake in between leaves nothing wrong behind.
func TestReuseTakesEveryChange(t *testing.T) {
	const file, other = "a.js", "lib.ts"
	greeting := func(text string) string {
		return `import { GetMapping, RestController } from "fwrun"; import { mark } from "./lib.js";
			@RestController export class A { @GetMapping("/") hello() { return "` + text + `" + mark(); } }`
	}
	lib := func(mark string) string {
		return `class Hidden { private m = "` + mark + `"; get text() { return this.m; } } export const mark = (): string => new Hidden().text;`
	}
	options := optionsFor(t, map[string]string{file: greeting("one"), other: lib("!")})
	options.Reuse, options.Cache = &engine.Reuse{}, t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(options.Folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		name, text, want string // the text of the file before the boot; no answer if the boot fails
	}{
		{file, greeting("one"), "one!"},
		{file, greeting("two"), "two!"},
		{other, lib("?"), "two?"},
		{file, `import { gone } from "./gone.js"; gone();`, ""},
		{"gone.ts", `export const gone = () => {};`, "-"},
		{file, greeting("one"), "one?"},
		{"gone.ts", `export const gone = ;`, ""},
		{"gone.ts", `import { mark } from "./lib.js"; export const gone = mark();`, "one?"},
		{other, lib("!"), "one!"},
	} {
		write(step.name, step.text)
		a, err := engine.Boot(t.Context(), options)
		switch {
		case err != nil && step.want != "":
			t.Fatalf("%s: %v", step.text, err)
		case err == nil && step.want == "":
			t.Fatalf("%s: it boots", step.text)
		case err != nil:
			continue
		}
		a.Settle()
		if step.want != "-" {
			if got := must(t, a, "A.hello"); got != `"`+step.want+`"` {
				t.Errorf("%s %s: the answer is %q, want %q", step.name, step.text, got, step.want)
			}
		}
		a.Close(t.Context())
	}
}

// TestTheFirstReloadParsesLittle: after a start from the cache, the first reload parses only what has changed, as all others do, and as one
// does that puts in probes.
func TestTheFirstReloadParsesLittle(t *testing.T) {
	needsCache(t)
	const file = "a.js"
	greeting := func(text string) string {
		return `import { GetMapping, RestController } from "fwrun"; @RestController export class A { @GetMapping("/") hello() { return "` + text + `"; } }`
	}
	options, log := withCache(t, optionsFor(t, map[string]string{file: greeting("one")}))
	start := func(want string) string {
		t.Helper()
		a := boot(t, options)
		a.Settle()
		if got := must(t, a, "A.hello"); got != `"`+want+`"` {
			t.Errorf("the answer is %q, want %q", got, want)
		}
		return log.take()
	}
	start("one")
	options.Reuse = &engine.Reuse{}
	if got := start("one"); got != "cached" {
		t.Fatalf("it was compiled: %s", got)
	}
	for _, text := range []string{"two", "three"} {
		if err := os.WriteFile(filepath.Join(options.Folder, file), []byte(greeting(text)), 0o600); err != nil {
			t.Fatal(err)
		}
		settle(t, options.Folder)
		if got := start(text); got != "it is new (again)" {
			t.Errorf("%s: everything was parsed: %s", text, got)
		}
	}
	options.Instrument.Mode = instrument.WithProbes // a debugger attaches
	if got := start("three"); got != "there is no cache (again)" {
		t.Errorf("with probes everything was parsed: %s", got)
	}
}
