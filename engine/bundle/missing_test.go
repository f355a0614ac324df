package bundle

import (
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestMissingInPackages: what a package requires and nobody has installed is an error when it is asked for.
func TestMissingInPackages(t *testing.T) {
	b, problems := build(t, map[string]string{
		"a.js": `import found from "p"; import "s"; export { found };`,
		"node_modules/p/index.js": `
			let found = [];
			try { require("pg-native") } catch (e) { found.push(e.message) }
			try { require("./build/" + "x.node") } catch (e) { found.push(e.message) }
			try { require("./there.node") } catch (e) { found.push(e.message) }
			exports.later = () => require("mariadb/callback");
			try { exports.later() } catch (e) { found.push(e.message) }
			module.exports = found.join() + require("q");`,
		"node_modules/p/there.node": "\x7fELF",
		"node_modules/q/index.js":   `module.exports = " " + __filename.split("/").slice(-3).join("/") + " " + require("r").own;`,
		"node_modules/r/index.mjs": `import "s"; const require = name => import.meta.url.split("/").pop() + " its own"; ` +
			`export const own = require("x");`,
		"node_modules/r/package.json": `{"main": "index.mjs"}`,
		"node_modules/s/index.mjs":    `const require = name => " its own"; export const own = require("x"); globalThis.__metaFile = import.meta.filename`,
		"node_modules/s/package.json": `{"main": "index.mjs"}`,
	})
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	rt := goja.New()
	_ = rt.Set("requireLate", func(call goja.FunctionCall) goja.Value {
		panic(rt.NewTypeError("no %s", call.Argument(0).String()))
	})
	var got string
	register := func(_ string, namespace *goja.Object) { got = namespace.Get("found").String() }
	none := goja.Undefined()
	start(t, rt, b.Program, none, rt.ToValue(register), none, none, rt.Get("requireLate"))
	if want := "no pg-native,no ./build/x.node,no ./there.node,no mariadb/callback node_modules/q/index.js index.mjs its own"; got != want {
		t.Errorf("%q", got)
	}
}

// TestMissingIsAnError: for the application's own imports, and for the static ones of packages, which Node does not forgive either.
func TestMissingIsAnError(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"of the application":        {"a.js": `export const a = require("none");`},
		"a static import":           {"a.js": `import "p";`, "node_modules/p/index.js": `import "none"; export {};`},
		"a module of Node's future": {"a.js": `import "p";`, "node_modules/p/index.js": `require("node:none");`},
	} {
		if _, problems := build(t, files); !strings.Contains(problems.Error(), "none") {
			t.Errorf("%s: %v", name, problems)
		}
	}
}
