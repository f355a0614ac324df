// package: web-push
import { test, expect } from "fwrun/test";
import webpush from "web-push";

test("makes keys", async () => {
	const keys = webpush.generateVAPIDKeys();
	expect(Buffer.from(keys.publicKey, "base64url").length).toBe(65);
});
