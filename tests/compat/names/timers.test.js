// names: setTimeout, setInterval, clearTimeout, clearInterval, queueMicrotask, structuredClone, globalThis, self
import { test, expect } from "fwrun/test";

test("order and copies", async () => {
	const order = [];
	await new Promise(done => {
		setTimeout(() => { order.push("timer"); done(); }, 0);
		queueMicrotask(() => order.push("microtask"));
		order.push("now");
	});
	expect(order).toEqual(["now", "microtask", "timer"]);
	const original = { d: new Date(0), m: new Map([[1, { a: 1 }]]), b: new Uint8Array([1]), e: new RangeError("no") };
	original.self = original;
	const copy = structuredClone(original);
	expect([copy.d.getTime(), copy.m.get(1), copy.b[0], copy.e instanceof RangeError, copy.self === copy]).toEqual([0, { a: 1 }, 1, true, true]);
	expect(() => structuredClone(() => {})).toThrow();
	expect(self).toBe(globalThis);
	let n = 0;
	await new Promise(done => { const id = setInterval(() => { if (++n === 3) { clearInterval(id); done(); } }, 1); });
	expect(n).toBe(3);
});
