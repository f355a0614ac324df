// names: Intl
import { test, expect } from "fwrun/test";

test("numbers and dates", () => {
	expect(new Intl.NumberFormat("de", { style: "currency", currency: "EUR" }).format(1234.5)).toBe("1.234,50\u00a0€");
	expect(new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(new Date(0))).toBe("January 1, 1970");
	const make = typeof Intl !== "undefined" ? Intl.DateTimeFormat : undefined;
	expect([1].map(() => Reflect.apply(make, undefined, []).resolvedOptions().timeZone)).toEqual(["UTC"]);
});
