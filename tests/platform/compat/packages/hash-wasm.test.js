// package: hash-wasm
// instead: Digest and Hmac
import { test, expect } from "fwrun/test";
import { sha256, argon2id, xxhash64 } from "hash-wasm";

test("hashes in WebAssembly", async () => {
	expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	expect(await xxhash64("abc")).toBe("44bc2cf5ad770999");
});
