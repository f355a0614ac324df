package schema_test

import (
	"reflect"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// classIn returns the class X of a.ts (or a.js), with its fields, and its diagnostics.
func classIn(p *source.Project, options schema.Options) (*schema.Class, fault.List) {
	options.HostTypes = hostTypes
	r := schema.NewResolver(p, options)
	file := p.File("a.ts")
	if file == nil {
		file = p.File("a.js")
	}
	c := r.Class(file, file.Class("X"))
	return c, r.ResolveFields(c)
}

func TestClassFields(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{
			`export class X { id: int; name: string; }`,
			"id!: int, name!: string",
		},
		{
			`export class X { id!: int; note?: string; nick: string | null; size = 20; at: Date = new Date(); }`,
			"id!: int, note: string, nick: ?string, size: int, at: date",
		},
		{
			`export class X { a = "x"; b = 1.5; c = false; d = []; e = {}; f = null; g = new Date(); h; i = g(); }`,
			"a: string, b: float, c: bool, d: list<any>, e: any, f: any, g: date, h: any, i: any",
		},
		{
			`export class X { private a: int; protected b: int; #c: int; static d: int; readonly e: int; declare f: int; }`,
			"e!: int, f!: int",
		},
		{
			`export class X { a: () => void; b = () => 1; c = async (x) => x; d = function () {}; e: Function; f = x => x;
			   m() {} get g() { return 1; } ok: int; }`,
			"ok!: int",
		},
		{
			`export class X { constructor(public a: int, private b: int, readonly c: string = "x", public d?: int) {} z: int; }`,
			"a!: int, c: string, d: int, z!: int",
		},
		{
			`export class X { "quoted-name": int; [computed]: int; 1: string; }`,
			"quoted-name!: int, 1!: string",
		},
		{
			`export class X { any: any; none: unknown; file: HttpUploadedFile; tags: StringList; }`,
			"any: any, none: any, file!: host:HttpUploadedFile, tags!: strings",
		},
		{
			`export class X { next: X | null; all: X[]; }`,
			"next: ?X, all!: list<X>",
		},
		{
			`class Base { id: int; kind: string; } export class X extends Base { name: string; kind: "a" | "b"; }`,
			"id!: int, kind!: enum[a b], name!: string",
		},
		{
			`class A { a: int; } class B extends A { b: int; } export class X extends B { c: int; }`,
			"a!: int, b!: int, c!: int",
		},
		{
			`class Page<T> { items: T[]; first: T | null; }
			 export class Item { id: int; } export class X extends Page<Item> { total: int; }`,
			"items!: list<Item>, first: ?Item, total!: int",
		},
		{
			`class A<T> { a: T; } class B<U> extends A<U[]> { b: U; } export class X extends B<int> {}`,
			"a!: list<int>, b!: int",
		},
		{
			`export class X extends HandlerInterceptor { a: int; }`,
			"a!: int",
		},
		{
			`export class Y { a: int; b: string; } export class X { part: Partial<Y>; pick: Pick<Y, "a">; }`,
			"part!: {a: int, b: string}, pick!: {a!: int}",
		},
	} {
		class, faults := classIn(project("a.ts", c.text), schema.Options{})
		if got := describeFields(class.Fields); got != c.want || len(faults) > 0 {
			t.Errorf("%s\n got %s %v\nwant %s", c.text, got, faults, c.want)
		}
	}
}

func TestClassFieldsInJavaScript(t *testing.T) {
	c, faults := classIn(project("a.js", `
		/** A user. */
		export class X {
			/** The number. @type {int} */
			id;
			/** @type {?string} */
			email;
			/** @type {list<string>} */
			tags = [];
			/** @type {{street: string, zip?: string}} */
			address;
			name = "";
			rest;
		}`), schema.Options{})
	want := "id!: int, email: ?string, tags: list<string>, address!: {street!: string, zip: string}, name: string, rest: any"
	if got := describeFields(c.Fields); got != want || len(faults) > 0 {
		t.Errorf("got %s %v\nwant %s", got, faults, want)
	}
	if c.Summary != "A user." || c.Fields[0].Doc != "The number." {
		t.Errorf("documented as %q, %q", c.Summary, c.Fields[0].Doc)
	}
}

