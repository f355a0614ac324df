// package: ulid
import { test, expect } from "fwrun/test";
import { ulid, decodeTime } from "ulid";

test("makes ids", async () => {
	expect(decodeTime(ulid(1469918176385))).toBe(1469918176385);
});
