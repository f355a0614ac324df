package source

import (
	"strings"
	"testing"
)

// members returns the members of class A, each as its kind and its name.
func members(text string) string {
	c := Read("test.ts", []byte(text)).Class("A")
	if c == nil {
		return "no class"
	}
	var names []string
	for _, m := range c.Members {
		names = append(names, [...]string{"", "method ", "get ", "set ", "new "}[m.Kind]+m.Name)
	}
	return strings.Join(names, ", ")
}

func TestModifierWordsAsNames(t *testing.T) {
	tests := []struct{ body, want string }{
		{"get; set; static; async; readonly", "get, set, static, async, readonly"},
		{"get = 1; set: int; static?: int; async!: int", "get, set, static, async"},
		{"get() {} set(a) {} static() {} async() {} accessor() {}", "method get, method set, method static, method async, method accessor"},
		{"abstract(): void; declare(): void; override(): void", "method abstract, method declare, method override"},
		{"get get() {} set set(a) {} static static() {}", "get get, set set, method static"},
		{"static get x() {} static async *y() {} static accessor z = 1", "get x, method y, z"},
		{"private async get() {} public static readonly readonly = 1", "method get, readonly"},
		{"get *x() {}", "get, method x"},
		{"async\n x() {}", "async, method x"},
		{"static { this.x = 1 } static y", "y"},
		{"get\n'a b'() {} 1.50() {} 'c'; [d] = 1; #e() {}", "get a b, method 1.5, c, d, method #e"},
		{"constructor(a); constructor(a) {} 'constructor'() {}", "new constructor, new constructor"},
		{"[key: string]: any; x; readonly [i: number]: T; y", "x, y"},
		{"if; for; class; new() {} delete() {} in; of", "if, for, class, method new, method delete, in, of"},
	}
	for _, test := range tests {
		if got := members("class A {" + test.body + "}"); got != test.want {
			t.Errorf("%s\n got  %s\n want %s", test.body, got, test.want)
		}
	}
}

func TestFieldsEndWithoutSemicolon(t *testing.T) {
	tests := []struct{ body, want string }{
		{"a = 1\n b = 2", "a, b"},
		{"a\n b\n c() {}", "a, b, method c"},
		{"a = b\n [c] = 1", "a"},
		{"a = b\n *c() {}", "a"},
		{"a = b\n in\n c", "a"},
		{"a = b +\n c\n d", "a, d"},
		{"a = b++\n c", "a, c"},
		{"a = b!\n c", "a, c"},
		{"a = b as\n C\n d", "a, d"},
		{"a = b as C<D>\n d", "a, d"},
		{"a = x => {\n}\n d", "a, d"},
		{"a = function (): B\n {\n}\n d", "a, d"},
		{"a = class B\n {\n x = 1 }\n d", "a, d"},
		{"a = class extends B<C> {}\n d", "a, d"},
		{"a = typeof\n b\n d", "a, d"},
		{"a = `${b}`\n `c`\n d", "a, d"},
		{"a = b\n ? c\n : d\n e", "a, e"},
		{"a = b.class\n c", "a, c"},
		{"a = <T,>(x: T): T => x\n c", "a, c"},
		{"a = b < c\n d = e > (f)\n g", "a, d, g"},
		{"a: B\n c: D | \n E\n f", "a, c, f"},
		{"a: string\n ['b']: int", "a, 'b'"},
		{"a = 1; @d() b; @e c = 2", "a, b, c"},
	}
	for _, test := range tests {
		if got := members("class A {" + test.body + "}"); got != test.want {
			t.Errorf("%s\n got  %s\n want %s", test.body, got, test.want)
		}
	}
}

func TestRegularExpressionOrDivision(t *testing.T) {
	tests := []struct{ body, want string }{
		{`a = /[/\]]}/g; b`, "a, b"},
		{`a = b / 2; c = "}/" / d; e`, "a, c, e"},
		{`a = (b) / c; d = e[0] / f; g`, "a, d, g"},
		{`m() { if (a) /}/.test(b); } c`, "method m, c"},
		{`m() { while (a) /}/.exec(b) } c`, "method m, c"},
		{`m() { for await (x of y) /}/.exec(b) } c`, "method m, c"},
		{`m() { {} /}/.test(b); } c`, "method m, c"},
		{`m() { return /}/.test(b) } c`, "method m, c"},
		{`m() { x.return / 2; y = "/}" } c`, "method m, c"},
		{`m() { a++ / 2; "/}" } c`, "method m, c"},
		{`m() { b! / 2; "/}" } c`, "method m, c"},
		{`m() { return !/}/.test(b) } c`, "method m, c"},
		{`m() { x = {} / 2; "/}" } c`, "method m, c"},
		{`m() { a = b ? /}/ : /{/ } c`, "method m, c"},
		{"m() { `${/}/}` / 2; '/}' } c", "method m, c"},
		{"m() { `a${`b${{}}`}` } c", "method m, c"},
		{"m() { 1. / 2; '/}' } c", "method m, c"},
		{"m() { a /* } */ / 2 // }\n } c", "method m, c"},
		{"m() { '\\'}' + \"\\\n}\" } c", "method m, c"},
	}
	for _, test := range tests {
		if got := members("class A {" + test.body + "}"); got != test.want {
			t.Errorf("%s\n got  %s\n want %s", test.body, got, test.want)
		}
	}
}
