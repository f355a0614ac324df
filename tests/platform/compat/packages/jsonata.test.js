// package: jsonata
import { test, expect } from "fwrun/test";
import jsonata from "jsonata";

test("evaluates", async () => {
	expect(await jsonata("$sum(o.p * o.q)").evaluate({ o: { p: 2, q: 3 } })).toBe(6);
});
