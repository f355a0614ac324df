// common: DOM
import { test, expect } from "fwrun/test";

test("AbortController: aborts its signal, once, with a reason", () => {
	const controller = new AbortController(), reasons = [];
	controller.signal.addEventListener("abort", () => reasons.push(controller.signal.reason));
	controller.abort("first");
	controller.abort("second");
	expect(reasons).toEqual(["first"]);
});

test("AbortSignal: abort, any and timeout; throwIfAborted", async () => {
	const { signal } = new AbortController();
	expect([signal.aborted, AbortSignal.abort().reason.name, AbortSignal.any([signal, AbortSignal.abort("x")]).reason]).toEqual([false, "AbortError", "x"]);
	expect(() => AbortSignal.abort(new RangeError("why")).throwIfAborted()).toThrow(RangeError);
	const late = AbortSignal.timeout(1);
	await new Promise(done => late.addEventListener("abort", done));
	expect(late.reason.name).toBe("TimeoutError");
});

test("Event: is cancelled if it may be", () => {
	const target = new EventTarget();
	target.addEventListener("x", event => event.preventDefault());
	const event = new Event("x", { cancelable: true, bubbles: true });
	expect([target.dispatchEvent(event), event.defaultPrevented, event.type, event.target === target, event.bubbles, event.isTrusted]).toEqual([false, true, "x", true, true, false]);
	expect(target.dispatchEvent(new Event("x"))).toBe(true);
});

test("EventTarget: once, signal, removal, objects as listeners, order", () => {
	const target = new EventTarget(), seen = [], controller = new AbortController();
	const removed = () => seen.push("removed");
	target.addEventListener("x", () => seen.push("once"), { once: true });
	target.addEventListener("x", { handleEvent() { seen.push("object"); } });
	target.addEventListener("x", () => seen.push("signal"), { signal: controller.signal });
	target.addEventListener("x", removed);
	target.removeEventListener("x", removed);
	target.dispatchEvent(new Event("x"));
	controller.abort();
	target.dispatchEvent(new Event("x"));
	expect(seen).toEqual(["once", "object", "signal", "object"]);
});

test("CustomEvent: carries a detail", () => {
	const target = new EventTarget(), seen = [];
	target.addEventListener("x", event => seen.push(event.detail, event instanceof Event));
	target.dispatchEvent(new CustomEvent("x", { detail: { a: 1 } }));
	expect(seen).toEqual([{ a: 1 }, true]);
});

test("DOMException: has a name, a code and a stack", () => {
	const thrown = new DOMException("gone", "NotFoundError");
	expect([thrown.name, thrown.code, thrown.message, thrown instanceof Error, DOMException.NOT_FOUND_ERR, typeof thrown.stack]).toEqual(["NotFoundError", 8, "gone", true, 8, "string"]);
});
