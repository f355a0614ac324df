// package: rrule
import { test, expect } from "fwrun/test";
import rrule from "rrule";

test("repeats", () => {
	const rule = new rrule.RRule({ freq: rrule.RRule.WEEKLY, count: 2, dtstart: new Date(Date.UTC(2020, 1, 1)) });
	expect(rule.all().map(date => date.toISOString().slice(0, 10))).toEqual(["2020-02-01", "2020-02-08"]);
});