func TestClassHeader(t *testing.T) {
	for text, want := range map[string]schema.Class{
		`export class X { a: int; }`:                                        {Export: "X", Plain: true},
		`export default class X {}`:                                         {Export: "default", Plain: true},
		`class X {} export { X as Y };`:                                     {Export: "Y", Plain: true},
		`class X {}`:                                                        {Plain: true},
		`export abstract class X {}`:                                        {Export: "X", Plain: true, Abstract: true},
		`export class X { a = 1; }`:                                         {Export: "X"},
		`export class X { static a = 1; }`:                                  {Export: "X", Plain: true},
		`export class X { #a; b; }`:                                         {Export: "X"},
		`export class X { #a() {} }`:                                        {Export: "X"},
		`export class X { accessor a: int; }`:                               {Export: "X"},
		`export class X { constructor() {} }`:                               {Export: "X"},
		`export class X { constructor(a, b = 1, c?: int, ...d) {} }`:        {Export: "X", RequiredArgs: 1},
		`export class X { constructor(text: string) {} }`:                   {Export: "X", RequiredArgs: 1, OneText: true},
		`export class X { constructor(text = "") {} }`:                      {Export: "X", OneText: true},
		`export class X { constructor(a: string, b: string) {} }`:           {Export: "X", RequiredArgs: 2},
		`export class X { constructor(...a: string) {} }`:                   {Export: "X"},
		`class B { constructor(a: string) {} } export class X extends B {}`: {Export: "X", RequiredArgs: 1, OneText: true},
		`class B { b = 1; } export class X extends B {}`:                    {Export: "X"},
		`class B { b; } export class X extends B {}`:                        {Export: "X", Plain: true},
		`import { B } from "lodash"; export class X extends B {}`:           {Export: "X"},
		`export class X extends mixin(Y) {}`:                                {Export: "X"},
		`export class X extends Y {} export class Y extends X {}`:           {Export: "X"},
	} {
		p := project("a.ts", text)
		c := resolver(p).Class(p.File("a.ts"), p.File("a.ts").Class("X"))
		want.Name, want.File, want.Place = "X", "a.ts", c.Place
		if !reflect.DeepEqual(*c, want) {
			t.Errorf("%s\n got %+v\nwant %+v", text, *c, want)
		}
		if c.Place.File != "a.ts" || c.Place.Line != 1 {
			t.Errorf("%s is at %v", text, c.Place)
		}
	}
}

func TestClassIsOneAcrossFiles(t *testing.T) {
	p := project("user.ts", "export class User { boss: User | null; }",
		"index.ts", `export { User as Person } from "./user.js";`,
		"a.ts", `import { Person } from "./index.js"; import { User } from "./user.js";
			export function f(a: Person, b: User) {}`)
	r := resolver(p)
	params := p.File("a.ts").Function("f").Params
	a, _ := r.Resolve(p.File("a.ts"), params[0].Type)
	b, _ := r.Resolve(p.File("a.ts"), params[1].Type)
	if a == nil || b == nil || a.Class != b.Class || a.Class.File != "user.ts" || a.Class.Export != "User" {
		t.Fatalf("two classes: %+v, %+v", a, b)
	}
	if faults := r.Complete(a); len(faults) > 0 || a.Class.Fields[0].Type.Class != a.Class {
		t.Errorf("its own field is another class: %v", faults)
	}
}

