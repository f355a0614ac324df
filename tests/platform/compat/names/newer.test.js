// names: Atomics, SharedArrayBuffer, Float16Array, DisposableStack, AsyncDisposableStack, SuppressedError, Temporal
import { test, expect } from "fwrun/test";

test("globals of newer editions of the language", async () => {
	const counts = new Int32Array(new SharedArrayBuffer(8, { maxByteLength: 16 }));
	Atomics.add(counts, 0, 2);
	const woken = Atomics.waitAsync(counts, 0, 2);
	expect([Atomics.notify(counts, 0), await woken.value, counts.buffer.growable]).toEqual([1, "ok", true]);
	expect([...new Float16Array([1.337])]).toEqual([1.3369140625]);
	const order = [], stack = new DisposableStack(), later = new AsyncDisposableStack();
	stack.defer(() => order.push(1));
	stack.defer(() => order.push(2));
	stack.dispose();
	later.use({ async [Symbol.asyncDispose]() { order.push(3); } });
	await later.disposeAsync();
	expect([order, new SuppressedError("b", "a").suppressed]).toEqual([[2, 1, 3], "a"]);
	expect(Temporal.PlainDate.from("2024-01-31").add({ months: 1 }).toString()).toBe("2024-02-29");
});
