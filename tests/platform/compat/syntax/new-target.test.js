// syntax: new.target in a function that a constructor calls
// instead: this instanceof
// fails: it is that of the constructor
import { test, expect } from "fwrun/test";

test("is undefined", () => {
	function called() { return new.target; }
	class A { constructor() { this.inner = called(); } }
	expect(new A().inner).toBe(undefined);
});
