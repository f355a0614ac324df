// package: jsonpath-plus
import { test, expect } from "fwrun/test";
import { JSONPath } from "jsonpath-plus";

test("queries", async () => {
	expect(JSONPath({ path: "$..n", json: { a: [{ n: 1 }, { n: 2 }] } })).toEqual([1, 2]);
});
