package bundle

import (
	"strings"
	"testing"
)

// TestSyntaxOfPackages: what packages may write, and the bundler or the script engine's parser alone does not take, runs as in Node.
func TestSyntaxOfPackages(t *testing.T) {
	// caught stands for what an assignment throws.
	const caught, thrown = `(() => { try { CODE } catch (e) { return String(e) } return "nothing" })()`, "TypeError: Assignment to constant variable."
	try := func(code string) string { return strings.Replace(caught, "CODE", code, 1) }
	for name, c := range map[string]struct{ before, value, want string }{
		"fields": {"class A { get = 1; set = 2; async = 3; static = 4 } const a = new A()", "a.get, a.set, a.async, a.static", "1,2,3,4"},
		"static fields": {
			"class A { static get = 1; static set = 2; static async = () => 3; static static = 4 }", "A.get, A.set, A.async.name, A.static", "1,2,async,4",
		},
		"private fields": {
			"class A { #get = 1; static #set = 2; #async = 3; f() { return [this.#get, A.#set, this.#async] } }", "new A().f()", "1,2,3",
		},
		"fields without initializers": {
			"class A { get; set; async; static get; static set; static async }", "Object.keys(new A()), Object.keys(A)", "get,set,async,get,set,async",
		},
		"accessors": {
			"class A { get get() { return 1 } set set(v) { this.v = v } async async() {} get } const a = new A(); a.set = 2", "'get' in a, a.v", "true,2",
		},
		"variables": {"let get, set, async\n{{\n  get = 1\n  set = 2\n  async = 3\n}}", "get, set, async", "1,2,3"},
		"a text":    {"const text = `\n  get = 1`", "text", "\n  get = 1"},

		"a constant":             {"const a = 1", try("a = 2") + ", a", thrown + ",1"},
		"a value before":         {"const a = 1; let b = 0", try("a = b = 2") + ", a, b", thrown + ",1,2"},
		"operators":              {"const a = 1", try("a += 1") + "," + try("a++") + "," + try("--a") + ", a", thrown + "," + thrown + "," + thrown + ",1"},
		"an operator that stops": {"const a = 1", try("a ||= 2") + ", a", "nothing,1"},
		"a list":                 {"const a = 1; let b", try("[b, a] = [1, 2]") + ", a, b", thrown + ",1,1"},
		"a property":             {"const a = 1; let b", try("({ b, a } = { a: 1, b: 2 })") + ", a, b", thrown + ",1,2"},
		"a loop":                 {"const a = 1", try("for (a of [2]) ;") + ", a", thrown + ",1"},
		"no semicolon":           {"const a = 1, f = () => 1", try("f\na = 2\na = 3"), thrown},

		"names beyond the first plane": {
			"const \U0001D49C = 1; class \U0001D4B7 { \U0001D49C = 2; #\U0001D49C = 3; f() { return this.#\U0001D49C } }",
			"\U0001D49C, new \U0001D4B7().\U0001D49C, new \U0001D4B7().f(), '\U0001F600\\u{10FFFF}'.length, /^.$/u.test('\U0001F600')", "1,2,3,4,true",
		},
		"groups of one name": {"const r = /(?<a>x)|(?<a>y)/", "r.exec('y').groups.a, 'xy'.replace(/(?<ä>x)/, '[$<ä>]')", "y,[x]y"},
		"a private name in an object": {
			"class A { #s = 1; and(o) { return #s in o && this.#s } or(o) { return #s in o || 2 } if(o) { return #s in o ? 3 : 4 } }; const a = new A()",
			"a.and(a), a.and({}), a.or(a), a.or({}), a.if(a), a.if({})", "1,false,true,2,3,4",
		},
	} {
		t.Run(name, func(t *testing.T) {
			b, problems := build(t, map[string]string{
				"node_modules/p/package.json": `{"exports": "./index.js"}`, "node_modules/p/index.js": c.before + "\nexport default [" + c.value + "].join()",
				"a.js": `export { default as is } from "p";`,
			})
			if b == nil {
				t.Fatal(problems)
			}
			if got := run(t, b)["a.js#is"]; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			again, err := b.Output.Compile(false)
			if err != nil {
				t.Fatal(err)
			}
			if got := run(t, &Bundle{Program: again})["a.js#is"]; got != c.want {
				t.Errorf("compiled again: %q, want %q", got, c.want)
			}
		})
	}
}

// TestConstantsOfTheApplication: an assignment to a constant of the application's own files is an error with its place, as it was.
func TestConstantsOfTheApplication(t *testing.T) {
	_, problems := build(t, map[string]string{"a.js": "const a = 1;\nexport const f = () => { a = 2 };"})
	if len(problems) != 1 || problems[0].Place.Line != 2 || !strings.Contains(problems[0].Message, "it is a constant") {
		t.Error(problems)
	}
}

// TestMendFields: names are escaped where a field may be, and nowhere else.
func TestMendFields(t *testing.T) {
	code := mendFields([]byte("class A {\n    get = 1;\n  static #set = get = 2;\n}\nget = 5;\nx(get = 6);\n  target = 7;"))
	want := "class A {\n    g\\u0065t = 1;\n  static #s\\u0065t = get = 2;\n}\nget = 5;\nx(get = 6);\n  target = 7;"
	if string(code) != want {
		t.Errorf("%q, want %q", code, want)
	}
}
