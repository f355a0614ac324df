package bundle

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
	"github.com/fwrun/fwrun/platform/fault"
)

// build writes the files into a folder and bundles those that are scripts of the application.
func build(t *testing.T, files map[string]string) (*Bundle, fault.List) {
	t.Helper()
	return buildWith(t, files, Input{})
}

// buildWith is build with more of an input.
func buildWith(t *testing.T, files map[string]string, in Input) (*Bundle, fault.List) {
	t.Helper()
	folder := writeFolder(t, files)
	scanned, problems := Scan(os.DirFS(folder), nil)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	in.Folder, in.Files, in.Exports = folder, scanned, []string{"host", "decorate"}
	return Build(in, nil)
}

// writeFolder writes files into a folder of the test.
func writeFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// start calls the function that a program is, which has to end at once, and without an error.
func start(t *testing.T, rt *goja.Runtime, program *goja.Program, arguments ...goja.Value) {
	t.Helper()
	main, err := rt.RunProgram(program)
	if err != nil {
		t.Fatal(err)
	}
	call, _ := goja.AssertFunction(main)
	result, err := call(goja.Undefined(), arguments...)
	if err != nil {
		t.Fatal(err)
	}
	if promise := result.Export().(*goja.Promise); promise.State() != goja.PromiseStateFulfilled {
		t.Fatal(promise.Result())
	}
}

// run evaluates a bundle and returns what was registered, by "file#name".
func run(t *testing.T, b *Bundle) map[string]string {
	t.Helper()
	rt := goja.New()
	if err := guard.Install(rt, guard.Limits{}); err != nil {
		t.Fatal(err)
	}
	exports, err := rt.RunString(`({host: "the host", decorate: (target, key, third) => {
		target[(key ?? "class") + "Decorated"] = typeof third;
	}})`)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	register := func(file string, namespace *goja.Object) {
		for _, name := range namespace.Keys() {
			found[file+"#"+name] = namespace.Get(name).String()
		}
	}
	start(t, rt, b.Program, exports, rt.ToValue(register))
	return found
}

