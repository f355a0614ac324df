// package: socket.io-parser
import { test, expect } from "fwrun/test";
import { Encoder, PacketType } from "socket.io-parser";

test("encodes", async () => {
	expect(new Encoder().encode({ type: PacketType.EVENT, nsp: "/", data: ["a", 1] })).toEqual(['2["a",1]']);
});
