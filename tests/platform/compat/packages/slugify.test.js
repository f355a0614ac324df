// package: slugify
import { test, expect } from "fwrun/test";
import slugify from "slugify";

test("makes slugs", async () => {
	expect(slugify("Ünï côde & más", { lower: true })).toBe("uni-code-and-mas");
});
