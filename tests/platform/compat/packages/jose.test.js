// package: jose
import { test, expect } from "fwrun/test";
import { SignJWT, jwtVerify, generateKeyPair, exportJWK, createLocalJWKSet, CompactEncrypt, compactDecrypt } from "jose";

test("signs, verifies, encrypts", async () => {
	const secret = new TextEncoder().encode("0123456789abcdef0123456789abcdef");
	const jwt = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: "HS256" }).setExpirationTime("1h").sign(secret);
	expect((await jwtVerify(jwt, secret)).payload.a).toBe(1);
	const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
	const signed = await new SignJWT({ b: 2 }).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
	expect((await jwtVerify(signed, createLocalJWKSet({ keys: [await exportJWK(publicKey)] }))).payload.b).toBe(2);
	const sealed = await new CompactEncrypt(new TextEncoder().encode("hi")).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(secret);
	expect(new TextDecoder().decode((await compactDecrypt(sealed, secret)).plaintext)).toBe("hi");
});