func TestBuildRunsEveryFileOnce(t *testing.T) {
	b, problems := build(t, map[string]string{
		"a.js":       `import { count } from "./count.js"; import { host } from "fwrun"; export const a = count(), h = host;`,
		"b.ts":       `import { count } from "./count"; import type { Only } from "./types"; export const b: number = count(); export default "b";`,
		"count.js":   `let n = 0; export const count = () => ++n;`,
		"types.ts":   `export interface Only { x: int }; export const registered = true;`,
		"lower.mjs":  "async function* g() { yield 1 } export const kind = typeof g().next;\nexport const lazy = typeof import('./count.js').then;",
		"await.mts":  `export const awaited: string = await Promise.resolve("awaited");`,
		"package.js": `import p from "p"; import data from "./data.json"; export const values = [p.x, data.y].join();`,
		"data.json":  `{"y": 2}`,

		"node_modules/p/package.json": `{"main": "./main.cjs"}`,
		"node_modules/p/main.cjs":     `exports.x = typeof process === "undefined" ? process.env.NODE_ENV : 0;`,
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	found := run(t, b)
	for name, want := range map[string]string{
		"a.js#a": "1", "a.js#h": "the host", "b.ts#b": "2", "b.ts#default": "b", "types.ts#registered": "true",
		"lower.mjs#kind": "function", "lower.mjs#lazy": "function", "await.mts#awaited": "awaited", "package.js#values": "production,2",
	} {
		if found[name] != want {
			t.Errorf("%s is %q, want %q", name, found[name], want)
		}
	}
	want := []string{
		"a.js: ./count.js", "await.mts:", "b.ts: ./count", "count.js:", "data.json:", "lower.mjs: ./count.js",
		"node_modules/p/main.cjs:", "package.js: p ./data.json", "types.ts:",
	}
	if got := partsOf(t, b); !slices.Equal(got, want) {
		t.Errorf("the parts are %q, want %q", got, want)
	}
}

// partsOf formats the parts of a bundle: the file, and its imports.
func partsOf(t *testing.T, b *Bundle) []string {
	t.Helper()
	parts, err := b.Parts()
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, part := range parts {
		list = append(list, strings.TrimSpace(part.File+": "+strings.Join(part.Imports, " ")))
	}
	return list
}

// TestOnlyImportedExportsAreRead: an export may be made when it is read.
func TestOnlyImportedExportsAreRead(t *testing.T) {
	b, problems := build(t, map[string]string{"a.js": `import { host, decorate } from "fwrun"; export const h = host;`})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if code := string(b.Output.Code); !strings.Contains(code, "__fwrun.host") || strings.Contains(code, "__fwrun.decorate") {
		t.Errorf("the bundle reads another export than host:\n%s", code)
	}
}

// TestDialect: decorators are legacy ones and fields are defined, whatever the user's own tsconfig.json
// contains.
func TestDialect(t *testing.T) {
	for _, config := range []string{"", `{"compilerOptions": {"experimentalDecorators": false, "useDefineForClassFields": false, ` +
		`"target": "es5", "jsx": "react"}}`, `{ not json`} {
		b, problems := build(t, map[string]string{
			"tsconfig.json": config,
			"a.js": `import { decorate } from "fwrun";
				class Base { set x(v) { Base.set = true } }
				@decorate class A extends Base { x = 1; @decorate y = 2; @decorate m() {} n(@decorate p) {} }
				new A();
				export const seen = [A.classDecorated, A.prototype.yDecorated, A.prototype.mDecorated, A.prototype.nDecorated, Base.set].join();`,
		})
		if len(problems) > 0 {
			t.Fatalf("%s: %v", config, problems)
		}
		if got, want := run(t, b)["a.js#seen"], "undefined,undefined,object,number,"; got != want {
			t.Errorf("with %q: got %s, want %s", config, got, want)
		}
	}
}

func TestBuildReports(t *testing.T) {
	for text, want := range map[string]string{
		"const é = '😀'; import x from './x.js'; x()": `a.js:1:31 import-missing: there is no file "./x.js"`,
		"import x from '@scope/pkg/sub/path'; x()":   `a.js:1:15 import-missing: there is no package "@scope/pkg/sub/path"`,
		"import x from './style.css'; x()":           `a.js:1:15 import-kind: a script cannot import "style.css"`,
		"import { y } from 'fwrun'; y()":             `a.js:1:10 import-name: "fwrun" has no export "y"`,
		"import x from 'fwrun'; x()":                 `a.js:1:8 import-name: "fwrun" has no default export`,
		"import x from './b.js'; x()":                `a.js:1:8 import-name: "b.js" has no default export`,
		"import { hots } from 'fwrun'; hots()":       `a.js:1:10 import-name: "fwrun" has no export "hots"`,
		"export const a = 1;\nexport const a = 2;":   `a.js:2:14 syntax: Multiple exports with the same name "a"`,
		"let x: = 1":                          `a.js:1:8 syntax: Unexpected "="`,
		"export const r = /\\p{L}\\p{Foo}/u;": `a.js:1:18 script-unsupported: this regular expression does not work: there is no property \p{Foo}`,
		"export const r = [/(?i:a)/, /\\p{L}/u, /[a--b]/v, /a/d];": ``,
		"export const v = 1;\nexport const r = /(/;": `a.js:2:18 script-unsupported: the script engine does not ` +
			`support this: Unterminated group`,
		"export const s = '\\u{10FFFF}' + /\\u{10FFFF}/u.source;": ``,
	} {
		_, problems := build(t, map[string]string{"a.js": text, "b.js": "export const named = 1", "style.css": ""})
		got := ""
		if len(problems) > 0 {
			got = problems[0].Place.String() + " " + problems[0].Code + ": " + problems[0].Message
		}
		if got != want {
			t.Errorf("%s\n got  %s\n want %s", text, got, want)
		}
		for _, p := range problems {
			if strings.HasPrefix(p.Code, "import") && p.Hint == "" {
				t.Errorf("%s: no hint", p.Message)
			}
		}
	}
}

// TestPackagesWarn: a problem that the user cannot fix does not stop the boot.
func TestPackagesWarn(t *testing.T) {
	b, problems := build(t, map[string]string{
		"a.js":                        `import { letters } from "p"; export const l = letters.source;`,
		"node_modules/p/package.json": `{"module": "./p.js"}`,
		"node_modules/p/p.js":         `export const letters = /\p{Changes_When_Lowercased}/v;`,
	})
	if b == nil || len(problems) != 1 || problems[0].Severity != fault.Warning || problems[0].Place.String() != "node_modules/p/p.js:1:24" {
		t.Errorf("got %v", problems)
	}
}

func TestRelative(t *testing.T) {
	for _, test := range [][3]string{
		{"/app", "/app/users/a.js", "users/a.js"},
		{"/app", "file:///app/a%20b.js", "a b.js"},
		{"/app", "./a.js", "a.js"},
		{"/app", "/other/a.js", "../other/a.js"},
		{"", "gr%C3%B6%C3%9Fe.js", "größe.js"},
		{"/app", "100%.js", "100%.js"},
	} {
		if got := Relative(test[0], test[1]); got != test[2] {
			t.Errorf("%s in %s: got %s, want %s", test[1], test[0], got, test[2])
		}
	}
}
