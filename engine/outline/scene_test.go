package outline

import (
	"strings"
	"testing"
)

// shop is an application whose expressions are asked for at the line with "here".
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

func sceneOf(t *testing.T, file string) Scene {
	t.Helper()
	above, _, _ := strings.Cut(shop[file], "here")
	return Scene{Outline: Of(projectOf(t, shop)), File: file, Line: strings.Count(above, "\n") + 1, Variable: func(name string) (string, string) {
		return map[string]string{
				"order": "this.orders.find(1)", "again": "again", "loaded": "await this.orders.load()",
				"hash": `this.codes.encode("x")`,
			}[name],
			map[string]string{"typed": "Orders"}[name]
	}}
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
		s := sceneOf(t, c.file)
		near, class := s.Outline.NearestMethod(s.Of(c.object), c.member)
		if got := strings.TrimSuffix(near+" of "+class, " of "); got != c.want {
			t.Errorf("%s.%s of %s: %q, want %q", c.object, c.member, c.file, got, c.want)
		}
	}
	s := sceneOf(t, "api.ts")
	if near := s.Outline.NearestMember(s.Of("this"), "order"); near != "orders" {
		t.Errorf("nearest to order is %q", near)
	}
	if near := s.Outline.NearestMember(s.Of("this"), "orders"); near != "" {
		t.Errorf("a name that exists has %q near it", near)
	}
}

func TestPromised(t *testing.T) {
	s := sceneOf(t, "api.ts")
	for expression, want := range map[string]string{
		"this.orders.load()": "load", "await this.orders.load()": "", "this.orders.find(1)": "", "hash": "encode", "open()": "open",
		"fetch(url)": "fetch", "this.orders.load().cancel()": "", "(await open())": "",
	} {
		if got := s.Of(expression).Promised(); got != want {
			t.Errorf("%s is promised by %q, want %q", expression, got, want)
		}
	}
}
