package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

var hostTypes = []string{
	"HttpRequest", "InternalHttpRequest", "ResponseEntity", "HttpUploadedFile", "McpToolContext", "HttpStatus",
	"SqlTemplate", "HandlerInterceptor",
}

// project reads files given as path, text, path, text.
func project(files ...string) *source.Project {
	var read []*source.File
	for i := 0; i < len(files); i += 2 {
		read = append(read, source.Read(files[i], []byte(files[i+1])))
	}
	return source.NewProject(read...)
}

func resolver(p *source.Project) *schema.Resolver {
	return schema.NewResolver(p, schema.Options{HostTypes: hostTypes})
}

// parameter returns the type that the function f of a file declares for its first parameter.
func parameter(t *testing.T, p *source.Project, path string) (*source.File, *source.Type) {
	t.Helper()
	file := p.File(path)
	f := file.Function("f")
	if f == nil || len(f.Params) == 0 {
		t.Fatalf("%s has no function f with a parameter: %+v", path, file)
	}
	return file, f.Params[0].Type
}

// kindNames maps kinds to the names that describe uses.
var kindNames = map[schema.Kind]string{
	schema.String: "string", schema.Int: "int", schema.Float: "float", schema.Bool: "bool", schema.Date: "date",
	schema.Bytes: "bytes", schema.StringList: "strings", schema.IntegerList: "ints", schema.FloatList: "floats",
	schema.Any: "any", schema.Void: "void", schema.Untyped: "untyped",
}

// describe formats a resolved type: ?list<User>, {id!: int, note: string}.
func describe(t *schema.Type) string {
	return describeIn(t, nil)
}

func describeIn(t *schema.Type, outer []*schema.Field) string {
	prefix := ""
	if t.Nullable {
		prefix = "?"
	}
	switch t.Kind {
	case schema.List:
		return prefix + "list<" + describeIn(t.Elem, outer) + ">"
	case schema.Map:
		return prefix + "map<" + describeIn(t.Elem, outer) + ">"
	case schema.Enum:
		return fmt.Sprintf("%senum%v", prefix, t.Enum.Values)
	case schema.Object:
		return prefix + t.Class.Name
	case schema.Host:
		return prefix + "host:" + t.Name
	case schema.Shape:
		if len(t.Fields) > 0 && len(outer) > 0 && t.Fields[0] == outer[0] {
			return prefix + "itself"
		}
		return prefix + "{" + describeFields(t.Fields) + "}"
	default:
		return prefix + kindNames[t.Kind]
	}
}

func describeFields(fields []*schema.Field) string {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = f.Name
		if f.JSON != f.Name {
			parts[i] += "(" + f.JSON + ")"
		}
		if f.Required {
			parts[i] += "!"
		}
		parts[i] += ": " + describeIn(f.Type, fields)
	}
	return strings.Join(parts, ", ")
}

