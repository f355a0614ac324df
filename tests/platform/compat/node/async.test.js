// module: async_hooks, timers, timers/promises, diagnostics_channel
// differs: createHook never calls, and executionAsyncId is 1
import test from "node:test";
import assert from "node:assert";
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import timers from "node:timers";
import { setTimeout as wait, setImmediate as soon, setInterval as every } from "node:timers/promises";
import { channel, tracingChannel, hasSubscribers } from "node:diagnostics_channel";

test("AsyncLocalStorage follows awaits, timers and callbacks", async () => {
	const store = new AsyncLocalStorage();
	assert.strictEqual(store.getStore(), undefined);
	const seen = await store.run({ id: 1 }, async () => {
		await null;
		const later = await new Promise(done => setTimeout(() => done(store.getStore().id), 1));
		const micro = await new Promise(done => queueMicrotask(() => done(store.getStore().id)));
		const inner = store.run({ id: 2 }, () => store.getStore().id);
		const out = store.exit(() => store.getStore());
		return [later, micro, inner, out, store.getStore().id];
	});
	assert.deepStrictEqual(seen, [1, 1, 2, undefined, 1]);
	assert.strictEqual(store.getStore(), undefined);
	const both = await Promise.all([1, 2, 3].map(id => store.run(id, async () => { await wait(1); return store.getStore(); })));
	assert.deepStrictEqual(both, [1, 2, 3]);
	const snapshot = store.run(7, () => AsyncLocalStorage.snapshot());
	assert.strictEqual(snapshot(() => store.getStore()), 7);
	const bound = store.run(8, () => AsyncResource.bind(() => store.getStore()));
	assert.strictEqual(bound(), 8);
	assert.strictEqual(store.run(9, () => new AsyncResource("X")).runInAsyncScope(() => store.getStore()), 9);
	assert.throws(() => store.run(1, () => { throw new Error("no"); }), /no/);
});
test("timers", async () => {
	const order = [];
	setImmediate(() => order.push("immediate"));
	process.nextTick(() => order.push("tick"));
	Promise.resolve().then(() => order.push("promise"));
	order.push("now");
	await wait(5);
	assert.deepStrictEqual([order[0], [...order].sort()], ["now", ["immediate", "now", "promise", "tick"]]);
	assert.deepStrictEqual([await wait(1, "value"), await soon("s")], ["value", "s"]);
	await assert.rejects(wait(1000, null, { signal: AbortSignal.abort() }), { name: "AbortError" });
	let n = 0;
	for await (const value of every(1, "i")) if (value === "i" && ++n === 3) break;
	assert.strictEqual(n, 3);
	const timer = timers.setTimeout(() => assert.fail("was cleared"), 1);
	assert.strictEqual(timer.unref().ref().hasRef(), true);
	clearTimeout(timer);
	timers.clearTimeout(timers.setTimeout(() => assert.fail("was cleared"), 1));
	await wait(3);
});
test("diagnostics_channel", () => {
	const seen = [], listener = (message, name) => seen.push([message, name]);
	channel("a").subscribe(listener);
	assert.ok(hasSubscribers("a"));
	channel("a").publish(1);
	assert.ok(channel("a").unsubscribe(listener));
	channel("a").publish(2);
	assert.deepStrictEqual(seen, [[1, "a"]]);
	if (!tracingChannel) return;
	const t = tracingChannel("t"), events = [];
	t.subscribe({ start: () => events.push("start"), end: () => events.push("end"), error: ({ error }) => events.push(error.message) });
	assert.strictEqual(t.traceSync(() => 5, {}), 5);
	assert.throws(() => t.traceSync(() => { throw new Error("no"); }, {}));
	assert.deepStrictEqual(events, ["start", "end", "start", "no", "end"]);
});
