// package: qs
import { test, expect } from "fwrun/test";
import qs from "qs";

test("parses and writes", async () => {
	expect(qs.parse("a[b]=1&c[]=2&c[]=3")).toEqual({ a: { b: "1" }, c: ["2", "3"] });
	expect(qs.stringify({ a: { b: 1 } }, { encode: false })).toBe("a[b]=1");
});
