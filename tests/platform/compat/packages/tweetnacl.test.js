// package: tweetnacl
import { test, expect } from "fwrun/test";
import nacl from "tweetnacl";

test("seals", async () => {
	const pair = nacl.sign.keyPair.fromSeed(new Uint8Array(32));
	const m = new Uint8Array([1, 2, 3]);
	expect(nacl.secretbox.open(nacl.secretbox(m, new Uint8Array(24), new Uint8Array(32)), new Uint8Array(24), new Uint8Array(32))).toEqual(m);
	expect(pair.publicKey.length).toBe(32);
});
