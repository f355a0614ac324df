package schema_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
)

func TestCheckMakeable(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`export class X { x: X | null; y: Y[] = []; } export class Y { constructor(a = 1) {} }`, ""},
		{`export abstract class X {}`, "a.ts:1:23: class X is abstract, so data cannot be bound to it"},
		{`abstract class B {} export class X extends B {}`, ""},
		{
			`export class X { constructor(a: string) {} }`,
			"a.ts:1:14: the constructor of class X has required parameters, so data cannot be bound to it",
		},
		{
			`export class X { a: { b: Record<string, Y> }; c: Y; } export abstract class Y { x: X; }`,
			"a.ts:1:77: class Y is abstract, so data cannot be bound to it",
		},
	} {
		p := project("a.ts", c.text+"\nexport function f(x: list<X>) {}")
		r := resolver(p)
		file, typ := parameter(t, p, "a.ts")
		list, bad := r.Resolve(file, typ)
		if bad != nil || len(r.Complete(list)) > 0 {
			t.Errorf("%s: %v", c.text, bad)
			continue
		}
		if got := schema.CheckMakeable(list).Error(); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