func TestResolveTypeScript(t *testing.T) {
	for written, want := range map[string]string{
		"int": "int", "integer": "int", "float": "float", "double": "float", "number": "float", "string": "string",
		"bool": "bool", "boolean": "bool", "Date": "date", "Uint8Array": "bytes", "ArrayBuffer": "bytes",
		"any": "any", "unknown": "any", "object": "any", "mixed": "any", "void": "void", "undefined": "void",
		"StringList": "strings", "IntegerList": "ints", "FloatList": "floats",

		"string | null": "?string", "int | undefined": "?int", "null | int[]": "?list<int>", "(int | null)[]": "list<?int>",
		"int[]": "list<int>", "int[][]": "list<list<int>>", "readonly string[]": "list<string>", "list<int>": "list<int>",
		"Array<int>": "list<int>", "ReadonlyArray<Date>": "list<date>", "array<int, string>": "list<string>",
		"array<string>": "list<string>", "array": "any", "list": "list<any>",
		"array<string, int>": "map<int>", "Record<string, int | null>": "map<?int>", "Record<number, int>": "map<int>",
		"{ [key: string]: int }": "map<int>", `Record<"a" | "b", int>`: "{a!: int, b!: int}",

		"{ id: int, note?: string }":              "{id!: int, note: string}",
		"{ id: int; note: string | null; }":       "{id!: int, note: ?string}",
		"{ a: { b: int }, x: unknown, m(): int }": "{a!: {b!: int}, x: any}",

		`"a" | "b"`: "enum[a b]", `"a"`: "enum[a]", "1 | 2": "enum[1 2]", `"a" | 1 | null`: "?enum[a 1]",
		"-1 | 0.5":     "enum[-1 0.5]",
		"true | false": "bool", "true": "enum[true]", "string | string": "string", `"a" | "a" | "b"`: "enum[a b]",
		"any | string": "any",

		"Promise<int>": "int", "Promise<string | null>": "?string", "Awaited<Promise<int>>": "int", "Promise<void>": "void",
		"int | Promise<int>": "int", "Readonly<{ a: int }>": "{a!: int}",
		"Partial<{ a: int, b: string }>":          "{a: int, b: string}",
		"Required<{ a?: int, b: string | null }>": "{a!: int, b: ?string}", "NonNullable<int | null>": "int",
		`Pick<{ a: int, b: int, c: int }, "a" | "c">`: "{a!: int, c!: int}", `Omit<{ a: int, b: int }, "a">`: "{b!: int}",
		"{ a: int } & { b: string }": "{a!: int, b!: string}", "{ a: int, b: int } & { a: string }": "{a!: string, b!: int}",

		"HttpRequest": "host:HttpRequest", "ResponseEntity<int>": "host:ResponseEntity", "SqlTemplate": "host:SqlTemplate",
	} {
		p := project("a.ts", "export function f(x: "+written+") {}")
		file, typ := parameter(t, p, "a.ts")
		got, bad := resolver(p).Resolve(file, typ)
		if bad != nil || describe(got) != want {
			t.Errorf("%s resolves to %s, %v; want %s", written, describeOrNothing(got), bad, want)
		}
	}
}

func describeOrNothing(t *schema.Type) string {
	if t == nil {
		return "nothing"
	}
	return describe(t)
}

func TestResolveJSDoc(t *testing.T) {
	for written, want := range map[string]string{
		"int": "int", "?string": "?string", "string?": "?string", "?int[]": "?list<int>", "list<int>": "list<int>",
		"Array.<int>": "list<int>", "array<int, string>": "list<string>", "array<string,int>": "map<int>",
		"Object<string, int>": "map<int>", "Object.<string, int>": "map<int>", "Object": "any", "*": "any", "?": "any",
		"String": "string", "Number": "float", "Boolean": "bool",
		"array{id: int, note?: string}": "{id!: int, note: string}", "{id: int, note?: string}": "{id!: int, note: string}",
		"{jobId: int}": "{jobId!: int}", "'a'|'b'": "enum[a b]", "(int|null)": "?int", "Promise<?int>": "?int",
		"HttpRequest": "host:HttpRequest",
	} {
		p := project("a.js", "/** @param {"+written+"} x */\nexport function f(x) {}")
		file, typ := parameter(t, p, "a.js")
		got, bad := resolver(p).Resolve(file, typ)
		if bad != nil || describeOrNothing(got) != want {
			t.Errorf("{%s} resolves to %s, %v; want %s", written, describeOrNothing(got), bad, want)
		}
	}
}

func TestResolveUntyped(t *testing.T) {
	p := project("a.js", "export function f(x) {}")
	file, typ := parameter(t, p, "a.js")
	if got, bad := resolver(p).Resolve(file, typ); bad != nil || got.Kind != schema.Untyped {
		t.Errorf("got %v, %v", got, bad)
	}
}

