// names: crypto, Crypto, performance, Performance, navigator, console
import { test, expect } from "fwrun/test";

test("chance, clocks, names", () => {
	expect(crypto.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
	expect(crypto.getRandomValues(new Uint8Array(8)).length).toBe(8);
	expect([performance.now() > 0, performance.timeOrigin > 0, typeof navigator.userAgent, typeof console.log]).toEqual([true, true, "string", "function"]);
});
