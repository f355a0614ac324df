// package: decimal.js
import { test, expect } from "fwrun/test";
import Decimal from "decimal.js";

test("calculates", async () => {
	expect(new Decimal("0.1").plus("0.2").toString()).toBe("0.3");
	expect(new Decimal(2).sqrt().toFixed(20)).toBe("1.41421356237309504880");
});