func TestResolveAcrossFiles(t *testing.T) {
	p := project(
		"models/user.ts", `
			export default class User {}
			export enum Level { Low, High = 5, Top }
			export const Colour = { RED: "red", GREEN: "green" } as const;
			export type Colour = (typeof Colour)[keyof typeof Colour];
			export type Id = int;
			export interface Named { name: string }
			export interface Item extends Named { id: Id; tags?: string[] }
			export type Page<T> = { items: T[], next?: Page<T>, total: int };
			export type State = "on" | "off";
			class Hidden {}
			export { Hidden as Shown };`,
		"models/index.ts", `export * from "./user.js"; export { default as User } from "./user.js";`,
		"a.ts", "",
	)
	for written, want := range map[string]string{
		"User": "User", "User[]": "list<User>", "User | null": "?User", "Level": "enum[0 5 6]", "Colour": "enum[red green]",
		"Id": "int", "Id | null": "?int", "Item": "{name!: string, id!: int, tags: list<string>}", "State": "enum[on off]",
		`State | "idle"`: "enum[on off idle]", "Shown": "Hidden",
		"(typeof Colour)[keyof typeof Colour]":      "enum[red green]",
		"typeof Colour[keyof typeof Colour] | null": "?enum[red green]",
		"Page<User>":    "{items!: list<User>, next: itself, total!: int}",
		"Partial<Item>": "{name: string, id: int, tags: list<string>}", "Record<State, int>": "{on!: int, off!: int}",
		"m.User": "User", `import("./models/user").Level`: "enum[0 5 6]",
		"whole": "int", "HttpRequest": "host:HttpRequest", "fw.HttpStatus": "host:HttpStatus",
	} {
		text := `import { User, Level, Colour, Id, Item, Page, State, Shown } from "./models/index.js";
			import * as m from "./models/index.ts";
			import * as fw from "fwrun";
			import type { int, HttpRequest, int as whole } from "fwrun";
			export function f(x: ` + written + `) {}`
		q := source.NewProject(p.File("models/user.ts"), p.File("models/index.ts"), source.Read("a.ts", []byte(text)))
		file, typ := parameter(t, q, "a.ts")
		got, bad := resolver(q).Resolve(file, typ)
		if bad != nil || describeOrNothing(got) != want {
			t.Errorf("%s resolves to %s, %v; want %s", written, describeOrNothing(got), bad, want)
		}
	}
}

func TestResolveNames(t *testing.T) {
	p := project("a.ts", `
		export interface Item { id: int }
		export type Mode = "a" | "b";
		export enum Level { Low }
		export class User {}
		export function f(a: Item, b: Mode, c: Level, d: User[], e: { id: int } | null, g: number, h: boolean[]) {}`)
	want := []string{"Item", "Mode", "Level", "list<User>", "{ id: int }", "number", "list<bool>"}
	r := resolver(p)
	for i, param := range p.File("a.ts").Function("f").Params {
		got, bad := r.Resolve(p.File("a.ts"), param.Type)
		if bad != nil || got.Name != want[i] || got.Kind == schema.Enum && got.Enum.Name != want[i] {
			t.Errorf("%s is called %q (%v), want %q", param.Name, got.Name, bad, want[i])
		}
	}
}

func TestResolveRecursiveAliases(t *testing.T) {
	for text, want := range map[string]string{
		"type T = { v: int, children: T[] }":                          "{v!: int, children!: list<itself>}",
		"interface T { v: int; parent?: T }":                          "{v!: int, parent: itself}",
		"interface T { v: int; parent: T | null }":                    "{v!: int, parent: ?itself}",
		"type T = { v: int, tail: T } | null":                         "?{v!: int, tail: ?itself}",
		"type T = { v: int, next: U }; type U = T | null":             "{v!: int, next: ?itself}",
		"type U<X> = { x: X, n: U<X> | null }; type T = U<int>":       "{x!: int, n: ?itself}",
		"type T = { v: int, m: Record<string, T>, n: T | undefined }": "{v!: int, m!: map<itself>, n: ?itself}",
	} {
		p := project("a.ts", text+"\nexport function f(x: T) {}")
		file, typ := parameter(t, p, "a.ts")
		got, bad := resolver(p).Resolve(file, typ)
		if bad != nil || describeOrNothing(got) != want {
			t.Errorf("%s resolves to %s, %v; want %s", text, describeOrNothing(got), bad, want)
		}
	}
}

