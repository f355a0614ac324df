// module: crypto
import test from "node:test";
import assert from "node:assert";
import { createHash, createHmac, randomBytes, createCipheriv, createDecipheriv, timingSafeEqual, scryptSync, randomUUID, createSign, createVerify, generateKeyPairSync } from "node:crypto";

test("digests, ciphers, signatures, keys", () => {
	assert.strictEqual(createHash("sha256").update("a").update("bc").digest("hex"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	assert.strictEqual(createHmac("sha1", "key").update("x").digest("base64").length, 28);
	const key = randomBytes(32), iv = randomBytes(12), cipher = createCipheriv("aes-256-gcm", key, iv);
	const sealed = Buffer.concat([cipher.update("secret", "utf8"), cipher.final()]);
	const decipher = createDecipheriv("aes-256-gcm", key, iv).setAuthTag(cipher.getAuthTag());
	assert.strictEqual(decipher.update(sealed, undefined, "utf8") + decipher.final("utf8"), "secret");
	assert.ok(timingSafeEqual(scryptSync("p", "salt", 16), scryptSync("p", "salt", 16)));
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	assert.ok(createVerify("sha256").update("x").verify(publicKey, createSign("sha256").update("x").sign(privateKey)));
	assert.match(randomUUID(), /^[0-9a-f-]{36}$/);
});
