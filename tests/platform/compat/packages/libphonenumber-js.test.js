// package: libphonenumber-js
import { test, expect } from "fwrun/test";
import { parsePhoneNumber } from "libphonenumber-js";

test("parses numbers", async () => {
	expect(parsePhoneNumber("030 901820", "DE").formatInternational()).toBe("+49 30 901820");
});
