package source

import (
	"strings"
	"testing"
)

func TestDescription(t *testing.T) {
	doc := Read("a.js", []byte(`
/**
 * First line,
 *   second line.
 *
 *
 * Second paragraph with `+"`@code`"+` and {@link User}.
 * - a list
 *
 * `+"```js\n * @Decorated() // no tag\n * ```"+`
 * @since 3.0
 *   and more
 * @since 4.0 @deprecated
 */
class A {}`)).Class("A").Doc
	if want := "First line, second line."; doc.Summary != want {
		t.Errorf("summary %q", doc.Summary)
	}
	want := "First line,\nsecond line.\n\nSecond paragraph with `@code` and {@link User}.\n- a list\n\n```js\n@Decorated() // no tag\n```"
	if doc.Text != want {
		t.Errorf("text %q", doc.Text)
	}
	if doc.Tags["since"] != "3.0\nand more" || len(doc.Tags) != 2 {
		t.Errorf("tags %q", doc.Tags)
	}
	if _, ok := doc.Tags["deprecated"]; !ok || doc.Pos.String() != "2:1" {
		t.Errorf("tags %q at %v", doc.Tags, doc.Pos)
	}
}

func TestWhichCommentBelongs(t *testing.T) {
	tests := []struct{ text, want string }{
		{"/** a */ class A {}", "a"},
		{"/** a */\n/* b */ // c\n\nclass A {}", "a"},
		{"/** x */\n/** a */\nclass A {}", "a"},
		{"/** a */ @d() export class A {}", "a"},
		{"@d(/** x */ 1) /** a */ export class A {}", "a"},
		{"export /** a */ class A {}", "a"},
		{"export default /** a */ class A {}", "a"},
		{"let x; /** x */\nclass A {}", ""},
		{"let x; /** a */ class A {}", "a"},
		{"/* a */ class A {}", ""},
		{"/**/ class A {}", ""},
		{"/** a **/ class A {}", "a"},
		{"/** a */ const A = class {}", "a"},
		{"const /** a */ A = class {}", "a"},
		{"'/** x */'\nclass A {}", ""},
	}
	for _, test := range tests {
		c := Read("a.js", []byte(test.text)).Classes[0]
		if c.Doc.Summary != test.want {
			t.Errorf("%s: got %q", test.text, c.Doc.Summary)
		}
	}
}

func TestDocParams(t *testing.T) {
	tests := []struct{ tag, want string }{
		{"{int} id the text", "id int: the text"},
		{"{int} id - the\n *   text", "id int: the text"},
		{"id the text", "id : the text"},
		{"id {int} the text", "id int: the text"},
		{"{int} [id] the text", "id int optional: the text"},
		{"{int} [id=10] the text", "id int optional = 10: the text"},
		{"{int[]} [id=[1, 2]] the text", "id int[] optional = [1, 2]: the text"},
		{"{int=} id", "id int optional:"},
		{"{...int} id", "id int[]:"},
		{"id? the text", "id optional: the text"},
		{"`id` the text", "id : the text"},
		{"{\n * int\n * } id", "id int:"},
		{"{string} id.name.first x", "id.name.first string: x"},
		{"{int id the text", " ?"},
	}
	for _, test := range tests {
		params := Read("a.js", []byte("/** @param "+test.tag+" */ function f() {}")).Functions[0].Doc.Params
		got := " ?"
		if len(params) > 0 {
			p := params[0]
			got = p.Name + " " + p.Type.String() + flag(p.Optional, " optional") + flag(p.Default != "", " = "+p.Default) + ": " + p.Text
		}
		if squeeze(got) != squeeze(test.want) {
			t.Errorf("%s: got %s, want %s", test.tag, got, test.want)
		}
	}
}

