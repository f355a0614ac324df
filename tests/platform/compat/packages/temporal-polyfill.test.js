// package: temporal-polyfill
import { test, expect } from "fwrun/test";
import { Temporal } from "temporal-polyfill";

test("calculates", async () => {
	expect(Temporal.PlainDate.from("2024-01-31").add({ months: 1 }).toString()).toBe("2024-02-29");
	expect(Temporal.ZonedDateTime.from("2024-03-31T12:00[Europe/Berlin]").offset).toBe("+02:00");
});
