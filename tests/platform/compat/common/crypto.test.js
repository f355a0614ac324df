// common: Web Cryptography
import { test, expect } from "fwrun/test";

const bytesOf = text => new TextEncoder().encode(text);

test("Crypto: is the class of crypto, and cannot be made", () => {
	expect([crypto instanceof Crypto, Object.prototype.toString.call(crypto)]).toEqual([true, "[object Crypto]"]);
	expect(() => new Crypto()).toThrow(TypeError);
});

test("crypto: chance", () => {
	expect(crypto.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
	expect(crypto.getRandomValues(new Uint8Array(32)).some(byte => byte > 0)).toBe(true);
	expect(() => crypto.getRandomValues(new Uint8Array(65537))).toThrow(DOMException);
});

test("SubtleCrypto: digests, signs, encrypts, derives", async () => {
	const { subtle } = crypto;
	expect([subtle instanceof SubtleCrypto, new Uint8Array(await subtle.digest("SHA-256", bytesOf("abc")))[0]]).toEqual([true, 0xba]);
	const aes = await subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]), iv = new Uint8Array(12);
	expect(new TextDecoder().decode(await subtle.decrypt({ name: "AES-GCM", iv }, aes, await subtle.encrypt({ name: "AES-GCM", iv }, aes, bytesOf("hi"))))).toBe("hi");
	const pair = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign", "verify"]), how = { name: "ECDSA", hash: "SHA-256" };
	expect(await subtle.verify(how, pair.publicKey, await subtle.sign(how, pair.privateKey, bytesOf("hi")), bytesOf("hi"))).toBe(true);
	const password = await subtle.importKey("raw", bytesOf("password"), "PBKDF2", false, ["deriveBits"]);
	expect(new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt: bytesOf("salt"), iterations: 1 }, password, 160)).slice(0, 4)).toEqual(Uint8Array.of(0x0c, 0x60, 0xc8, 0x0f));
});

test("CryptoKey: says what it is for, and can be exported if it may be", async () => {
	const key = await crypto.subtle.importKey("jwk", { kty: "oct", k: "AAECAwQFBgcICQoLDA0ODw" }, { name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
	expect([key instanceof CryptoKey, key.type, key.extractable, key.usages, key.algorithm.name]).toEqual([true, "secret", true, ["sign"], "HMAC"]);
	expect((await crypto.subtle.exportKey("raw", key)).byteLength).toBe(16);
	const closed = await crypto.subtle.generateKey({ name: "AES-CBC", length: 128 }, false, ["encrypt"]);
	await expect(crypto.subtle.exportKey("raw", closed)).rejects.toThrow(DOMException);
});
