// syntax: new.target in functions that a constructor calls, in arrow functions and fields, by Reflect.construct
import { test, expect } from "fwrun/test";

test("is that of the call", () => {
	function called() { return new.target; }
	class A { field = new.target; constructor() { this.inner = called(); this.arrow = (() => new.target)(); } }
	class B extends A {}
	const made = Reflect.construct(A, [], B);
	expect([new A().inner, made.inner, made.field, made.arrow === B, made instanceof B]).toEqual([undefined, undefined, undefined, true, true]);
});
