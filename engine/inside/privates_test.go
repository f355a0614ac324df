package inside

import (
	"testing"

	"github.com/dop251/goja"
)

func TestPrivatesOf(t *testing.T) {
	if !Members.On() {
		t.Fatal(Members.Err())
	}
	rt := goja.New()
	run := func(text string) *goja.Object {
		v, err := rt.RunString(text)
		if err != nil {
			t.Fatal(err)
		}
		return v.(*goja.Object)
	}
	a := run("class A { #x = 1; static #s = 's'; #m() {} get #g() { return 9 } #y = 2; read() { return this.#y } }; A")
	b := run("class B extends A { #x = 'own' }; B")
	o := run("const o = new B(); o")
	p := PrivatesOf(o, a)
	if p == nil || len(p.Fields) != 2 || p.Fields[0].ToInteger() != 1 || len(p.Methods) != 2 {
		t.Fatalf("got %v", p)
	}
	p.Fields[1] = rt.ToValue(5)
	if v, _ := rt.RunString("o.read()"); v.ToInteger() != 5 {
		t.Errorf("the field is %v after it was set", v)
	}
	if get, set, ok := AccessorOf(p.Methods[1]); !ok || get == nil || set != nil {
		t.Errorf("the accessor is %v, %v, %v", get, set, ok)
	}
	if _, _, ok := AccessorOf(p.Methods[0]); ok {
		t.Error("a method is an accessor")
	}
	if p := PrivatesOf(o, b); p == nil || p.Fields[0].String() != "own" {
		t.Errorf("of the class that extends: %v", p)
	}
	if p := PrivatesOf(a, a); p == nil || p.Fields[0].String() != "s" {
		t.Errorf("of the class: %v", p)
	}
	proxy := run("new Proxy(o, {})")
	inner := run("(class { #q = 1; make() { return class Inner {} } }).prototype.make()") // its names are those around it
	for i, pair := range [][2]*goja.Object{{b, b}, {o, o}, {run("({})"), a}, {a, b}, {proxy, a}, {run("new Map()"), a}, {inner, inner}} {
		if p := PrivatesOf(pair[0], pair[1]); p != nil {
			t.Errorf("%d has %v", i, p)
		}
	}
	around := run("(function () { let a = 1, b = 'b'; return class { m() { return a + b } } })()")
	if values := ClosedOver(around); len(values) < 2 || values[0].ToInteger() != 1 || values[1].String() != "b" {
		t.Errorf("around a class are %v", values)
	}
	if kind := KindOf(run("new Map()")); kind != "mapObject" {
		t.Errorf("a map is a %s", kind)
	}
}