func TestResolveRefuses(t *testing.T) {
	const (
		undeclared = "this name is neither declared nor imported in this file"
		oneType    = `write one type, only literals ("a" | "b"), or any`
	)
	for _, c := range []struct{ written, code, message, hint string }{
		{
			"Usr", "type-unknown",
			"type Usr: " + undeclared,
			"did you mean User?",
		},
		{
			"strin", "type-unknown",
			"type strin: " + undeclared,
			"did you mean string?",
		},
		{
			"HttpReqest", "type-unknown",
			"type HttpReqest: " + undeclared,
			"did you mean HttpRequest?",
		},
		{
			"Order", "type-unknown",
			"type Order: " + undeclared,
			"import it: orders.ts exports Order",
		},
		{
			"Whatever", "type-unknown",
			"type Whatever: " + undeclared,
			"declare it (export class Whatever, or a type or interface) or import it; any accepts every value",
		},
		{
			"list<Usr>", "type-unknown",
			"type Usr: " + undeclared,
			"did you mean User?",
		},
		{
			"{ a: { b: Usr } }", "type-unknown",
			"type Usr: " + undeclared,
			"did you mean User?",
		},
		{
			"Missing", "type-unknown",
			"type Missing: orders.ts exports no class, interface, type or enum Missing",
			"export it there, or correct the import",
		},
		{
			"Ordr", "type-unknown",
			"type Ordr: orders.ts exports no class, interface, type or enum Ordr",
			"did you mean Order?",
		},
		{
			"Inner", "type-unexported",
			"type Inner: orders.ts exports no class, interface, type or enum Inner",
			"export it there: export class Inner",
		},
		{
			"Gone", "type-unknown",
			`type Gone: it is imported from "./gone.js", but there is no such file`,
			"correct the path of the import",
		},
		{
			"Moment", "type-package",
			"type Moment: it comes from the package moment, and the types of packages are not read",
			"declare a class or interface with the fields you need, or write any",
		},
		{
			"Reqest", "type-unknown",
			"type Reqest: fwrun exports no type HttpReqest",
			"did you mean HttpRequest?",
		},
		{
			"Local", "type-unexported",
			"type Local: the class is not exported, so its instances cannot be created",
			"export it: export class Local",
		},
		{
			"helper", "type-unsupported",
			"type helper: it is a function, not a type",
			"use a class, an interface or an enum",
		},
		{
			"Set<int>", "type-unsupported",
			"type Set<int>: JSON lists are not bound to a Set",
			"write list<T>",
		},
		{
			"Map<string, int>", "type-unsupported",
			"type Map<string, int>: JSON objects are not bound to a Map",
			"write Record<string, T>",
		},
		{
			"bigint", "type-unsupported",
			"type bigint: it cannot be bound",
			"write int, which holds whole numbers up to ±9007199254740991, or string",
		},
		{
			"(a: int) => void", "type-unsupported",
			"type (a: int) => void: a function is not data",
			"leave it out, or write any",
		},
		{
			"string | int", "type-unsupported",
			"type string | int: a value cannot be bound to a union of different types",
			oneType,
		},
		{
			`"a" | int`, "type-unsupported",
			`type "a" | int: a value cannot be bound to a union of different types`,
			oneType,
		},
		{
			"User | User[]", "type-unsupported",
			"type User | User[]: a value cannot be bound to a union of different types",
			oneType,
		},
		{
			"[int, string]", "type-unsupported",
			"type [int, string]: a tuple cannot be bound",
			"write list<T>, or an object with a name for each part: {first: string, second: int}",
		},
		{
			"(typeof User)[keyof typeof User]", "type-unsupported",
			"type (typeof User)[keyof typeof User]: it is computed, or not a type, and is not evaluated",
			"write the type out, or declare a class with its fields",
		},
		{
			"Record<State, Usr>", "type-unknown",
			"type Usr: " + undeclared,
			"did you mean User?",
		},
		{
			"Pick<User, Usr>", "type-unknown",
			"type Usr: " + undeclared,
			"did you mean User?",
		},
		{
			"1n", "type-unsupported",
			"type 1n: it is not a plain text, number or bool",
			"",
		},
		{
			"Derived", "type-unknown",
			"type Usr: " + undeclared,
			"did you mean User?",
		},
		{
			"keyof User", "type-unsupported",
			"type keyof User: it is computed, or not a type, and is not evaluated",
			"write the type out, or declare a class with its fields",
		},
		{
			"string & { brand: 1 }", "type-unsupported",
			"type string: only a class, an interface or an object type has fields",
			"",
		},
		{
			"{ a: int, [key: string]: int }", "type-unsupported",
			"type { a: int; [key: string]: int }: it has both named fields and an index signature",
			"move the index signature to a field: {id: int, rest: Record<string, T>}",
		},
		{
			"Record<User, int>", "type-unsupported",
			"type Record<User, int>: its keys must be strings or numbers",
			"write Record<string, T>",
		},
		{
			"Record<string>", "type-unsupported",
			"type Record<string>: it needs a key type and a value type",
			"write Record<string, T>",
		},
		{
			"Pick<User, string>", "type-unsupported",
			"type Pick<User, string>: its second argument must list names of fields",
			`write Pick<T, "a" | "b">`,
		},
		{
			"Box<int>", "type-generic",
			"type Box<int>: a generic class cannot be bound, because its instances need a concrete class",
			"declare a class of your own: export class X extends Box<int> {}",
		},
		{
			"Wrap", "type-generic",
			"type T: the type parameter of Wrap has no argument",
			"write the type in its place, or extend the class with one: class X extends Wrap<User>",
		},
		{
			"Wrap<int, int>", "type-generic",
			"type Wrap<int, int>: the number of type parameters of Wrap is 1",
			"",
		},
		{
			"Loop", "type-cycle",
			"type Loop: it is defined only by itself",
			"write the type out",
		},
		{
			"LoopA", "type-cycle",
			"type LoopA: it is defined only by itself",
			"write the type out",
		},
		{
			"Selfish", "type-cycle",
			"type Selfish: it is defined only by itself",
			"write the type out, or declare a class, which may contain itself",
		},
		{
			"Growing<int>", "type-cycle",
			"",
			"",
		},
		{
			"Odd", "type-unsupported",
			"type Odd: the value of its case B is not a plain text or number",
			"give the case a literal value",
		},
	} {
		p := project("orders.ts", "export class Order {}\nclass Inner {}", "a.ts", `
import { Missing, Ordr, Inner } from "./orders.js";
import { Gone } from "./gone.js";
import { Moment } from "moment";
import { HttpReqest as Reqest } from "fwrun";
export class User { name: string }
class Local {}
export class Box<T> { value: T }
export type Wrap<T> = { value: T };
type State = "on" | "off";
interface Derived extends Usr { a: int }
type Loop = Loop | null;
type LoopA = LoopB; type LoopB = LoopA;
type Selfish = { part: Partial<Selfish> };
type Growing<T> = { next: Growing<T[]> };
enum Odd { A = 1, B = compute() }
function helper() {}
export function f(x: `+c.written+`) {}`)
		file, typ := parameter(t, p, "a.ts")
		got, bad := resolver(p).Resolve(file, typ)
		if bad == nil {
			t.Errorf("%s resolves to %s", c.written, describe(got))
			continue
		}
		if bad.Code != c.code || c.message != "" && (bad.Message != c.message || bad.Hint != c.hint) {
			t.Errorf("%s:\n got %s %s (%s)\nwant %s %s (%s)",
				c.written, bad.Code, bad.Message, bad.Hint, c.code, c.message, c.hint)
		}
	}
}

