package bundle

import (
	"maps"
	"slices"
	"testing"

	"github.com/dop251/goja"
)

// sloppy are files of a package, each of which exports what it has found, and what Node finds there.
var sloppy = map[string]struct{ text, want string }{
	"this at the top":          {`module.exports = this === module.exports`, "true"},
	"this in plain calls":      {`module.exports = (function () { return this === globalThis })()`, "true"},
	"this is an object":        {`module.exports = (function () { return typeof this }).call(1)`, "object"},
	"arguments":                {`module.exports = (function (a) { arguments[0] = 2; return a })(1)`, "2"},
	"callee":                   {`module.exports = (function (n) { return n ? n * arguments.callee(n - 1) : 1 })(5)`, "120"},
	"parameters of one name":   {`module.exports = (function (a, a) { return a })(1, 2)`, "2"},
	"what is read only":        {`var o = Object.freeze({ a: 1 }); o.a = 2; "text".length = 1; module.exports = delete o.a || o.a`, "1"},
	"functions in blocks":      {`if (true) { function f() { return 1 } } module.exports = f()`, "1"},
	"implicit globals":         {`leak = 1; module.exports = leak + typeof globalThis.leak`, "1undefined"},
	"implicit globals in for":  {`for (k in { a: 1 }); for (v of [2]); [x, { y }] = [3, { y: 4 }]; module.exports = [k, v, x, y].join()`, "a,2,3,4"},
	"global variables":         {`Promise = Promise.name; module.exports = Promise + typeof globalThis.Promise`, "Promisefunction"},
	"what is shared":           {`other = 1; require("./shared").add(); module.exports = other`, "2"},
	"a strict function":        {`module.exports = (function () { "use strict"; return this })()`, "undefined"},
	"a strict file":            {`/* a */ "a"; 'use strict'; try { leak2 = 1 } catch { module.exports = typeof __filename }`, "string"},
	"a class":                  {`class A { m() { return this } } module.exports = (0, new A().m)()`, "undefined"},
	"a variable of the name":   {`var a; (function () { a = 1; (() => { b = 2; var b })() })(); module.exports = a + typeof globalThis.b`, "1undefined"},
	"undefined":                {`undefined = 1; NaN = 1; module.exports = undefined`, "undefined"},
	"direct eval":              {`module.exports = eval("1 + 1")`, "2"},
	"eval sees variables":      {`module.exports = (function (a) { var b = 2; eval("b += a"); return b })(1)`, "3"},
	"eval declares variables":  {`module.exports = (function () { eval("var x = 4; function f() { return x }"); return f() + x })()`, "8"},
	"eval in a class":          {`class A { constructor() { this.a = eval("typeof A") } } module.exports = new A().a`, "undefined"},
	"eval in strict functions": {`module.exports = (function () { "use strict"; var z = 1; return eval("typeof z") })()`, "undefined"},
	"eval and blocks":          {`eval("{ function blocky() { return 6 } }"); module.exports = blocky() + typeof globalThis.blocky`, "6undefined"},
	"eval below let":           {`module.exports = (function () { let f = 7; { eval("{ function f() {} }") } return f })()`, "7"},
	"Function and blocks":      {`module.exports = Function("a", "{ function b() { return a } } return b()")(8)`, "8"},
	"blocks beside with":       {`with ({}) {} if (1) { function late() { return 9 } } module.exports = late()`, "9"},
	"blocks that stay":         {`with ({}) {} { let f = 1; { function f() {} } } module.exports = typeof f`, "undefined"},
	"functions of one name":    {`{ function a1() { return 1 } function a1() { return 2 } } module.exports = a1()`, "2"},
	"with and newer syntax":    {`with ({ n: 2 }) { var t = typeof (async function* () { yield n })().next } module.exports = t`, "function"},
	"strings that look strict": {`"use strict " ; leak3 = 1; module.exports = leak3`, "1"},
	"with":                     {`with ({ a: 1 }) { var got = a + typeof b } module.exports = got`, "1undefined"},
	"with what is required":    {`with (require("./shared")) { add(other = 1) } module.exports = other + __filename.slice(-3)`, "2.js"},
	"deleted variables":        {`var v = 1; module.exports = delete v || v`, "1"},
	"octal literals":           {`module.exports = 010 + "\101" + 09`, "8A9"},
	"words of strict code":     {`var yield = 1, let = 2, static = 3; module.exports = yield + let + static`, "6"},
	"arguments as a variable":  {`module.exports = (function () { var arguments = 1, eval = 2; return arguments + eval })()`, "3"},
	"functions in if":          {`if (1) function f() { return 1 } module.exports = f()`, "1"},
	"this beside with":         {`with ({}) module.exports = this === exports && this === module.exports`, "true"},
	"what runs for others":     {`regeneratorRuntime = 1; module.exports = globalThis.regeneratorRuntime`, "1"},
}

func TestSloppyPackages(t *testing.T) {
	files := map[string]string{
		"node_modules/p/shared.js": `"use strict"; exports.add = function () { other++ }`,
		"node_modules/p/plain.js":  `{ function a() {} function a() {} }`, // which nothing shows to be CommonJS
		"node_modules/m/index.mjs": `export let strict; try { leaked = 1 } catch (e) { strict = e.name }`,
		"own.js": `import "p/plain.js"; export { strict } from "m/index.mjs"; export let own; try { leaked = 1 } catch (e) { own = e.name }
			export const plain = (function () { return this })()`,
	}
	names := slices.Sorted(maps.Keys(sloppy))
	text := ""
	for i, name := range names {
		files["node_modules/p/f"+itoa(i)+".js"] = sloppy[name].text
		text += "import f" + itoa(i) + ` from "p/f` + itoa(i) + `.js"; export { f` + itoa(i) + " };\n"
	}
	files["a.js"] = text
	built, problems := build(t, files)
	if built == nil {
		t.Fatal(problems)
	}
	again, err := built.Output.Compile(false)
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []*goja.Program{built.Program, again} {
		found := run(t, &Bundle{Program: program})
		for i, name := range names {
			if got := found["a.js#f"+itoa(i)]; got != sloppy[name].want {
				t.Errorf("%s: got %s, want %s", name, got, sloppy[name].want)
			}
		}
		for name, want := range map[string]string{"own": "ReferenceError", "plain": "undefined", "strict": "ReferenceError"} {
			if got := found["own.js#"+name]; got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		}
	}
}
