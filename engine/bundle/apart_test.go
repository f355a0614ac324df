package bundle

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// memory keeps packages as long as nobody says that they have changed.
type memory struct {
	kept    *Packages
	begun   int
	changed bool
}

func (m *memory) Load(string, []string) *Packages { return nil }

func (m *memory) Current(*Packages) bool { return !m.changed }

func (m *memory) Begin(string, []string) func(p *Packages) {
	m.begun++
	return func(p *Packages) { m.kept = p }
}

// apartCases are applications with packages. Each file a.js pushes what it sees to log.
var apartCases = map[string]map[string]string{
	"kinds of imports": {
		"a.js": `import d, {one, more as other} from "m"; import * as all from "m"; import c, {x} from "c"; import * as cs from "c"; import "side";
			log(d, one, other, Object.keys(all), all.one, c, x, Object.keys(cs), globalThis.side);`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `export default "d"; export const one = 1; export {two as more} from "./two.mjs"; export * from "./three.mjs";`,
		"node_modules/m/two.mjs":      `export const two = 2;`,
		"node_modules/m/three.mjs":    `export const three = 3, unused = 4; export default 5;`,
		"node_modules/c/index.js":     `exports.x = 1; exports["a-b"] = 2; exports.default = "default of c";`,
		"node_modules/side/index.js":  `globalThis.side = "ran";`,
	},
	"a module that exports what a CommonJS file has": {
		"a.js": `import * as all from "m"; import {x, own, gone} from "m";
			log(x, own, gone, Object.keys(all).sort(), "default" in all);`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `export * from "./c.cjs"; export const own = "own";`,
		"node_modules/m/c.cjs":        `module.exports = {x: 1, y: 2, own: "not this", default: 3};`,
	},
	"bindings that change": {
		"a.js":                        `import {n, next} from "m"; import {m, more} from "c"; log(n, m); next(); more(); log(n, m);`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `export let n = 0; export const next = () => { n++ };`,
		"node_modules/c/index.js":     `exports.m = 0; exports.more = () => { exports.m++ };`,
	},
	"default imports by the kind of the importer": {
		"a.js":                    `import c from "c"; log(JSON.stringify(c));`,
		"b.mjs":                   `import c from "c"; log(JSON.stringify(c));`,
		"node_modules/c/index.js": `Object.defineProperty(exports, "__esModule", {value: true}); exports.default = "d"; exports.x = 1;`,
	},
	"the order": {
		"a.js":                        `import "./b.js"; import {seen} from "m"; import "c"; log("a", seen, globalThis.steps);`,
		"b.js":                        `globalThis.steps = ["b"]; export {};`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `import "./inner.mjs"; export const seen = [...globalThis.steps]; globalThis.steps.push("m");`,
		"node_modules/m/inner.mjs":    `globalThis.steps.push("inner");`,
		"node_modules/c/index.js":     `globalThis.steps.push("c");`,
	},
	"what is asked for later": {
		"a.js": `globalThis.ran = []; import("lazy").then(m => log(m.x, Object.keys(m), globalThis.ran)); import r from "./r.cjs";
			log(globalThis.ran, r());`,
		"r.cjs":                           `module.exports = () => require("late").y + require("lazy").x;`,
		"node_modules/lazy/package.json":  `{"exports": "./index.mjs"}`,
		"node_modules/lazy/index.mjs":     `globalThis.ran.push("lazy"); export const x = 1; export default "d";`,
		"node_modules/late/index.js":      `globalThis.ran.push("late"); exports.y = 2;`,
		"node_modules/never/index.js":     `globalThis.ran.push("never");`,
		"node_modules/lazy/unrelated.txt": `x`,
	},
	"packages that share one, and a circle": {
		"a.js":                        `import {a} from "a"; import b from "b"; import shared from "shared"; log(a(), b(), shared === globalThis.shared);`,
		"node_modules/a/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/a/index.mjs": `import shared from "shared"; import {back} from "./back.mjs";
			export const a = () => [++shared.n, back()]; export const name = "a";`,
		"node_modules/a/back.mjs":      `import {name} from "./index.mjs"; export function back() { return name }`,
		"node_modules/b/index.js":      `const shared = require("shared"); module.exports = () => ++shared.n;`,
		"node_modules/shared/index.js": `module.exports = globalThis.shared = {n: 0};`,
	},
	"sloppy packages": {
		"a.js":                      `import {f, g} from "old"; log(f(), typeof globalThis.leaked, g());`,
		"node_modules/old/index.js": `leaked = 1; exports.f = function () { return typeof this + leaked }; exports.g = function () { return 010 };`,
	},
	"names that are no identifiers": {
		"a.js":                        `import * as m from "m"; import {"a b" as ab} from "m"; log(Object.keys(m), ab);`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `const x = 1; export {x as "a b", x as "ü", x as ä, x as await};`,
	},
	"no exports at all": {
		"a.js":                        `import * as m from "m"; import "m"; log(Object.keys(m), globalThis.filled);`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `globalThis.filled = (globalThis.filled ?? 0) + 1; export {};`,
	},
	"an export of a whole package": {
		"a.js":                        `import * as own from "./own.js"; log(Object.keys(own).sort(), own.x, own.y, own.inner.x);`,
		"own.js":                      `export * from "m"; export * as inner from "m"; export {y} from "c";`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    `export const x = 1; export default 2;`,
		"node_modules/c/index.js":     `exports.y = 3;`,
	},
	"data of a package": {
		"a.js":                        `import version from "c/package.json"; import c from "c"; log(version.version, c);`,
		"node_modules/c/package.json": `{"version": "1.2.3"}`,
		"node_modules/c/index.js":     `module.exports = 1;`,
	},
	"an error within": {
		"a.js":                        `import {fails} from "m"; try { fails() } catch (e) { log(e.stack.split("\n").slice(0, 3).join("|")) }`,
		"node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs":    "// one\n// two\nexport function fails() {\n  inner();\n}\nfunction inner() { throw new Error('no') }",
	},
}