func TestTypesOfParameters(t *testing.T) {
	tests := []struct{ text, want string }{
		{"function f(/** int */ a) {}", "a int"},
		{"function f(/** @type {int} */ a) {}", "a int"},
		{"function f(/** the a */ a) {}", "a : the a"},
		{"function f(/** the */ a: int) {}", "a int: the"},
		{"/** @param {string} a x */ function f(a: int) {}", "a int: x"},
		{"/** @param {string} a x */ function f(/** int */ a) {}", "a int: x"},
		{"/** @param {int} b x\n * @param {int} a y */ function f(a) {}", "a int: y"},
		{"/** @param {Opts} o x */ function f({ a, b }) {}", " Opts destructured: x"},
		{"/** @param {int} [a=3] x */ function f(a) {}", "a int optional doc 3 int: x"},
		{"/** @param {int} [a=3] x */ function f(a = 4) {}", "a int optional = 4 int: x"},
		{
			"/** @param {Object} a x\n * @param {int} a.b\n * @param {Object[]} [a.c]\n * @param {string} a.c[].d */ function f(a) {}",
			"a { b: int; c?: { d: string }[] }: x",
		},
		{"/** @param {Foo} a x\n * @param {int} a.b */ function f(a) {}", "a Foo: x"},
		{"/** @param {int} a x */\nfunction f(a: any): any\nfunction f(a) {}", "a int: x"},
	}
	for _, test := range tests {
		p := Read("a.ts", []byte(test.text)).Functions[0].Params[0]
		got := p.Name + " " + p.Type.String() + flag(p.Destructured, " destructured") + flag(p.Optional, " optional")
		if p.Default != "" {
			got += flag(p.HasDefault, " = ") + flag(!p.HasDefault, " doc ") + p.Default + " " + valueKinds[p.DefaultAs]
		}
		if p.Doc != "" {
			got += ": " + p.Doc
		}
		if got != test.want {
			t.Errorf("%s\n got  %s\n want %s", test.text, got, test.want)
		}
	}
}

func TestTypesOfMembers(t *testing.T) {
	text := `
/** @template T, U
 * @implements {B<T>}
 * @implements {C} */
class A {
  /** @type {int} */ a;
  /** @type {int} */ @d() b = 1;
  /** @type {int} */ c: string;
  /** @returns {int} */ d() {}
  /** @returns {int} */ e(): string {}
  /** @type {int} */ get f() {}
  /** @return {Promise<int>} x */ get g() {}
  /** @template V @param {V} x */ h(x) {}
}`
	c := Read("a.ts", []byte(text)).Class("A")
	var got []string
	for _, m := range c.Members {
		got = append(got, m.Name+" "+m.Type.String())
	}
	if want := "a int, b int, c string, d int, e string, f int, g Promise<int>, h "; strings.Join(got, ", ") != want {
		t.Errorf("got %s", strings.Join(got, ", "))
	}
	if len(c.TypeParams) != 2 || len(c.Implements) != 2 || c.Implements[0].String() != "B<T>" || c.Member("h").TypeParams[0] != "V" {
		t.Errorf("got %v implements %v", c.TypeParams, c.Implements)
	}
}

func TestArgumentsOfTheBaseClass(t *testing.T) {
	for text, want := range map[string]string{
		"/** @extends {Repository<User>} */ @Service export class A extends Repository {}": "Repository<User>",
		"/** @augments {Repository<User, string>} */ class A extends Repository {}":        "Repository<User, string>",
		"@Service /** @extends {Repository<User>} */ export class A extends Repository {}": "Repository<User>",
		"/** @extends {fw.Repository<User>} */ class A extends fw.Repository {}":           "fw.Repository<User>",
		"/** @extends {Other<User>} */ class A extends Repository {}":                      "Repository",
		"/** @extends {Repository<Order>} */ class A extends Repository<User> {}":          "Repository<User>",
		"/** @extends {Repository<User>} */ class A {}":                                    "",
		"/** @extends Repository<User> */ class A extends mixin(Repository) {}":            "mixin(Repository)",
	} {
		if got := Read("a.ts", []byte(text)).Class("A").Extends.String(); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestTypedefs(t *testing.T) {
	expect(t, `
/** @typedef {{id: int, name?: string}} Short  A short one. */
/**
 * A long one.
 * @typedef {Object} Long
 * @property {int} id
 * @property {Object} [address] where
 * @property {string} address.street
 * @typedef Another
 * @property {int} a
 */
/** @callback Handler
 *  @param {int} a */
/** @import { User, Role as R } from "./user.js" */
/** This tells about @import rules. */
function f() { /** @typedef {int} Hidden */ }
`, `
import User = User from ./user.js type 14:15
import R = Role from ./user.js type 14:29
type Short export Short 2:41 Ashortone.
  params  extends  {id:int;name?:string}
type Long export Long 5:22 Alongone.
  params  extends  {id:int;address?:{street:string}}
type Another export Another 9:13 Alongone.
  params  extends  {a:int}
type Handler export Handler 12:15
  params  extends  function
function f export  16:10 Thistellsabout
  params  type  wrappers
`)
}
