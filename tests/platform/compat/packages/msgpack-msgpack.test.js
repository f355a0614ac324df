// package: @msgpack/msgpack
import { test, expect } from "fwrun/test";
import { encode, decode } from "@msgpack/msgpack";

test("encodes and decodes", async () => {
	expect(decode(encode({ a: [1, "x", null], b: 1.5 }))).toEqual({ a: [1, "x", null], b: 1.5 });
});