// TestApart: an application whose packages have a program of their own does what it does as one program.
func TestApart(t *testing.T) {
	for name, files := range apartCases {
		t.Run(name, func(t *testing.T) {
			in := inputOf(t, files)
			var b Bundler
			whole, problems := b.Build(in, nil)
			if whole == nil {
				t.Fatal(problems)
			}
			in.Keeper = &memory{}
			separate, found := b.Build(in, nil)
			if separate == nil || separate.Packages == nil {
				t.Fatal("the packages have no program of their own: ", found)
			}
			if fmt.Sprint(found) != fmt.Sprint(problems) {
				t.Errorf("it says %v, and as one program %v", found, problems)
			}
			want, got := logOf(t, whole), logOf(t, separate)
			if got != want || want == "" {
				t.Errorf("got\n%s\nas one program\n%s", got, want)
			}
		})
	}
}

// TestNotApart: what is unusual is one program, as without a keeper.
func TestNotApart(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a package that awaits": {
			"a.js": `import {x} from "m"; log(x);`, "node_modules/m/package.json": `{"exports": "./index.mjs"}`,
			"node_modules/m/index.mjs": `export const x = await 1;`,
		},
		"a package that is written for fwrun": {
			"a.js": `import {x} from "m"; log(x);`, "node_modules/m/package.json": `{"exports": "./index.mjs"}`,
			"node_modules/m/index.mjs": `import {host} from "fwrun"; export const x = host;`,
		},
		"a package that imports the application": {
			"a.js": `import {x} from "m"; log(x);`, "own.js": `export const own = 1;`, "node_modules/m/package.json": `{"exports": "./index.mjs"}`,
			"node_modules/m/index.mjs": `export {own as x} from "../../own.js";`,
		},
		"data that a package has, too": {
			"a.js":                    `import data from "c/data.json"; import c from "c"; log(c === data);`,
			"node_modules/c/index.js": `module.exports = require("./data.json");`, "node_modules/c/data.json": `{}`,
		},
		"no packages": {"a.js": `log(1);`},
	} {
		t.Run(name, func(t *testing.T) {
			in := inputOf(t, files)
			in.Keeper = &memory{}
			var b Bundler
			for range 2 {
				built, problems := b.Build(in, nil)
				if built == nil || built.Packages != nil {
					t.Fatalf("it is not one program: %v", problems)
				}
				if got := logOf(t, built); got == "" {
					t.Error("it did not run")
				}
			}
			if begun := in.Keeper.(*memory).begun; begun > 1 {
				t.Errorf("the packages were tried %d times", begun)
			}
		})
	}
}

