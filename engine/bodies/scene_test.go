package bodies

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// shop is an application whose expressions are asked for in the method here.
var shop = map[string]string{
	"api.ts": `import { Repository, PasswordEncoder, SqlTemplate as Sql } from "fwrun";
import { Orders, open } from "./orders.ts";
import { Gone } from "./gone.ts";
import * as all from "./orders.ts";
class Base { shared(): Base {} static make() {} }
export class Pets extends Repository<Pet> { named(): Pet[] {} }
class Inherits extends (Math.random() ? Base : Base) { own() {} }
export class Api extends Base {
  gone: Gone; set = new Set(); inherits = new Inherits(); #secret: Base;
  url: URL; space: all.Orders;
  constructor(private pets: Pets, private codes: PasswordEncoder, readonly sql: Sql, private orders: Orders) {}
  here() {}
  get first(): Orders {}
}
`,
	"orders.ts": `export class Orders {
  async load(): Promise<Order> {}
  find(id: number): Order | null {}
  #hidden() {}
}
export class Order { cancel() {} total: number; }
export async function open(): Promise<Orders> {}
`,
	"api.js": `import { Orders } from "./orders.ts";
export class Script {
  /** @param {Orders} orders */
  constructor(orders) { this.orders = orders; }
  here() {}
}
`,
}

// sceneOf returns the scene in which a member of an object is called in the method here, and the object.
func sceneOf(t *testing.T, file, object, member string) Thing {
	t.Helper()
	const given = "{ const order = this.orders.find(1), again = again, loaded = await this.orders.load(), hash = this.codes.encode(`x`);"
	typed := " const typed: Orders = make();"
	if isScript(file) {
		typed = ""
	}
	if strings.HasPrefix(object, "await ") {
		object = "(" + object + ")"
	}
	call := object + "." + member + "();"
	in := Input{Exports: hostExports(t)}
	var read []*source.File
	for name, text := range shop {
		if name == file {
			text = strings.Replace(text, "here() {}", "async here() "+given+typed+"\n"+call+" }", 1)
		}
		in.Files = append(in.Files, NewFile(name, []byte(text)))
		read = append(read, source.Read(name, []byte(text)))
	}
	in.Project = source.NewProject(read...)
	above, _, _ := strings.Cut(shop[file], "here")
	s := SceneAt(in, fault.Place{File: file, Line: strings.Count(above, "\n") + 2, Col: len(object) + 2})
	if s == nil {
		t.Fatalf("%s is not understood", call)
	}
	return s.Object(member)
}

// TestMembersOfTheReceiver: what is proposed is a member of the class that the object has, its base classes and fwrun's among them.
func TestMembersOfTheReceiver(t *testing.T) {
	for _, c := range []struct{ file, object, member, want string }{
		{"api.ts", "this.pets", "deleet", "delete of Repository"},
		{"api.ts", "this.pets", "nmaed", "named of Pets"},
		{"api.ts", "this.pets", "cancle", ""},
		{"api.ts", "this.pets", "delete", ""}, // it is there
		{"api.ts", "this.pets", "sqll", ""},   // of a field there is no method
		{"api.ts", "this", "shred", "shared of Base"},
		{"api.ts", "this.shared()", "shred", "shared of Base"},
		{"api.ts", "Base", "mke", "make of Base"},
		{"api.ts", "this.shared()", "mke", ""}, // it is static
		{"api.ts", "this.orders", "hiden", ""},
		{"api.ts", "this.orders", "#hiden", "#hidden of Orders"},
		{"api.ts", "this.orders.find(1)", "cancle", "cancel of Order"},
		{"api.ts", "order", "cancle", "cancel of Order"},
		{"api.ts", "order!", "cancle", "cancel of Order"},
		{"api.ts", "loaded", "cancle", "cancel of Order"},
		{"api.ts", "(await this.orders.load())", "cancle", "cancel of Order"},
		{"api.ts", "(this.orders as any)", "fnid", "find of Orders"},
		{"api.ts", "typed", "fnid", "find of Orders"},
		{"api.ts", "new Orders()", "fnid", "find of Orders"},
		{"api.ts", "this.first", "fnid", "find of Orders"},
		{"api.ts", "this.sql", "queery", "query of SqlTemplate"},
		{"api.ts", "this.url", "toStrng", "toString of URL"},
		{"api.ts", "this.gone", "cancle", ""},
		{"api.ts", "this.inherits", "wn", "own of Inherits"},
		{"api.ts", "this.inherits", "shred", ""},
		{"api.ts", "this.orders[0]", "fnid", ""},
		{"api.ts", "again", "fnid", ""},
		{"api.ts", "unknown", "fnid", ""},
		{"api.js", "this.orders", "fnid", "find of Orders"},
	} {
		near, class := sceneOf(t, c.file, c.object, c.member).NearestMethod(c.member)
		if got := strings.TrimSuffix(near+" of "+class, " of "); got != c.want {
			t.Errorf("%s.%s of %s: %q, want %q", c.object, c.member, c.file, got, c.want)
		}
	}
	if near := sceneOf(t, "api.ts", "this.order", "x").NearestOfThis(); near != "orders" {
		t.Errorf("nearest to order is %q", near)
	}
	if near := sceneOf(t, "api.ts", "this.orders", "x").NearestOfThis(); near != "" {
		t.Errorf("a name that exists has %q near it", near)
	}
}

// TestPromised: what is proposed is an await in front of the call whose promise is read, wherever that is in the expression.
func TestPromised(t *testing.T) {
	for expression, want := range map[string]string{
		"this.orders.load()": "load", "await this.orders.load()": "", "this.orders.find(1)": "", "hash": "encode", "open()": "open",
		"fetch(url)": "fetch", "this.orders.load().cancel()": "load", "this.orders.find(1).cancel()": "", "(await open())": "",
	} {
		if got, _ := sceneOf(t, "api.ts", expression, "x").Promised(); got != want {
			t.Errorf("%s is promised by %q, want %q", expression, got, want)
		}
	}
}
