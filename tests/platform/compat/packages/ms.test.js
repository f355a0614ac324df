// package: ms
import { test, expect } from "fwrun/test";
import ms from "ms";

test("converts", async () => {
	expect(ms("2 days")).toBe(172800000);
	expect(ms(60000, { long: true })).toBe("1 minute");
});