// TestApartMistakes: what is wrong with an import of a package is told as for one program.
func TestApartMistakes(t *testing.T) {
	for name, text := range map[string]string{
		"a name that it lacks":        `import {on} from "m"; log(on);`,
		"no default":                  `import m from "m"; log(m);`,
		"a name of its namespace":     `import * as m from "m"; log(m.gone);`,
		"a file that it has not":      `import "m/gone"; import "c";`,
		"a package that is not there": `import "c"; import "gone";`,
		"syntax":                      `import "c"; let x = ;`,
		"syntax in a package":         `import "c"; import "bad"; let x = ;`,
	} {
		t.Run(name, func(t *testing.T) {
			in := inputOf(t, map[string]string{
				"a.js": text, "node_modules/m/package.json": `{"exports": "./index.mjs"}`, "node_modules/m/index.mjs": `export const one = 1;`,
				"node_modules/c/index.js": `exports.x = 1;`, "node_modules/bad/index.js": `let = = 1;`,
			})
			var b Bundler
			_, want := b.Build(in, nil)
			in.Keeper = &memory{}
			for range 2 {
				if _, got := b.Build(in, nil); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || len(want) == 0 {
					t.Errorf("got\n%+v\nas one program\n%+v", got, want)
				}
			}
		})
	}
}

// TestPackagesAreBuiltOnce: a change of the application builds nothing of its packages; another import does, and so does another package.
func TestPackagesAreBuiltOnce(t *testing.T) {
	in := inputOf(t, map[string]string{
		"a.js": `import {x} from "m"; log(x);`, "node_modules/m/package.json": `{"exports": "./index.mjs"}`,
		"node_modules/m/index.mjs": `export * from "./x.mjs"`, "node_modules/m/x.mjs": `export const x = 1;`, "node_modules/c/index.js": `exports.y = 2;`,
	})
	keeper := &memory{}
	in.Keeper = keeper
	var b Bundler
	for _, step := range []struct {
		file, text, want string
		changed          bool
		begun            int
	}{
		{"a.js", `import {x} from "m"; log(x);`, "1", false, 1},
		{"a.js", `import {x} from "m"; log(x + 1); // comment`, "2", false, 1},
		{"a.js", `import {x} from "m"; let y = ;`, "", false, 1},
		{"a.js", `import {x} from "m"; import {y} from "c"; log(x, y);`, "1,2", false, 2},
		{"a.js", `import {y} from "c"; log(y);`, "2", false, 2},
		{"node_modules/m/x.mjs", `export const x = 3;`, "2", true, 3},
		{"a.js", `import {x} from "m"; log(x);`, "3", false, 4},
		{"a.js", `log(0);`, "0", false, 4},
	} {
		if err := os.WriteFile(filepath.Join(in.Folder, step.file), []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		keeper.changed = step.changed
		built, _ := b.Build(in, nil)
		if got := ""; built != nil {
			if got = logOf(t, built); got != step.want {
				t.Errorf("%s: got %s, want %s", step.text, got, step.want)
			}
		} else if step.want != "" {
			t.Errorf("%s: it is not built", step.text)
		}
		if keeper.begun != step.begun {
			t.Errorf("%s: packages were built %d times, want %d", step.text, keeper.begun, step.begun)
		}
	}
}

// inputOf describes an application of files.
func inputOf(t *testing.T, files map[string]string) Input {
	t.Helper()
	in := Input{Folder: writeFolder(t, files), Exports: []string{"host"}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !isPackage(name) && IsScript(name) {
			in.Files = append(in.Files, name)
			in.Order = append(in.Order, Step{File: name})
		}
	}
	return in
}

// logOf runs a bundle and returns what it gave to the function log, with a comma between values and a line for each call.
func logOf(t *testing.T, b *Bundle) string {
	t.Helper()
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	var lines []string
	_ = rt.Set("log", func(call goja.FunctionCall) goja.Value {
		var values []string
		for _, value := range call.Arguments {
			values = append(values, value.String())
		}
		lines = append(lines, strings.Join(values, ","))
		return nil
	})
	exports, err := rt.RunString(`({host: "the host"})`)
	if err != nil {
		t.Fatal(err)
	}
	modules := rt.NewObject()
	if b.Packages != nil {
		apart := rt.NewObject()
		_ = modules.Set(Apart, apart)
		start(t, rt, b.Packages.Program, exports, rt.ToValue(func(file string, run goja.Value) { _ = apart.Set(file, run) }), modules)
	}
	start(t, rt, b.Program, exports, rt.ToValue(func(goja.FunctionCall) goja.Value { return nil }), modules)
	return strings.Join(lines, "\n")
}
