// syntax: classes: fields, #private, static blocks, accessors
import { test, expect } from "fwrun/test";

test("members", () => {
	class A { #x = 1; static y; static { this.y = 2; } get x() { return this.#x; } set x(v) { this.#x = v; } static #p() { return 3; } static p = this.#p(); has(o) { return #x in o; } }
	const a = new A();
	a.x = 5;
	expect([a.x, A.y, A.p, a.has(a), a.has({})]).toEqual([5, 2, 3, true, false]);
});
