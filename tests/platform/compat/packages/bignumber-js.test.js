// package: bignumber.js
import { test, expect } from "fwrun/test";
import BigNumber from "bignumber.js";

test("calculates", async () => {
	expect(new BigNumber("123456789012345678901234567890").times(2).toFormat()).toBe("246,913,578,024,691,357,802,469,135,780");
});
