// package: query-string
import { test, expect } from "fwrun/test";
import queryString from "query-string";

test("parses and writes", async () => {
	expect(queryString.parse("a=1&b=x%20y", { parseNumbers: true })).toEqual({ a: 1, b: "x y" });
	expect(queryString.stringify({ a: [1, 2] })).toBe("a=1&a=2");
});
