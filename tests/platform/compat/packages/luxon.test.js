// package: luxon
import { test, expect } from "fwrun/test";
import { DateTime, Interval } from "luxon";

test("time zones and locales", async () => {
	const d = DateTime.fromISO("2024-03-31T12:00:00", { zone: "Europe/Berlin" });
	expect(d.offset).toBe(120);
	expect(d.setLocale("de").toLocaleString(DateTime.DATE_FULL)).toBe("31. März 2024");
	expect(d.minus({ days: 1 }).offset).toBe(60);
	expect(d.toFormat("cccc dd LLLL yyyy")).toBe("Sunday 31 March 2024");
});
