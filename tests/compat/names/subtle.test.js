// names: SubtleCrypto, CryptoKey
import { test, expect } from "fwrun/test";

test("digests and keys", async () => {
	expect(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc")))[0]).toBe(0xba);
	const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]), iv = new Uint8Array(12);
	expect(new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode("hi"))))).toBe("hi");
	expect(key instanceof CryptoKey).toBe(true);
});
