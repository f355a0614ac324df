// names: addEventListener, removeEventListener, dispatchEvent of the global object
import { test, expect } from "fwrun/test";

test("events of the worker", () => {
	const seen = [], listener = event => seen.push(event.type);
	addEventListener("mine", listener);
	dispatchEvent(new Event("mine"));
	removeEventListener("mine", listener);
	dispatchEvent(new Event("mine"));
	expect(seen).toEqual(["mine"]);
});
