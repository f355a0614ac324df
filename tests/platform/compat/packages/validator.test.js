// package: validator
import { test, expect } from "fwrun/test";
import validator from "validator";

test("validates", async () => {
	expect(validator.isEmail("a@example.com") && !validator.isURL("x")).toBe(true);
	expect(validator.isIBAN("GB82WEST12345698765432")).toBe(true);
	expect(validator.escape("<a>")).toBe("&lt;a&gt;");
});
