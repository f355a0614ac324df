// package: p-limit
import { test, expect } from "fwrun/test";
import pLimit from "p-limit";

test("limits", async () => {
	const limit = pLimit(2);
	let now = 0, most = 0;
	await Promise.all([1, 2, 3, 4].map(() => limit(async () => { most = Math.max(most, ++now); await new Promise(r => setTimeout(r, 1)); now--; })));
	expect(most).toBe(2);
});
