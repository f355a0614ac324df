// syntax: a BigInt of more than 64 bits == true or false
// fails: the engine compares the last 64 bits
// instead: ===, or Boolean(n)
import { test, expect } from "fwrun/test";

test("is never equal", () => {
	expect([2n ** 64n == false, 2n ** 64n + 1n == true]).toEqual([false, false]);
});
