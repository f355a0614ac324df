// package: date-fns
import { test, expect } from "fwrun/test";
import { addMonths, format, parseISO, formatDistance } from "date-fns";

test("calculates and formats", async () => {
	expect(format(addMonths(parseISO("2024-01-31T12:00:00"), 1), "yyyy-MM-dd")).toBe("2024-02-29");
	expect(formatDistance(new Date(2020, 0, 1), new Date(2020, 0, 3))).toBe("2 days");
});
