// package: cborg
import { test, expect } from "fwrun/test";
import { encode, decode } from "cborg";

test("encodes and decodes", async () => {
	expect(decode(encode({ a: [1, "x"] }))).toEqual({ a: [1, "x"] });
});
