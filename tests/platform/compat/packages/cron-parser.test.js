// package: cron-parser
import { test, expect } from "fwrun/test";
import { CronExpressionParser } from "cron-parser";

test("finds the next time", () => {
  const it = CronExpressionParser.parse("*/15 9-17 * * 1-5", { currentDate: "2026-01-02T17:50:00Z", tz: "UTC" });
  expect(it.next().toDate().toISOString()).toBe("2026-01-05T09:00:00.000Z");
});
