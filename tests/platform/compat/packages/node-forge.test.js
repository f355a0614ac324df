// package: node-forge
// instead: node:crypto
import { test, expect } from "fwrun/test";
import forge from "node-forge";

test("hashes", () => {
	const digest = forge.md.sha256.create().update("x").digest().toHex();
	expect(digest).toBe("2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
});
