// package: immutable
import { test, expect } from "fwrun/test";
import { Map, List, fromJS, is } from "immutable";

test("keeps", async () => {
	expect(is(fromJS({ a: [1] }), Map({ a: List([1]) }))).toBe(true);
	expect(Map({ a: 1 }).set("b", 2).toJS()).toEqual({ a: 1, b: 2 });
});
