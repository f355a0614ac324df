package source

import "testing"

// TestAccessInComments: in scripts, comments state the visibility of a field; in TypeScript only the keywords
// count.
func TestAccessInComments(t *testing.T) {
	const text = `class A {
		/** @private */ a; /** @protected @type {int} */ b = 1; /** private */ c; /** @private */ #d;
		/** @private */ private e; /** @private */ f() {} /** @private */ static g;
	}`
	for file, want := range map[string][]Access{
		"a.js":  {Private, Protected, Public, HashPrivate, Private, Public, Private},
		"a.mjs": {Private, Protected, Public, HashPrivate, Private, Public, Private},
		"a.ts":  {Public, Public, Public, HashPrivate, Private, Public, Public},
	} {
		for i, m := range Read(file, []byte(text)).Class("A").Members {
			if m.Access != want[i] {
				t.Errorf("%s: %s has the access %d, want %d", file, m.Name, m.Access, want[i])
			}
		}
	}
}

// TestAmbientClasses: a class after declare does not exist at run time.
func TestAmbientClasses(t *testing.T) {
	file := Read("a.ts", []byte("declare class A { x: int } abstract class B {} export declare abstract class C {} class D {}"))
	for name, want := range map[string]bool{"A": true, "B": false, "C": true, "D": false} {
		if got := file.Class(name).Ambient; got != want {
			t.Errorf("%s is ambient: %v, want %v", name, got, want)
		}
	}
}

// TestUnitEnums: a TypeScript enum whose cases state no values.
func TestUnitEnums(t *testing.T) {
	for text, want := range map[string]bool{
		"enum E { A, B }": true, "const enum E { A }": true, "declare enum E { A, 'b c' }": true,
		"enum E {}": false, "enum E { A = 1, B }": false, "enum E { A, B = 5 }": false, "enum E { A = 'a' }": false, "enum E { A, B = f() }": false,
		"const E = Object.freeze({ A: 0, B: 1 })": false, "const E = { A: 0 } as const": false,
	} {
		if e := Read("a.ts", []byte(text)).Enum("E"); e == nil || e.Unit != want {
			t.Errorf("%s: %+v", text, e)
		}
	}
}
