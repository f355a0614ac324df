// package: got
import { test, expect } from "fwrun/test";
import got from "got";

test("fails as its options say", async () => {
  await expect(got("http://127.0.0.1:1/", { retry: { limit: 0 } })).rejects.toMatchObject({ name: "RequestError" });
  expect(() => got.extend({ prefixUrl: 7 })).toThrow();
});
