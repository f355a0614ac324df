// package: cbor-x
import { test, expect } from "fwrun/test";
import { encode, decode } from "cbor-x";

test("encodes and decodes", async () => {
	expect(decode(encode({ a: [1, "x"] }))).toEqual({ a: [1, "x"] });
});
