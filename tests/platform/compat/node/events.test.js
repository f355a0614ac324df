// module: events
import test from "node:test";
import assert from "node:assert";
import EventEmitter, { once, on, errorMonitor, getEventListeners, setMaxListeners, addAbortListener, EventEmitterAsyncResource } from "node:events";

test("listeners in their order", () => {
	const e = new EventEmitter(), seen = [];
	e.on("newListener", name => seen.push(`new ${String(name)}`));
	const a = () => seen.push("a");
	e.on("x", a).prependListener("x", () => seen.push("first")).once("x", function (...args) { seen.push(this === e, args.length); });
	assert.strictEqual(e.emit("x", 1, 2), true);
	e.emit("x");
	assert.deepStrictEqual(seen, ["new x", "new x", "new x", "first", "a", true, 2, "first", "a"]);
	assert.deepStrictEqual([e.listenerCount("x"), e.eventNames(), e.emit("none"), e.rawListeners("x").length], [2, ["newListener", "x"], false, 2]);
	e.off("x", a);
	assert.strictEqual(e.listeners("x").length, 1);
	e.removeAllListeners();
	assert.deepStrictEqual(e.eventNames(), []);
	assert.throws(() => e.on("x", null), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
});
test("a listener that is removed while it is called", () => {
	const e = new EventEmitter(), seen = [];
	const b = () => seen.push("b");
	e.on("x", () => e.off("x", b));
	e.on("x", b);
	e.emit("x");
	e.emit("x");
	assert.deepStrictEqual(seen, ["b"]);
});
test("errors", () => {
	const e = new EventEmitter(), seen = [];
	assert.throws(() => e.emit("error", new RangeError("no")), RangeError);
	assert.throws(() => e.emit("error", "text"), { code: "ERR_UNHANDLED_ERROR" });
	e.on(errorMonitor, error => seen.push(error.message));
	assert.throws(() => e.emit("error", new Error("seen")), /seen/);
	assert.deepStrictEqual(seen, ["seen"]);
});
test("once and on", async () => {
	const e = new EventEmitter();
	setTimeout(() => e.emit("x", 1, 2), 1);
	assert.deepStrictEqual(await once(e, "x"), [1, 2]);
	const failing = once(e, "x");
	e.emit("error", new Error("no"));
	await assert.rejects(failing, /no/);
	const signal = AbortSignal.abort();
	await assert.rejects(once(e, "x", { signal }), { name: "AbortError", code: "ABORT_ERR" });
	const all = on(e, "y");
	e.emit("y", 1);
	e.emit("y", 2);
	assert.deepStrictEqual([(await all.next()).value, (await all.next()).value], [[1], [2]]);
	await all.return();
	assert.strictEqual(e.listenerCount("y"), 0);
});
test("once of an EventTarget", async () => {
	const target = new EventTarget();
	setTimeout(() => target.dispatchEvent(new Event("x")), 1);
	assert.strictEqual((await once(target, "x"))[0].type, "x");
	let aborted = 0;
	const c = new AbortController();
	addAbortListener(c.signal, () => aborted++);
	c.abort();
	assert.strictEqual(aborted, 1);
});
test("symbols, many listeners, subclasses", () => {
	class Mine extends EventEmitter {}
	const e = new Mine(), s = Symbol("s");
	e.setMaxListeners(0);
	let n = 0;
	for (let i = 0; i < 1000; i++) e.on(s, () => n++);
	e.emit(s);
	assert.deepStrictEqual([n, getEventListeners(e, s).length, e.getMaxListeners(), EventEmitter.defaultMaxListeners], [1000, 1000, 0, 10]);
	setMaxListeners(5, e);
	assert.strictEqual(e.getMaxListeners(), 5);
	function Old() { EventEmitter.call(this); }
	Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
	assert.strictEqual(new Old().on("x", () => {}).emit("x"), true);
	assert.strictEqual(new EventEmitterAsyncResource({ name: "mine" }).emit("x"), false);
});