func TestResolvePlaces(t *testing.T) {
	p := project("a.ts", "export function f(\n  x: list<Usr>) {}")
	file, typ := parameter(t, p, "a.ts")
	_, bad := resolver(p).Resolve(file, typ)
	if want := (fault.Place{File: "a.ts", Line: 2, Col: 11}); bad == nil || bad.Place != want || bad.Length != 3 {
		t.Errorf("got %+v, want %v and a length of 3", bad, want)
	}
}

func TestResult(t *testing.T) {
	for written, want := range map[string]string{
		"Set<int>": "list<int>", "ReadonlySet<int>": "list<int>", "Map<string, User>": "map<User>", "[int, string]": "list<any>",
		"User | string": "any", "Promise<User | null>": "?User", "void": "void", "Row": "Row",
		"Promise<ResponseEntity>": "host:ResponseEntity", "User | Promise<User>": "User",
	} {
		p := project("a.ts", "export class User {}\nclass Row {}\nexport function f(x: "+written+") {}")
		file, typ := parameter(t, p, "a.ts")
		got, bad := resolver(p).Result(file, typ)
		if bad != nil || describeOrNothing(got) != want {
			t.Errorf("%s resolves to %s, %v; want %s", written, describeOrNothing(got), bad, want)
		}
	}
}

