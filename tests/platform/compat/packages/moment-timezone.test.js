// package: moment-timezone
import { test, expect } from "fwrun/test";
import moment from "moment-timezone";

test("knows zones", () => {
  expect(moment.tz("2026-07-01 12:00", "Europe/Berlin").toISOString()).toBe("2026-07-01T10:00:00.000Z");
  expect(moment("2026-01-31").add(1, "month").format("YYYY-MM-DD")).toBe("2026-02-28");
});
