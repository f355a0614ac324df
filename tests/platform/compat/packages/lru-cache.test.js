// package: lru-cache
import { test, expect } from "fwrun/test";
import { LRUCache } from "lru-cache";

test("caches", async () => {
	const c = new LRUCache({ max: 2 });
	c.set(1, "a").set(2, "b").set(3, "c");
	expect(c.has(1)).toBe(false);
	expect(await new LRUCache({ max: 1, fetchMethod: async k => k + 1 }).fetch(1)).toBe(2);
});
