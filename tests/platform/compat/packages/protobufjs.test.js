// package: protobufjs
import { test, expect } from "fwrun/test";
import protobuf from "protobufjs";

test("encodes and decodes", async () => {
	const T = protobuf.parse("syntax = \"proto3\"; message T { string a = 1; repeated int32 b = 2; }").root.lookupType("T");
	expect(T.toObject(T.decode(T.encode({ a: "x", b: [1, 2] }).finish()))).toEqual({ a: "x", b: [1, 2] });
});
