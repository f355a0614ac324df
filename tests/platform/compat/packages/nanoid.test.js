// package: nanoid
import { test, expect } from "fwrun/test";
import { nanoid, customAlphabet } from "nanoid";

test("makes ids", async () => {
	expect(nanoid().length).toBe(21);
	expect(/^[ab]{5}$/.test(customAlphabet("ab", 5)())).toBe(true);
});
