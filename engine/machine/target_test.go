package machine

import (
	"testing"

	"github.com/fwrun/fwrun/engine/inside"
)

func TestTargets(t *testing.T) {
	if !inside.Targets.On() {
		t.Skip(inside.Targets.Err())
	}
	for _, test := range []struct{ setting, expression, want string }{
		{`function f() { return new.target } class A { constructor() { this.t = f() } }`, `new A().t`, "undefined"},
		{`const f = function () { return (() => () => new.target)()() }; function A() { this.t = f() }`, `new A().t`, "undefined"},
		{`const f = function (a = new.target) { return a }; function A() { this.t = f() }`, `new A().t`, "undefined"},
		{`const o = { f() { return new.target } }; function A() { this.t = o.f() }`, `new A().t`, "undefined"},
		{`function* f() { yield; yield new.target } function A() { const g = f(); g.next(); this.t = g.next().value }`, `new A().t`, "undefined"},
		{`let t = 1; async function f() { t = new.target } function A() { f() }`, `new A(), t`, "undefined"},
		{`function f() { return new.target } function A() { this.t = f.call(this) }`, `new A().t`, "undefined"},
		{`function f() { this.t = new.target === f } function A() { this.t = new f().t }`, `new A().t`, "true"},
		{`class A { constructor() { this.t = (() => new.target)() } } class B extends A { constructor() { super() } }`, `new B().t.name`, "B"},
		{
			`class A { x = new.target; constructor() { this.t = new.target } } class B {} const b = Reflect.construct(A, [], B)`,
			`[b.x, b.t.name, b instanceof B].join()`, ",B,true",
		},
		{`function F() { return new.target ? "new" : "call" }`, `[F(), typeof new F(), [1].map(F)[0]].join()`, "call,object,call"},
		{`function F() { if (!new.target) return new F(); this.made = 1 }`, `F().made`, "1"},
	} {
		got := improvedRun(t, `(() => { `+test.setting+`; return `+test.expression+` })() + ''`)
		if got != test.want {
			t.Errorf("%s; %s: %s, want %s", test.setting, test.expression, got, test.want)
		}
	}
}
