// package: zod
import { test, expect } from "fwrun/test";
import { z } from "zod";

test("parses, coerces and refuses", async () => {
	const s = z.object({ a: z.coerce.number().min(1), b: z.string().email().optional() });
	expect(s.parse({ a: "2" })).toEqual({ a: 2 });
	expect(s.safeParse({ a: 0, b: "x" }).success).toBe(false);
});
