package schema_test

import (
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// FuzzResolve checks that no source makes the resolver panic or run on, and that whatever it resolved can be
// bound.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{
		"export class X { a: int; b: Partial<X>; c: Y[]; } export class Y extends X {}",
		"type T = { a: T | null, b: U }; type U = T[] & { c: T }; export class X { t: T; u: U; }",
		"type G<T> = { n: G<T[]>, p: Pick<G<T>, 'n'> }; export class X extends G<int> { g: G<G<int>>; }",
		"enum E { A, B = 'b' } export class X { e: E | 'c'; r: Record<E, int>; constructor(public p: E = E.A) {} }",
		"export class X<T> { t: T; } interface I extends I { x: I } class Z { i: I; }",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p := project("a.ts", text)
		r := resolver(p)
		file := p.File("a.ts")
		for _, class := range file.Classes {
			c := r.Class(file, class)
			if len(r.ResolveFields(c)) > 0 {
				continue
			}
			object := &schema.Type{Kind: schema.Object, Class: c}
			schema.CheckMakeable(object)
			_, _, err := schema.JSON[any](schematest.Maker{}, object, gjson.Parse(`{"a":{"a":null},"n":[]}`), schema.Limits{})
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	})
}
