// package: superjson
import { test, expect } from "fwrun/test";
import superjson from "superjson";

test("keeps types", async () => {
	expect(superjson.parse(superjson.stringify({ d: new Date(0), s: new Set([1]) })).s.has(1)).toBe(true);
});
