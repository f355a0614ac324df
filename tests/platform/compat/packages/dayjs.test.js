// package: dayjs
import { test, expect } from "fwrun/test";
import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import relativeTime from "dayjs/plugin/relativeTime.js";
import "dayjs/locale/de.js";

test("formats, with plugins and locales", async () => {
	dayjs.extend(utc); dayjs.extend(relativeTime);
	expect(dayjs.utc("2024-02-28").add(1, "day").format("dddd, D. MMMM YYYY")).toBe("Thursday, 29. February 2024");
	expect(dayjs.utc("2024-02-28").locale("de").format("MMMM")).toBe("Februar");
	expect(dayjs("2024-01-01").from("2024-01-05")).toBe("4 days ago");
});