func TestFieldsAreResolvedOnDemand(t *testing.T) {
	p := project("a.ts", `
		export class Service { cache: Map<string, int>; repo: Repo; }
		export class Repo { x: Nowhere; }
		export function f(s: Service) {}`)
	r := resolver(p)
	file, typ := parameter(t, p, "a.ts")
	service, bad := r.Resolve(file, typ)
	if bad != nil || service.Class.Fields != nil {
		t.Fatalf("a header was to be had: %+v, %v", service, bad)
	}
	faults := r.ResolveFields(service.Class)
	if len(faults) != 2 {
		t.Errorf("got %v", faults)
	}
	if again := r.ResolveFields(service.Class); len(again) > 0 {
		t.Errorf("reported twice: %v", again)
	}
}

func TestClassFieldFaults(t *testing.T) {
	const unknown = "this name is neither declared nor imported in this file"
	for _, c := range []struct{ text, want string }{
		{
			`export class X { a: Nowhere; b: Set<int>; }`,
			"a.ts:1:21: field X.a: type Nowhere: " + unknown + "\n" +
				"a.ts:1:33: field X.b: type Set<int>: JSON lists are not bound to a Set",
		},
		{
			`export class X { y: Y; } export class Y { z: Z; } export class Z { a: Nowhere; }`,
			"a.ts:1:71: field Z.a: type Nowhere: " + unknown,
		},
		{
			`export class X { y: Y; } class Y {}`,
			"a.ts:1:21: field X.y: type Y: the class is not exported, so its instances cannot be created",
		},
		{
			`export class X { constructor(public y: Nowhere) {} }`,
			"a.ts:1:40: field X.y: type Nowhere: " + unknown,
		},
		{
			`export class X<T> { t: T; }`,
			"a.ts:1:24: field X.t: type T: the type parameter of X has no argument",
		},
		{
			`import { B } from "lodash"; export class X extends B {}`,
			"a.ts:1:52: type B: the fields of the base class of X are not known",
		},
		{
			`export class X extends Y {} export class Y extends X {}`,
			"a.ts:1:52: type X: X extends itself",
		},
		{
			`export class X { part: Partial<X>; }`,
			"a.ts:1:32: field X.part: type X: it consists of the fields of the class that contains it",
		},
		{
			`export class X { @JsonProperty() #a: int; @JsonProperty() m() {} }`,
			"a.ts:1:34: field X.#a: @JsonProperty is not allowed here: it cannot be set from outside the class\n" +
				"a.ts:1:59: field X.m: @JsonProperty is not allowed here: a method is not a field",
		},
	} {
		_, faults := classIn(project("a.ts", c.text), schema.Options{})
		if faults.Error() != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, faults.Error(), c.want)
		}
	}
}

func TestJsonProperty(t *testing.T) {
	yes, no := true, false
	properties := map[string]schema.Property{
		"first":  {Name: "first_name", Aliases: []string{"fn"}},
		"hidden": {},
		"lines":  {ListClass: &schema.ClassRef{File: "line.ts", Export: "Line"}},
		"count":  {Type: "?int"},
		"must":   {Required: &yes},
		"may":    {Required: &no},
		"nil":    {Nillable: &yes},
		"never":  {Nillable: &no},
		"full":   {},
		"size":   {Type: "int"},
	}
	p := project("line.ts", "export class Line { n: int; }", "a.ts", `
		class Base { private hidden: int; private other: int; }
		export class X extends Base {
			first: string;
			lines;
			count;
			must?: string;
			may: string;
			nil: string;
			never: string | null;
			get full(): string { return ""; }
			get short(): string { return ""; }
			set size(n) {}
		}`)
	var asked []string
	c, faults := classIn(p, schema.Options{Property: func(file, class, member string, _ int) (schema.Property, bool) {
		asked = append(asked, file+" "+class+"."+member)
		property, ok := properties[member]
		return property, ok
	}})
	want := "hidden!: int, first(first_name)!: string, lines!: list<Line>, count: ?int, must!: string, may: string, " +
		"nil: ?string, never!: string, full!: string, size!: int"
	if got := describeFields(c.Fields); got != want || len(faults) > 0 {
		t.Errorf("got %s %v\nwant %s", got, faults, want)
	}
	if !reflect.DeepEqual(c.Fields[1].Aliases, []string{"fn"}) || len(c.Fields[2].Type.Elem.Class.Fields) != 1 {
		t.Errorf("aliases %v, fields of the list's class %v", c.Fields[1].Aliases, c.Fields[2].Type.Elem.Class.Fields)
	}
	if asked[0] != "a.ts Base.hidden" {
		t.Errorf("asked for %v", asked)
	}
}

