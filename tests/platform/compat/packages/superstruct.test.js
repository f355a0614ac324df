// package: superstruct
import { test, expect } from "fwrun/test";
import { object, number, is, create, coerce, string } from "superstruct";

test("validates and coerces", async () => {
	expect(is({ a: 1 }, object({ a: number() }))).toBe(true);
	expect(create("7", coerce(number(), string(), parseFloat))).toBe(7);
});
