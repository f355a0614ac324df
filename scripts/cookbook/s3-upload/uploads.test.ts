import { Digest, Hmac } from "fwrun";
import { app, bean, expect, it } from "fwrun/test";
import { Storage } from "./storage";

it("signs as the documentation of S3 has it", () => {
  const settings = { url: "https://examplebucket.s3.amazonaws.com", region: "us-east-1", keyId: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
  const storage = new Storage(settings, bean(Hmac), bean(Digest));
  const signed = new URL(storage.signed("GET", "test.txt", 86400, new Date("2013-05-24T00:00:00Z")));
  expect(signed.searchParams.get("X-Amz-Signature")).toBe("aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
});

it("gives addresses for names that are ours", async () => {
  const { json } = await app.post("/files/a.jpg/address");
  expect(json.put).toMatch(/^https?:\/\/.*\/inbox\/a\.jpg\?X-Amz-Algorithm=AWS4-HMAC-SHA256&.*X-Amz-Expires=300&/);
  expect(await app.post("/files/a%20b/address")).toHaveStatus(400);
});
