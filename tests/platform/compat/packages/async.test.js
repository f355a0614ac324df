// package: async
import { test, expect } from "fwrun/test";
import async from "async";

test("maps and reduces", async () => {
	expect(await async.mapLimit([1, 2, 3], 2, async n => n * 2)).toEqual([2, 4, 6]);
	expect(await async.reduce([1, 2], 0, async (a, b) => a + b)).toBe(3);
});
