package typings

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	enginebuild "github.com/fwrun/fwrun/engine/build"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/web"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
	"github.com/fwrun/fwrun/typings"
)

// TestTypingsDeclareTheExports compares names; it needs no compiler.
func TestTypingsDeclareTheExports(t *testing.T) {
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	exported := append(api.Exports(), enginebuild.Exports()...)
	var declared []string
	for _, file := range moduleFiles(t) {
		declared = append(declared, declaredNames(t, file, `(?m)^  export (?:const|(?:abstract )?class|function) (\w+)`)...)
	}
	sameNames(t, "fwrun", declared, exported)
	slices.Sort(declared)
	for i := 1; i < len(declared); i++ {
		if declared[i] == declared[i-1] {
			t.Errorf("%s is declared twice", declared[i])
		}
	}
}

// moduleFiles returns the files that declare a part of the module "fwrun".
func moduleFiles(t *testing.T) (files []string) {
	t.Helper()
	entries, err := typings.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := typings.Files.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "declare module \"fwrun\" {\n") {
			files = append(files, entry.Name())
		}
	}
	return files
}

// languageNames are the globals that the compiler's own declarations have.
var languageNames = []string{"FinalizationRegistry", "Intl", "Iterator", "WeakRef"}

// TestTypingsDeclareTheGlobals compares names; it needs no compiler.
func TestTypingsDeclareTheGlobals(t *testing.T) {
	declared := slices.Clone(languageNames)
	for _, file := range globalFiles(t) {
		declared = append(declared, declaredNames(t, file, `(?m)^declare (?:var|class|function|namespace) (\w+)`)...)
	}
	sameNames(t, "web*.d.ts", declared, web.Names())
}

// globalFiles returns the files that declare globals of the web platform.
func globalFiles(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(typings.Files, "web*.d.ts")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	return files
}

func declaredNames(t *testing.T, file, pattern string) []string {
	t.Helper()
	text, err := typings.Files.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, match := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
		names = append(names, string(match[1]))
	}
	return names
}

func sameNames(t *testing.T, file string, declared, real []string) {
	t.Helper()
	for _, name := range real {
		if !slices.Contains(declared, name) {
			t.Errorf("%s does not declare %s", file, name)
		}
	}
	for _, name := range declared {
		if !slices.Contains(real, name) {
			t.Errorf("%s declares %s, which there is not", file, name)
		}
	}
}

// TestTypingsMatchTheProduct writes a program that compiles only if the typings agree with the listing of
// decorators and the live classes.
func TestTypingsMatchTheProduct(t *testing.T) {
	var p program
	p.line(`import * as fwrun from "fwrun";`)
	p.line(helperTypes)
	for _, d := range enginebuild.Decorators() {
		p.decorator(d)
	}
	live := describeRuntime(t)
	p.exports(live.Exports)
	p.globals(live.Globals)
	p.check("fwrun.RequestMethod", fmt.Sprintf("Same<fwrun.RequestMethod, %s>", union(manifest.Methods())))
	p.check("fwrun.SqlErrorKind", fmt.Sprintf("Same<fwrun.SqlErrorKind, %s>", union(errorKinds())))

	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "product.ts"), p.text.String())
	harness.WriteFile(t, filepath.Join(folder, "tsconfig.json"), fmt.Sprintf(`{
		"compilerOptions": {
			"target": "ES2022", "lib": ["ES2022"], "module": "Preserve", "strict": true, "strictPropertyInitialization": false,
			"experimentalDecorators": true, "types": [], "paths": {"fwrun": [%q]}
		}
	}`, harness.Absolute(t, "../../typings/fwrun.d.ts")))
	lines := strings.Split(p.text.String(), "\n")
	for _, f := range nodejs.TSC(t, filepath.Join(folder, "tsconfig.json")) {
		at := max(f.Line, 1) - 1
		if strings.HasPrefix(lines[at], "// @ts-expect-error") {
			at++
		}
		t.Errorf("%s\n%s", lines[at], f.Text)
	}
}

// helperTypes compare names. If a type is not true, the error shows the names.
const helperTypes = `
type Within<A, B> = [Exclude<A, B>] extends [never] ? true : { declaredOnly: Exclude<A, B> };
type Same<A, B> = [Exclude<B, A>] extends [never] ? Within<A, B> : { undeclared: Exclude<B, A> };
type Statics<C> = Exclude<Extract<keyof C, string>, "prototype" | keyof ErrorConstructor>;
type Members<I> = Exclude<Extract<keyof I, string>, keyof Error>;
type Kind<T> = [T] extends [number] ? "number" : [T] extends [string] ? "string" : [T] extends [boolean] ? "boolean" : "object";
type KindOf<Of, Name, Undeclared> = Name extends keyof Of ? Kind<Of[Name]> : Undeclared;
type Options<D> = D extends (first: any, options?: infer O) => any ? keyof NonNullable<O> : never;`

func errorKinds() []string {
	var names []string
	for kind := data.Other; kind <= data.StaleRow; kind++ {
		names = append(names, kind.String())
	}
	return names
}

// thing is a live class, function or object.
type thing struct {
	Statics []string          // of a class or function; all members of another object
	Members []string          // of a class's instances; nil if it is not a class
	Kinds   map[string]string // what typeof says of the constants among the statics
}

// describe lists the members of an object's values, without those of every function and every error; $ marks
// members that are not for scripts.
const describe = `(function (object, names) {
	const everywhere = ["constructor", "prototype", "length", "name", "message", "stack"];
	function upTo(end, value) {
		const list = [];
		for (; value && value !== end; value = Object.getPrototypeOf(value)) list.push(...Object.getOwnPropertyNames(value));
		return [...new Set(list)].filter((name) => !everywhere.includes(name) && !name.startsWith("$"));
	}
	function thing(value) {
		const constants = Object.entries(Object.getOwnPropertyDescriptors(value ?? {})).filter(([name, of]) => !everywhere.includes(name) &&
			!name.startsWith("$") && typeof of.value !== "function" && "value" in of);
		return {Kinds: Object.fromEntries(constants.map(([name, of]) => [name, typeof of.value])), ...members(value)};
	}
	function members(value) {
		if (typeof value === "object") return {Statics: upTo(Object.prototype, value)};
		if (!/^class/.test(Function.prototype.toString.call(value))) return {Statics: upTo(Function.prototype, value)};
		if (!(value.prototype instanceof Error)) {
			return {Statics: upTo(Function.prototype, value), Members: upTo(Object.prototype, value.prototype)};
		}
		return {Statics: upTo(Error, value), Members: upTo(Error.prototype, new value(500, value.name === "QueueRetryException" ? "1s" : "other"))};
	}
	return JSON.stringify(Object.fromEntries(names.map((name) => [name, thing(object[name])])));
})`

// runtimeThings are the exports and globals by name.
type runtimeThings struct{ Exports, Globals map[string]thing }

func describeRuntime(t *testing.T) (live runtimeThings) {
	t.Helper()
	api, err := jsapi.New(jsapi.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := vm.New(0, vm.Hooks{})
	host, err := api.Install(v, nil)
	if err != nil {
		t.Fatal(err)
	}
	read := func(object any, names []string, into *map[string]thing) {
		_ = v.Runtime.Set("object", object)
		_ = v.Runtime.Set("names", v.Runtime.ToValue(names))
		text, err := v.Runtime.RunString(describe + "(object, Array.from(names))")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text.String()), into); err != nil {
			t.Fatal(err)
		}
	}
	read(host.Exports(), api.Exports(), &live.Exports)
	read(v.Runtime.GlobalObject(), web.Names(), &live.Globals)
	return live
}
