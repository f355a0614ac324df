// package: valibot
import { test, expect } from "fwrun/test";
import * as v from "valibot";

test("parses and refuses", async () => {
	const s = v.pipe(v.string(), v.email());
	expect(v.parse(s, "a@example.com")).toBe("a@example.com");
	expect(v.safeParse(s, "x").success).toBe(false);
});