func TestResultRefusesUnknownNames(t *testing.T) {
	for _, written := range []string{"Usr | string", "ResponseEntity<Usr>", "Promise<ResponseEntity<Usr[]>>"} {
		p := project("a.ts", "export function f(x: "+written+") {}")
		file, typ := parameter(t, p, "a.ts")
		if got, bad := resolver(p).Result(file, typ); bad == nil {
			t.Errorf("%s resolves to %s", written, describe(got))
		}
	}
}

func TestFromDefault(t *testing.T) {
	p := project("a.js",
		`export function f(a = "x", b = 1, c = 1.5, d = true, e = [], g = {}, h = new Date(), i = null, j = g(), k) {}`)
	want := "string int float bool list<any> any date untyped untyped untyped"
	var got []string
	for _, param := range p.File("a.js").Function("f").Params {
		got = append(got, describe(schema.FromDefault(param.DefaultAs, param.Default)))
	}
	if strings.Join(got, " ") != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}

func TestResolveTypedefs(t *testing.T) {
	p := project("user.js", "export class User {}", "a.js", `
		/** @typedef {import("./user.js").User} User */
		/** @typedef {{id: int, owner?: User}} Item */
		/**
		 * @typedef {Object} Job
		 * @property {int} id
		 * @property {string} [note]
		 */
		/** @enum {string} */
		export const Colour = { RED: "red", GREEN: "green" };
		/** @enum {int} */
		export const Level = Object.freeze({ LOW: 1, HIGH: 2 });
		/**
		 * @param {User} a
		 * @param {list<Item>} b
		 * @param {?Job} c
		 * @param {Colour} d
		 * @param {Level} e
		 */
		export function f(a, b, c, d, e) {}`)
	r := resolver(p)
	var got []string
	for _, param := range p.File("a.js").Function("f").Params {
		resolved, bad := r.Resolve(p.File("a.js"), param.Type)
		if bad != nil {
			t.Error(bad)
		}
		got = append(got, describeOrNothing(resolved))
	}
	want := "User; list<{id!: int, owner: User}>; ?{id!: int, note: string}; enum[red green]; enum[1 2]"
	if strings.Join(got, "; ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), want)
	}
}
