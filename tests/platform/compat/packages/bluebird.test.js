// package: bluebird
import { test, expect } from "fwrun/test";
import Bluebird from "bluebird";

test("maps and delays", async () => {
	expect(await Bluebird.map([1, 2], async n => n + 1, { concurrency: 1 })).toEqual([2, 3]);
	expect(await Bluebird.delay(1, "x")).toBe("x");
});
