package bundle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/guard"
)

// registered runs a bundle, and returns what its files have registered, as texts, and which exports are properties with a getter.
func registered(t *testing.T, live bool, files map[string]string) (exports map[string]string, getters []string) {
	t.Helper()
	built, problems := Build(Input{Folder: writeFolder(t, files), Files: slices.Sorted(maps.Keys(files)), Live: live}, nil)
	if built == nil {
		t.Fatal(problems)
	}
	again, err := built.Output.Compile(live)
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []*goja.Program{built.Program, again} {
		exports, getters = map[string]string{}, nil
		vm := goja.New()
		if err := guard.Install(vm, guard.Limits{}); err != nil {
			t.Fatal(err)
		}
		_ = vm.Set("record", func(file, name, value string, getter bool) {
			exports[file+" "+name] = value
			if getter {
				getters = append(getters, file+" "+name)
			}
		})
		register, err := vm.RunString(`(file, exports) => {
			for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(exports))) {
				const value = exports[name];
				record(file, name, typeof value === "function" ? value.name + ": " + value : JSON.stringify(value), !!get);
			}
		}`)
		if err != nil {
			t.Fatal(err)
		}
		start(t, vm, program, goja.Undefined(), register)
	}
	return exports, slices.Sorted(slices.Values(getters))
}

// TestRegisterExports: files register the same without their namespaces, which are left where something else uses them.
func TestRegisterExports(t *testing.T) {
	files := map[string]string{
		"a.ts": `export let counter = 1; export const list = [1], { x, y: [z] } = { x: 1, y: [2] };
			export function inc() { counter++; } export async function* later() {}
			export class A { static n = inc() } export default class { } export { A as Other, A as "a b", x as __proto__ };
			export enum E { X, Y } export namespace N { export const q = 1 }
			counter += 5;`,
		"b.ts": `export * from "./a.ts"; export * as all from "./c.ts"; export { y as z } from "./c.ts"; export default () ` +
			`=> 4; export const at = await 1;`,
		"c.ts":        `export var y = 1; export class C { static made = new C() } export default class D extends C { }`,
		"d.js":        `import * as c from "./c.ts"; export const names = Object.keys(c), made = c.C.made; export const a_exports = "a_exports";`,
		"e.js":        `module.exports = class Old {}`,
		"f.ts":        `export interface OnlyAType { a: number }`,
		"größe.ts":    `export const größe = 1, e_exports = 2; export let $ = e_exports;`,
		"g-nested.js": `export const f = () => { const __export = (a, b) => b(); return __export({}, () => 5) }; export const five = f();`,
	}
	want, all := registered(t, true, files)
	got, getters := registered(t, false, files)
	if !maps.Equal(got, want) {
		t.Errorf("registered:\n%v\nwith namespaces:\n%v", got, want)
	}
	if len(want) < 25 || want["a.ts counter"] != "7" || want["d.js names"] != `["C","default","y"]` {
		t.Errorf("%d: %v", len(want), want)
	}
	left := func(file string) bool {
		return slices.ContainsFunc(getters, func(one string) bool { return strings.HasPrefix(one, file+" ") })
	}
	if len(all) < 20 || !left("c.ts") || !left("a.ts") || left("b.ts") || left("d.js") || left("größe.ts") {
		t.Errorf("of %d getters are left %q", len(all), getters)
	}
}

// TestWhatRegistersNamespaces: a bundle of another form than that of the bundler is left alone.
func TestWhatRegistersNamespaces(t *testing.T) {
	const head = "(async (__register) => {\nvar a_exports = {};\n"
	for name, code := range map[string]string{
		"not filled":     head + "__register(\"a\", a_exports); a_exports;\n})",
		"other value":    head + "__export(a_exports, { A() { return 1 } });\n__register(\"a\", a_exports);\n})",
		"a block":        head + "__export(a_exports, { A: () => { return 1 } });\n__register(\"a\", a_exports);\n})",
		"spread":         head + "__export(a_exports, { ...b });\n__register(\"a\", a_exports);\n})",
		"another use":    head + "__export(a_exports, { A: () => 1 });\n__register(\"a\", a_exports);\nlog(a_exports);\n})",
		"in a text":      head + "__export(a_exports, { A: () => 1 });\n__register(\"a\", a_exports);\nlog('a_exports');\n})",
		"not registered": head + "__export(a_exports, { A: () => 1 });\nlog(a_exports);\n})",
		"not empty":      "(async (__register) => {\nvar a_exports = { b: 1 };\n__export(a_exports, { A: () => 1 });\n__register(\"a\", a_exports);\n})",
		"no bundle":      "var a_exports = {}; __export(a_exports, { A: () => 1 }); __register('a', a_exports);",
	} {
		tree, err := parse([]byte(code))
		if err != nil {
			t.Fatal(name, err)
		}
		before := fmt.Sprintf("%#v", tree.Body)
		_, body := mainOf(tree)
		statements := 0
		if body != nil {
			statements = len(body.List)
		}
		registerExports(tree, []byte(code))
		if fmt.Sprintf("%#v", tree.Body) != before || body != nil && len(body.List) != statements {
			t.Errorf("%s: it was changed", name)
		}
	}
}