func TestJsonPropertyFaults(t *testing.T) {
	for _, c := range []struct {
		property schema.Property
		want     string
	}{
		{
			schema.Property{ListClass: &schema.ClassRef{File: "b.ts", Export: "Line"}},
			"a.ts:1:18: field X.a: listClass: b.ts exports no class Line",
		},
		{
			schema.Property{Type: "list<Nowhere>"},
			"a.ts:1:18: field X.a: type Nowhere: this name is neither declared nor imported in this file",
		},
		{
			schema.Property{Type: "}"},
			"a.ts:1:18: field X.a: type }: it is computed, or not a type, and is not evaluated",
		},
	} {
		_, faults := classIn(project("a.ts", `export class X { a: int; }`), schema.Options{
			Property: func(_, _, _ string, _ int) (schema.Property, bool) { return c.property, true },
		})
		if faults.Error() != c.want {
			t.Errorf("got %s\nwant %s", faults.Error(), c.want)
		}
	}
}

func TestJsonPropertyBeforeDecoratorsRan(t *testing.T) {
	p := project("a.ts", `export class X { @JsonProperty("b") private a: int; private c: int; }`)
	c, faults := classIn(p, schema.Options{})
	if got := describeFields(c.Fields); got != "a!: int" || len(faults) > 0 {
		t.Errorf("got %s, %v", got, faults)
	}
}

// TestResolvedClassBinds goes from the source to the value.
func TestResolvedClassBinds(t *testing.T) {
	p := project("order.ts", `
		export enum State { Open = "open", Paid = "paid" }
		export class Line { product: string; quantity: int; }
		export class Order {
			id: int; state: State; lines: Line[]; note: string | null; placed?: Date; meta: Record<string, int> = {};
		}
		export function f(x: Order) {}`)
	r := resolver(p)
	file, typ := parameter(t, p, "order.ts")
	order, bad := r.Resolve(file, typ)
	if bad != nil || len(r.Complete(order)) > 0 {
		t.Fatal(bad)
	}
	doc := gjson.Parse(`{"id":1,"state":"paid","lines":[{"product":"p","quantity":2}],"note":null,"meta":{"a":1}}`)
	got, found, err := schema.JSON[any](schematest.Maker{}, order, doc, schema.Limits{})
	line := instance("Line", "product", "p", "quantity", int64(2))
	want := instance("Order",
		"id", int64(1), "state", "paid", "lines", []any{line}, "note", nil, "meta", entries("a", int64(1)))
	if err != nil || len(found) > 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, %v", got, found, err)
	}
	_, found, _ = bind(order, `{"state":"lost","lines":[{}],"meta":{"a":"1"}}`)
	const refused = `state: expected one of "open", "paid"; lines[0].product: is required; ` +
		`lines[0].quantity: is required; meta.a: expected integer; id: is required`
	if got := render(found); got != refused {
		t.Errorf("got %s", got)
	}
}

func TestFaultsAreInOrder(t *testing.T) {
	_, faults := classIn(project("a.ts", "export class X {\n a: A1;\n b: B1;\n c: C1;\n}"), schema.Options{})
	if len(faults) != 3 || faults[0].Place.Line != 2 || faults[2].Place.Line != 4 {
		t.Errorf("got %v", faults)
	}
}
