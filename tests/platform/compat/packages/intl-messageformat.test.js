// package: intl-messageformat
import { test, expect } from "fwrun/test";
import { IntlMessageFormat } from "intl-messageformat";

test("formats", async () => {
	expect(new IntlMessageFormat("{n, plural, one {# thing} other {# things}} on {d, date, long}", "en", undefined, { timeZone: "UTC" }).format({ n: 1200, d: new Date(0) })).toContain("1,200 things");
});
